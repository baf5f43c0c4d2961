//! Few bytes that declare much: refused, or soon done.

use crate::{refused, soon, survives};
use serde_json::{Value, json};

fn document(servers: Value, model: Value, jobs: usize) -> Value {
    let job =
        |at: usize| json!({ "id": format!("j{at}"), "model": "m", "arrival_s": at, "iterations": 1000 });
    json!({
        "format": "asrpt-scenario", "version": 1, "cluster": { "servers": servers }, "models": { "m": model },
        "jobs": (0..jobs).map(job).collect::<Vec<_>>(),
    })
}

fn servers(count: u32, gpus: u32) -> Value {
    json!([{ "count": count, "gpus": gpus, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10 }])
}

/// A chain of stages alike.
fn chain(stages: u32, replicas: u32) -> Value {
    let stage = |at: u32| {
        json!({
            "id": format!("s{at}"), "forward_ms": 1, "backward_ms": 2, "replicas": replicas,
            "collectives": [{ "kind": "all_reduce", "mb": 100 }, { "kind": "all_to_all", "mb": 10 }],
        })
    };
    let edge =
        |at: u32| json!({ "from": format!("s{}", at - 1), "to": format!("s{at}"), "activation_mb": 5 });
    json!({
        "stages": (0..stages).map(stage).collect::<Vec<_>>(),
        "edges": (1..stages).map(edge).collect::<Vec<_>>(), "micro_batches": 1_000_000,
    })
}

fn check_refused(document: Value, path: &str) {
    let problems = soon(move || refused(&document.to_string()));
    assert!(problems.iter().any(|problem| problem.path == path), "{problems:?}");
}

fn check_runs(document: Value) {
    assert!(soon(move || survives(&document.to_string())));
}

#[test]
fn clusters_beyond_the_limits_are_refused() {
    check_refused(document(servers(16_384, 1024), chain(1, 1), 1), "cluster.servers");
    check_refused(document(servers(16_385, 1), chain(1, 1), 1), "cluster.servers[0].count");
    check_refused(document(servers(1, 1025), chain(1, 1), 1), "cluster.servers[0].gpus");
    check_refused(document(servers(4_294_967_295, 1), chain(1, 1), 1), "cluster.servers[0].count");
    let many = json!(vec![servers(16_384, 1)[0].clone(); 300]);
    check_refused(document(many, chain(1, 1), 1), "cluster.servers");
}

#[test]
fn models_beyond_the_limits_are_refused() {
    check_refused(document(servers(256, 1024), chain(1, 262_145), 1), "models.m.stages[0].replicas");
    check_refused(document(servers(1, 4), chain(1, 262_144), 1), "jobs[0]");
    check_refused(document(servers(256, 1024), chain(1000, 262_144), 1), "jobs[0]");
    check_refused(document(servers(1, 4), chain(1001, 1), 1), "models.m.stages");
    let mut model = chain(1, 1);
    model["micro_batches"] = json!(1_000_001);
    check_refused(document(servers(1, 4), model, 1), "models.m.micro_batches");
}

#[test]
fn the_largest_gang_on_few_servers_runs() {
    check_runs(document(servers(256, 1024), chain(1, 262_144), 2));
}

#[test]
fn the_largest_gang_on_the_most_servers_runs() {
    check_runs(document(servers(16_384, 16), chain(1, 262_144), 2));
}

#[test]
fn a_gang_of_many_stages_runs() {
    check_runs(document(servers(2048, 8), chain(1000, 16), 2));
}

#[test]
fn small_gangs_on_the_most_servers_run() {
    check_runs(document(servers(16_384, 16), chain(4, 8), 100));
}

/// Every stage feeds every later one of its neighbourhood: as many edges as are allowed.
#[test]
fn a_dense_graph_runs() {
    let mut model = chain(1000, 2);
    let near = |from: u32| (from + 1..(from + 11).min(1000)).map(move |to| (from, to));
    let edge =
        |(from, to)| json!({ "from": format!("s{from}"), "to": format!("s{to}"), "activation_mb": from % 7 });
    model["edges"] = (0..1000).flat_map(near).map(edge).collect();
    check_runs(document(servers(500, 4), model, 3));
}

/// Of a million broken jobs only so many are looked at as somebody could mend.
#[test]
fn a_flood_of_problems_is_cut_short() {
    let text = document(servers(1, 1), chain(1, 1), 0).to_string();
    let text = text.replace("\"jobs\":[]", &format!("\"jobs\":[{{}}{}]", ",{}".repeat(1_000_000)));
    let problems = soon(move || refused(&text));
    assert_eq!(problems.len(), 201);
    let last = problems.last().expect("the last says how many more");
    assert_eq!(last.message, "at least 10000 more problems are not listed");
}
