//! Online learning and the library of models, as the program prints them.

#[path = "command_line/asrpt.rs"]
#[allow(dead_code, reason = "shared with the other tests")]
mod asrpt;

use asrpt::{asrpt, printed, words};
use asrpt_core::library;
use asrpt_core::scenario::ModelSpec;
use serde_json::Value;
use std::path::Path;

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
