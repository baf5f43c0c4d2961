//! Child processes: run to the end, capture, retry, give up after a while.

use crate::Fallible;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Runs to the end with the terminal's output; an error names the command.
pub fn run(command: &mut Command) -> Fallible {
    let status =
        command.stdin(Stdio::null()).status().map_err(|problem| format!("{}: {problem}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", shown(command)).into()) }
}

/// Standard output, trimmed; nothing if the command is absent or fails.
pub fn output(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    capture(Command::new(program).args(arguments))
}

/// Like [`output`] for a prepared command.
pub fn capture(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Registries and mirrors drop a connection now and then: three tries, with a pause between.
pub fn run_with_retries(command: &mut Command) -> Fallible {
    for pause in [5, 20] {
        match run(command) {
            Ok(()) => return Ok(()),
            Err(problem) => println!("  {problem}; once more in {pause} s"),
        }
        sleep(Duration::from_secs(pause));
    }
    run(command)
}

/// Runs for at most `limit`, then ends the child and says so.
pub fn run_at_most(command: &mut Command, limit: Duration) -> Fallible {
    let mut child =
        command.stdin(Stdio::null()).spawn().map_err(|problem| format!("{}: {problem}", shown(command)))?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            let failure = || format!("{} ended with {status}", shown(command)).into();
            return status.success().then_some(()).ok_or_else(failure);
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Err(format!("{} took more than {limit:?}", shown(command)).into());
        }
        sleep(Duration::from_millis(100));
    }
}

/// The command as one would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The first file of that name in PATH.
pub fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join(program))
        .find(|candidate| candidate.is_file())
}

/// PATH with these directories before all others.
pub fn path_with(first: &[&Path]) -> Fallible<std::ffi::OsString> {
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let rest = std::env::split_paths(&inherited);
    let all = first.iter().map(|directory| directory.to_path_buf());
    Ok(std::env::join_paths(all.chain(rest))?)
}

#[cfg(test)]
mod tests {
    use super::{run, run_at_most};
    use std::process::Command;
    use std::time::{Duration, Instant};

    #[test]
    fn a_hanging_command_is_ended() {
        let started = Instant::now();
        let limit = Duration::from_millis(200);
        assert!(run_at_most(Command::new("sleep").arg("30"), limit).is_err());
        assert!(started.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn an_error_names_the_command() {
        let problem = run(Command::new("no-such-command").arg("--flag")).unwrap_err();
        assert!(problem.to_string().starts_with("no-such-command --flag"));
    }
}
