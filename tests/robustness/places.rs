//! One thing changed at a time, everywhere: the problem stands at the place that was changed.

use crate::document::{Place, full, places};
use crate::{refused, survives};
use asrpt_core::scenario::Problem;
use serde_json::{Value, json};

fn kinds() -> [Value; 6] {
    [json!(null), json!(true), json!(7), json!("text"), json!([1]), json!({ "a": 1 })]
}

fn same_kind(a: &Value, b: &Value) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn outside_the_view() -> Vec<Place> {
    places(&full()).into_iter().filter(|place| !place.is_in_view()).collect()
}

#[test]
fn every_wrong_type_is_refused_at_its_place() {
    for place in outside_the_view() {
        for kind in kinds() {
            if same_kind(&kind, place.of(&mut full())) {
                continue;
            }
            let problems = refused(&place.replaced(&full(), kind).to_string());
            assert_eq!(problems[0].path, place.path(), "{problems:?}");
            assert!(problems[0].message.contains("must be"), "{problems:?}");
        }
    }
}

/// One mistake is named once at its place; what follows from it elsewhere may be listed, but nothing that nobody wrote.
#[test]
fn a_wrong_type_is_named_once() {
    let mut noisy = Vec::new();
    for place in outside_the_view() {
        for kind in kinds() {
            if !same_kind(&kind, place.of(&mut full())) {
                let problems = refused(&place.replaced(&full(), kind).to_string());
                let again = |problem: &&Problem| problem.path == place.path();
                noisy.extend(problems[1..].iter().find(again).map(ToString::to_string));
            }
        }
    }
    assert!(noisy.is_empty(), "{} of them: {:#?}", noisy.len(), &noisy[..noisy.len().min(10)]);
}

/// The optional keys of the format; every other key is required.
const OPTIONAL: [&str; 25] = [
    "seed",
    "sigma",
    "trees",
    "max_depth",
    "min_leaf",
    "refit_every",
    "history",
    "name",
    "description",
    "count",
    "gpu_speed",
    "collectives",
    "per",
    "micro_batches",
    "predicted_iterations",
    "user",
    "group",
    "policy",
    "comm_heavy_ratio",
    "delay_factor",
    "predictor",
    "view",
    "step",
    "boxes",
    "x",
];

#[test]
fn a_missing_key_is_named_unless_it_is_optional() {
    for place in places(&full()) {
        let Some(key) = place.last_key() else { continue };
        let mut document = full();
        place.parent().of(&mut document).as_object_mut().unwrap().remove(key);
        let text = document.to_string();
        match place.parent().path().as_str() {
            "models" => {
                let problems = refused(&text);
                assert!(problems.iter().all(|problem| problem.path.ends_with("].model")), "{problems:?}");
            }
            _ if OPTIONAL.contains(&key) => assert!(survives(&text), "{} is optional", place.path()),
            _ => {
                let problems = refused(&text);
                assert_eq!(problems[0].path, place.path(), "{problems:?}");
                assert!(problems[0].message.contains("missing"), "{problems:?}");
            }
        }
    }
}

#[test]
fn a_doubled_key_is_refused_at_its_place() {
    for place in outside_the_view() {
        let Some(key) = place.last_key() else { continue };
        // The parent again as text, with the key and its value written once more.
        let parent = place.parent();
        let written = parent.of(&mut full()).to_string();
        let twice = format!("{{{}:{},{}", json!(key), place.of(&mut full()), &written[1..]);
        let problems = refused(&parent.spliced(&full(), &twice));
        assert_eq!(problems[0].path, place.path(), "{problems:?}");
        assert!(problems[0].message.contains("twice"), "{problems:?}");
    }
}

#[test]
fn an_unknown_key_is_refused_at_its_place_in_every_object() {
    for place in outside_the_view() {
        if !place.of(&mut full()).is_object() || place.path() == "models" {
            continue;
        }
        for key in ["colour", "Name", "gpu", "__proto__", "note-1"] {
            let mut document = full();
            place.of(&mut document)[key] = json!(1);
            let problems = refused(&document.to_string());
            assert_eq!(problems.len(), 1, "{problems:?}");
            let under_root = place.path() == "document";
            let path = if under_root { key.to_owned() } else { place.key(key).path() };
            assert_eq!(problems[0].path, path, "{problems:?}");
            assert!(problems[0].message.contains(key), "by name: {problems:?}");
        }
    }
}

/// What only meaning can tell, each with its place.
#[test]
fn wrong_references_are_refused_at_their_place() {
    let cases = [
        ("jobs[1].model", json!("none"), "jobs[1].model"),
        ("jobs[1].id", json!("a"), "jobs[1].id"),
        ("models.pipe.stages[1].id", json!("in"), "models.pipe.stages[1].id"),
        ("models.pipe.edges[1].to", json!("nowhere"), "models.pipe.edges[1].to"),
        ("models.pipe.edges[1].to", json!("mid"), "models.pipe.edges[1]"),
        ("models.pipe.edges[1].to", json!("in"), "models.pipe.edges"),
        (
            "models.pipe.edges[1]",
            json!({ "from": "in", "to": "mid", "activation_mb": 1 }),
            "models.pipe.edges[1]",
        ),
        ("models.pipe.stages[1].replicas", json!(8), "jobs[0]"),
        ("models.solo.stages", json!([]), "models.solo.stages"),
        ("cluster.servers", json!([]), "cluster.servers"),
        ("policy.kind", json!("lifo"), "policy.kind"),
        ("predictor.kind", json!("oracle"), "predictor.kind"),
        ("history[0].model", json!(""), "history[0].model"),
        (
            "models.pipe.stages[0].collectives[0].kind",
            json!("gather"),
            "models.pipe.stages[0].collectives[0].kind",
        ),
        (
            "models.pipe.stages[0].collectives[0].per",
            json!("epoch"),
            "models.pipe.stages[0].collectives[0].per",
        ),
    ];
    for (path, value, expected) in cases {
        let place = places(&full()).into_iter().find(|place| place.path() == path).unwrap();
        let problems = refused(&place.replaced(&full(), value).to_string());
        let found: Vec<&str> = problems.iter().map(|problem| &*problem.path).collect();
        assert!(found.contains(&expected), "{path}: {problems:?}");
    }
}

#[test]
fn all_problems_are_listed_and_a_flood_is_counted() {
    let mut document = full();
    document["jobs"][0]["iterations"] = json!(-1);
    document["jobs"][1]["model"] = json!("none");
    document["cluster"]["servers"][0]["colour"] = json!("red");
    let paths: Vec<String> = refused(&document.to_string()).into_iter().map(|problem| problem.path).collect();
    assert_eq!(paths, ["cluster.servers[0].colour", "jobs[0].iterations", "jobs[1].model"]);
    document["jobs"] = (0..5000).map(|_| json!(null)).collect();
    let problems = refused(&document.to_string());
    assert!(problems.len() <= 201);
    assert!(problems.last().unwrap().message.contains("48"), "{:?}", problems.last());
}
