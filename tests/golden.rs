//! Every case of the suite, every policy: integers exactly, reals to 1e-9, steps, segments and traffic included.

use std::path::PathBuf;
use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::policy::{POLICIES, find};
use asrpt_core::result;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use serde_json::Value;

fn suite() -> Vec<PathBuf> {
    let suite = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("suite");
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(suite).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

fn instance(case: &std::path::Path) -> Arc<Instance> {
    let text = std::fs::read_to_string(case.join("scenario.json")).unwrap();
    Arc::new(Instance::prepare(Scenario::from_json(&text).unwrap()).unwrap())
}

/// Differences of `ours` from `expected`; keys that only ours has are allowed.
fn differences(path: &str, expected: &Value, ours: &Value, found: &mut Vec<String>) {
    match (expected, ours) {
        (Value::Object(expected), Value::Object(ours)) => {
            for (key, value) in expected {
                differences(&format!("{path}.{key}"), value, ours.get(key).unwrap_or(&Value::Null), found);
            }
        }
        (Value::Array(expected), Value::Array(ours)) if expected.len() == ours.len() => {
            for (at, (e, o)) in expected.iter().zip(ours).enumerate() {
                differences(&format!("{path}[{at}]"), e, o, found);
            }
        }
        (Value::Number(e), Value::Number(o)) if e.is_f64() || o.is_f64() => {
            let (e, o) = (e.as_f64().unwrap(), o.as_f64().unwrap());
            if (e - o).abs() > 1e-9 * e.abs() {
                found.push(format!("{path}: expected {e}, got {o}"));
            }
        }
        _ if expected == ours => {}
        _ => found.push(format!("{path}: expected {expected:.200}, got {ours:.200}")),
    }
}

#[test]
fn every_case_matches_under_every_policy() {
    let cases = suite();
    assert!(cases.len() >= 16, "the suite is there");
    let mut found = Vec::new();
    for case in cases {
        let instance = instance(&case);
        let expected = std::fs::read_to_string(case.join("expected.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let by_policy = expected.as_object().unwrap();
        assert_eq!(by_policy.len(), POLICIES.len());
        for (kind, expected) in by_policy {
            let run = Run::simulate(instance.clone(), find(kind).unwrap()).unwrap();
            let ours: Value = serde_json::from_str(&result::to_json(&run)).unwrap();
            let name = case.file_name().unwrap().to_string_lossy();
            differences(&format!("{name} {kind}"), expected, &ours, &mut found);
        }
    }
    assert!(found.is_empty(), "{} differences, first: {:#?}", found.len(), &found[..found.len().min(20)]);
}
