//! `asrpt import`, `generate` and `predict` as people chain them.

use std::process::{Command, Output};

fn asrpt(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asrpt")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn extract(name: &str) -> String {
    format!("{}/../../tests/extracts/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn an_import_prints_a_scenario_and_accounts_for_its_rows_on_standard_error() {
    let done = asrpt(&["import", &extract("pai.csv"), "--history", "0"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(text(&done.stdout).starts_with(r#"{"format":"asrpt-scenario","version":1,"#));
    assert_eq!(
        text(&done.stderr),
        "pai: 3 rows → 0 records of history, 2 jobs\n\
         1 row refused: needs no GPU\n  \
         row 2: 0 GPUs\n"
    );
}

#[test]
fn an_import_into_a_file_runs_from_there() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("imported.json");
    let file = file.to_str().unwrap();
    let done =
        asrpt(&["import", &extract("philly_flat.csv"), "--from", "2017-10-01", "--jobs", "3", "-o", file]);
    assert_eq!(text(&done.stdout), format!("{file} is written\n"));
    let run = asrpt(&["run", file, "--policy", "fifo"]);
    assert!(
        text(&run.stdout).starts_with("3 jobs of a philly-flat trace: 3 jobs on 64 servers with 512 GPUs")
    );
}

#[test]
fn a_window_that_no_row_is_in_and_a_foreign_file_are_refused() {
    let done = asrpt(&["import", &extract("tiresias.csv"), "--from", "1e9"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("no row is left to import"), "{}", text(&done.stderr));
    let done = asrpt(&["import", &extract("README.md")]);
    assert!(text(&done.stderr).contains("no known header"), "{}", text(&done.stderr));
    let done = asrpt(&["import", &extract("tiresias.csv"), "--sample", "0"]);
    assert!(text(&done.stderr).contains("above 0 and at most 1"), "{}", text(&done.stderr));
}

#[test]
fn generate_is_the_same_twice_and_predict_says_how_good() {
    let arguments = ["generate", "--users", "3", "--history", "400", "--jobs", "20", "--seed", "5"];
    let (once, twice) = (asrpt(&arguments), asrpt(&arguments));
    assert_eq!(once.stdout, twice.stdout);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated.json");
    std::fs::write(&file, &once.stdout).unwrap();
    let file = file.to_str().unwrap();
    let predicted = asrpt(&["predict", file]);
    let said = text(&predicted.stdout);
    assert!(said.starts_with("random-forest for 20 jobs, 400 records of history"), "{said}");
    assert!(said.contains("group-median") && said.contains("MAPE"), "{said}");
    let why = asrpt(&["predict", file, "--job", "j0"]);
    assert!(text(&why.stdout).contains("50 trees:"), "{}", text(&why.stdout));
    let json = asrpt(&["predict", file, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["report"]["predictions"].as_array().map(Vec::len), Some(20));
    assert_eq!(json["learners"].as_array().map(Vec::len), Some(3));
    assert_eq!(asrpt(&["predict", file, "--job", "nobody"]).status.code(), Some(2));
    assert_eq!(asrpt(&["generate", "--arrivals", "bursts:0"]).status.code(), Some(2));
    let mix = asrpt(&["generate", "--mix", "resnet50-8gpu=2,hal=1"]);
    assert!(text(&mix.stderr).contains("no model \"hal\""), "{}", text(&mix.stderr));
}
