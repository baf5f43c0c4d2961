//! Why a job's prediction is what it is: what it rests on, the records most like it, and how far the trees agree.

use serde::Serialize;

use super::counts::Counts;
use super::{Basis, Facts, Fitted, Method, Prediction, facts_of, predictions, predictor_of, refs};
use crate::ids::JobIndex;
use crate::scenario::Scenario;

/// A record of the history that is like a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// Its position in the history.
    pub record: usize,
    /// Both have the same group.
    pub same_group: bool,
    /// Both have the same user.
    pub same_user: bool,
    /// Both have the same model.
    pub same_model: bool,
    /// Its GPUs.
    pub gpus: u32,
    /// How it turned out.
    pub iterations: u64,
}

/// What the trees say: the prediction is the mean of their logarithms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of every tree, ascending.
    pub trees: Vec<f64>,
    /// Nearest-rank 10 %.
    pub p10: f64,
    /// Nearest-rank 90 %.
    pub p90: f64,
}

/// Why a job's prediction is what it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// n̂ and what it rests on.
    pub prediction: Prediction,
    /// What the predictor would have said where the file gives its own prediction.
    pub made: Option<f64>,
    /// The most similar records: of the same group first, then user, model, nearest GPUs, latest.
    pub nearest: Vec<Nearest>,
    /// The numbers that the job became, with their names; empty for predictors that don't compute any.
    pub features: Vec<(&'static str, f64)>,
    /// Of an ensemble.
    pub spread: Option<Spread>,
}

/// Explains the predictions of one scenario; fits its predictor once.
pub struct Explainer<'a> {
    scenario: &'a Scenario,
    facts: Vec<Facts<'a>>,
    fitted: Option<Box<dyn Fitted + 'a>>,
    predictions: Vec<Prediction>,
}

impl<'a> Explainer<'a> {
    /// For a valid scenario.
    pub fn new(scenario: &'a Scenario) -> Self {
        let fitted = match predictor_of(scenario).method() {
            Method::Learner(fit) if !scenario.history.is_empty() => {
                Some(fit(&scenario.predictor, &refs(&scenario.history)))
            }
            _ => None,
        };
        let facts = facts_of(scenario);
        let predictions = match &fitted {
            None => predictions(scenario),
            Some(fitted) => learned(scenario, &facts, &**fitted),
        };
        Self { scenario, facts, fitted, predictions }
    }

    /// Why a job's prediction is what it is, with so many of its nearest records.
    pub fn why(&self, job: JobIndex, nearest: usize) -> Why {
        let facts = self.facts[job.at()];
        let prediction = self.predictions[job.at()];
        let fitted = self.fitted.as_deref();
        let trees = fitted.map(|fitted| fitted.trees(facts)).unwrap_or_default();
        let made = || fitted.map(|fitted| fitted.predict(&[facts])[0]);
        Why {
            prediction,
            made: if prediction.basis == Basis::Given { made() } else { None },
            nearest: if fitted.is_some() { self.nearest(facts, nearest) } else { Vec::new() },
            features: fitted.map(|fitted| fitted.features(facts)).unwrap_or_default(),
            spread: (!trees.is_empty()).then(|| spread(trees)),
        }
    }

    fn nearest(&self, job: Facts<'_>, most: usize) -> Vec<Nearest> {
        let history = &self.scenario.history;
        let mut order: Vec<usize> = (0..history.len()).collect();
        let distance = |&at: &usize| {
            let record = Facts::from(&history[at]);
            let (group, user, model) = same(job, record);
            (!group, !user, !model, record.gpus.abs_diff(job.gpus), std::cmp::Reverse(at))
        };
        if most < order.len() {
            order.select_nth_unstable_by_key(most, distance);
            order.truncate(most);
        }
        order.sort_by_key(distance);
        let describe = |record: usize| {
            let other = Facts::from(&history[record]);
            let (same_group, same_user, same_model) = same(job, other);
            let iterations = history[record].iterations;
            Nearest { record, same_group, same_user, same_model, gpus: other.gpus, iterations }
        };
        order.into_iter().map(describe).collect()
    }
}

fn learned(scenario: &Scenario, facts: &[Facts<'_>], fitted: &dyn Fitted) -> Vec<Prediction> {
    let counts = Counts::new(&scenario.history);
    let made = fitted.predict(facts).into_iter().zip(facts).zip(&scenario.jobs);
    made.map(|((iterations, &facts), job)| match job.predicted_iterations {
        Some(iterations) => Prediction { iterations, basis: Basis::Given },
        None => Prediction { iterations, basis: counts.basis(facts) },
    })
    .collect()
}

/// Whether group, user and model are the same; a missing label is like no other.
fn same(a: Facts<'_>, b: Facts<'_>) -> (bool, bool, bool) {
    let both = |a: Option<&str>, b: Option<&str>| a.is_some() && a == b;
    (both(a.group, b.group), both(a.user, b.user), a.model == b.model)
}

fn spread(mut trees: Vec<f64>) -> Spread {
    trees.sort_by(f64::total_cmp);
    let rank = |percent: usize| trees[(trees.len() * percent).div_ceil(100).max(1) - 1];
    Spread { p10: rank(10), p90: rank(90), trees }
}
