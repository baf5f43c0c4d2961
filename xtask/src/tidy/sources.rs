//! Rules about words in source files; comments are free.

use super::Findings;
use super::tracked;
use crate::workspace;

/// A crate that must stay replaceable, and the one file that names it.
const ONE_FILE: [(&str, &str); 2] = [
    ("petgraph::", "crates/asrpt-core/src/model.rs"),
    ("smartcore::", "crates/asrpt-core/src/predict/forest.rs"),
];

const CORE: &str = "crates/asrpt-core/src/";
/// What would make a run differ from the next, or from the same run in the browser.
const NOT_IN_CORE: [&str; 14] = [
    "std::time",
    "SystemTime",
    "HashMap",
    "HashSet",
    "SmallRng",
    "StdRng",
    "thread_rng",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "println!",
    "dbg!",
];

pub fn one_file_per_crate() -> Findings {
    let mut findings = Vec::new();
    for file in rust_files()? {
        for (word, home) in ONE_FILE {
            if file != home && !file.starts_with("xtask/") {
                findings.extend(lines_with(&file, &[word])?);
            }
        }
    }
    Ok(findings)
}

pub fn core_is_deterministic() -> Findings {
    let mut findings = Vec::new();
    for file in rust_files()? {
        if file.starts_with(CORE) {
            findings.extend(lines_with(&file, &NOT_IN_CORE)?);
        }
    }
    Ok(findings)
}

fn rust_files() -> Findings {
    let files = tracked::files()?;
    Ok(files.into_iter().filter(|file| file.ends_with(".rs")).collect())
}

/// `file:line: word` for every word found in code.
fn lines_with(file: &str, words: &[&str]) -> Findings {
    let text = std::fs::read_to_string(workspace::root().join(file))?;
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let found = words.iter().filter(|word| code.contains(**word));
        findings.extend(found.map(|word| format!("{file}:{}: {word}", index + 1)));
    }
    Ok(findings)
}
