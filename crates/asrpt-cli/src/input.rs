//! Reads scenarios, and says what is wrong with them.

use std::io::Read;
use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::limits;
use asrpt_core::policy;
use asrpt_core::run::Run;
use asrpt_core::scenario::{Problem, Scenario};

use crate::ScenarioArgs;

/// The scenario in a file, made ready to run.
pub fn instance(file: &str) -> Result<Arc<Instance>, String> {
    prepared(file, scenario(file)?)
}

fn prepared(file: &str, scenario: Scenario) -> Result<Arc<Instance>, String> {
    let instance = Instance::prepare(scenario);
    instance.map(Arc::new).map_err(|problems| listed(file, &problems))
}

/// The scenario in a file.
pub fn scenario(file: &str) -> Result<Scenario, String> {
    Scenario::from_json(&text(file)?).map_err(|problems| listed(file, &problems))
}

/// One run of the scenario's policy, or of the one asked for.
pub fn simulate(args: &ScenarioArgs) -> Result<Run, String> {
    run(&args.file, scenario(&args.file)?, args.policy.as_deref())
}

/// One run of a scenario that came from that file.
pub fn run(file: &str, scenario: Scenario, policy: Option<&str>) -> Result<Run, String> {
    let instance = prepared(file, scenario)?;
    let kind = policy.unwrap_or(&instance.scenario.policy.kind);
    let policy = policy::find(kind).ok_or_else(|| format!("error: there is no policy {kind:?}"))?;
    let problem_of = instance.clone();
    Run::simulate(instance, policy).map_err(|error| listed(file, &[error.problem(&problem_of)]))
}

/// One line a problem.
pub fn listed(file: &str, problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(|problem| format!("error: {file}: {problem}")).collect();
    lines.join("\n")
}

/// The text of a file, or of standard input.
pub fn text(file: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to know that it is too much.
    let limit = limits::DOCUMENT_BYTES as u64 + 1;
    let read = if file == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| format!("error: {file}: can't be read: {error}"))?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        format!("error: {file}: byte {place}: is not UTF-8 text (save the scenario as UTF-8)")
    })
}
