//! `assets/asrpt.d.ts` against what the API really gives: every key is declared, every required one is there, and the
//! lists of kinds are complete.

use std::collections::BTreeMap;

use asrpt_core::log::Event;
use asrpt_core::policy::POLICIES;
use asrpt_core::predict::PREDICTORS;
use serde_json::Value;

use crate::api;

const TYPES: &str = include_str!("../../../assets/asrpt.d.ts");
/// A case in which every kind of step occurs, and one with every optional key.
const CASE: &str = include_str!("../../../assets/examples/delay-runs-out.json");

/// The declared keys of an interface: name, and whether it may be missing.
fn declared(interface: &str) -> BTreeMap<String, bool> {
    let from =
        TYPES.find(&format!("interface {interface} ")).unwrap_or_else(|| panic!("no interface {interface}"));
    let body = TYPES[from..].split_once("{\n").unwrap().1;
    let body = body.split_once("\n}").unwrap().0;
    let mut keys = BTreeMap::new();
    for line in body.lines().filter_map(|line| line.strip_prefix("  ")) {
        let line = line.strip_prefix("readonly ").unwrap_or(line);
        let name: String = line.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let rest = &line[name.len()..];
        if !name.is_empty() && (rest.starts_with(':') || rest.starts_with("?:")) {
            keys.insert(name, rest.starts_with('?'));
        }
    }
    assert!(!keys.is_empty(), "{interface}");
    keys
}

/// Holds an object against an interface.
fn hold(value: &Value, interface: &str) {
    let declared = declared(interface);
    let object = value.as_object().unwrap_or_else(|| panic!("{interface}: {value}"));
    for key in object.keys() {
        assert!(declared.contains_key(key), "{interface} has {key}, which isn't declared");
    }
    for (key, optional) in &declared {
        assert!(*optional || object.contains_key(key), "{interface} has no {key}");
    }
}

fn hold_all(values: &Value, interface: &str) {
    let values = values.as_array().unwrap_or_else(|| panic!("{interface}: a list"));
    assert!(!values.is_empty(), "{interface}: nothing to hold");
    values.iter().for_each(|value| hold(value, interface));
}

fn parsed(text: Result<String, Vec<asrpt_core::scenario::Problem>>) -> Value {
    serde_json::from_str(&text.unwrap()).unwrap()
}

/// The kinds in a declared union of texts.
fn kinds(union: &str) -> Vec<&'static str> {
    let from = TYPES.split_once(union).unwrap_or_else(|| panic!("no {union}")).1;
    let from = from.split_once(';').unwrap().0;
    from.split('"').skip(1).step_by(2).collect()
}

#[test]
fn results_have_the_declared_keys() {
    for policy in POLICIES {
        let result = parsed(api::simulate(CASE, Some(policy.kind())));
        hold(&result, "Result");
        hold_all(&result["jobs"], "JobResult");
        hold(&result["metrics"], "Metrics");
        if policy.uses_virtual_machine() {
            hold_all(&result["virtual_segments"], "Segment");
        }
    }
    let comparison = parsed(api::compare(CASE));
    hold(&comparison, "Comparison");
    hold_all(&comparison["policies"], "PolicyResult");
    hold_all(&api::explain_all(CASE, None).unwrap(), "Explanation");
    hold_all(&api::policies(), "PolicyInfo");
    hold_all(&serde_json::to_value(api::validate("{}")).unwrap(), "Problem");
}

#[test]
fn scenarios_have_the_declared_keys() {
    let scenario: Value = serde_json::from_str(CASE).unwrap();
    hold(&scenario, "Scenario");
    hold_all(&scenario["cluster"]["servers"], "Server");
    hold_all(&scenario["jobs"], "Job");
    for model in scenario["models"].as_object().unwrap().values() {
        hold(model, "Model");
        hold_all(&model["stages"], "Stage");
    }
}

/// A scenario that uses every declared key is valid, so none is declared that doesn't exist.
#[test]
fn every_declared_key_of_a_scenario_is_read() {
    let full = serde_json::json!({
        "format": "asrpt-scenario", "version": 1, "name": "n", "description": "d", "view": { "anything": 1 },
        "cluster": { "servers": [{
            "gpus": 4, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10, "count": 2, "gpu_speed": 1.5, "name": "s",
        }] },
        "models": { "m": {
            "micro_batches": 2,
            "stages": [
                { "id": "a", "forward_ms": 1, "backward_ms": 2, "replicas": 2, "name": "A",
                  "collectives": [{ "kind": "all_reduce", "mb": 1, "per": "iteration" }] },
                { "id": "b", "forward_ms": 1, "backward_ms": 2, "replicas": 1 },
            ],
            "edges": [{ "from": "a", "to": "b", "activation_mb": 1 }],
        } },
        "jobs": [{
            "id": "j", "model": "m", "arrival_s": 0, "iterations": 5, "predicted_iterations": 4.5,
            "user": "u", "group": "g", "name": "J",
        }],
        "policy": { "kind": "a-srpt", "comm_heavy_ratio": 1.3, "delay_factor": 1 },
        "predictor": { "kind": "noisy", "seed": 3, "sigma": 0.1, "trees": 5, "max_depth": 3, "min_leaf": 1, "refit_every": 5 },
        "history": [{ "model": "m", "gpus": 3, "iterations": 7, "user": "u", "group": "g" }],
    });
    assert_eq!(api::validate(&full.to_string()), []);
    let places = [
        (&full, "Scenario"),
        (&full["cluster"], "Cluster"),
        (&full["cluster"]["servers"][0], "Server"),
        (&full["models"]["m"], "Model"),
        (&full["models"]["m"]["stages"][0], "Stage"),
        (&full["models"]["m"]["stages"][0]["collectives"][0], "Collective"),
        (&full["models"]["m"]["edges"][0], "Edge"),
        (&full["jobs"][0], "Job"),
        (&full["policy"], "Policy"),
        (&full["predictor"], "Predictor"),
        (&full["history"][0], "HistoryRecord"),
    ];
    for (value, interface) in places {
        hold(value, interface);
        assert_eq!(
            value.as_object().unwrap().len(),
            declared(interface).len(),
            "{interface} is used in full"
        );
    }
}

#[test]
fn kinds_are_complete() {
    let policies: Vec<_> = POLICIES.iter().map(|policy| policy.kind()).collect();
    assert_eq!(kinds("type PolicyKind ="), policies);
    let predictors: Vec<_> = PREDICTORS.iter().map(|predictor| predictor.kind()).collect();
    let union = TYPES.split_once("interface Predictor ").unwrap().1.split_once(';').unwrap().0;
    assert_eq!(union.split('"').skip(1).step_by(2).collect::<Vec<_>>(), predictors);
    let steps = api::explain_all(CASE, None).unwrap();
    for step in steps.as_array().unwrap() {
        assert!(kinds("type StepKind =").contains(&step["kind"].as_str().unwrap()));
    }
    // Eight kinds, as the log has.
    let count = |event: &Event| match event {
        Event::Completion { .. }
        | Event::VirtualCompletion { .. }
        | Event::Arrival { .. }
        | Event::Preempt { .. }
        | Event::Start(_)
        | Event::Wait { .. }
        | Event::Block { .. }
        | Event::Refit { .. } => 8,
    };
    let any = Event::Completion { job: asrpt_core::ids::JobIndex(0) };
    assert_eq!(kinds("type StepKind =").len(), count(&any));
}
