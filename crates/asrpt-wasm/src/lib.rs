//! The JavaScript API, `window.asrpt`. Everything crosses as JSON text, made and read in Rust, so that every number
//! passes the one validator and results are the command line's, byte for byte.
//!
//! - `version`, `model_version`
//! - `validate(json)` → an array of `{path, message, hint}`, empty for a good scenario
//! - `simulate(json, policy?)` → the result as JSON text; throws an `Error` with `problems` for a bad scenario

use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::policy::{self, Policy};
use asrpt_core::run::{Run, RunError};
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::{MODEL_VERSION, result};
use js_sys::{Error, Function, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

/// Every problem of a scenario's text, those that only show when it is prepared included.
pub fn validate(json: &str) -> Vec<Problem> {
    Scenario::from_json(json).and_then(Instance::prepare).err().unwrap_or_default()
}

/// The result of a scenario under its own policy or another, as JSON text.
///
/// # Errors
/// Every problem of the scenario, an unknown policy, or the job whose time passes the limit of simulated time.
pub fn simulate(json: &str, kind: Option<&str>) -> Result<String, Vec<Problem>> {
    let instance = Arc::new(Instance::prepare(Scenario::from_json(json)?)?);
    let policy = policy_of(&instance, kind)?;
    let run =
        Run::simulate(Arc::clone(&instance), policy).map_err(|error| vec![beyond_time(&instance, &error)])?;
    Ok(result::to_json(&run))
}

fn policy_of(instance: &Instance, kind: Option<&str>) -> Result<&'static dyn Policy, Vec<Problem>> {
    let kind = kind.unwrap_or(&instance.scenario.policy.kind);
    policy::find(kind).ok_or_else(|| {
        let kinds: Vec<_> = policy::POLICIES.iter().map(|policy| policy.kind()).collect();
        vec![Problem {
            path: "policy".to_owned(),
            message: format!("there is no policy {kind:?}"),
            hint: format!("use one of {}", kinds.join(", ")),
        }]
    })
}

fn beyond_time(instance: &Instance, error: &RunError) -> Problem {
    Problem {
        path: format!("jobs[{}]", error.job.at()),
        message: format!("job {:?} would {} beyond simulated time", instance.job_id(error.job), error.what),
        hint: "give fewer iterations or shorter stages".to_owned(),
    }
}

/// Puts the API on `window.asrpt`.
pub fn install() {
    let api = Object::new();
    let set = |name: &str, value: JsValue| {
        // Setting a property of our own new object can't fail.
        let _ = Reflect::set(&api, &name.into(), &value);
    };
    set("version", env!("CARGO_PKG_VERSION").into());
    set("model_version", MODEL_VERSION.into());
    set("validate", validate_function().into());
    set("simulate", simulate_function().into());
    let _ = Reflect::set(&js_sys::global(), &"asrpt".into(), &Object::freeze(&api));
}

fn validate_function() -> Function {
    let call = |json: JsValue| -> Result<JsValue, JsValue> { to_js(&validate(&text(&json)?)) };
    Closure::<dyn Fn(JsValue) -> Result<JsValue, JsValue>>::new(call).into_js_value().unchecked_into()
}

fn simulate_function() -> Function {
    let call = |json: JsValue, kind: JsValue| -> Result<JsValue, JsValue> {
        let kind = if kind.is_undefined() || kind.is_null() { None } else { Some(text(&kind)?) };
        simulate(&text(&json)?, kind.as_deref()).map(JsValue::from).map_err(|problems| error(&problems))
    };
    Closure::<dyn Fn(JsValue, JsValue) -> Result<JsValue, JsValue>>::new(call)
        .into_js_value()
        .unchecked_into()
}

fn text(value: &JsValue) -> Result<String, JsValue> {
    value
        .as_string()
        .ok_or_else(|| js_sys::TypeError::new("the scenario and the policy are given as text").into())
}

fn to_js(problems: &[Problem]) -> Result<JsValue, JsValue> {
    JSON::parse(&serde_json::to_string(problems).unwrap_or_else(|_| "[]".to_owned()))
}

fn error(problems: &[Problem]) -> JsValue {
    let said: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let error = Error::new(&said.join("\n"));
    if let Ok(problems) = to_js(problems) {
        let _ = Reflect::set(&error, &"problems".into(), &problems);
    }
    error.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_JOB: &str = r#"{"format":"asrpt-scenario","version":1,
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
        let problems = simulate(ONE_JOB, Some("best")).unwrap_err();
        assert_eq!(problems[0].path, "policy");
    }
}
