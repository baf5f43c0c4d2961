//! The work of a run grows with its decisions, whatever stands in the queue. Counted, not timed.

use asrpt_core::engine::{Engine, Finished};
use asrpt_core::instance::Instance;
use asrpt_core::log::{Event, FullLog, NoLog, Sink};
use asrpt_core::policy::{POLICIES, Policy};
use asrpt_core::scenario::ServerSpec;
use asrpt_core::time::TimeUs;
use asrpt_core::virtual_machine::Segment;
use asrpt_core::workload::{Arrivals, Workload, generate, synthetic_models};

/// Counts starts, waits and blocks.
#[derive(Default)]
struct Decisions(u64);

impl Sink for Decisions {
    const KEEPS: bool = true;

    fn record(&mut self, _time_us: TimeUs, event: Event) {
        self.0 += u64::from(matches!(event, Event::Start(_) | Event::Wait { .. } | Event::Block { .. }));
    }

    fn segment(&mut self, _segment: Segment) {}
}

fn instance(jobs: usize, load: f64) -> Instance {
    let server = ServerSpec {
        name: None,
        count: 32,
        gpus: 8,
        nvlink_gb_per_s: 150.0,
        nic_gb_per_s: 12.5,
        gpu_speed: 1.0,
    };
    let workload = Workload {
        jobs,
        seed: 7,
        load,
        arrivals: Arrivals::Poisson,
        median_iterations: 2_000.0,
        iterations_sigma: 1.0,
        prediction_sigma: 0.3,
        servers: vec![server],
        models: synthetic_models(),
        ..Workload::default()
    };
    Instance::prepare(generate(&workload).unwrap()).unwrap()
}

fn run<S: Sink>(instance: &Instance, policy: &'static dyn Policy, sink: S) -> Finished<S> {
    Engine::new(instance, policy, sink).run().unwrap()
}

#[test]
fn jobs_examined_are_bounded_by_decisions_under_every_policy() {
    // A pass follows a completion, an eligibility or an expiry, at most three a job, and looks in vain at one job.
    const MOST_PER_DECISION: u64 = 4;
    for load in [0.5, 1.1, 3.0] {
        for jobs in [1_000, 10_000] {
            let instance = instance(jobs, load);
            for policy in POLICIES {
                let finished = run(&instance, *policy, Decisions::default());
                let decisions = finished.sink.0;
                assert!(decisions >= jobs as u64, "every job starts");
                assert!(
                    finished.examined <= MOST_PER_DECISION * decisions,
                    "{}: {} jobs examined for {decisions} decisions, {jobs} jobs at load {load}",
                    policy.kind(),
                    finished.examined
                );
            }
        }
    }
}

#[test]
fn what_is_kept_of_a_run_changes_nothing_in_it() {
    let instance = instance(2_000, 1.1);
    for policy in POLICIES {
        let bare = run(&instance, *policy, NoLog);
        let full = run(&instance, *policy, FullLog::new(&instance.cluster, instance.jobs.len()));
        assert_eq!(bare.outcomes, full.outcomes, "{}", policy.kind());
        assert_eq!(bare.examined, full.examined, "{}", policy.kind());
    }
}

#[test]
fn a_run_in_small_steps_is_the_run_in_one() {
    let instance = instance(500, 1.1);
    for policy in POLICIES {
        let mut engine = Engine::new(&instance, *policy, NoLog);
        let mut done = 0;
        while let Some(progress) = engine.advance(1).unwrap() {
            assert!(progress.done >= done && progress.jobs == 500);
            done = progress.done;
        }
        assert_eq!(done, 500);
        assert_eq!(engine.finish().outcomes, run(&instance, *policy, NoLog).outcomes);
    }
}
