//! `asrpt models`.

use asrpt_core::library;
use asrpt_core::scenario::{Json, Scenario};

use crate::output;

/// The list, or one model as the page exchanges it: `{"format": "asrpt-model", …}`.
pub fn run(id: Option<&str>) -> Result<String, String> {
    let Some(id) = id else { return Ok(list()) };
    let entry = library::find(id);
    let entry = entry.ok_or_else(|| format!("error: there is no model {id:?}; `asrpt models` lists them"))?;
    let model = (entry.id.clone(), entry.estimate().model);
    let scenario = Scenario { models: vec![model], ..Scenario::default() };
    let document = serde_json::from_str(&scenario.to_json()).expect("the writer writes JSON");
    let graph = field(&document, "models").and_then(|models| field(models, id)).cloned();
    let model = [
        ("format", Json::Text("asrpt-model".to_owned())),
        ("version", Json::Number(1.0)),
        ("name", Json::Text(entry.id.clone())),
        ("model", graph.expect("it was written under its name")),
    ];
    let model = Json::Object(model.map(|(key, value)| (key.to_owned(), value)).into());
    Ok(serde_json::to_string(&model).expect("the tree holds finite numbers and text"))
}

fn field<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(fields) = json else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn list() -> String {
    let rows = library::entries().map(|entry| {
        vec![entry.id.clone(), entry.title.clone(), entry.gpus.to_string(), entry.layout.clone()]
    });
    output::table(&["Model", "Architecture", "GPUs", "Layout"], rows)
}
