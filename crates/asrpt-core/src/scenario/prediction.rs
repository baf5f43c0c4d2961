//! `predictor` and `history`: what predictions are made from. Read, checked and written here.

use super::Json;
use super::object::Object;
use super::problems::{Problems, join};
use super::validate::{at_most, count, id, name_length, within};
use super::write::{number, object, optional_text, text, unless_default};
use crate::limits;
use crate::time::TIME_LIMIT_US;

/// How predictions are made. Every kind may carry every parameter, so that a change of kind loses none.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictorSpec {
    /// A kind of [`crate::predict::PREDICTORS`].
    pub kind: String,
    /// Seed of everything random in it, below 2^53.
    pub seed: u64,
    /// σ of the noisy predictor's log-normal error.
    pub sigma: f64,
    /// Trees of the forest.
    pub trees: u32,
    /// Greatest depth of a tree; the root alone is depth 1.
    pub max_depth: u32,
    /// Least number of records in a leaf.
    pub min_leaf: u32,
    /// Online learning: completed jobs join the history, and a learner is fitted again after so many. `None` is off.
    pub refit_every: Option<u32>,
}

impl Default for PredictorSpec {
    fn default() -> Self {
        Self {
            kind: "perfect".to_owned(),
            seed: 1,
            sigma: 0.5,
            trees: 50,
            max_depth: 16,
            min_leaf: 5,
            refit_every: None,
        }
    }
}

/// A job of the past: what a scheduler knows once it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRecord {
    /// Label.
    pub user: Option<String>,
    /// Label.
    pub group: Option<String>,
    /// Name of a model graph; it needn't be one of the scenario's.
    pub model: String,
    /// g.
    pub gpus: u32,
    /// n, as it turned out.
    pub iterations: u64,
}

pub(super) fn read_predictor(value: &Json, problems: &mut Problems) -> PredictorSpec {
    let default = PredictorSpec::default();
    let Some(mut object) = Object::open(value, "predictor", problems) else {
        return default;
    };
    let predictor = read_fields(&mut object, default, problems);
    object.close(problems);
    predictor
}

fn read_fields(object: &mut Object<'_>, default: PredictorSpec, problems: &mut Problems) -> PredictorSpec {
    let mut whole = |key, most: u32, problems: &mut Problems| {
        let number = object.optional_whole(key, most.into(), problems)?;
        u32::try_from(number).ok()
    };
    let trees = whole("trees", limits::TREES, problems);
    let max_depth = whole("max_depth", limits::TREE_DEPTH, problems);
    let min_leaf = whole("min_leaf", limits::LEAF, problems);
    let refit_every = whole("refit_every", limits::REFIT_EVERY, problems);
    PredictorSpec {
        kind: object.text("kind", problems).unwrap_or(default.kind),
        seed: object.optional_seed("seed", problems).unwrap_or(default.seed),
        sigma: object.optional_number("sigma", problems).unwrap_or(default.sigma),
        trees: trees.unwrap_or(default.trees),
        max_depth: max_depth.unwrap_or(default.max_depth),
        min_leaf: min_leaf.unwrap_or(default.min_leaf),
        refit_every,
    }
}

pub(super) fn read_record(object: &mut Object<'_>, problems: &mut Problems) -> HistoryRecord {
    let gpus = object.whole("gpus", limits::CLUSTER_GPUS.into(), problems);
    HistoryRecord {
        user: object.optional_text("user", problems),
        group: object.optional_text("group", problems),
        model: object.text("model", problems).unwrap_or_else(|| "?".to_owned()),
        gpus: gpus.and_then(|gpus| u32::try_from(gpus).ok()).unwrap_or(1),
        iterations: object.whole("iterations", TIME_LIMIT_US - 1, problems).unwrap_or(1),
    }
}

pub(super) fn check_predictor(spec: &PredictorSpec, problems: &mut Problems) {
    if spec.seed >= TIME_LIMIT_US {
        problems.add("predictor.seed", format!("must be below 2^53, is {}", spec.seed), "");
    }
    within(spec.sigma, (0.0, limits::SIGMA), "predictor.sigma", "", problems);
    count(spec.trees, limits::TREES, "predictor.trees", problems);
    count(spec.max_depth, limits::TREE_DEPTH, "predictor.max_depth", problems);
    count(spec.min_leaf, limits::LEAF, "predictor.min_leaf", problems);
    if let Some(every) = spec.refit_every {
        count(every, limits::REFIT_EVERY, "predictor.refit_every", problems);
    }
}

pub(super) fn check_history(history: &[HistoryRecord], problems: &mut Problems) {
    at_most(history.len() as u64, limits::HISTORY as u64, "history", "records", problems);
    for (at, record) in history.iter().enumerate() {
        if problems.are_too_many() {
            return;
        }
        let place = |key: &str| join(&format!("history[{at}]"), key);
        id(&record.model, &place("model"), problems);
        name_length(record.user.as_deref(), &place("user"), problems);
        name_length(record.group.as_deref(), &place("group"), problems);
        count(record.gpus, limits::CLUSTER_GPUS, &place("gpus"), problems);
        if !(1..TIME_LIMIT_US).contains(&record.iterations) {
            let message = format!("must be from 1 to {}, is {}", TIME_LIMIT_US - 1, record.iterations);
            problems.add(place("iterations"), message, "");
        }
    }
}

/// `None` for the default.
pub(super) fn write_predictor(spec: &PredictorSpec) -> Option<Json> {
    let default = PredictorSpec::default();
    let whole = |value: u32, default: u32| unless_default(value.into(), default.into());
    (*spec != default).then(|| {
        object([
            ("kind", text(&spec.kind)),
            // Below 2^53, so exact as a double.
            ("seed", unless_default(spec.seed as f64, default.seed as f64)),
            ("sigma", unless_default(spec.sigma, default.sigma)),
            ("trees", whole(spec.trees, default.trees)),
            ("max_depth", whole(spec.max_depth, default.max_depth)),
            ("min_leaf", whole(spec.min_leaf, default.min_leaf)),
            ("refit_every", spec.refit_every.and_then(number)),
        ])
    })
}

pub(super) fn write_record(record: &HistoryRecord) -> Json {
    object([
        ("user", optional_text(record.user.as_ref())),
        ("group", optional_text(record.group.as_ref())),
        ("model", text(&record.model)),
        ("gpus", number(record.gpus)),
        ("iterations", number(record.iterations as f64)),
    ])
}

/// The parameters alone, as JSON, for links; `None` where all have their default.
pub(crate) fn parameters_to_json(spec: &PredictorSpec) -> Option<String> {
    let alone = PredictorSpec { kind: PredictorSpec::default().kind, ..spec.clone() };
    serde_json::to_string(&write_predictor(&alone)?).ok()
}

/// What [`parameters_to_json`] wrote, with a kind; `None` for anything else.
pub(crate) fn from_parameters(kind: String, parameters: Option<&str>) -> Option<PredictorSpec> {
    let Some(parameters) = parameters else {
        return Some(PredictorSpec { kind, ..PredictorSpec::default() });
    };
    let mut problems = Problems::default();
    let read = read_predictor(&serde_json::from_str(parameters).ok()?, &mut problems);
    problems.is_empty().then_some(PredictorSpec { kind, ..read })
}
