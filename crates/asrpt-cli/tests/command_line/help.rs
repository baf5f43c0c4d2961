//! `--help`: complete, on standard output.

use crate::asrpt::printed;
use asrpt_core::policy::POLICIES;

fn check(arguments: &[&str], words: &[&str]) {
    let out = printed(arguments);
    for word in words {
        assert!(out.contains(word), "{arguments:?} doesn't say {word}: {out}");
    }
}

#[test]
fn the_program_says_its_commands_its_input_and_its_exit_codes() {
    let words =
        ["run ", "compare ", "explain ", "FILE", "standard input", "Examples:", "Exit codes: 0, or 2"];
    for arguments in [["--help"], ["-h"], ["help"]] {
        check(&arguments, &words);
    }
}

#[test]
fn every_command_says_its_arguments() {
    check(
        &["run", "--help"],
        &["Usage: asrpt run", "<FILE>", "- for standard input", "--policy <KIND>", "--json"],
    );
    check(&["compare", "--help"], &["Usage: asrpt compare", "<FILE>", "- for standard input", "--json"]);
    let words = ["Usage: asrpt explain", "<FILE>", "- for standard input", "--policy <KIND>", "--job <ID>"];
    check(&["explain", "--help"], &words);
}

#[test]
fn every_policy_is_listed_where_one_can_be_chosen() {
    let kinds: Vec<&str> = POLICIES.iter().map(|policy| policy.kind()).collect();
    check(&["run", "--help"], &kinds);
    check(&["explain", "--help"], &kinds);
}

#[test]
fn every_line_of_help_explains() {
    for command in ["run", "compare", "explain"] {
        let out = printed(&[command, "--help"]);
        let entries = out.lines().filter(|line| line.starts_with("  "));
        for entry in entries {
            assert!(entry.trim().split("  ").count() >= 2, "nothing beside {entry:?}");
        }
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(printed(&["--version"]), format!("asrpt {}\n", env!("CARGO_PKG_VERSION")));
}
