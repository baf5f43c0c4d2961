//! Runs the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What it said and how it ended.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("what it prints is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asrpt"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn asrpt(arguments: &[&str]) -> Said {
    command(arguments).output().unwrap().into()
}

/// With this on standard input.
pub fn asrpt_reads(arguments: &[&str], input: &[u8]) -> Said {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// What it printed; it must have succeeded without complaint.
pub fn printed(arguments: &[&str]) -> String {
    let said = asrpt(arguments);
    assert_eq!((said.code, &*said.err), (Some(0), ""), "{arguments:?}");
    said.out
}

pub fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")
}

/// The scenario file of a case.
pub fn case(name: &str) -> String {
    suite().join(name).join("scenario.json").to_str().unwrap().to_owned()
}

pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}
