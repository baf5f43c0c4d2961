//! Readers that have had enough, and writers that can't.

use crate::asrpt::{Said, case, command, printed};
use std::io::{BufRead, BufReader};

const LARGE: &str = "10-two-hundred-jobs";

/// Reads one line, then closes the pipe, as `| head -1` does.
fn one_line_of(arguments: &[&str]) -> (String, Said) {
    let mut child = command(arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (line, child.wait_with_output().unwrap().into())
}

#[test]
fn a_broken_pipe_is_quiet() {
    let file = case(LARGE);
    for arguments in
        [&["explain", &file][..], &["run", &file, "--json"], &["explain", &file, "--policy", "fifo"]]
    {
        let whole = printed(arguments);
        // A pipe holds 64 KiB on Linux: less would be written whether somebody reads or not.
        assert!(whole.len() > 100_000, "{} bytes break no pipe", whole.len());
        let (line, said) = one_line_of(arguments);
        if arguments[0] == "explain" {
            assert_eq!(Some(line.trim_end()), whole.lines().next());
        }
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_never_reads_is_no_error() {
    for arguments in [&["explain", &case(LARGE)][..], &["--help"], &["models"]] {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let said = Said::from(child.wait_with_output().unwrap());
        assert_eq!((said.code, &*said.err), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let large = case(LARGE);
    for arguments in
        [&["run", &large][..], &["--help"], &["help"], &["run", "--help"], &["--version"], &["models"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let said = Said::from(command(arguments).stdout(full).output().unwrap());
        assert_eq!(said.code, Some(2), "{arguments:?}");
        assert!(said.err.starts_with("error: standard output can't be written"), "{arguments:?}: {said:?}");
    }
}
