//! Extracts of real traces, as published: every one imports whole and runs to its end under every policy.

use asrpt_core::instance::Instance;
use asrpt_core::run;
use asrpt_core::scenario::Scenario;
use asrpt_core::trace::{self, Options, Report};
use std::path::Path;

/// File, format, rows, rows that aren't jobs, GPUs of the largest job.
const EXTRACTS: [(&str, &str, usize, usize, u32); 7] = [
    ("philly_flat.csv", "philly-flat", 64, 0, 128),
    ("philly.json", "philly", 1, 0, 2),
    ("philly_one_vc_models.csv", "elasticflow", 40, 0, 4),
    ("muri.csv", "muri", 60, 0, 16),
    ("tiresias.csv", "tiresias", 60, 0, 8),
    ("pai.csv", "pai", 3, 1, 3),
    ("helios.csv", "helios", 3, 0, 4),
];

fn import(file: &str, options: &Options) -> (Scenario, Report) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("extracts").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    trace::import(&text, "auto", options).unwrap_or_else(|message| panic!("{file}: {message}"))
}

fn whole() -> Options {
    Options { history: 0.0, ..Options::default() }
}

#[test]
fn every_extract_imports_whole_and_runs_under_every_policy() {
    for (file, format, rows, refused, most_gpus) in EXTRACTS {
        let (scenario, report) = import(file, &whole());
        let jobs = rows - refused;
        assert_eq!((report.format, report.rows, report.jobs), (format, rows, jobs), "{file}");
        let instance = Instance::prepare(scenario).unwrap();
        assert_eq!(instance.jobs.iter().map(|job| job.gpus).max(), Some(most_gpus), "{file}");
        for (policy, metrics) in run::compare(&instance) {
            let metrics = metrics.unwrap_or_else(|error| panic!("{file}, {}: {error:?}", policy.kind()));
            assert!(metrics.ratio_to_lower_bound.unwrap() >= 1.0, "{file}, {}", policy.kind());
        }
    }
}

/// The whole document, read back, gives the same runs: what `import` prints is what `run` reads.
#[test]
fn an_imported_scenario_survives_its_file() {
    for (file, ..) in EXTRACTS {
        let (scenario, _) = import(file, &Options { history: 0.5, ..Options::default() });
        assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario), "{file}");
    }
}

#[test]
fn the_first_four_fifths_by_time_become_history() {
    let (scenario, report) = import("philly_flat.csv", &Options::default());
    assert_eq!((report.history, report.jobs, scenario.history.len()), (51, 13, 51));
    assert_eq!(scenario.predictor.kind, "random-forest");
    assert!(report.notes[0].starts_with("exact copies of an earlier row (1 row)"), "{:?}", report.notes);
    let arrivals = scenario.jobs.iter().map(|job| job.arrival_s);
    assert!(arrivals.is_sorted() && scenario.jobs[0].arrival_s == 0.0);
    assert!(scenario.history.iter().all(|record| record.group.is_some() && record.user.is_none()));
}

#[test]
fn milliseconds_of_muri_are_read_as_such() {
    let (scenario, _) = import("muri.csv", &whole());
    // Row 1: submitted after 27,069 s, 2,683,606 s long.
    assert_eq!(scenario.jobs[1].arrival_s, 27_069.0);
    let instance = Instance::prepare(scenario).unwrap();
    let (job, model) = (&instance.jobs[1], instance.model_of(asrpt_core::ids::JobIndex::from_at(1)));
    let seconds = job.iterations as f64 * model.constants.alpha_min_s;
    assert!((seconds - 2_683_606.0).abs() < 0.1, "{seconds}");
}
