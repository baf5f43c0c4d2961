//! Who may start before whom.

use crate::{Waiting, moments, runs, what};
use asrpt_core::log::Event;
use asrpt_core::run::Run;

/// Sort key of the queue, from the numbers of the jobs alone.
fn key(run: &Run, at: usize) -> (u128, u64, usize) {
    let job = &run.instance.jobs[at];
    let d = u128::from(job.predicted_run_us);
    let first = match run.policy.kind() {
        "a-srpt" => u128::from(run.outcomes[at].virtual_completion_us.unwrap()),
        "a-srpt-eager" => u128::from(job.virtual_size_us),
        "fifo" | "wcs-subtime" => 0,
        "spjf" | "wcs-duration" => d,
        "spwf" | "wcs-workload" => d * u128::from(job.gpus),
        other => panic!("what orders the queue of {other}?"),
    };
    (first, job.arrival_us, at)
}

fn free_gpus(run: &Run, running: &std::collections::BTreeSet<usize>) -> u32 {
    let used: u32 = running.iter().map(|&at| run.instance.jobs[at].gpus).sum();
    run.instance.cluster.total_gpus - used
}

/// The queue and who runs, as the log tells it.
#[derive(Default)]
struct Cluster {
    waiting: Waiting,
    running: std::collections::BTreeSet<usize>,
}

impl Cluster {
    fn apply(&mut self, run: &Run, event: &Event) {
        self.waiting.apply(run, event);
        match event {
            Event::Start(start) => drop(self.running.insert(start.job.at())),
            Event::Completion { job } => drop(self.running.remove(&job.at())),
            _ => {}
        }
    }

    /// The queue, front to back.
    fn queue(&self, run: &Run) -> Vec<usize> {
        let mut queue: Vec<usize> = self.waiting.queued.iter().copied().collect();
        queue.sort_by_key(|&at| key(run, at));
        queue
    }
}

fn is_one_of(run: &Run, kinds: &[&str]) -> bool {
    kinds.contains(&run.policy.kind())
}

/// fifo, spjf, spwf: every start is the front of the queue's, and what is left at the front doesn't fit.
#[test]
fn strict_baselines_start_the_front_of_the_queue_only() {
    for run in runs(0..300).filter(|run| is_one_of(run, &["fifo", "spjf", "spwf"])) {
        let mut cluster = Cluster::default();
        for moment in moments(&run) {
            for entry in moment {
                if let Event::Start(start) = &entry.event {
                    assert_eq!(cluster.queue(&run)[0], start.job.at(), "{}", what(&run));
                }
                cluster.apply(&run, &entry.event);
            }
            if let Some(&front) = cluster.queue(&run).first() {
                let free = free_gpus(&run, &cluster.running);
                assert!(run.instance.jobs[front].gpus > free, "{}", what(&run));
            }
        }
    }
}

/// a-srpt: only heavy jobs whose wait goes on, or runs out at this very moment, are overtaken.
#[test]
fn under_a_srpt_only_jobs_that_wait_for_a_better_place_are_overtaken() {
    for run in runs(0..600).filter(|run| is_one_of(run, &["a-srpt"])) {
        let mut cluster = Cluster::default();
        let mut waits_until = vec![None; run.instance.jobs.len()];
        for entry in &run.log {
            match &entry.event {
                Event::Wait { job, until_us, .. } => waits_until[job.at()] = Some(*until_us),
                Event::Start(start) => {
                    let queue = cluster.queue(&run);
                    let ahead = queue.iter().take_while(|&&at| at != start.job.at());
                    let mut ahead = ahead.map(|&at| waits_until[at]);
                    let waits = |until: Option<u64>| until.is_some_and(|until| until >= entry.time_us);
                    assert!(ahead.all(waits), "at {} {}", entry.time_us, what(&run));
                }
                _ => {}
            }
            cluster.apply(&run, &entry.event);
        }
    }
}

/// wcs-*: after a pass nobody is left who would fit; among those who start in one pass the order of the queue holds.
#[test]
fn work_conserving_policies_never_leave_a_fitting_job_waiting() {
    let kinds = ["wcs-duration", "wcs-workload", "wcs-subtime"];
    for run in runs(0..300).filter(|run| is_one_of(run, &kinds)) {
        let mut cluster = Cluster::default();
        for moment in moments(&run) {
            moment.iter().for_each(|entry| cluster.apply(&run, &entry.event));
            let free = free_gpus(&run, &cluster.running);
            for at in cluster.queue(&run) {
                assert!(run.instance.jobs[at].gpus > free, "job {at} fits: {}", what(&run));
            }
            let starts = moment.iter().filter(|entry| entry.event.kind() == "start");
            let keys: Vec<_> = starts.map(|entry| key(&run, entry.event.job().at())).collect();
            assert!(keys.is_sorted(), "{}", what(&run));
        }
    }
}

/// a-srpt-eager: who fits and is left after a pass is heavy and waits for a better place.
#[test]
fn the_eager_policy_leaves_only_waiting_heavy_jobs_that_fit() {
    for run in runs(0..600).filter(|run| is_one_of(run, &["a-srpt-eager"])) {
        let mut cluster = Cluster::default();
        for moment in moments(&run) {
            moment.iter().for_each(|entry| cluster.apply(&run, &entry.event));
            let free = free_gpus(&run, &cluster.running);
            for at in cluster.queue(&run) {
                let job = &run.instance.jobs[at];
                let waits = run.outcomes[at]
                    .wait_us
                    .is_some_and(|(since, until)| (since..until).contains(&moment[0].time_us));
                assert!(job.gpus > free || (job.comm_heavy && waits), "job {at}: {}", what(&run));
            }
        }
    }
}
