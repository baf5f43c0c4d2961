//! `cargo xtask tidy`: house rules that no compiler holds.

mod dependencies;
mod sources;
mod tokens;
mod tracked;

use crate::Fallible;

/// What a rule found, one line each.
type Findings = Fallible<Vec<String>>;

/// A house rule: the sentence that it holds, and what looks for the breaches.
struct Rule(&'static str, fn() -> Findings);

const RULES: [Rule; 8] = [
    Rule("dependencies point one way", dependencies::direction),
    Rule("the core knows no web", dependencies::core_is_pure),
    Rule("a foreign crate is named in its one file", sources::one_file_per_crate),
    Rule("the core has no clock, no hash order, no input or output", sources::core_is_deterministic),
    Rule("both dark blocks of the tokens are equal", tokens::dark_blocks_are_equal),
    Rule("no file over 1 MiB", tracked::no_big_file),
    Rule("no path of one machine", tracked::no_machine_path),
    Rule("every crate comes from crates.io", tracked::only_crates_io),
];

pub fn run(arguments: &[String]) -> Fallible {
    if !arguments.is_empty() {
        return Err("tidy takes no arguments".into());
    }
    let mut broken = 0;
    for Rule(sentence, check) in RULES {
        let findings = check()?;
        if !findings.is_empty() {
            broken += 1;
            println!("broken: {sentence}");
        }
        for finding in findings {
            println!("  {finding}");
        }
    }
    match broken {
        0 => {
            println!("tidy: {} rules hold", RULES.len());
            Ok(())
        }
        some => Err(format!("{some} of {} house rules are broken", RULES.len()).into()),
    }
}
