//! The design tokens say dark twice: by choice and by the system's wish. Both must say the same.

use super::Findings;
use crate::workspace;

const FILE: &str = "assets/tokens.css";
const CHOSEN: &str = ":root[data-theme=\"dark\"] {";
const WISHED: &str = ":root:not([data-theme]) {";

pub fn dark_blocks_are_equal() -> Findings {
    let path = workspace::root().join(FILE);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let css = std::fs::read_to_string(path)?;
    match (declarations(&css, CHOSEN), declarations(&css, WISHED)) {
        (Some(chosen), Some(wished)) => Ok(differences(&chosen, &wished)),
        _ => Ok(vec![format!("{FILE}: a dark block is missing ({CHOSEN} or {WISHED})")]),
    }
}

/// The declarations of a block, in order, spaces made equal.
fn declarations(css: &str, selector: &str) -> Option<Vec<String>> {
    let (_, after) = css.split_once(selector)?;
    let (block, _) = after.split_once('}')?;
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(block.split(';').map(words).filter(|line| !line.is_empty()).collect())
}

fn differences(chosen: &[String], wished: &[String]) -> Vec<String> {
    let only = |one: &[String], other: &[String], whose: &str| -> Vec<String> {
        let missing = one.iter().filter(|line| !other.contains(line));
        missing.map(|line| format!("{FILE}: only {whose}: {line}")).collect()
    };
    let mut findings = only(chosen, wished, "where dark is chosen");
    findings.extend(only(wished, chosen, "where the system wishes dark"));
    findings
}

#[cfg(test)]
mod tests {
    use super::{declarations, differences};

    #[test]
    fn spaces_do_not_count_and_values_do() {
        let one = declarations("a { --x: 1;\n  --y: 2; }", "a {").unwrap();
        let same = declarations("b {--x:  1; --y: 2 }", "b {").unwrap();
        let other = declarations("c { --x: 1; --y: 3; }", "c {").unwrap();
        assert!(differences(&one, &same).is_empty());
        assert_eq!(differences(&one, &other).len(), 2);
    }
}
