//! GPUs and jobs: nothing is used twice, nothing is lost.

use crate::{runs, what};
use asrpt_core::log::Event;
use asrpt_core::run::Run;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_gpu_is_double_booked_and_gangs_start_whole() {
    runs(0..300).for_each(|run| check_slots(&run));
}

fn check_slots(run: &Run) {
    let servers = &run.instance.cluster.servers;
    let mut taken: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for entry in &run.log {
        let job = entry.event.job().at();
        match &entry.event {
            Event::Start(start) => {
                assert_eq!(start.free_gpus_before as usize + taken.len(), total_gpus(run), "{}", what(run));
                check_gang(run, start);
                for slot in &start.gpus {
                    assert!(slot.gpu < servers[slot.server.at()].gpus, "{}", what(run));
                    let before = taken.insert((slot.server.at(), slot.gpu), job);
                    assert_eq!(before, None, "job {job} takes a GPU in use: {}", what(run));
                }
            }
            Event::Completion { .. } => taken.retain(|_, &mut holder| holder != job),
            _ => {}
        }
    }
    assert!(taken.is_empty(), "all GPUs are given back: {}", what(run));
}

fn total_gpus(run: &Run) -> usize {
    run.instance.cluster.servers.iter().map(|server| server.gpus as usize).sum()
}

/// Every replica of every stage has one GPU, on the server that the placement says.
fn check_gang(run: &Run, start: &asrpt_core::log::Start) {
    let spec = &run.instance.scenario.jobs[start.job.at()];
    let (_, model) = run.instance.scenario.models.iter().find(|(name, _)| *name == spec.model).unwrap();
    let replicas = |slot: &asrpt_core::log::GpuSlot| (slot.stage.at(), slot.replica);
    let placed: BTreeSet<(usize, u32)> = start.gpus.iter().map(replicas).collect();
    let wanted: BTreeSet<(usize, u32)> = model
        .stages
        .iter()
        .enumerate()
        .flat_map(|(stage, spec)| (0..spec.replicas).map(move |replica| (stage, replica)))
        .collect();
    assert_eq!(placed, wanted, "{}", what(run));
    assert_eq!(start.gpus.len(), wanted.len(), "{}", what(run));
    for slot in &start.gpus {
        assert_eq!(start.servers[slot.stage.at()][slot.replica as usize], slot.server);
    }
}

#[test]
fn every_job_arrives_starts_and_ends_once_in_that_order() {
    for run in runs(0..300) {
        let mut lives: Vec<Vec<&str>> = vec![Vec::new(); run.instance.jobs.len()];
        for entry in &run.log {
            let kind = entry.event.kind();
            if ["arrival", "start", "completion"].contains(&kind) {
                lives[entry.event.job().at()].push(kind);
            }
        }
        assert!(lives.iter().all(|life| life[..] == ["arrival", "start", "completion"]), "{}", what(&run));
        assert!(run.log.is_sorted_by_key(|entry| entry.time_us), "{}", what(&run));
    }
}

#[test]
fn a_job_runs_for_its_iterations_times_alpha() {
    for run in runs(0..300) {
        for (spec, outcome) in run.instance.scenario.jobs.iter().zip(&run.outcomes) {
            let us = (spec.iterations as f64 * outcome.alpha_s * 1e6 + 0.5).floor().max(1.0) as u64;
            assert_eq!(outcome.completion_us - outcome.start_us, us, "{}", what(&run));
        }
    }
}

#[test]
fn the_total_is_at_least_the_bound() {
    for run in runs(0..500) {
        let metrics = &run.metrics;
        assert!(metrics.total_jct_us >= metrics.lower_bound_total_jct_us, "{}", what(&run));
        let total: u128 = run
            .instance
            .jobs
            .iter()
            .zip(&run.outcomes)
            .map(|(job, outcome)| u128::from(outcome.completion_us - job.arrival_us))
            .sum();
        assert_eq!(metrics.total_jct_us, total);
        assert!((0.0..=1.0).contains(&metrics.gpu_utilization), "{}", what(&run));
    }
}
