//! The editor and the JS interface hold scenarios that were never text: `validate` is their only door.

use crate::check_problems;
use crate::document::full;
use asrpt_core::instance::Instance;
use asrpt_core::scenario::{Scenario, validate};

type Set<T> = fn(&mut Scenario, T);

const REALS: [(&str, Set<f64>); 12] = [
    ("cluster.servers[0].nvlink_gb_per_s", |scenario, value| scenario.servers[0].nvlink_gb_per_s = value),
    ("cluster.servers[0].nic_gb_per_s", |scenario, value| scenario.servers[0].nic_gb_per_s = value),
    ("cluster.servers[0].gpu_speed", |scenario, value| scenario.servers[0].gpu_speed = value),
    ("models.pipe.stages[0].forward_ms", |scenario, value| pipe(scenario).stages[0].forward_ms = value),
    ("models.pipe.stages[0].backward_ms", |scenario, value| pipe(scenario).stages[0].backward_ms = value),
    ("models.pipe.stages[0].collectives[0].mb", |scenario, value| {
        pipe(scenario).stages[0].collectives[0].mb = value;
    }),
    ("models.pipe.edges[0].activation_mb", |scenario, value| pipe(scenario).edges[0].activation_mb = value),
    ("jobs[0].arrival_s", |scenario, value| scenario.jobs[0].arrival_s = value),
    ("jobs[0].predicted_iterations", |scenario, value| scenario.jobs[0].predicted_iterations = Some(value)),
    ("policy.comm_heavy_ratio", |scenario, value| scenario.policy.comm_heavy_ratio = value),
    ("policy.delay_factor", |scenario, value| scenario.policy.delay_factor = value),
    ("predictor.sigma", |scenario, value| scenario.predictor.sigma = value),
];

const COUNTS: [(&str, Set<u32>); 11] = [
    ("cluster.servers[0].count", |scenario, value| scenario.servers[0].count = value),
    ("cluster.servers[0].gpus", |scenario, value| scenario.servers[0].gpus = value),
    ("models.pipe.stages[0].replicas", |scenario, value| pipe(scenario).stages[0].replicas = value),
    ("models.pipe.micro_batches", |scenario, value| pipe(scenario).micro_batches = Some(value)),
    ("predictor.trees", |scenario, value| scenario.predictor.trees = value),
    ("predictor.max_depth", |scenario, value| scenario.predictor.max_depth = value),
    ("predictor.min_leaf", |scenario, value| scenario.predictor.min_leaf = value),
    ("predictor.refit_every", |scenario, value| scenario.predictor.refit_every = Some(value)),
    ("history[0].gpus", |scenario, value| scenario.history[0].gpus = value),
    ("history[0].iterations", |scenario, value| scenario.history[0].iterations = value.into()),
    ("jobs[0].iterations", |scenario, value| scenario.jobs[0].iterations = value.into()),
];

fn valid() -> Scenario {
    Scenario::from_json(&full().to_string()).unwrap()
}

fn pipe(scenario: &mut Scenario) -> &mut asrpt_core::scenario::ModelSpec {
    &mut scenario.models.iter_mut().find(|(name, _)| name == "pipe").unwrap().1
}

fn check_refused<T>(path: &str, set: Set<T>, value: T) {
    let mut scenario = valid();
    set(&mut scenario, value);
    let problems = validate(&scenario);
    check_problems(&problems);
    assert_eq!(problems[0].path, path, "{problems:?}");
    assert_eq!(Instance::prepare(scenario).unwrap_err(), problems, "the same at the next door");
}

#[test]
fn what_is_no_number_is_refused_at_its_place() {
    assert_eq!(validate(&valid()), []);
    for (path, set) in REALS {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -f64::MIN_POSITIVE] {
            check_refused(path, set, value);
        }
    }
}

#[test]
fn no_count_may_be_zero() {
    for (path, set) in COUNTS {
        check_refused(path, set, 0);
    }
}

/// Sums of many large counts must not run over.
#[test]
fn no_count_may_be_as_large_as_its_type() {
    let small = COUNTS.iter().filter(|(path, _)| !path.ends_with(".iterations"));
    for (path, set) in small {
        check_refused(path, *set, u32::MAX);
    }
    let mut scenario = valid();
    scenario.jobs[0].iterations = u64::MAX;
    check_problems(&Instance::prepare(scenario).unwrap_err());
    let mut scenario = valid();
    scenario.servers[0].count = u32::MAX;
    scenario.servers = vec![scenario.servers[0].clone(); 1000];
    check_problems(&validate(&scenario));
}
