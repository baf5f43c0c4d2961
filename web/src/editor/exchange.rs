//! A model, or a part of one, as text: JSON to read again, DOT for Graphviz.
//!
//! The JSON is `{"format": "asrpt-model", "version": 1, "name", "model", "view"}`: `model` as in a scenario's
//! `models`, `view` the places of the cards. A whole scenario is read as well, for the models in it. Both go through
//! the one validator of the core.

use std::fmt::Write;

use asrpt_core::scenario::{CollectiveKind, Json, ModelSpec, Problem, Scenario, ServerSpec, StageSpec};

use crate::draw::number::plain;

use super::geometry::Point;
use super::places;

const FORMAT: &str = "asrpt-model";
const VERSION: f64 = 1.0;

/// A model with its name and its places.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub name: String,
    pub spec: ModelSpec,
    pub places: Vec<Point>,
}

/// As JSON.
pub fn to_json(model: &Named) -> String {
    let mut scenario =
        Scenario { models: vec![(model.name.clone(), model.spec.clone())], ..Scenario::default() };
    places::keep(&mut scenario, &model.name, &model.spec, &model.places);
    let document: Json = serde_json::from_str(&scenario.to_json()).expect("what the core writes is JSON");
    let in_scenario = |path: &[&str]| path.iter().try_fold(&document, |json, key| field(json, key)).cloned();
    let mut fields = vec![
        ("format".to_owned(), Json::Text(FORMAT.to_owned())),
        ("version".to_owned(), Json::Number(VERSION)),
        ("name".to_owned(), Json::Text(model.name.clone())),
    ];
    fields.extend(in_scenario(&["models", &model.name]).map(|spec| ("model".to_owned(), spec)));
    fields.extend(in_scenario(&["view", "models", &model.name]).map(|view| ("view".to_owned(), view)));
    serde_json::to_string(&Json::Object(fields)).expect("the tree holds finite numbers and text")
}

/// The models of a text.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn from_json(text: &str) -> Result<Vec<Named>, Vec<Problem>> {
    let ours = serde_json::from_str::<Json>(text).ok().filter(|json| is_text(field(json, "format"), FORMAT));
    let scenario = match ours {
        Some(json) => {
            Scenario::from_json(&as_scenario(&json)?).map_err(|problems| within_model(problems, &json))?
        }
        None => Scenario::from_json(text)?,
    };
    let named = |(name, spec): &(String, ModelSpec)| Named {
        name: name.clone(),
        spec: spec.clone(),
        places: places::of_model(&scenario, name, spec),
    };
    let models: Vec<Named> = scenario.models.iter().map(named).collect();
    if models.is_empty() {
        Err(vec![problem("models", "has no model", "export one from a scenario that has")])
    } else {
        Ok(models)
    }
}

/// The same model as the only one of a scenario.
fn as_scenario(json: &Json) -> Result<String, Vec<Problem>> {
    if !matches!(field(json, "version"), Some(Json::Number(VERSION))) {
        return Err(vec![problem("version", "is not 1", "a newer A-SRPT Lab may read it")]);
    }
    let Some(model) = field(json, "model") else {
        return Err(vec![problem("model", "is missing", "add \"model\" with stages and edges")]);
    };
    let name = name_of(json);
    let spec =
        ServerSpec { name: None, count: 1, gpus: 1, nvlink_gb_per_s: 1.0, nic_gb_per_s: 1.0, gpu_speed: 1.0 };
    let frame = Scenario { servers: vec![spec], ..Scenario::default() }.to_json();
    let Ok(Json::Object(mut fields)) = serde_json::from_str::<Json>(&frame) else {
        return Err(Vec::new());
    };
    fields.retain(|(key, _)| key != "models");
    fields.push(("models".to_owned(), Json::Object(vec![(name.clone(), model.clone())])));
    if let Some(view) = field(json, "view") {
        let models = Json::Object(vec![(name, view.clone())]);
        fields.push(("view".to_owned(), Json::Object(vec![("models".to_owned(), models)])));
    }
    Ok(serde_json::to_string(&Json::Object(fields)).expect("the tree holds finite numbers and text"))
}

fn name_of(json: &Json) -> String {
    match field(json, "name") {
        Some(Json::Text(name)) if !name.is_empty() => name.clone(),
        _ => "model".to_owned(),
    }
}

/// Places as they are in the model's own file.
fn within_model(problems: Vec<Problem>, json: &Json) -> Vec<Problem> {
    let prefix = format!("models.{}", name_of(json));
    let own = |problem: Problem| {
        let path =
            problem.path.strip_prefix(&prefix).map_or(problem.path.clone(), |rest| format!("model{rest}"));
        Problem { path, ..problem }
    };
    problems.into_iter().map(own).collect()
}

fn problem(path: &str, message: &str, hint: &str) -> Problem {
    Problem { path: path.to_owned(), message: message.to_owned(), hint: hint.to_owned() }
}

fn field<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(fields) = json else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn is_text(json: Option<&Json>, text: &str) -> bool {
    matches!(json, Some(Json::Text(own)) if own == text)
}

/// As a graph for Graphviz.
pub fn to_dot(name: &str, spec: &ModelSpec) -> String {
    let mut dot = format!("digraph {} {{\n  rankdir=LR;\n  node [shape=box, style=rounded];\n", quoted(name));
    for stage in &spec.stages {
        let _ = writeln!(dot, "  {} [label={}];", quoted(&stage.id), quoted(&label(stage)));
    }
    for edge in &spec.edges {
        let mb = format!("{} MB", plain(edge.activation_mb));
        let _ = writeln!(dot, "  {} -> {} [label={}];", quoted(&edge.from), quoted(&edge.to), quoted(&mb));
    }
    dot.push_str("}\n");
    dot
}

fn label(stage: &StageSpec) -> String {
    let mut label = format!("{} × {}\n", stage.name.as_ref().unwrap_or(&stage.id), stage.replicas);
    let _ = write!(label, "forward {} ms, backward {} ms", plain(stage.forward_ms), plain(stage.backward_ms));
    for collective in &stage.collectives {
        let _ = write!(label, "\n{} {} MB", kind_name(collective.kind), plain(collective.mb));
    }
    label
}

/// As people write it.
pub fn kind_name(kind: CollectiveKind) -> &'static str {
    match kind {
        CollectiveKind::AllReduce => "all-reduce",
        CollectiveKind::AllToAll => "all-to-all",
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;
    use crate::examples::EXAMPLES;

    fn named() -> Named {
        let spec = model("a b", "a>b");
        Named {
            name: "two \"stages\"".to_owned(),
            places: vec![Point { x: 10.0, y: 0.0 }, Point { x: 300.0, y: 40.0 }],
            spec,
        }
    }

    #[test]
    fn a_model_comes_back_as_it_was() {
        let text = to_json(&named());
        assert!(text.starts_with(
            r#"{"format":"asrpt-model","version":1,"name":"two \"stages\"","model":{"stages":[{"id":"a","#
        ));
        assert_eq!(from_json(&text), Ok(vec![named()]));
    }

    #[test]
    fn a_scenario_gives_all_its_models() {
        let json = EXAMPLES.iter().find(|example| example.slug == "flush-dag").unwrap().json;
        let names: Vec<String> = from_json(json).unwrap().into_iter().map(|model| model.name).collect();
        assert_eq!(names, ["dag", "flush"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = to_json(&named()).replace("\"forward_ms\":10", "\"forward_ms\":-1");
        let problems = from_json(&wrong.replace("two \\\"stages\\\"", "m")).unwrap_err();
        assert_eq!(problems[0].path, "model.stages[0].forward_ms");
        for (text, path) in [
            ("nonsense", "line 1, column 2"),
            (r#"{"format": "asrpt-model"}"#, "version"),
            (r#"{"format": "asrpt-model", "version": 1}"#, "model"),
            (r#"{"format": "else", "version": 1}"#, "format"),
        ] {
            assert_eq!(from_json(text).unwrap_err()[0].path, path, "{text}");
        }
    }

    #[test]
    fn dot_names_everything_and_escapes_it() {
        let dot = to_dot("two \"stages\"", &named().spec);
        assert!(dot.starts_with("digraph \"two \\\"stages\\\"\" {"));
        assert!(dot.contains(r#"  "a" [label="a × 1\nforward 10 ms, backward 20 ms"];"#));
        assert!(dot.contains(r#"  "a" -> "b" [label="10 MB"];"#));
    }
}
