//! Bad input and bad usage: exit code 2, the place on standard error, nothing on standard output.

use crate::asrpt::{Said, asrpt, asrpt_reads, case};

const CASE: &str = "04-delay-expires";
const READERS: [&str; 3] = ["run", "compare", "explain"];

fn check(said: &Said, places: &[&str]) {
    assert_eq!(said.code, Some(2), "{said:?}");
    assert_eq!(said.out, "", "nothing on standard output");
    assert!(said.err.ends_with('\n') && !said.err.contains("panic"), "{said:?}");
    for place in places {
        assert!(said.err.contains(place), "{place}: {said:?}");
    }
}

fn text() -> String {
    std::fs::read_to_string(case(CASE)).unwrap()
}

#[test]
fn a_file_that_is_not_there_is_named() {
    for command in READERS {
        check(&asrpt(&[command, "no/such/file.json"]), &["error: no/such/file.json: ", "No such file"]);
    }
}

#[test]
fn a_directory_is_no_file() {
    let directory = env!("CARGO_MANIFEST_DIR");
    for command in READERS {
        check(&asrpt(&[command, directory]), &[directory, "directory"]);
    }
}

#[test]
fn text_that_is_not_utf_8_is_refused_at_its_byte() {
    for command in READERS {
        check(&asrpt_reads(&[command, "-"], b"{\"name\":\"\xff\xfe\"}"), &["error: -: byte 9: ", "UTF-8"]);
        check(&asrpt_reads(&[command, "-"], &[0x80; 100_000]), &["byte 0"]);
    }
}

#[test]
fn no_input_is_refused() {
    for command in READERS {
        check(&asrpt_reads(&[command, "-"], b""), &["-: document: is empty"]);
        check(&asrpt_reads(&[command, "-"], b" \n\n"), &["-: document: is empty"]);
    }
}

#[test]
fn cut_json_is_refused_at_its_line_and_column() {
    for command in READERS {
        let said = asrpt_reads(&[command, "-"], b"{\n \"format\": \"asrpt");
        check(&said, &["-: line 2, column 17: EOF"]);
    }
}

#[test]
fn every_problem_is_a_line_with_file_and_place() {
    let text =
        text().replace("\"iterations\": 2000", "\"iterations\": -3").replace("\"nic_gb_per_s\"", "\"nic\"");
    let said = asrpt_reads(&["run", "-"], text.as_bytes());
    let places = [
        "-: cluster.servers[0].nic_gb_per_s: is missing",
        "-: cluster.servers[0].nic: unknown key",
        "-: jobs[0].iterations: must be",
    ];
    check(&said, &places);
    assert!(said.err.lines().all(|line| line.starts_with("error: -: ")), "{said:?}");
    assert_eq!(said.err.lines().count(), places.len());
}

#[test]
fn a_job_that_does_not_fit_is_named() {
    let text = text().replace("\"replicas\": 3", "\"replicas\": 9");
    check(&asrpt_reads(&["compare", "-"], text.as_bytes()), &["-: jobs[0]: ", "\"a\"", "9 GPUs", "8"]);
}

#[test]
fn a_job_beyond_simulated_time_is_named() {
    let text = text().replace("\"iterations\": 2000", "\"iterations\": 9007199254740991");
    for command in READERS {
        check(&asrpt_reads(&[command, "-"], text.as_bytes()), &["-: jobs[0]: ", "\"a\"", "285 years"]);
    }
}

/// 2^53 µs pass only on the real cluster: what its run finds out has its place, too.
#[test]
fn a_wait_beyond_simulated_time_names_its_job() {
    let text = text().replace("\"delay_factor\": 0.75", "\"delay_factor\": 1000000000");
    let said = asrpt_reads(&["run", "-"], text.as_bytes());
    check(&said, &["-: jobs[2]: ", "\"heavy\"", "wait"]);
    let said = asrpt_reads(&["run", "-", "--policy", "fifo"], text.as_bytes());
    assert_eq!(said.code, Some(0), "fifo doesn't wait: {said:?}");
}

#[test]
fn an_unknown_policy_is_refused_with_those_that_are() {
    for command in ["run", "explain"] {
        let said = asrpt(&[command, &case(CASE), "--policy", "lifo"]);
        check(&said, &["'lifo'", "--policy", "a-srpt, a-srpt-eager, fifo, spjf, spwf"]);
    }
    let text = text().replace("\"a-srpt\"", "\"lifo\"");
    for command in READERS {
        check(
            &asrpt_reads(&[command, "-"], text.as_bytes()),
            &["-: policy.kind: ", "\"lifo\"", "wcs-subtime"],
        );
    }
}

#[test]
fn an_unknown_job_is_refused_by_name() {
    check(&asrpt(&["explain", &case(CASE), "--job", "nobody"]), &["04-delay-expires", "no job \"nobody\""]);
    check(&asrpt(&["explain", &case(CASE), "--job", ""]), &["no job \"\""]);
}

#[test]
fn bad_usage_is_refused_with_the_usage() {
    let file = case(CASE);
    let cases: [&[&str]; 10] = [
        &[],
        &["simulate"],
        &["run"],
        &["compare"],
        &["explain"],
        &["run", &file, "another"],
        &["run", &file, "--policy"],
        &["run", &file, "--jsonl"],
        &["compare", &file, "--policy", "fifo"],
        &["explain", &file, "--json"],
    ];
    for arguments in cases {
        check(&asrpt(arguments), &["help"]);
    }
}

#[test]
fn a_megabyte_of_brackets_is_refused_at_once() {
    let said = asrpt_reads(&["run", "-"], "[".repeat(1_000_000).as_bytes());
    check(&said, &["-: line 1, column "]);
    assert!(said.err.len() < 500);
}
