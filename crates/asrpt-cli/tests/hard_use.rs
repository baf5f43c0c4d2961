//! Uses that nobody means: streams that can't be written, columns under `auto`, workloads beyond simulated time.

use std::process::{Command, Output, Stdio};

fn asrpt(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asrpt")).args(arguments).output().unwrap()
}

fn error(done: &Output) -> &str {
    std::str::from_utf8(&done.stderr).unwrap()
}

fn written(name: &str, text: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_leaves_the_exit_code() {
    let subcommands: &[&[&str]] =
        &[&["run"], &["compare"], &["explain"], &["predict"], &["import"], &["share"], &["open"]];
    for subcommand in subcommands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_asrpt"));
        let done = command.args(*subcommand).arg("there is none").stderr(Stdio::from(full)).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{subcommand:?}");
    }
}

#[test]
fn columns_that_are_named_are_meant_whatever_the_header_is() {
    let columns = "submit=submit_time,duration=duration,gpus=num_gpu";
    for (name, header) in [("own.csv", "submit_time,duration,num_gpu"), ("like-pai.csv", PAI_HEADER)] {
        let row = if header == PAI_HEADER { "0,2,0,2,3,T4,60,u" } else { "0,60,3" };
        let file = written(name, &format!("{header}\n{row}\n"));
        let done = asrpt(&["import", &file, "--columns", columns, "--history", "0"]);
        assert_eq!(error(&done), "csv: 1 row → 0 records of history, 1 job\n", "{name}");
        let scenario: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(scenario["name"], "1 job of a csv trace");
    }
    let done = asrpt(&["import", &written("empty.csv", "\n")]);
    assert!(error(&done).ends_with("the file is empty\n"), "{}", error(&done));
}

const PAI_HEADER: &str = "job_id,num_inst,submit_time,num_cpu,num_gpu,gpu_type,duration,user";

#[test]
fn a_generated_scenario_can_be_run_or_is_refused() {
    let extremes: &[&[&str]] = &[
        &["--load", "1e-300"],
        &["--load", "1e-9"],
        &["--load", "1e300"],
        &["--median", "1e9", "--sigma", "10"],
        &["--error", "10", "--median", "1e9"],
    ];
    for extreme in extremes {
        let done = asrpt(&[&["generate", "--jobs", "50"], *extreme].concat());
        if done.status.code() == Some(2) {
            assert!(error(&done).starts_with("error: generate: --"), "{extreme:?}: {}", error(&done));
            assert!(error(&done).lines().all(|line| line.chars().count() < 300), "{}", error(&done));
            continue;
        }
        let file = written("extreme.json", std::str::from_utf8(&done.stdout).unwrap());
        let run = asrpt(&["predict", &file]);
        assert_eq!(run.status.code(), Some(0), "{extreme:?}: {}", error(&run));
    }
    assert_eq!(asrpt(&["generate", "--load", "1e-300"]).status.code(), Some(2));
    for (arguments, flag) in [
        (["--load", "0"], "--load: "),
        (["--median", "0"], "--median: "),
        (["--sigma", "11"], "--sigma: "),
        (["--error", "11"], "--error: "),
        (["--group-sigma", "11"], "--group-sigma: "),
        (["--recurrence", "2"], "--recurrence: "),
        (["--heavy", "2"], "--heavy: "),
        (["--groups", "2000"], "--users and --groups: "),
        (["--gpus", "0"], "--gpus: "),
        (["--nic", "0"], "--nic: "),
        (["--servers", "0"], "--servers: "),
    ] {
        let refused = asrpt(&["generate", arguments[0], arguments[1]]);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(error(&refused).starts_with(&format!("error: generate: {flag}")), "{}", error(&refused));
    }
}

#[test]
fn means_of_microseconds_are_not_zero() {
    let file = written(
        "short.json",
        r#"{"format":"asrpt-scenario","version":1,
            "cluster":{"servers":[{"gpus":1,"nvlink_gb_per_s":1,"nic_gb_per_s":1}]},
            "models":{"m":{"stages":[{"id":"s","forward_ms":0.001,"backward_ms":0.001,"replicas":1}],"edges":[]}},
            "jobs":[{"id":"a","model":"m","arrival_s":0,"iterations":4}]}"#,
    );
    for command in ["run", "compare"] {
        let done = asrpt(&[command, &file]);
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(said.contains("16.000 µs") && !said.contains("0.000 s"), "{said}");
    }
}
