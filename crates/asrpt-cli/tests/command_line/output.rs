//! What `run`, `compare` and `explain` print, on cases of the suite.

use crate::asrpt::{asrpt_reads, case, printed, suite, words};
use asrpt_core::instance::Instance;
use asrpt_core::policy::{POLICIES, find};
use asrpt_core::result;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use serde_json::Value;
use std::sync::Arc;

const DELAY_EXPIRES: &str = "04-delay-expires";
const GUIDE_WINS: &str = "15-guide-wins";

fn text(case_name: &str) -> String {
    std::fs::read_to_string(case(case_name)).unwrap()
}

fn run_of_core(text: &str, kind: &str) -> Run {
    let scenario = Scenario::from_json(text).unwrap();
    Run::simulate(Arc::new(Instance::prepare(scenario).unwrap()), find(kind).unwrap()).unwrap()
}

fn expected(case_name: &str) -> Value {
    let text = std::fs::read_to_string(suite().join(case_name).join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn run_prints_every_job_and_the_figures() {
    let out = printed(&["run", &case(DELAY_EXPIRES)]);
    assert!(out.starts_with("04-delay-expires: 5 jobs on 2 servers with 8 GPUs, policy A-SRPT\n"), "{out}");
    let line =
        |start: &str| words(out.lines().find(|line| line.trim_start().starts_with(start)).unwrap()).join(" ");
    assert_eq!(line("Job"), "Job GPUs Arrives Starts Completes JCT α α / α_min Servers");
    let heavy = "heavy 2 200.000 s 222.175 s 314.175 s 114.175 s 460.0 ms 4.22 s0 s1";
    assert_eq!(line("heavy"), heavy);
    assert_eq!(line("c "), "c 1 201.000 s 201.375 s 204.375 s 3.375 s 100.0 ms 1.00 s0");
    assert_eq!(line("Total JCT "), "Total JCT 822.321834 s");
    assert_eq!(line("95th"), "95th percentile 363.799 s");
    assert_eq!(line("GPUs busy"), "GPUs busy 49.4 %");
    assert_eq!(line("Lower bound"), "Lower bound on total JCT 445.754666 s");
    assert_eq!(line("Total JCT /"), "Total JCT / lower bound 1.845");
}

#[test]
fn run_takes_another_policy() {
    let out = printed(&["run", &case(DELAY_EXPIRES), "--policy", "fifo"]);
    assert!(out.contains("policy FIFO\n"), "{out}");
    assert!(out.contains("515.954667 s"), "{out}");
}

#[test]
fn run_as_json_is_the_result_of_the_core_on_one_line() {
    for entry in std::fs::read_dir(suite()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        for policy in POLICIES {
            let out = printed(&["run", &case(&name), "--policy", policy.kind(), "--json"]);
            assert!(out == result::to_json(&run_of_core(&text(&name), policy.kind())) + "\n", "{name}");
        }
    }
}

#[test]
fn run_without_a_policy_runs_the_policy_of_the_scenario() {
    let other = text(DELAY_EXPIRES).replace("\"a-srpt\"", "\"wcs-duration\"");
    let said = asrpt_reads(&["run", "-", "--json"], other.as_bytes());
    assert!(said.out.starts_with("{\"policy\":\"wcs-duration\","), "{said:?}");
}

#[test]
fn a_dash_is_standard_input_for_every_command() {
    let text = text(DELAY_EXPIRES);
    for command in [["run", "--json"], ["compare", "--json"], ["explain", "--policy=spjf"]] {
        let [name, option] = command;
        let said = asrpt_reads(&[name, "-", option], text.as_bytes());
        assert_eq!((said.code, &*said.err), (Some(0), ""));
        assert_eq!(said.out, printed(&[name, &case(DELAY_EXPIRES), option]));
    }
}

#[test]
fn compare_prints_all_policies_against_a_srpt_and_the_bound() {
    let out = printed(&["compare", &case(DELAY_EXPIRES)]);
    let rows: Vec<String> = out.lines().map(|line| words(line).join(" ")).collect();
    assert_eq!(rows[0], "Policy Total JCT vs A-SRPT / bound Mean JCT p95 JCT Makespan GPUs busy");
    assert_eq!(rows[1], "a-srpt 822.321834 s 0.0 % 1.845 164.464 s 363.799 s 363.799 s 49.4 %");
    assert_eq!(rows[2], "a-srpt-eager 445.781334 s -45.8 % 1.000 89.156 s 210.028 s 230.900 s 70.3 %");
    assert_eq!(rows[3], "fifo 515.954667 s -37.3 % 1.157 103.191 s 210.028 s 292.000 s 61.6 %");
    assert_eq!(rows[9], "", "eight policies");
    assert!(rows[10].ends_with("445.754666 s"), "{out}");
}

#[test]
fn compare_as_json_says_what_the_case_expects() {
    let out: Value = serde_json::from_str(&printed(&["compare", &case(GUIDE_WINS), "--json"])).unwrap();
    let policies = out["policies"].as_array().unwrap();
    let expected = expected(GUIDE_WINS);
    assert_eq!(policies.len(), expected.as_object().unwrap().len());
    let total = |kind: &Value| expected[kind.as_str().unwrap()]["metrics"]["total_jct_us"].as_f64().unwrap();
    for row in policies {
        let (kind, metrics) = (&row["policy"], &row["metrics"]);
        let expected = &expected[kind.as_str().unwrap()]["metrics"];
        assert_eq!(metrics["total_jct_us"], expected["total_jct_us"], "{kind}");
        assert_eq!(metrics["lower_bound_total_jct_us"], expected["lower_bound_total_jct_us"], "{kind}");
        let ratio = row["total_jct_to_a_srpt"].as_f64().unwrap();
        assert_eq!(ratio, total(kind) / total(&policies[0]["policy"]), "{kind}");
    }
}

/// Step number, time, kind, sentence.
#[test]
fn explain_prints_a_line_for_every_step() {
    for kind in ["a-srpt", "a-srpt-eager", "fifo"] {
        let out = printed(&["explain", &case(DELAY_EXPIRES), "--policy", kind]);
        let steps = expected(DELAY_EXPIRES)[kind]["steps"].as_array().unwrap().clone();
        assert_eq!(out.lines().count(), steps.len(), "{out}");
        for (at, (line, step)) in out.lines().zip(&steps).enumerate() {
            assert_eq!(words(line)[0], (at + 1).to_string());
            let (seconds, job) = (step[0].as_f64().unwrap() / 1e6, step[2].as_str().unwrap());
            let shown: f64 = words(line)[1].parse().unwrap();
            assert!((shown - seconds).abs() < 0.0006, "{seconds} s: {line}");
            assert!(line.contains(job), "{job}: {line}");
        }
    }
}

#[test]
fn explain_gives_the_numbers_that_decided() {
    let out = printed(&["explain", &case(DELAY_EXPIRES), "--job", "heavy"]);
    let lines: Vec<&str> = out.lines().collect();
    let expected = [
        ("7", "w = 5.450 s"),
        ("9", "375.000 ms left against its own 4.450 s"),
        ("13", "through the virtual machine"),
        ("14", "4.2 ≥ 1.5"),
        ("16", "its delay ran out at 222.175 s"),
        ("22", "JCT 114.175 s"),
    ];
    assert_eq!(lines.len(), expected.len(), "{out}");
    for (line, (step, numbers)) in lines.iter().zip(expected) {
        assert_eq!(words(line)[0], step);
        assert!(line.contains(numbers), "{numbers}: {line}");
    }
}

/// Names may hold anything; the terminal gets no control characters, and a table keeps its rows.
#[test]
fn control_characters_do_not_reach_the_terminal() {
    let evil = "\\u001b[31mred\\u0007\\n\\u009b";
    let text =
        text(DELAY_EXPIRES).replace("\"heavy\"", &format!("\"{evil}\"")).replace("04-delay-expires", evil);
    for command in ["run", "compare", "explain"] {
        let said = asrpt_reads(&[command, "-"], text.as_bytes());
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(!said.out.contains(|c: char| c.is_control() && c != '\n'), "{command}: {:?}", said.out);
        let plain = printed(&[command, &case(DELAY_EXPIRES)]);
        assert_eq!(said.out.lines().count(), plain.lines().count(), "{}", said.out);
    }
}
