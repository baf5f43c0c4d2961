//! The one validator, for every door: file, link, JS object, paste, editor.

use std::collections::{BTreeMap, BTreeSet};

use super::prediction::{check_history, check_predictor};
use super::problems::{Problems, join, shown};
use super::{ModelSpec, PolicySpec, Problem, Scenario, StageSpec};
use crate::format;
use crate::limits;
use crate::model::find_cycle;
use crate::{policy, predict};

/// Every problem of a scenario, in its order, up to [`limits::PROBLEMS`].
pub fn validate(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Problems::default();
    check(scenario, &mut problems);
    problems.into_list()
}

pub(super) fn check(scenario: &Scenario, problems: &mut Problems) {
    name_length(scenario.name.as_deref(), "name", problems);
    let description = scenario.description.as_deref().unwrap_or_default();
    text_length(description, "description", limits::DESCRIPTION_CHARS, problems);
    let total_gpus = cluster(scenario, problems);
    let gpus_of = models(scenario, problems);
    jobs(scenario, &gpus_of, total_gpus, problems);
    policy_spec(&scenario.policy, problems);
    if predict::find(&scenario.predictor.kind).is_none() {
        let kinds: Vec<&str> = predict::PREDICTORS.iter().map(|predictor| predictor.kind()).collect();
        unknown_kind("predictor.kind", &scenario.predictor.kind, &kinds, problems);
    }
    check_predictor(&scenario.predictor, problems);
    check_history(&scenario.history, problems);
    refits(scenario, problems);
}

/// Fitting again and again on a long history is work without end: bounded, and said.
fn refits(scenario: &Scenario, problems: &mut Problems) {
    let Some(every) = predict::refit_every(scenario) else { return };
    if predict::refit_rows(scenario, every) > limits::REFIT_ROWS {
        let records = scenario.history.len() + scenario.jobs.len();
        let message = format!(
            "fits again up to {} times on up to {} records, which is too much work",
            format::whole((scenario.jobs.len() / every.max(1) as usize) as u128),
            format::whole(records as u128)
        );
        let hint = format!(
            "fit again every {} completions or more, or take fewer trees or a shorter history",
            format::whole(predict::least_refit_every(scenario, limits::REFIT_ROWS))
        );
        problems.add("predictor.refit_every", message, hint);
    }
}

fn cluster(scenario: &Scenario, problems: &mut Problems) -> u64 {
    let path = "cluster.servers";
    if scenario.servers.is_empty() {
        problems.add(path, "has no server", "add one with gpus, nvlink_gb_per_s and nic_gb_per_s");
    }
    for (at, server) in scenario.servers.iter().enumerate() {
        let path = format!("{path}[{at}]");
        name_length(server.name.as_deref(), &join(&path, "name"), problems);
        count(server.count, limits::SERVERS, &join(&path, "count"), problems);
        count(server.gpus, limits::SERVER_GPUS, &join(&path, "gpus"), problems);
        within(server.nvlink_gb_per_s, limits::GB_PER_S, &join(&path, "nvlink_gb_per_s"), "GB/s", problems);
        within(server.nic_gb_per_s, limits::GB_PER_S, &join(&path, "nic_gb_per_s"), "GB/s", problems);
        within(server.gpu_speed, limits::GPU_SPEED, &join(&path, "gpu_speed"), "×", problems);
    }
    let servers: u64 = scenario.servers.iter().map(|server| u64::from(server.count)).sum();
    let gpus: u64 =
        scenario.servers.iter().map(|server| u64::from(server.count) * u64::from(server.gpus)).sum();
    at_most(servers, limits::SERVERS.into(), path, "servers", problems);
    at_most(gpus, limits::CLUSTER_GPUS.into(), path, "GPUs", problems);
    gpus
}

/// GPUs of a job by model name.
fn models<'a>(scenario: &'a Scenario, problems: &mut Problems) -> BTreeMap<&'a str, u64> {
    at_most(scenario.models.len() as u64, limits::MODELS as u64, "models", "models", problems);
    let mut gpus_of = BTreeMap::new();
    for (name, model) in &scenario.models {
        let path = join("models", name);
        name_length(Some(name), &path, problems);
        model_graph(model, &path, problems);
        let gpus = model.stages.iter().map(|stage| u64::from(stage.replicas)).sum();
        if gpus_of.insert(name.as_str(), gpus).is_some() {
            problems.add(path, "is given twice", "give each model a name of its own");
        }
    }
    gpus_of
}

/// Problems of one model graph, for editors that hold one alone.
fn model_graph(model: &ModelSpec, path: &str, problems: &mut Problems) {
    let (stages_path, edges_path) = (join(path, "stages"), join(path, "edges"));
    if model.stages.is_empty() {
        problems.add(&*stages_path, "has no stage", "a model needs at least one");
    }
    at_most(model.stages.len() as u64, limits::STAGES as u64, &stages_path, "stages", problems);
    at_most(model.edges.len() as u64, limits::EDGES as u64, &edges_path, "edges", problems);
    if let Some(micro_batches) = model.micro_batches {
        count(micro_batches, limits::MICRO_BATCHES, &join(path, "micro_batches"), problems);
    }
    let mut position = BTreeMap::new();
    for (at, spec) in model.stages.iter().enumerate() {
        let path = format!("{stages_path}[{at}]");
        stage(spec, &path, problems);
        if position.insert(spec.id.as_str(), at).is_some() {
            repeated(&join(&path, "id"), &spec.id, "stage", problems);
        }
    }
    edges(model, &position, &edges_path, problems);
}

fn stage(stage: &StageSpec, path: &str, problems: &mut Problems) {
    id(&stage.id, &join(path, "id"), problems);
    name_length(stage.name.as_deref(), &join(path, "name"), problems);
    within(stage.forward_ms, (0.0, limits::MILLISECONDS), &join(path, "forward_ms"), "ms", problems);
    within(stage.backward_ms, (0.0, limits::MILLISECONDS), &join(path, "backward_ms"), "ms", problems);
    count(stage.replicas, limits::CLUSTER_GPUS, &join(path, "replicas"), problems);
    let collectives = join(path, "collectives");
    at_most(
        stage.collectives.len() as u64,
        limits::COLLECTIVES as u64,
        &collectives,
        "collectives",
        problems,
    );
    for (at, collective) in stage.collectives.iter().enumerate() {
        within(collective.mb, (0.0, limits::MEGABYTES), &format!("{collectives}[{at}].mb"), "MB", problems);
    }
}

fn edges(model: &ModelSpec, position: &BTreeMap<&str, usize>, path: &str, problems: &mut Problems) {
    let mut seen = BTreeSet::new();
    for (at, edge) in model.edges.iter().enumerate() {
        let path = format!("{path}[{at}]");
        within(edge.activation_mb, (0.0, limits::MEGABYTES), &join(&path, "activation_mb"), "MB", problems);
        for (end, stage) in [("from", &edge.from), ("to", &edge.to)] {
            if !position.contains_key(stage.as_str()) {
                let message = format!("there is no stage {}", shown(stage));
                problems.add(join(&path, end), message, "name a stage of this model by its id");
            }
        }
        let (from, to) = (shown(&edge.from), shown(&edge.to));
        if edge.from == edge.to {
            problems.add(path, format!("stage {from} can't feed itself"), "remove the edge");
        } else if !seen.insert((edge.from.as_str(), edge.to.as_str())) {
            problems.add(
                path,
                format!("the edge {from} → {to} is there already"),
                "add its MB to the first one",
            );
        }
    }
    cycle(model, position, path, problems);
}

fn cycle(model: &ModelSpec, position: &BTreeMap<&str, usize>, path: &str, problems: &mut Problems) {
    let known = model
        .edges
        .iter()
        .filter_map(|edge| Some((*position.get(edge.from.as_str())?, *position.get(edge.to.as_str())?)));
    if let Some(cycle) = find_cycle(model.stages.len(), &known.collect::<Vec<_>>()) {
        let around = cycle.iter().chain(cycle.first()).map(|&stage| model.stages[stage].id.as_str());
        let names: Vec<String> = around.take(12).map(shown).collect();
        let dots = if cycle.len() > 11 { " → …" } else { "" };
        problems.add(path, format!("form a cycle: {}{dots}", names.join(" → ")), "remove one of these edges");
    }
}

fn jobs(scenario: &Scenario, gpus_of: &BTreeMap<&str, u64>, total_gpus: u64, problems: &mut Problems) {
    at_most(scenario.jobs.len() as u64, limits::JOBS as u64, "jobs", "jobs", problems);
    let mut ids = BTreeSet::new();
    for (at, job) in scenario.jobs.iter().enumerate() {
        if problems.are_too_many() {
            return;
        }
        let place = |key: &str| format!("jobs[{at}].{key}");
        id(&job.id, &place("id"), problems);
        if !ids.insert(job.id.as_str()) {
            repeated(&place("id"), &job.id, "job", problems);
        }
        for (key, label) in [("user", &job.user), ("group", &job.group), ("name", &job.name)] {
            name_length(label.as_deref(), &place(key), problems);
        }
        within(job.arrival_s, (0.0, LATEST_ARRIVAL_S), &place("arrival_s"), "s", problems);
        if let Some(predicted) = job.predicted_iterations {
            within(predicted, (1.0, f64::MAX), &place("predicted_iterations"), "iterations", problems);
        }
        if job.iterations == 0 {
            problems.add(place("iterations"), "must be at least 1, is 0", "");
        }
        match gpus_of.get(job.model.as_str()) {
            None => {
                let message = format!("there is no model {}", shown(&job.model));
                problems.add(place("model"), message, "name one of the scenario's models");
            }
            Some(&gpus) if gpus > total_gpus => {
                let needs = format::count(gpus, "GPU");
                let message =
                    format!("job {} needs {needs} at once, the cluster has {total_gpus}", shown(&job.id));
                problems.add(format!("jobs[{at}]"), message, "add servers or lower the model's replicas");
            }
            Some(_) => {}
        }
    }
}

/// 2^53 µs.
const LATEST_ARRIVAL_S: f64 = 9_007_199_254.0;

fn policy_spec(policy: &PolicySpec, problems: &mut Problems) {
    if policy::find(&policy.kind).is_none() {
        let kinds: Vec<&str> = policy::POLICIES.iter().map(|policy| policy.kind()).collect();
        unknown_kind("policy.kind", &policy.kind, &kinds, problems);
    }
    within(policy.comm_heavy_ratio, (0.0, limits::PARAMETER), "policy.comm_heavy_ratio", "×", problems);
    within(policy.delay_factor, (0.0, limits::PARAMETER), "policy.delay_factor", "×", problems);
}

fn unknown_kind(path: &str, kind: &str, kinds: &[&str], problems: &mut Problems) {
    problems.add(path, format!("there is no {}", shown(kind)), format!("one of: {}", kinds.join(", ")));
}

fn repeated(path: &str, id: &str, what: &str, problems: &mut Problems) {
    problems.add(path, format!("another {what} has the id {}", shown(id)), "give each its own");
}

pub(super) fn id(id: &str, path: &str, problems: &mut Problems) {
    if id.is_empty() {
        problems.add(path, "is empty", "give it a name");
    }
    text_length(id, path, limits::NAME_CHARS, problems);
}

pub(super) fn name_length(name: Option<&str>, path: &str, problems: &mut Problems) {
    text_length(name.unwrap_or_default(), path, limits::NAME_CHARS, problems);
}

fn text_length(text: &str, path: &str, most: usize, problems: &mut Problems) {
    if text.chars().nth(most).is_some() {
        problems.add(path, format!("is longer than {most} characters"), "shorten it");
    }
}

pub(super) fn at_most(number: u64, most: u64, path: &str, what: &str, problems: &mut Problems) {
    if number > most {
        problems.add(path, format!("has {number} {what}; at most {most} are simulated"), "");
    }
}

pub(super) fn count(number: u32, most: u32, path: &str, problems: &mut Problems) {
    if !(1..=most).contains(&number) {
        problems.add(path, format!("must be from 1 to {most}, is {number}"), "");
    }
}

pub(super) fn within(
    number: f64,
    (least, most): (f64, f64),
    path: &str,
    unit: &str,
    problems: &mut Problems,
) {
    if !(least..=most).contains(&number) {
        let bound = if number < least { format!("at least {least}") } else { format!("at most {most:e}") };
        problems.add(path, format!("must be {bound} {unit}, is {}", figure(number)), "");
    }
}

/// A number as somebody would write it: none of 300 digits.
fn figure(number: f64) -> String {
    let is_plain = number == 0.0 || (1e-6..1e15).contains(&number.abs());
    if is_plain { number.to_string() } else { format!("{number:e}") }
}
