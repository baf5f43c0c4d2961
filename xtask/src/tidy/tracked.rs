//! Rules about what git tracks (or would, for a new file).

use super::Findings;
use crate::{Fallible, run, workspace};

const LIMIT: u64 = 1024 * 1024;
const CRATES_IO: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// Every tracked or new file that is there, relative to the root.
pub fn files() -> Fallible<Vec<String>> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let text = run::output("git", &arguments).ok_or("git ls-files failed")?;
    let names = text.split('\0').map(str::to_owned);
    Ok(names.filter(|name| workspace::root().join(name).is_file()).collect())
}

pub fn no_big_file() -> Findings {
    let mut findings = Vec::new();
    for file in files()? {
        let size = workspace::root().join(&file).metadata()?.len();
        if size > LIMIT {
            findings.push(format!("{file}: {} KiB", size / 1024));
        }
    }
    Ok(findings)
}

pub fn no_machine_path() -> Findings {
    let home = std::env::var("HOME").unwrap_or_default();
    let here = workspace::root().display().to_string();
    // "/" as a home would be found everywhere.
    let places: Vec<_> = [home, here].into_iter().filter(|place| place.len() > 1).collect();
    let mut findings = Vec::new();
    for file in files()? {
        // What isn't text names no path that anybody would read.
        let text = std::fs::read_to_string(workspace::root().join(&file)).unwrap_or_default();
        let named = |line: &&str| places.iter().any(|place| names_path(line, place));
        findings.extend(text.lines().find(named).map(|line| format!("{file}: {}", line.trim())));
    }
    Ok(findings)
}

/// Whether the line has the path itself, not one that only ends like it.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(&format!("{path}/")).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !".-_~*".contains(c))
    })
}

pub fn only_crates_io() -> Findings {
    let lock = std::fs::read_to_string(workspace::root().join("Cargo.lock"))?;
    let sources = lock.lines().filter(|line| line.starts_with("source = "));
    let foreign = sources.filter(|line| *line != CRATES_IO);
    Ok(foreign.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::names_path;

    #[test]
    fn a_path_is_named_as_a_whole() {
        assert!(names_path("see /home/ada/file", "/home/ada"));
        assert!(!names_path("jobs/home/ada/file", "/home/ada"));
        assert!(!names_path("/home/adam", "/home/ada"));
    }
}
