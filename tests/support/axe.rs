//! The accessibility checker.

use crate::{Outcome, Page};
use serde_json::Value;
use std::fmt;

/// Set by `cargo xtask test`: the folder of the npm package.
const FOLDER: &str = "ASRPT_AXE";

/// One thing that keeps people out.
#[derive(Debug)]
pub struct Finding {
    /// axe's name of the rule.
    pub rule: String,
    /// "serious" or "critical".
    pub impact: String,
    /// What is the matter, and with which elements.
    pub detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({}): {}", self.rule, self.impact, self.detail)
    }
}

impl Page<'_> {
    /// Serious and critical findings of axe-core on the page as it is now.
    pub fn axe(&mut self) -> Outcome<Vec<Finding>> {
        let folder = std::env::var(FOLDER).map_err(|_| format!("{FOLDER} is not set"))?;
        let source = std::fs::read_to_string(format!("{folder}/axe.min.js"))?;
        self.run(&source, vec![])?;
        let violations = self.eval("axe.run().then(results => results.violations)")?;
        let all = violations.as_array().ok_or("axe gave no list")?;
        Ok(all.iter().map(finding).filter(Finding::keeps_people_out).collect())
    }

    /// Fails with every serious or critical finding.
    pub fn must_be_accessible(&mut self) -> Outcome {
        let findings = self.axe()?;
        if findings.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        Err(lines.join("\n").into())
    }
}

impl Finding {
    fn keeps_people_out(&self) -> bool {
        matches!(self.impact.as_str(), "serious" | "critical")
    }
}

fn finding(violation: &Value) -> Finding {
    let text = |key: &str| violation[key].as_str().unwrap_or_default().to_owned();
    let nodes = violation["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places: Vec<String> = nodes.iter().take(5).map(|node| node["target"].to_string()).collect();
    Finding {
        rule: text("id"),
        impact: text("impact"),
        detail: format!("{}: {}", text("help"), places.join(", ")),
    }
}
