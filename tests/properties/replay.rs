//! The display state of every step, by every way that leads there.

use crate::dice::Dice;
use crate::{runs, what};
use asrpt_core::log::Event;
use asrpt_core::replay::{Phase, State};
use asrpt_core::run::Run;

/// By stepping from the start: one state for each step.
fn stepped(run: &Run) -> Vec<State> {
    let mut state = State::start(run);
    let mut states = vec![state.clone()];
    while state.forward(run) {
        states.push(state.clone());
    }
    assert_eq!(states.len(), run.log.len() + 1);
    states
}

#[test]
fn stepping_back_undoes_stepping() {
    for run in runs(0..200) {
        let states = stepped(&run);
        let mut state = states.last().unwrap().clone();
        for (step, expected) in states.iter().enumerate().rev() {
            assert_eq!(state, *expected, "step {step}, {}", what(&run));
            assert_eq!(state.back(&run), step > 0);
        }
        assert_eq!(state, State::start(&run), "back at the start stays there");
    }
}

#[test]
fn seeking_from_anywhere_is_stepping() {
    for (seed, run) in (0..).zip(runs(0..150)) {
        let states = stepped(&run);
        let mut dice = Dice::new(seed);
        for (step, expected) in states.iter().enumerate() {
            let mut state = states[dice.below(states.len())].clone();
            state.seek(&run, step);
            assert_eq!(state, *expected, "step {step}, {}", what(&run));
        }
        let mut state = states[0].clone();
        state.seek(&run, usize::MAX);
        assert_eq!(state, *states.last().unwrap(), "beyond the last is the last");
    }
}

#[test]
fn a_step_of_turning_back_halfway_is_the_step_itself() {
    for (seed, run) in (0..).zip(runs(0..60)) {
        let states = stepped(&run);
        let mut dice = Dice::new(seed);
        let mut state = State::start(&run);
        for _ in 0..100 {
            let on = if dice.once_in(3) { state.back(&run) } else { state.forward(&run) };
            assert!(on || state.step == 0 || state.step == run.log.len());
            assert_eq!(state, states[state.step], "{}", what(&run));
        }
    }
}

/// What the state shows, counted again from the log's first entries.
#[test]
fn a_state_shows_what_its_entries_say() {
    for run in runs(0..100) {
        for (step, state) in stepped(&run).iter().enumerate() {
            check_jobs(&run, step, state);
            check_gpus(&run, step, state);
            assert_eq!(state.time_us, step.checked_sub(1).map_or(0, |last| run.log[last].time_us));
        }
    }
}

fn happened(run: &Run, step: usize, kind: &str, at: usize) -> bool {
    run.log[..step].iter().any(|entry| entry.event.kind() == kind && entry.event.job().at() == at)
}

fn check_jobs(run: &Run, step: usize, state: &State) {
    let mut queued = Vec::new();
    for (at, job) in state.jobs.iter().enumerate() {
        let happened = |kind| happened(run, step, kind, at);
        let through = run.policy.kind() != "a-srpt" || happened("virtual_completion");
        let phase = match () {
            () if happened("completion") => Phase::Done,
            () if happened("start") => Phase::Running,
            () if happened("arrival") && through => Phase::Queued,
            () if happened("arrival") => Phase::InVirtualMachine,
            () => Phase::Ahead,
        };
        assert_eq!(job.phase, phase, "job {at} at step {step}, {}", what(run));
        let virtually = happened("arrival") && !happened("virtual_completion");
        assert_eq!(job.in_virtual_machine, run.policy.uses_virtual_machine() && virtually);
        assert_eq!(job.blocked, happened("block"));
        assert_eq!(job.waits_until_us.is_some(), happened("wait"));
        if phase == Phase::Queued {
            queued.push(at);
        }
    }
    let mut shown: Vec<usize> = state.queued_jobs(run).map(|job| job.at()).collect();
    shown.sort_unstable();
    assert_eq!(shown, queued, "step {step}, {}", what(run));
}

fn check_gpus(run: &Run, step: usize, state: &State) {
    let servers = run.instance.cluster.servers.iter();
    let mut gpus: Vec<Vec<_>> = servers.map(|server| vec![None; server.gpus as usize]).collect();
    for entry in &run.log[..step] {
        match &entry.event {
            Event::Start(start) => {
                start
                    .gpus
                    .iter()
                    .for_each(|slot| gpus[slot.server.at()][slot.gpu as usize] = Some(start.job));
            }
            Event::Completion { job } => {
                let held = gpus.iter_mut().flatten().filter(|gpu| **gpu == Some(*job));
                held.for_each(|gpu| *gpu = None);
            }
            _ => {}
        }
    }
    assert_eq!(state.gpus, gpus, "step {step}, {}", what(run));
}

/// At the last step of a moment the machine runs the job of the segment that begins or goes on there.
#[test]
fn the_virtual_machine_shows_the_job_of_the_segment() {
    for run in runs(0..200).filter(|run| run.policy.uses_virtual_machine()) {
        let states = stepped(&run);
        for (step, state) in states.iter().enumerate().skip(1) {
            if run.log.get(step).is_some_and(|next| next.time_us == state.time_us) {
                continue;
            }
            let now = state.time_us;
            let mut segments = run.segments.iter();
            let segment = segments.find(|segment| (segment.from_us..segment.to_us).contains(&now));
            assert_eq!(state.virtual_running, segment.map(|segment| segment.job), "{}", what(&run));
            let queue = state.virtual_queue(&run);
            assert_eq!(queue.first().map(|first| first.0), state.virtual_running, "{}", what(&run));
            assert!(queue.iter().all(|&(_, left)| left > 0), "{}", what(&run));
        }
    }
}

/// A long run has checkpoints: a jump lands in the state that stepping leads to, from either side.
#[test]
fn jumps_through_a_long_run_lean_on_checkpoints() {
    let workload = asrpt_core::workload::Workload { jobs: 15_000, ..Default::default() };
    let scenario = asrpt_core::workload::generate(&workload).expect("the usual workload");
    let instance = std::sync::Arc::new(asrpt_core::instance::Instance::prepare(scenario).expect("it runs"));
    let run =
        Run::simulate(instance, asrpt_core::policy::find("a-srpt").expect("a policy")).expect("it ends");
    assert!(run.log.len() > 60_000, "{} steps", run.log.len());
    let (mut stepped, mut jumped) = (State::start(&run), State::start(&run));
    let stops = [1, 12_400, 12_600, 24_999, 25_000, 37_501, 60_000, run.log.len()];
    for &stop in &stops {
        while stepped.step < stop {
            stepped.forward(&run);
        }
        for from in [0, run.log.len(), stop] {
            jumped.seek(&run, from);
            jumped.seek(&run, stop);
            assert!(jumped == stepped, "to {stop} from {from}");
        }
    }
}
