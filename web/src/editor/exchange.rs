//! A model, or a part of one, as text: JSON, or [`dot`] for Graphviz.
//!
//! The JSON is `{"format": "asrpt-model", "version": 1, "name", "model", "view", "source"}`: `model` as in a scenario's
//! `models`, `view` the places of the cards, `source` how the calculator made it. A whole scenario is read as well, for
//! the models in it. All go through the one validator of the core.

use asrpt_core::scenario::{CollectiveKind, Json, ModelSpec, Problem, Scenario, ServerSpec};

use super::dot;
use super::geometry::Point;
use super::graph::check_name;
use super::places::{self, PLACES, SOURCES};

const FORMAT: &str = "asrpt-model";
const VERSION: f64 = 1.0;
/// What a model is called while it is read.
const IN_FRAME: &str = "m";

/// A model with its name and its places.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub name: String,
    pub spec: ModelSpec,
    pub places: Vec<Point>,
    /// How it was made, as the scenario keeps it.
    pub source: Option<Json>,
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
    fields.extend(in_scenario(&["view", PLACES, &model.name]).map(|view| ("view".to_owned(), view)));
    fields.extend(model.source.clone().map(|source| ("source".to_owned(), source)));
    serde_json::to_string(&Json::Object(fields)).expect("the tree holds finite numbers and text")
}

/// The models of a text.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn read(text: &str) -> Result<Vec<Named>, Vec<Problem>> {
    if !dot::is_dot(text) {
        return from_json(text);
    }
    let (name, spec) = dot::read(text).map_err(|problem| vec![problem])?;
    from_json(&to_json(&Named { name, spec, places: Vec::new(), source: None }))
}

fn from_json(text: &str) -> Result<Vec<Named>, Vec<Problem>> {
    let ours = serde_json::from_str::<Json>(text).ok().filter(|json| is_text(field(json, "format"), FORMAT));
    let (scenario, own_name) = match ours {
        Some(json) => {
            let scenario = Scenario::from_json(&as_scenario(&json)?).map_err(within_model)?;
            let name = name_of(&json);
            check_name(&name).map_err(|reason| vec![problem("name", &reason, "shorten it")])?;
            (scenario, Some(name))
        }
        None => (Scenario::from_json(text)?, None),
    };
    let named = |(name, spec): &(String, ModelSpec)| Named {
        name: own_name.clone().unwrap_or_else(|| name.clone()),
        spec: spec.clone(),
        places: places::of_model(&scenario, name, spec),
        source: places::get(&scenario, SOURCES, name).cloned(),
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
    let name = IN_FRAME.to_owned();
    let spec =
        ServerSpec { name: None, count: 1, gpus: 1, nvlink_gb_per_s: 1.0, nic_gb_per_s: 1.0, gpu_speed: 1.0 };
    let frame = Scenario { servers: vec![spec], ..Scenario::default() }.to_json();
    let Ok(Json::Object(mut fields)) = serde_json::from_str::<Json>(&frame) else {
        return Err(Vec::new());
    };
    fields.retain(|(key, _)| key != "models");
    fields.push(("models".to_owned(), Json::Object(vec![(name.clone(), model.clone())])));
    let kept = |own: &str, key: &str| {
        let of_model = Json::Object(vec![(name.clone(), field(json, own)?.clone())]);
        Some((key.to_owned(), of_model))
    };
    let view: Vec<_> = [kept("view", PLACES), kept("source", SOURCES)].into_iter().flatten().collect();
    fields.push(("view".to_owned(), Json::Object(view)));
    Ok(serde_json::to_string(&Json::Object(fields)).expect("the tree holds finite numbers and text"))
}

fn name_of(json: &Json) -> String {
    match field(json, "name") {
        Some(Json::Text(name)) if !name.is_empty() => name.clone(),
        _ => "model".to_owned(),
    }
}

/// Places as they are in the model's own file.
fn within_model(problems: Vec<Problem>) -> Vec<Problem> {
    let own = |problem: Problem| match problem.path.strip_prefix(&format!("models.{IN_FRAME}")) {
        Some(rest) => Problem { path: format!("model{rest}"), ..problem },
        None => problem,
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

/// As people write it.
pub fn kind_name(kind: CollectiveKind) -> &'static str {
    match kind {
        CollectiveKind::AllReduce => "all-reduce",
        CollectiveKind::AllToAll => "all-to-all",
    }
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
            source: None,
        }
    }

    #[test]
    fn a_model_comes_back_as_it_was() {
        let text = to_json(&named());
        assert!(text.starts_with(
            r#"{"format":"asrpt-model","version":1,"name":"two \"stages\"","model":{"stages":[{"id":"a","#
        ));
        assert_eq!(read(&text), Ok(vec![named()]));
        let made = Named { source: serde_json::from_str(r#"{"entry":"x"}"#).ok(), ..named() };
        assert_eq!(read(&to_json(&made)), Ok(vec![made]));
    }

    #[test]
    fn a_graph_for_graphviz_is_read_and_validated_too() {
        let read = read(&dot::write("two \"stages\"", &named().spec)).unwrap();
        assert_eq!((&read[0].name, &read[0].spec), (&named().name, &named().spec));
        let said = |text: &str| super::read(text).unwrap_err()[0].to_string();
        assert_eq!(said("digraph {\n a -> }"), "line 2: has } where a name is due");
        assert!(said("digraph m { a -> b -> a }").starts_with("model.edges: form a cycle: "));
        assert!(said("digraph m { a [replicas=0] }").starts_with("model.stages[0].replicas: must be"));
        assert!(said("digraph m { }").starts_with("model.stages: has no stage"));
    }

    #[test]
    fn a_scenario_gives_all_its_models() {
        let json = EXAMPLES.iter().find(|example| example.slug == "flush-dag").unwrap().json;
        let names: Vec<String> = read(json).unwrap().into_iter().map(|model| model.name).collect();
        assert_eq!(names, ["dag", "flush"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let wrong = to_json(&named()).replace("\"forward_ms\":10", "\"forward_ms\":-1");
        let problems = read(&wrong).unwrap_err();
        assert_eq!(problems[0].path, "model.stages[0].forward_ms");
        for (text, path) in [
            ("nonsense", "line 1, column 2"),
            (r#"{"format": "asrpt-model"}"#, "version"),
            (r#"{"format": "asrpt-model", "version": 1}"#, "model"),
            (r#"{"format": "else", "version": 1}"#, "format"),
            (&to_json(&Named { name: "n".repeat(201), ..named() }), "name"),
        ] {
            assert_eq!(read(text).unwrap_err()[0].path, path, "{text}");
        }
    }
}
