//! How good a predictor is on what it hasn't seen, and what it goes by.
//!
//! The last fifth of the history is held out: fitted on what came before, as a scheduler would have been.

use serde::Serialize;

use super::score::{Pair, Scores, mean_abs_log_error};
use super::{Facts, Fitted, Method, Predictor, Report, predictor_of, refs};
use crate::random::Random;
use crate::scenario::{HistoryRecord, PredictorSpec, Scenario};

/// Share of the history that predictors are fitted on; the rest is held out.
pub const FITTED_SHARE: f64 = 0.8;
/// Shuffles that an importance is the mean of.
const SHUFFLES: usize = 3;
/// Held-out records that importances look at, the first ones.
const IMPORTANCE_ROWS: usize = 5_000;
/// The facts that importances are given for.
const FACTS: [&str; 4] = ["group", "user", "model", "gpus"];

/// Predictions beside the truth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// In the order of the history or of the jobs.
    pub pairs: Vec<Pair>,
    /// In figures; `None` for no pairs.
    pub scores: Option<Scores>,
}

/// How much worse predictions become when one fact is shuffled among the held-out records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Importance {
    /// `group`, `user`, `model` or `gpus`.
    pub fact: &'static str,
    /// Mean |ln(n̂ / n)| with the fact shuffled − without; 0 says that it isn't used, below 0 that it misleads.
    pub increase: f64,
}

/// A predictor on the held-out part of a history.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// Its kind.
    pub predictor: &'static str,
    /// Records that it was fitted on.
    pub fitted: usize,
    /// The rest.
    pub held_out: Held,
    /// Of learners, largest first.
    pub importance: Vec<Importance>,
}

/// The scenario's predictor, or another with the scenario's parameters, on its history; `None` for fewer than two
/// records.
pub fn evaluate(scenario: &Scenario, predictor: Option<&'static dyn Predictor>) -> Option<Evaluation> {
    let predictor = predictor.unwrap_or_else(|| predictor_of(scenario));
    let (past, held) = split(&scenario.history)?;
    let spec = &scenario.predictor;
    let (predicted, importance) = match predictor.method() {
        Method::Oracle(oracle) => (oracle(spec, &truth_of(held)), Vec::new()),
        Method::Learner(fit) => {
            let fitted = fit(spec, &refs(past));
            (fitted.predict(&facts_of(held)), importances(&*fitted, spec, held))
        }
    };
    let held_out = Held::new(predicted, truth_of(held));
    Some(Evaluation { predictor: predictor.kind(), fitted: past.len(), held_out, importance })
}

impl Held {
    /// The scenario's own jobs: what was predicted beside the true n.
    pub fn of_report(report: &Report, scenario: &Scenario) -> Self {
        let predicted = report.predictions.iter().map(|prediction| prediction.iterations).collect();
        Self::new(predicted, scenario.jobs.iter().map(|job| job.iterations).collect())
    }

    fn new(predicted: Vec<f64>, truth: Vec<u64>) -> Self {
        let pairs = pairs(predicted, &truth);
        Self { scores: Scores::of(&pairs), pairs }
    }
}

fn pairs(predicted: Vec<f64>, truth: &[u64]) -> Vec<Pair> {
    let both = predicted.into_iter().zip(truth);
    both.map(|(predicted, &iterations)| Pair { predicted, iterations }).collect()
}

/// By the order of the history, at least one record on either side.
fn split(history: &[HistoryRecord]) -> Option<(&[HistoryRecord], &[HistoryRecord])> {
    if history.len() < 2 {
        return None;
    }
    let fitted = libm::floor(history.len() as f64 * FITTED_SHARE) as usize;
    Some(history.split_at(fitted.clamp(1, history.len() - 1)))
}

fn truth_of(records: &[HistoryRecord]) -> Vec<u64> {
    records.iter().map(|record| record.iterations).collect()
}

fn facts_of(records: &[HistoryRecord]) -> Vec<Facts<'_>> {
    records.iter().map(Facts::from).collect()
}

fn importances(fitted: &dyn Fitted, spec: &PredictorSpec, held: &[HistoryRecord]) -> Vec<Importance> {
    let held = &held[..held.len().min(IMPORTANCE_ROWS)];
    let (facts, truth) = (facts_of(held), truth_of(held));
    let error = |facts: &[Facts<'_>]| mean_abs_log_error(&pairs(fitted.predict(facts), &truth));
    let plain = error(&facts);
    let mut random = Random::new(spec.seed);
    let mut importances = FACTS.map(|fact| {
        let errors = (0..SHUFFLES).map(|_| error(&shuffled(&facts, fact, &mut random)));
        Importance { fact, increase: errors.sum::<f64>() / SHUFFLES as f64 - plain }
    });
    importances.sort_by(|a, b| b.increase.total_cmp(&a.increase));
    importances.to_vec()
}

fn shuffled<'a>(facts: &[Facts<'a>], fact: &str, random: &mut Random) -> Vec<Facts<'a>> {
    let mut from: Vec<usize> = (0..facts.len()).collect();
    random.draw(&mut from, facts.len());
    let take = |(own, from): (&Facts<'a>, usize)| {
        let other = facts[from];
        match fact {
            "group" => Facts { group: other.group, ..*own },
            "user" => Facts { user: other.user, ..*own },
            "model" => Facts { model: other.model, ..*own },
            _ => Facts { gpus: other.gpus, ..*own },
        }
    };
    facts.iter().zip(from).map(take).collect()
}
