//! Communication-heavy jobs and their waits.

use crate::{runs, what};
use asrpt_core::log::{Event, Start};
use asrpt_core::run::Run;
use std::collections::BTreeSet;

fn guided(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Run> {
    runs(seeds).filter(|run| run.policy.uses_virtual_machine())
}

fn servers_used(start: &Start) -> u32 {
    let servers: BTreeSet<usize> = start.servers.iter().flatten().map(|server| server.at()).collect();
    servers.len() as u32
}

/// When each job's wait runs out, from the log alone.
fn waits(run: &Run) -> Vec<Option<(u64, u64)>> {
    let mut waits = vec![None; run.instance.jobs.len()];
    for entry in &run.log {
        if let Event::Wait { job, until_us, .. } = &entry.event {
            let before = waits[job.at()].replace((entry.time_us, *until_us));
            assert_eq!(before, None, "a wait begins once: {}", what(run));
        }
    }
    waits
}

#[test]
fn a_heavy_job_takes_more_servers_than_its_best_placement_only_after_its_delay() {
    let mut spread = 0;
    for run in guided(0..600) {
        let waits = waits(&run);
        for entry in &run.log {
            let Event::Start(start) = &entry.event else { continue };
            let at = start.job.at();
            let least = run.instance.model_of(start.job).constants.min_servers;
            if run.instance.jobs[at].comm_heavy && servers_used(start) > least {
                let ran_out = waits[at].is_some_and(|(_, until)| until <= entry.time_us);
                assert!(ran_out, "job {at} at {}: {}", entry.time_us, what(&run));
                spread += 1;
            }
        }
    }
    assert!(spread >= 50, "only {spread} jobs started spread out");
}

#[test]
fn only_heavy_jobs_wait_and_as_long_as_the_model_says() {
    for run in guided(0..600) {
        for (at, wait) in waits(&run).into_iter().enumerate() {
            let Some((since, until)) = wait else { continue };
            let (job, spec) = (&run.instance.jobs[at], &run.instance.scenario.jobs[at]);
            let alpha_min_s = run.instance.models[job.model.at()].constants.alpha_min_s;
            let predicted = spec.predicted_iterations.unwrap_or(spec.iterations as f64);
            let delay = run.instance.scenario.policy.delay_factor * predicted * alpha_min_s * 1e6;
            assert_eq!(until - since, (delay + 0.5).floor() as u64, "{}", what(&run));
            assert!(job.comm_heavy && job.gpus > 1, "{}", what(&run));
        }
    }
}

#[test]
fn a_job_whose_wait_ended_early_found_its_place() {
    let mut well_placed = 0;
    for run in guided(0..600) {
        let waits = waits(&run);
        for entry in &run.log {
            let Event::Start(start) = &entry.event else { continue };
            if waits[start.job.at()].is_some_and(|(_, until)| entry.time_us < until) {
                let least = run.instance.model_of(start.job).constants.min_servers;
                assert!(servers_used(start) <= least, "{}", what(&run));
                well_placed += 1;
            }
        }
    }
    assert!(well_placed >= 50, "only {well_placed} waits paid");
}
