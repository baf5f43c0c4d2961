//! Small cases worked out by hand from the model's text, where a reader could read past it.
//! The core and the reference must both give these numbers.

use crate::naive;
use asrpt_core::instance::Instance;
use asrpt_core::policy::find;
use asrpt_core::scenario::Scenario;
use asrpt_core::{result, run::Run};
use serde_json::{Value, json};
use std::sync::Arc;

/// The results of the core and of the reference.
fn both(document: &Value, kind: &str) -> [Value; 2] {
    let scenario = Scenario::from_json(&document.to_string()).unwrap();
    let naive = naive::result(&scenario, kind).unwrap();
    let run = Run::simulate(Arc::new(Instance::prepare(scenario).unwrap()), find(kind).unwrap());
    [serde_json::from_str(&result::to_json(&run.unwrap())).unwrap(), naive]
}

fn document(servers: Value, models: Value, jobs: Value) -> Value {
    json!({
        "format": "asrpt-scenario", "version": 1,
        "cluster": { "servers": servers }, "models": models, "jobs": jobs,
    })
}

/// One stage of 100 ms whose replicas reduce some megabytes.
fn stage(id: &str, replicas: u32, all_reduce_mb: u32) -> Value {
    json!({
        "id": id, "forward_ms": 30, "backward_ms": 70, "replicas": replicas,
        "collectives": [{ "kind": "all_reduce", "mb": all_reduce_mb }],
    })
}

/// §3: "else, if two or more slots are left here": a pair also goes to a server that holds something already, when
/// nothing left has weight to what it holds.
#[test]
fn a_second_pair_goes_to_a_server_that_holds_the_first() {
    let servers = json!([4, 1].map(|gpus| json!({
        "gpus": gpus, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10,
    })));
    let stages = json!([stage("first", 2, 100), stage("second", 2, 50), stage("alone", 1, 0)]);
    let models = json!({ "m": { "stages": stages, "edges": [] } });
    let jobs = json!([{ "id": "j", "model": "m", "arrival_s": 0, "iterations": 1 }]);
    for result in both(&document(servers, models, jobs), "a-srpt") {
        assert_eq!(result["jobs"][0]["servers"], json!([[0, 0], [0, 0], [1]]));
    }
}

/// Two light gangs of three leave one GPU free on each of two servers from 0.2 s on, until `a` ends at 2 s and `b`
/// at 2.1 s; `heavy` needs two on one server.
fn one_free_gpu_on_each(more_jobs: &[Value], delay_factor: f64) -> Value {
    let servers = json!([{ "gpus": 4, "count": 2, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10 }]);
    let model = |replicas, mb| json!({ "stages": [stage("s", replicas, mb)], "edges": [] });
    let models = json!({ "light": model(3, 0), "heavy": model(2, 900), "solo": model(1, 0) });
    let mut jobs = vec![
        json!({ "id": "a", "model": "light", "arrival_s": 0, "iterations": 20, "predicted_iterations": 1 }),
        json!({ "id": "b", "model": "light", "arrival_s": 0, "iterations": 21, "predicted_iterations": 1 }),
        json!({ "id": "heavy", "model": "heavy", "arrival_s": 0.2, "iterations": 2 }),
    ];
    jobs.extend_from_slice(more_jobs);
    let mut document = document(servers, models, json!(jobs));
    document["policy"] = json!({ "kind": "a-srpt", "delay_factor": delay_factor });
    document
}

fn steps_from(result: &Value, time_us: u64) -> Vec<(u64, String)> {
    let steps = result["steps"].as_array().unwrap().iter();
    let steps = steps.map(|step| {
        let (kind, job) = (step[1].as_str().unwrap(), step[2].as_str().unwrap());
        (step[0].as_u64().unwrap(), format!("{kind} {job}"))
    });
    steps.filter(|step| step.0 >= time_us).collect()
}

fn solo(id: &str, arrival_s: f64, iterations: u32) -> Value {
    json!({ "id": id, "model": "solo", "arrival_s": arrival_s, "iterations": iterations })
}

/// §5: instants are completions, jobs becoming eligible and delays running out. Under a-srpt an arrival is none of
/// these: at 0.31 s one GPU is free and `heavy` would stop a pass, but there is none before its delay runs out.
#[test]
fn an_arrival_is_no_instant_of_a_srpt() {
    let document = one_free_gpu_on_each(&[solo("c", 0.26, 2), solo("d", 0.31, 100)], 1.0);
    for result in both(&document, "a-srpt") {
        let steps = steps_from(&result, 200_000);
        let expected = [
            (200_000, "arrival heavy"),
            (254_500, "virtual_completion heavy"),
            (254_500, "wait heavy"),
            (260_000, "arrival c"),
            (285_000, "virtual_completion c"),
            (285_000, "start c"),
            (310_000, "arrival d"),
            (472_500, "block heavy"),
            (485_000, "completion c"),
            (485_000, "start heavy"),
        ];
        let expected: Vec<_> = expected.map(|(time, step)| (time, step.to_owned())).into();
        assert_eq!(steps[..expected.len()], expected);
    }
}

/// §5: a delay of 0 µs runs out at the instant at which the wait begins: the pass goes on, and at a second instant of
/// the same moment the job starts on whatever there is, or stops the pass.
#[test]
fn a_delay_of_nothing_runs_out_at_a_second_instant_of_the_same_moment() {
    for result in both(&one_free_gpu_on_each(&[], 0.0), "a-srpt") {
        let steps = steps_from(&result, 254_500).into_iter().take(3).map(|step| step.1);
        let expected = ["virtual_completion heavy", "wait heavy", "start heavy"];
        assert_eq!(steps.collect::<Vec<_>>(), expected);
        assert_eq!(result["jobs"][2]["servers"], json!([[0, 1]]));
    }
}
