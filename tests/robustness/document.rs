//! A small valid scenario with every key that the format has, and ways to walk and change it.

use serde_json::{Value, json};

pub fn full() -> Value {
    json!({
        "format": "asrpt-scenario", "version": 1, "name": "all keys", "description": "every key once",
        "cluster": { "servers": [
            { "name": "big", "count": 2, "gpus": 4, "nvlink_gb_per_s": 100.5, "nic_gb_per_s": 10, "gpu_speed": 1.5 },
            { "gpus": 2, "nvlink_gb_per_s": 50, "nic_gb_per_s": 5 },
        ]},
        "models": {
            "pipe": {
                "stages": [
                    { "id": "in", "name": "first", "forward_ms": 1.5, "backward_ms": 3, "replicas": 2,
                      "collectives": [{ "kind": "all_reduce", "mb": 40.5, "per": "micro_batch" }] },
                    { "id": "mid", "forward_ms": 2, "backward_ms": 4, "replicas": 3 },
                    { "id": "out", "forward_ms": 0, "backward_ms": 0.25, "replicas": 1 },
                ],
                "edges": [
                    { "from": "in", "to": "mid", "activation_mb": 8.5 },
                    { "from": "mid", "to": "out", "activation_mb": 0 },
                ],
                "micro_batches": 4,
            },
            "solo": { "stages": [{ "id": "s", "forward_ms": 10, "backward_ms": 20, "replicas": 1 }], "edges": [] },
        },
        "jobs": [
            { "id": "a", "model": "pipe", "arrival_s": 0, "iterations": 20, "predicted_iterations": 12.5,
              "user": "u", "group": "g", "name": "first job" },
            { "id": "b", "model": "solo", "arrival_s": 0.125, "iterations": 7 },
            { "id": "c", "model": "pipe", "arrival_s": 0.125, "iterations": 3 },
        ],
        "policy": { "kind": "a-srpt", "comm_heavy_ratio": 1.1, "delay_factor": 0.5 },
        "predictor": {
            "kind": "random-forest", "seed": 7, "sigma": 0.25, "trees": 3, "max_depth": 4, "min_leaf": 2,
            "refit_every": 1,
        },
        "history": [
            { "user": "u", "group": "g", "model": "pipe", "gpus": 6, "iterations": 25 },
            { "model": "solo", "gpus": 1, "iterations": 5 },
        ],
        "view": { "step": 3, "boxes": [{ "x": 1.5 }, null, "note", true] },
    })
}

/// A place in a document: keys and positions from the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Position(usize),
}

impl Place {
    fn then(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    pub fn key(&self, key: &str) -> Self {
        self.then(Step::Key(key.to_owned()))
    }

    /// As problems name it: `jobs[3].model`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for step in &self.0 {
            match step {
                Step::Key(key) if path.is_empty() => path.push_str(key),
                Step::Key(key) => path.extend([".", key]),
                Step::Position(at) => path.push_str(&format!("[{at}]")),
            }
        }
        if path.is_empty() { "document".to_owned() } else { path }
    }

    pub fn is_in_view(&self) -> bool {
        self.0.first() == Some(&Step::Key("view".to_owned()))
    }

    pub fn last_key(&self) -> Option<&str> {
        match self.0.last() {
            Some(Step::Key(key)) => Some(key),
            _ => None,
        }
    }

    pub fn parent(&self) -> Self {
        Self(self.0[..self.0.len() - 1].to_vec())
    }

    pub fn of<'a>(&self, document: &'a mut Value) -> &'a mut Value {
        self.0.iter().fold(document, |value, step| match step {
            Step::Key(key) => &mut value[key.as_str()],
            Step::Position(at) => &mut value[*at],
        })
    }

    /// The document with another value here.
    pub fn replaced(&self, document: &Value, value: Value) -> Value {
        let mut document = document.clone();
        *self.of(&mut document) = value;
        document
    }

    /// The document as text with any text here, be it JSON or not.
    pub fn spliced(&self, document: &Value, raw: &str) -> String {
        const MARK: &str = "\u{1}here\u{1}";
        let marked = self.replaced(document, json!(MARK)).to_string();
        marked.replacen(&json!(MARK).to_string(), raw, 1)
    }
}

/// Every place of the document, the root first.
pub fn places(document: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    collect(document, Place::default(), &mut found);
    found
}

fn collect(value: &Value, place: Place, found: &mut Vec<Place>) {
    found.push(place.clone());
    match value {
        Value::Array(items) => {
            let each = items.iter().enumerate();
            each.for_each(|(at, item)| collect(item, place.then(Step::Position(at)), found));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, item)| collect(item, place.key(key), found)),
        _ => {}
    }
}
