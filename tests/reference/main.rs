//! The core against a naive reading of the model's text: the suite's cases, then random scenarios, all policies.

mod compare;
mod examples;
mod naive;

#[path = "../properties/dice.rs"]
mod dice;
#[path = "../properties/random.rs"]
mod random;

use asrpt_core::instance::Instance;
use asrpt_core::policy::{POLICIES, find};
use asrpt_core::scenario::Scenario;
use asrpt_core::{result, run::Run};
use serde_json::Value;
use std::sync::Arc;

/// Seeds of the random scenarios; `ASRPT_SCENARIOS` asks for more.
const SCENARIOS: u64 = 1000;

/// A last bit may differ where the text leaves the order of a sum open; nothing more.
const TOLERANCE: f64 = 1e-12;

fn suite() -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_reference_matches_the_suite() {
    let cases = suite();
    assert!(cases.len() >= 16, "the suite is there");
    let mut found = Vec::new();
    for case in cases {
        let read = |name| std::fs::read_to_string(case.join(name)).unwrap();
        let scenario = Scenario::from_json(&read("scenario.json")).unwrap();
        let expected: Value = serde_json::from_str(&read("expected.json")).unwrap();
        for (kind, expected) in expected.as_object().unwrap() {
            let ours = naive::result(&scenario, kind).unwrap();
            compare::differences(&format!("{case:?} {kind}"), expected, &ours, TOLERANCE, &mut found);
        }
    }
    assert!(found.is_empty(), "{} differences, first: {:#?}", found.len(), &found[..found.len().min(20)]);
}

fn core_run(scenario: &Scenario, kind: &str) -> Result<Run, String> {
    let prepared = Instance::prepare(scenario.clone()).map_err(|problems| format!("{problems:?}"))?;
    let instance = Arc::new(prepared);
    let run = Run::simulate(instance.clone(), find(kind).unwrap());
    run.map_err(|error| format!("{:?}", error.problem(&instance)))
}

/// What the core and the reference disagree on; `None` when they agree.
fn disagreement(scenario: &Scenario, kind: &str) -> Option<Vec<String>> {
    let expected = naive::result(scenario, kind);
    let run = core_run(scenario, kind);
    let mut found = Vec::new();
    match (&expected, &run) {
        (Ok(expected), Ok(run)) => {
            let ours: Value = serde_json::from_str(&result::to_json(run)).unwrap();
            compare::differences(kind, expected, &ours, TOLERANCE, &mut found);
        }
        (Err(late), Err(error)) if error.contains(late.as_str()) => {}
        (Err(late), Err(error)) => found.push(format!("{kind}: job {late} is late, the core says {error}")),
        (Err(late), Ok(_)) => found.push(format!("{kind}: job {late} is late, the core runs")),
        (Ok(_), Err(error)) => found.push(format!("{kind}: fits, the core says {error}")),
    }
    (!found.is_empty()).then_some(found)
}

/// With as few jobs as still disagree.
fn smaller(mut scenario: Scenario, kind: &str) -> Scenario {
    let mut at = 0;
    while at < scenario.jobs.len() {
        let mut fewer = scenario.clone();
        fewer.jobs.remove(at);
        if !fewer.jobs.is_empty() && disagreement(&fewer, kind).is_some() {
            scenario = fewer;
        } else {
            at += 1;
        }
    }
    scenario
}

fn check(seed: u64) {
    let scenario = random::scenario(seed);
    for policy in POLICIES {
        let kind = policy.kind();
        if disagreement(&scenario, kind).is_some() {
            let scenario = smaller(scenario, kind);
            let found = disagreement(&scenario, kind).unwrap();
            panic!("seed {seed}: {:#?}\n{}", &found[..found.len().min(8)], scenario.to_json());
        }
    }
}

fn seeds() -> std::ops::Range<u64> {
    0..std::env::var("ASRPT_SCENARIOS").map_or(SCENARIOS, |count| count.parse().unwrap())
}

// In two halves, which run side by side.

#[test]
fn the_core_agrees_with_the_reference_on_even_seeds() {
    seeds().filter(|seed| seed % 2 == 0).for_each(check);
}

#[test]
fn the_core_agrees_with_the_reference_on_odd_seeds() {
    seeds().filter(|seed| seed % 2 == 1).for_each(check);
}

/// Otherwise agreement would say little.
#[test]
fn the_random_scenarios_are_mean_enough() {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..SCENARIOS {
        let Ok(result) = naive::result(&random::scenario(seed), "a-srpt") else {
            *counts.entry("too late".to_owned()).or_insert(0) += 1;
            continue;
        };
        for step in result["steps"].as_array().unwrap() {
            *counts.entry(step[1].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
        let split = |job: &&Value| job["traffic_mb"].as_array().unwrap().len() > 1;
        let splits = result["jobs"].as_array().unwrap().iter().filter(split).count();
        *counts.entry("split".to_owned()).or_insert(0) += splits;
    }
    let least =
        [("start", 5000), ("split", 500), ("preempt", 200), ("wait", 100), ("block", 200), ("too late", 1)];
    for (what, least) in least {
        assert!(counts.get(what).is_some_and(|&count| count >= least), "few of {what}: {counts:?}");
    }
}
