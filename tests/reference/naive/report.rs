//! §8: the result document.

use super::queue::Schedule;
use super::world::{World, counts};
use super::{srpt, traffic};
use serde_json::{Value, json};

pub fn document(world: &World, kind: &str, schedule: &Schedule) -> Value {
    let id = |j: usize| world.jobs[j].id;
    let jobs: Vec<Value> = (0..world.jobs.len()).map(|j| job(world, schedule, j)).collect();
    let steps: Vec<Value> =
        schedule.steps.iter().map(|step| json!([step.time, step.kind, id(step.job)])).collect();
    let mut document =
        json!({ "policy": kind, "jobs": jobs, "steps": steps, "metrics": metrics(world, schedule) });
    if let Some(machine) = &schedule.machine {
        let segment = |s: &srpt::Segment| json!({ "id": id(s.job), "from_us": s.from, "to_us": s.to });
        document["virtual_segments"] = machine.segments.iter().map(segment).collect();
    }
    document
}

fn job(world: &World, schedule: &Schedule, j: usize) -> Value {
    let (job, started) = (&world.jobs[j], &schedule.started[j]);
    let counts = counts(&started.placement, world.machines.len());
    let used = (0..world.machines.len()).filter(|&m| counts.iter().any(|x| x[m] > 0));
    let traffic: Vec<Value> = used
        .map(|m| {
            let (nvlink, nic) = traffic::of(job.model, &counts, m);
            json!([m, nvlink, nic])
        })
        .collect();
    let mut value = json!({
        "id": job.id, "gpus": job.gpus, "arrival_us": job.arrival, "start_us": started.start,
        "completion_us": started.completion, "alpha_s": started.alpha, "alpha_min_s": job.alpha_min,
        "alpha_max_s": job.alpha_max, "min_servers": job.min_servers, "servers": started.placement,
        "traffic_mb": traffic,
    });
    if let Some(machine) = &schedule.machine {
        value["virtual_size_us"] = json!(job.virtual_size);
        value["virtual_completion_us"] = json!(machine.completions[j]);
        value["comm_heavy"] = json!(job.heavy);
    }
    value
}

fn metrics(world: &World, schedule: &Schedule) -> Value {
    let pairs = || world.jobs.iter().zip(&schedule.started);
    let mut jcts: Vec<u64> = pairs().map(|(job, started)| started.completion - job.arrival).collect();
    jcts.sort_unstable();
    let total: u128 = jcts.iter().map(|&jct| u128::from(jct)).sum();
    let first = world.jobs.iter().map(|job| job.arrival).min().unwrap();
    let makespan = schedule.started.iter().map(|s| s.completion).max().unwrap() - first;
    let busy = |(job, s): (&super::world::Job, &super::queue::Started)| {
        job.gpus as u128 * u128::from(s.completion - s.start)
    };
    let busy: u128 = pairs().map(busy).sum();
    let bound = bound(world);
    let rank = |percent: usize| jcts[(percent * jcts.len()).div_ceil(100) - 1];
    json!({
        "total_jct_us": number(total),
        "mean_jct_us": total as f64 / jcts.len() as f64,
        "p50_jct_us": rank(50), "p95_jct_us": rank(95), "p99_jct_us": rank(99),
        "makespan_us": makespan,
        "gpu_utilization": busy as f64 / (world.total_gpus as f64 * makespan as f64),
        "lower_bound_total_jct_us": number(bound),
        "ratio_to_lower_bound": (bound > 0).then(|| total as f64 / bound as f64),
    })
}

fn number(x: u128) -> Value {
    Value::Number(x.to_string().parse().unwrap())
}

fn bound(world: &World) -> u128 {
    let g = world.total_gpus as f64;
    let us = |x: f64| x.floor() as u64;
    let shared = world.jobs.iter().map(|job| srpt::Job {
        arrival: job.arrival,
        size: us(job.iterations * job.alpha_lb * job.gpus as f64 / g * 1e6),
    });
    let shared: Vec<srpt::Job> = shared.collect();
    let completions = srpt::run(&shared).completions;
    let preemptive: u128 =
        completions.iter().zip(&shared).map(|(&end, job)| u128::from(end - job.arrival)).sum();
    let alone: u128 = world.jobs.iter().map(|job| u128::from(us(job.iterations * job.alpha_lb * 1e6))).sum();
    preemptive.max(alone)
}
