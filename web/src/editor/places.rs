//! Where the cards lie. The scenario keeps it under `view.models.<model>.<stage id>` as `[x, y]`, in canvas pixels
//! from the upper left corner of the card; it never changes a result. What isn't understood there is passed over.

use asrpt_core::scenario::{Json, ModelSpec, Scenario};

use super::geometry::{Point, bounds, card};
use super::tidy;

/// The key below `view`.
pub const PLACES: &str = "models";
/// Beside it: how models were made.
pub const SOURCES: &str = "sources";
/// Cards further out than this are laid out anew: a file may say anything.
const FURTHEST: f64 = 1e6;

/// Where each stage of a model lies. Stages without a place get one by the layered layout: all of them, or below those
/// that have one.
pub fn of_model(scenario: &Scenario, model: &str, spec: &ModelSpec) -> Vec<Point> {
    let kept: Vec<Option<Point>> = spec.stages.iter().map(|stage| kept(scenario, model, &stage.id)).collect();
    if kept.iter().all(Option::is_some) {
        return kept.into_iter().flatten().collect();
    }
    let mut places = tidy::layout(spec);
    let cards: Vec<_> =
        spec.stages.iter().zip(&kept).filter_map(|(stage, at)| Some(card(stage, (*at)?))).collect();
    let below = bounds(&cards).map_or(Point::default(), |all| Point { x: all.left, y: all.bottom + 40.0 });
    for (place, kept) in places.iter_mut().zip(kept) {
        *place = kept.unwrap_or_else(|| place.plus(below.x, below.y).snapped());
    }
    places
}

fn kept(scenario: &Scenario, model: &str, stage: &str) -> Option<Point> {
    let Json::List(pair) = field(get(scenario, PLACES, model)?, stage)? else { return None };
    let [Json::Number(x), Json::Number(y)] = pair[..] else { return None };
    (x.abs() < FURTHEST && y.abs() < FURTHEST).then_some(Point { x, y })
}

/// Writes where all stages of a model lie; what else is under `view` stays.
pub fn keep(scenario: &mut Scenario, model: &str, spec: &ModelSpec, places: &[Point]) {
    let pair = |at: &Point| Json::List(vec![Json::Number(at.x), Json::Number(at.y)]);
    let stages = spec.stages.iter().zip(places).map(|(stage, at)| (stage.id.clone(), pair(at))).collect();
    set(scenario, PLACES, model, Some(Json::Object(stages)));
}

/// Forgets where a model's stages lie, and how it was made.
pub fn forget(scenario: &mut Scenario, model: &str) {
    set(scenario, PLACES, model, None);
    set(scenario, SOURCES, model, None);
}

/// What is kept of a model under another name.
pub fn rename(scenario: &mut Scenario, old: &str, new: &str) {
    copy(scenario, old, new);
    forget(scenario, old);
}

/// What is kept of a model for another one as well.
pub fn copy(scenario: &mut Scenario, from: &str, to: &str) {
    for key in [PLACES, SOURCES] {
        let kept = get(scenario, key, from).cloned();
        set(scenario, key, to, kept);
    }
}

/// What is kept of a model under a key of the view.
pub fn get<'a>(scenario: &'a Scenario, key: &str, model: &str) -> Option<&'a Json> {
    field(field(scenario.view.as_ref()?, key)?, model)
}

/// Keeps something of a model under a key of the view, or forgets it.
pub fn set(scenario: &mut Scenario, key: &str, model: &str, kept: Option<Json>) {
    let view = match scenario.view.take() {
        Some(view @ Json::Object(_)) => view,
        None => Json::Object(Vec::new()),
        // Not ours to replace.
        other => {
            scenario.view = other;
            return;
        }
    };
    let models = field(&view, key).cloned().filter(|models| matches!(models, Json::Object(_)));
    if models.is_none() && kept.is_none() {
        scenario.view = Some(view).filter(|view| !is_empty(view));
        return;
    }
    let models = with(models.unwrap_or(Json::Object(Vec::new())), model, kept);
    let models = Some(models).filter(|models| !is_empty(models));
    scenario.view = Some(with(view, key, models)).filter(|view| !is_empty(view));
}

fn is_empty(json: &Json) -> bool {
    matches!(json, Json::Object(fields) if fields.is_empty())
}

fn field<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(fields) = json else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// An object with a field set, in its place if it was there, or without it.
fn with(object: Json, name: &str, value: Option<Json>) -> Json {
    let Json::Object(mut fields) = object else { return object };
    match (value, fields.iter().position(|(key, _)| key == name)) {
        (Some(value), Some(at)) => fields[at].1 = value,
        (Some(value), None) => fields.push((name.to_owned(), value)),
        (None, Some(at)) => drop(fields.remove(at)),
        (None, None) => {}
    }
    Json::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    fn scenario(view: Option<&str>) -> Scenario {
        let view = view.map(|view| serde_json::from_str(view).unwrap());
        Scenario { models: vec![("m".to_owned(), model("a b", "a>b"))], view, ..Scenario::default() }
    }

    #[test]
    fn places_are_kept_beside_what_else_is_in_the_view() {
        let mut scenario = scenario(Some(r#"{"window_s": [0, 9], "models": {"other": {"x": [1, 2]}}}"#));
        let spec = scenario.models[0].1.clone();
        let places = [Point { x: 10.0, y: 20.0 }, Point { x: 300.0, y: 0.0 }];
        keep(&mut scenario, "m", &spec, &places);
        assert_eq!(of_model(&scenario, "m", &spec), places);
        let text = serde_json::to_string(scenario.view.as_ref().unwrap()).unwrap();
        assert_eq!(
            text,
            r#"{"window_s":[0,9],"models":{"other":{"x":[1,2]},"m":{"a":[10,20],"b":[300,0]}}}"#
        );
        rename(&mut scenario, "m", "n");
        assert_eq!(of_model(&scenario, "n", &spec), places);
        forget(&mut scenario, "n");
        let text = serde_json::to_string(scenario.view.as_ref().unwrap()).unwrap();
        assert_eq!(text, r#"{"window_s":[0,9],"models":{"other":{"x":[1,2]}}}"#);
    }

    #[test]
    fn forgetting_the_last_leaves_no_trace() {
        let mut scenario = scenario(None);
        let spec = scenario.models[0].1.clone();
        keep(&mut scenario, "m", &spec, &[Point::default(), Point::default()]);
        forget(&mut scenario, "m");
        assert_eq!(scenario.view, None);
    }

    #[test]
    fn foreign_views_are_passed_over_and_left_alone() {
        for view in [
            "7",
            r#"{"models": []}"#,
            r#"{"models": {"m": {"a": [1], "b": ["x", 2]}}}"#,
            r#"{"models": {"m": {"a": [1e300, 0]}}}"#,
        ] {
            let scenario = scenario(Some(view));
            let spec = &scenario.models[0].1;
            assert_eq!(of_model(&scenario, "m", spec), tidy::layout(spec), "{view}");
        }
        let mut scenario = scenario(Some("7"));
        let spec = scenario.models[0].1.clone();
        keep(&mut scenario, "m", &spec, &[Point::default(), Point::default()]);
        assert_eq!(scenario.view, Some(Json::Number(7.0)));
    }

    #[test]
    fn stages_without_a_place_go_below_the_others() {
        let scenario = scenario(Some(r#"{"models": {"m": {"a": [50, 60]}}}"#));
        let places = of_model(&scenario, "m", &scenario.models[0].1);
        assert_eq!(places[0], Point { x: 50.0, y: 60.0 });
        assert!(places[1].y >= 60.0 + 116.0, "{places:?}");
    }
}
