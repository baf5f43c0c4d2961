//! "What did I change?": a scenario against the one that was opened, in words.

use std::collections::BTreeMap;

use asrpt_core::scenario::{JobSpec, ModelSpec, PredictorSpec, Scenario, ServerSpec};

use crate::draw::number::{counted, plain};
use crate::predict::PARAMETERS;

/// More lines than this are counted only.
const MOST: usize = 100;

/// One line per change; empty where nothing changed.
pub fn changes(from: &Scenario, to: &Scenario) -> Vec<String> {
    let mut said = Vec::new();
    text_changed("Name", from.name.as_deref(), to.name.as_deref(), &mut said);
    if from.description != to.description {
        said.push("Description changed".to_owned());
    }
    servers(&from.servers, &to.servers, &mut said);
    models(&from.models, &to.models, &mut said);
    jobs(&from.jobs, &to.jobs, &mut said);
    if from.policy.kind != to.policy.kind {
        said.push(format!("Policy: {} → {}", from.policy.kind, to.policy.kind));
    }
    number("Policy", "comm_heavy_ratio", from.policy.comm_heavy_ratio, to.policy.comm_heavy_ratio, &mut said);
    number("Policy", "delay_factor", from.policy.delay_factor, to.policy.delay_factor, &mut said);
    predictor(&from.predictor, &to.predictor, &mut said);
    if from.history != to.history {
        said.push(format!("History: {} → {}", from.history.len(), counted(to.history.len() as u64, "job")));
    }
    if said.is_empty() && from.view != to.view {
        said.push("Only what the page keeps for itself (places of boxes, notes)".to_owned());
    }
    let more = said.len().saturating_sub(MOST);
    if more > 0 {
        said.truncate(MOST);
        said.push(format!("and {}", counted(more as u64, "more change")));
    }
    said
}

fn text_changed(what: &str, from: Option<&str>, to: Option<&str>, said: &mut Vec<String>) {
    if from != to {
        said.push(format!("{what}: {} → {}", from.unwrap_or("none"), to.unwrap_or("none")));
    }
}

fn number(of: &str, what: &str, from: f64, to: f64, said: &mut Vec<String>) {
    if from != to {
        said.push(format!("{of}, {what}: {} → {}", plain(from), plain(to)));
    }
}

fn servers(from: &[ServerSpec], to: &[ServerSpec], said: &mut Vec<String>) {
    if from.len() != to.len() {
        said.push(format!("Server groups: {} → {}", from.len(), to.len()));
    }
    for (at, (from, to)) in from.iter().zip(to).enumerate() {
        let of = format!("Server group {}", at + 1);
        text_changed(&format!("{of}, name"), from.name.as_deref(), to.name.as_deref(), said);
        number(&of, "servers", from.count.into(), to.count.into(), said);
        number(&of, "GPUs each", from.gpus.into(), to.gpus.into(), said);
        number(&of, "NVLink in GB/s", from.nvlink_gb_per_s, to.nvlink_gb_per_s, said);
        number(&of, "NIC in GB/s", from.nic_gb_per_s, to.nic_gb_per_s, said);
        number(&of, "GPU speed", from.gpu_speed, to.gpu_speed, said);
    }
}

fn models(from: &[(String, ModelSpec)], to: &[(String, ModelSpec)], said: &mut Vec<String>) {
    let old: BTreeMap<_, _> = from.iter().map(|(name, model)| (name, model)).collect();
    let new: BTreeMap<_, _> = to.iter().map(|(name, model)| (name, model)).collect();
    said.extend(
        old.keys().filter(|name| !new.contains_key(*name)).map(|name| format!("Model {name} removed")),
    );
    for (name, model) in new {
        match old.get(name) {
            None => said.push(format!("Model {name} added")),
            Some(before) if **before != *model => {
                said.push(format!("Model {name}: {}", in_model(before, model)))
            }
            Some(_) => {}
        }
    }
}

fn in_model(from: &ModelSpec, to: &ModelSpec) -> String {
    let mut parts = Vec::new();
    if from.stages != to.stages {
        parts.push(count_or_change("stages", from.stages.len(), to.stages.len()));
    }
    if from.edges != to.edges {
        parts.push(count_or_change("edges", from.edges.len(), to.edges.len()));
    }
    if from.micro_batches != to.micro_batches {
        let said = |m: Option<u32>| m.map_or("none".to_owned(), |m| m.to_string());
        parts.push(format!("micro-batches {} → {}", said(from.micro_batches), said(to.micro_batches)));
    }
    parts.join(", ")
}

fn count_or_change(what: &str, from: usize, to: usize) -> String {
    if from == to { format!("{what} changed") } else { format!("{what} {from} → {to}") }
}

fn jobs(from: &[JobSpec], to: &[JobSpec], said: &mut Vec<String>) {
    let old: BTreeMap<_, _> = from.iter().map(|job| (&job.id, job)).collect();
    let new: BTreeMap<_, _> = to.iter().map(|job| (&job.id, job)).collect();
    said.extend(
        from.iter().filter(|job| !new.contains_key(&job.id)).map(|job| format!("Job {} removed", job.id)),
    );
    for job in to {
        match old.get(&job.id) {
            None => said.push(format!("Job {} added", job.id)),
            Some(before) => in_job(before, job, said),
        }
    }
    let order = |jobs: &[JobSpec], other: &BTreeMap<&String, &JobSpec>| -> Vec<String> {
        jobs.iter().filter(|job| other.contains_key(&job.id)).map(|job| job.id.clone()).collect()
    };
    if order(from, &new) != order(to, &old) {
        said.push("Order of the jobs changed".to_owned());
    }
}

fn predictor(from: &PredictorSpec, to: &PredictorSpec, said: &mut Vec<String>) {
    if from.kind != to.kind {
        said.push(format!("Predictor: {} → {}", from.kind, to.kind));
    }
    for parameter in &PARAMETERS {
        let (from, to) = ((parameter.of)(from), (parameter.of)(to));
        number("Predictor", &parameter.label.to_lowercase(), from, to, said);
    }
    let every = |spec: &PredictorSpec| {
        spec.refit_every.map_or("off".to_owned(), |k| format!("every {k} completions"))
    };
    if from.refit_every != to.refit_every {
        said.push(format!("Predictor, learning: {} → {}", every(from), every(to)));
    }
}

fn in_job(from: &JobSpec, to: &JobSpec, said: &mut Vec<String>) {
    let of = format!("Job {}", to.id);
    text_changed(&format!("{of}, model"), Some(&from.model), Some(&to.model), said);
    number(&of, "arrival in s", from.arrival_s, to.arrival_s, said);
    number(&of, "iterations", from.iterations as f64, to.iterations as f64, said);
    let predicted = |job: &JobSpec| job.predicted_iterations.map(plain);
    text_changed(&format!("{of}, predicted"), predicted(from).as_deref(), predicted(to).as_deref(), said);
    for (what, from, to) in
        [("user", &from.user, &to.user), ("group", &from.group, &to.group), ("name", &from.name, &to.name)]
    {
        text_changed(&format!("{of}, {what}"), from.as_deref(), to.as_deref(), said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::EXAMPLES;

    #[test]
    fn changes_are_said_with_both_values() {
        let from = EXAMPLES[1].scenario();
        assert!(changes(&from, &from).is_empty());
        let mut to = from.clone();
        to.servers[0].gpus = 3;
        to.jobs[0].iterations += 5;
        let (id, before) = (to.jobs[0].id.clone(), from.jobs[0].iterations);
        let removed = to.jobs.remove(1);
        to.policy.kind = "fifo".to_owned();
        to.predictor.trees = 7;
        to.predictor.refit_every = Some(5);
        let said = changes(&from, &to);
        let expected = [
            format!("Server group 1, GPUs each: {} → 3", from.servers[0].gpus),
            format!("Job {} removed", removed.id),
            format!("Job {id}, iterations: {} → {}", plain(before as f64), plain((before + 5) as f64)),
            "Policy: a-srpt → fifo".to_owned(),
            "Predictor, trees: 50 → 7".to_owned(),
            "Predictor, learning: off → every 5 completions".to_owned(),
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn a_new_order_is_a_change() {
        let from = EXAMPLES[1].scenario();
        let mut to = from.clone();
        to.jobs.reverse();
        assert_eq!(changes(&from, &to), ["Order of the jobs changed"]);
        to.jobs.clear();
        assert_eq!(changes(&from, &to).len(), from.jobs.len());
    }
}
