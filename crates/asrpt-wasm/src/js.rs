//! How JavaScript calls the API: functions on a frozen `window.asrpt`. A scenario may be text or a plain object, which
//! is read as its JSON text; problems are thrown as an `Error` that carries them.

use asrpt_core::MODEL_VERSION;
use asrpt_core::scenario::Problem;
use js_sys::{Error, Function, JSON, Object, Reflect, TypeError};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::api;

type Answer = Result<JsValue, JsValue>;

/// Puts the API on `window.asrpt`.
pub fn install() {
    let api = Object::new();
    let set = |name: &str, value: JsValue| {
        // Setting a property of our own new object can't fail.
        let _ = Reflect::set(&api, &name.into(), &value);
    };
    set("version", env!("CARGO_PKG_VERSION").into());
    set("model_version", MODEL_VERSION.into());
    set("policies", to_js(&api::policies()).unwrap_or_default());
    set("validate", one(|scenario| problems(&api::validate(&document(&scenario)?))));
    set(
        "simulate",
        two(|scenario, policy| {
            text_or(api::simulate(&document(&scenario)?, optional(&policy, "the policy")?.as_deref()))
        }),
    );
    set("compare", one(|scenario| text_or(api::compare(&document(&scenario)?))));
    set("explain", three(explain));
    set(
        "share",
        two(|scenario, base| {
            text_or(api::share(&document(&scenario)?, optional(&base, "the base address")?.as_deref()))
        }),
    );
    set("open", one(|link| text_or(api::open(&text(&link, "the link")?))));
    let _ = Reflect::set(&js_sys::global(), &"asrpt".into(), &Object::freeze(&api));
}

fn explain(scenario: JsValue, policy: JsValue, step: JsValue) -> Answer {
    let (json, kind) = (document(&scenario)?, optional(&policy, "the policy")?);
    let said = if is_absent(&step) {
        api::explain_all(&json, kind.as_deref())
    } else {
        let step = step.as_f64().ok_or_else(|| type_error("the step is given as a number"))?;
        api::explain_step(&json, kind.as_deref(), step)
    };
    to_js(&said.map_err(|problems| error(&problems))?)
}

fn one(call: fn(JsValue) -> Answer) -> JsValue {
    function(Closure::<dyn Fn(JsValue) -> Answer>::new(call).into_js_value())
}

fn two(call: fn(JsValue, JsValue) -> Answer) -> JsValue {
    function(Closure::<dyn Fn(JsValue, JsValue) -> Answer>::new(call).into_js_value())
}

fn three(call: fn(JsValue, JsValue, JsValue) -> Answer) -> JsValue {
    function(Closure::<dyn Fn(JsValue, JsValue, JsValue) -> Answer>::new(call).into_js_value())
}

fn function(value: JsValue) -> JsValue {
    value.unchecked_into::<Function>().into()
}

/// A scenario's text: as it is, or that of an object.
fn document(scenario: &JsValue) -> Result<String, JsValue> {
    if let Some(text) = scenario.as_string() {
        return Ok(text);
    }
    if !scenario.is_object() {
        return Err(type_error("the scenario is given as JSON text or as an object"));
    }
    let text = JSON::stringify(scenario)?;
    text.as_string().ok_or_else(|| type_error("the scenario has no JSON text"))
}

fn text(value: &JsValue, what: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| type_error(&format!("{what} is given as text")))
}

fn optional(value: &JsValue, what: &str) -> Result<Option<String>, JsValue> {
    if is_absent(value) { Ok(None) } else { text(value, what).map(Some) }
}

fn is_absent(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

fn type_error(message: &str) -> JsValue {
    TypeError::new(message).into()
}

fn text_or(answer: Result<String, Vec<Problem>>) -> Answer {
    answer.map(JsValue::from).map_err(|problems| error(&problems))
}

fn to_js(value: &Value) -> Answer {
    JSON::parse(&value.to_string())
}

fn problems(problems: &[Problem]) -> Answer {
    JSON::parse(&serde_json::to_string(problems).unwrap_or_else(|_| "[]".to_owned()))
}

fn error(all: &[Problem]) -> JsValue {
    let said: Vec<String> = all.iter().map(Problem::to_string).collect();
    let error = Error::new(&said.join("\n"));
    if let Ok(all) = problems(all) {
        let _ = Reflect::set(&error, &"problems".into(), &all);
    }
    error.into()
}
