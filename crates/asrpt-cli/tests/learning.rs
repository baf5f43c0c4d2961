//! Online learning and the library of models, as the program prints them.

#[path = "command_line/asrpt.rs"]
#[allow(dead_code, reason = "shared with the other tests")]
mod asrpt;

use asrpt::{asrpt, printed, words};
use asrpt_core::format::decimal;
use asrpt_core::instance::Instance;
use asrpt_core::predict::{self, Held, Scores};
use asrpt_core::run::Run;
use asrpt_core::scenario::{ModelSpec, Scenario};
use asrpt_core::{library, policy};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// 14 jobs, 9 records of history, a fit after 3 completions.
fn learning() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/links/learning.json");
    file.to_str().unwrap().to_owned()
}

fn line(out: &str, start: &str) -> String {
    let found = out.lines().find(|line| line.trim_start().starts_with(start));
    words(found.unwrap_or_else(|| panic!("no line {start:?} in {out}"))).join(" ")
}

#[test]
fn run_says_how_often_the_predictor_was_fitted_and_what_it_predicted() {
    let out = printed(&["run", &learning()]);
    assert_eq!(
        out.lines().nth(1),
        Some("The predictor was fitted again 3 times, the last time on 18 records")
    );
    assert!(line(&out, "Job ").ends_with("Servers n̂ on arrival"));
    assert!(line(&out, "j11 ").ends_with("s0 3,356.0"), "{out}");
    let json: Value = serde_json::from_str(&printed(&["run", &learning(), "--json"])).unwrap();
    assert_eq!(json["refits"].as_array().unwrap().len(), 3);
    assert_eq!(json["refits"][0], serde_json::json!([851_018_350, 12]));
    assert_eq!(json["jobs"][11]["predicted_iterations"], 3356.0);
    assert_eq!(json["steps"].as_array().unwrap().iter().filter(|step| step[1] == "refit").count(), 3);
}

#[test]
fn explain_has_refits_among_its_steps() {
    let out = printed(&["explain", &learning()]);
    assert_eq!(out.lines().filter(|line| line.contains("  Refit  ")).count(), 3);
    assert!(out.contains("now on 12 records: 9 of the history and 3 of completed jobs."), "{out}");
    // It is no decision about the job whose completion brought it about.
    let of_job = printed(&["explain", &learning(), "--job", "j3"]);
    assert!(of_job.contains("  Completes  ") && !of_job.contains("  Refit  "), "{of_job}");
}

#[test]
fn compare_says_that_each_policy_learns_for_itself() {
    assert!(printed(&["compare", &learning()]).ends_with("so its predictions differ between them.\n"));
}

#[test]
fn predict_goes_by_the_run() {
    let out = printed(&["predict", &learning()]);
    assert!(out.contains("\nfitted again 3 times under a-srpt, the last time on 18 records\n"), "{out}");
    assert_eq!(line(&out, "j11 "), "j11 3,356.0 2,472 1.36 3 records of its group");
    let why = printed(&["predict", &learning(), "--job", "j11"]);
    assert!(
        why.starts_with("job j11: predicted n̂ = 3,356.0, true n = 2472, rests on 3 records of its group\n")
    );
    assert_eq!(line(&why, "job j4 "), "job j4 same same same 2 3,356");
    assert_eq!(line(&why, "history[6]"), "history[6] same same same 2 3,194");
}

/// The same functions of the core as the page's board: a browser test holds the page to their figures.
#[test]
fn predict_prints_the_figures_of_the_core() {
    let made = printed(&["generate", "--jobs", "60", "--history", "200", "--users", "6", "--seed", "4"]);
    let mut scenario = Scenario::from_json(&made).unwrap();
    scenario.predictor.trees = 10;
    for refit_every in [None, Some(7)] {
        scenario.predictor.refit_every = refit_every;
        let run = Run::simulate(
            Arc::new(Instance::prepare(scenario.clone()).unwrap()),
            policy::find("a-srpt").unwrap(),
        );
        let run = run.unwrap();
        let jobs = Held::of_report(&predict::report_of(&run), &scenario).scores.unwrap();
        let document = scenario.to_json();
        let said = asrpt::asrpt_reads(&["predict", "-"], document.as_bytes());
        assert_eq!((said.code, &*said.err), (Some(0), ""));
        let row = |name: &str, scores: Scores| {
            let r2 = decimal(scores.r2_log.unwrap(), 3);
            let (mape, median) = (decimal(scores.mape * 100.0, 1), decimal(scores.median_abs_log_error, 3));
            let expected = format!("{name} {} {mape} % {median} {r2}", scores.jobs);
            assert_eq!(line(&said.out, name), expected);
        };
        row("The scenario's jobs", jobs);
        for (name, kind) in [
            ("random-forest on held-out history", "random-forest"),
            ("group-mean", "group-mean"),
            ("group-median", "group-median"),
        ] {
            let evaluation = predict::evaluate(&scenario, predict::find(kind)).unwrap();
            row(name, evaluation.held_out.scores.unwrap());
        }
    }
}

#[test]
fn share_says_that_the_history_goes_along() {
    let said = asrpt(&["share", &learning()]);
    assert_eq!(said.code, Some(0));
    assert!(said.out.starts_with("#2"), "{said:?}");
    assert!(said.err.contains("the link carries 9 records of history instead of predictions"), "{said:?}");
    let again = printed(&["open", said.out.trim()]);
    assert_eq!(again, printed(&["open", &format!("lab.example/{}", said.out.trim())]));
    assert!(again.contains("\"refit_every\":3"));
}

#[test]
fn models_are_listed_and_printed_one_by_one() {
    let out = printed(&["models"]);
    assert_eq!(out.lines().count(), library::entries().count() + 1);
    assert_eq!(line(&out, "gpt-13b-64gpu"), "gpt-13b-64gpu GPT-3 13B 64 8 stages × 2 data × 4 tensor");
    let one: Value = serde_json::from_str(&printed(&["models", "gpt-13b-64gpu"])).unwrap();
    assert_eq!((one["format"].as_str(), one["version"].as_f64()), (Some("asrpt-model"), Some(1.0)));
    let spec: ModelSpec = library::find("gpt-13b-64gpu").unwrap().estimate().model;
    assert_eq!(one["model"]["stages"].as_array().unwrap().len(), spec.stages.len());
    assert_eq!(one["model"]["stages"][0]["forward_ms"].as_f64(), Some(spec.stages[0].forward_ms));
    let refused = asrpt(&["models", "gpt-5"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("there is no model \"gpt-5\""), "{refused:?}");
}
