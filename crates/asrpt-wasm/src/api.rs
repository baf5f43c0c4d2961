//! What the API does, without JavaScript.

use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::policy::{self, POLICIES, Policy};
use asrpt_core::run::{self, Run};
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::share::{self, LinkError};
use asrpt_core::{explain, result};
use serde_json::{Value, json};

/// Every problem of a scenario's text, those that only show when it is prepared included.
pub fn validate(json: &str) -> Vec<Problem> {
    Scenario::from_json(json).and_then(Instance::prepare).err().unwrap_or_default()
}

/// The result of a scenario under its own policy or another, as JSON text.
///
/// # Errors
/// Every problem of the scenario, an unknown policy, or the job whose time passes the limit of simulated time.
pub fn simulate(json: &str, kind: Option<&str>) -> Result<String, Vec<Problem>> {
    run_of(json, kind).map(|run| result::to_json(&run))
}

/// The figures of every policy, as JSON text.
///
/// # Errors
/// Every problem of the scenario, or the job whose time passes the limit under some policy.
pub fn compare(json: &str) -> Result<String, Vec<Problem>> {
    let instance = Instance::prepare(Scenario::from_json(json)?)?;
    let mut figures = Vec::with_capacity(POLICIES.len());
    for (policy, metrics) in run::compare(&instance) {
        figures.push((policy, metrics.map_err(|error| vec![error.problem(&instance)])?));
    }
    Ok(result::comparison_to_json(figures.iter().map(|(policy, metrics)| (*policy, metrics))))
}

/// Every decision as a sentence with its numbers.
///
/// # Errors
/// As [`simulate`].
pub fn explain_all(json: &str, kind: Option<&str>) -> Result<Value, Vec<Problem>> {
    let run = run_of(json, kind)?;
    Ok((0..run.log.len()).map(|at| explanation(&run, at)).collect())
}

/// One decision; steps count from 1, as on the page.
///
/// # Errors
/// As [`simulate`], and a step that the run doesn't have.
pub fn explain_step(json: &str, kind: Option<&str>, step: f64) -> Result<Value, Vec<Problem>> {
    let run = run_of(json, kind)?;
    let steps = run.log.len();
    let is_step = step.fract() == 0.0 && step >= 1.0 && step <= steps as f64;
    if is_step { Ok(explanation(&run, step as usize - 1)) } else { Err(vec![no_such_step(steps)]) }
}

fn explanation(run: &Run, at: usize) -> Value {
    let entry = &run.log[at];
    json!({
        "step": at + 1,
        "time_us": entry.time_us,
        "kind": entry.event.kind(),
        "job": run.instance.job_id(entry.event.job()),
        "title": explain::title(&entry.event),
        "text": explain::plain(run, &explain::entry(run, at)),
    })
}

/// The part of a link after its base address, or the whole link.
///
/// # Errors
/// Every problem of the scenario, or why no link can hold it.
pub fn share(json: &str, base: Option<&str>) -> Result<String, Vec<Problem>> {
    let scenario = Scenario::from_json(json)?;
    let code = share::encode(&scenario).map_err(of_link)?;
    let base = base.and_then(|base| base.split('#').next()).unwrap_or_default();
    Ok(format!("{base}#{code}"))
}

/// The scenario in a link, as the canonical document.
///
/// # Errors
/// What is wrong with the link, or with the scenario in it.
pub fn open(link: &str) -> Result<String, Vec<Problem>> {
    share::decode(link.trim()).map(|scenario| scenario.to_json()).map_err(of_link)
}

/// What the policies are called and what they do.
pub fn policies() -> Value {
    let about = |policy: &&dyn Policy| json!({ "kind": policy.kind(), "label": policy.label(), "summary": policy.summary() });
    POLICIES.iter().map(about).collect()
}

fn run_of(json: &str, kind: Option<&str>) -> Result<Run, Vec<Problem>> {
    let instance = Arc::new(Instance::prepare(Scenario::from_json(json)?)?);
    let policy = policy_of(&instance, kind)?;
    Run::simulate(Arc::clone(&instance), policy).map_err(|error| vec![error.problem(&instance)])
}

fn policy_of(instance: &Instance, kind: Option<&str>) -> Result<&'static dyn Policy, Vec<Problem>> {
    let kind = kind.unwrap_or(&instance.scenario.policy.kind);
    policy::find(kind).ok_or_else(|| {
        let kinds: Vec<_> = POLICIES.iter().map(|policy| policy.kind()).collect();
        vec![Problem {
            path: "policy".to_owned(),
            message: format!("there is no policy {kind:?}"),
            hint: format!("use one of {}", kinds.join(", ")),
        }]
    })
}

fn no_such_step(steps: usize) -> Problem {
    Problem {
        path: "step".to_owned(),
        message: format!("the run has steps 1 to {steps}"),
        hint: "leave the step out to get all of them".to_owned(),
    }
}

fn of_link(error: LinkError) -> Vec<Problem> {
    match error {
        LinkError::Invalid { problems, .. } => problems,
        other => vec![Problem { path: "link".to_owned(), message: other.to_string(), hint: String::new() }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub const ONE_JOB: &str = r#"{"format":"asrpt-scenario","version":1,
        "cluster":{"servers":[{"gpus":1,"nvlink_gb_per_s":100,"nic_gb_per_s":10}]},
        "models":{"m":{"stages":[{"id":"s","forward_ms":30,"backward_ms":70,"replicas":1}],"edges":[]}},
        "jobs":[{"id":"a","model":"m","arrival_s":0,"iterations":10}]}"#;

    #[test]
    fn a_good_scenario_has_no_problems_and_a_result() {
        assert_eq!(validate(ONE_JOB), []);
        let json = simulate(ONE_JOB, Some("fifo")).unwrap();
        assert!(json.starts_with(r#"{"policy":"fifo""#), "{json}");
        assert!(json.contains(r#""completion_us":1000000"#), "{json}");
    }

    #[test]
    fn problems_have_places() {
        assert!(!validate("{").is_empty());
        assert_eq!(simulate(ONE_JOB, Some("best")).unwrap_err()[0].path, "policy");
        assert_eq!(open("#2ab").unwrap_err()[0].path, "link");
        assert_eq!(share("{}", None).unwrap_err()[0].path, "format");
    }

    #[test]
    fn every_policy_is_compared_with_a_srpt() {
        let comparison: Value = serde_json::from_str(&compare(ONE_JOB).unwrap()).unwrap();
        let rows = comparison["policies"].as_array().unwrap();
        assert_eq!(rows.len(), POLICIES.len());
        // The virtual machine keeps the one job for its second; FIFO starts it at once.
        let fifo = rows.iter().find(|row| row["policy"] == "fifo").unwrap();
        assert_eq!(fifo["total_jct_to_a_srpt"], 0.5);
        assert_eq!(policies().as_array().unwrap().len(), POLICIES.len());
    }

    #[test]
    fn steps_count_from_one() {
        let all = explain_all(ONE_JOB, Some("fifo")).unwrap();
        let kinds: Vec<&str> =
            all.as_array().unwrap().iter().map(|step| step["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["arrival", "start", "completion"]);
        let last = explain_step(ONE_JOB, Some("fifo"), 3.0).unwrap();
        assert_eq!(last, all[2]);
        assert_eq!((last["time_us"].as_u64(), last["job"].as_str()), (Some(1_000_000), Some("a")));
        for step in [0.0, 4.0, 1.5, f64::NAN] {
            assert_eq!(explain_step(ONE_JOB, Some("fifo"), step).unwrap_err()[0].path, "step");
        }
    }

    #[test]
    fn a_link_gives_the_scenario_back() {
        let link = share(ONE_JOB, Some("https://example.org/lab/#old")).unwrap();
        assert!(link.starts_with("https://example.org/lab/#1"), "{link}");
        let scenario = open(&link).unwrap();
        assert_eq!(simulate(&scenario, None).unwrap(), simulate(ONE_JOB, None).unwrap());
    }
}
