//! How n̂ is made where a job doesn't give `predicted_iterations`. A new predictor is one file and one line in
//! [`PREDICTORS`].
//!
//! There are two kinds, and the types keep them apart. *Oracles* see the true n; they say what a perfect or a noisy
//! prediction would be worth. *Learners* see what a scheduler may see, the [history](HistoryRecord) and a job's
//! [`Facts`], which have no n.

mod counts;
mod evaluate;
mod forest;
mod group;
mod group_mean;
mod group_median;
mod noisy;
mod online;
mod perfect;
mod score;
mod why;

pub use evaluate::{Evaluation, FITTED_SHARE, Held, Importance, evaluate};
pub use online::{
    DEFAULT_REFIT_EVERY, Learner, job_of_record, least_refit_every, refit_every, refit_rows, seen_by,
};
pub(crate) use online::{Online, record_of};
pub use score::{Pair, Scores};
pub use why::{Explainer, Nearest, Spread, Why};

use std::collections::BTreeMap;

use serde::Serialize;

use crate::format::count;
use crate::run::Run;
use crate::scenario::{HistoryRecord, JobSpec, ModelSpec, PredictorSpec, Scenario};

/// n̂ of every job where nothing is known: no history, no label to go by. The order of jobs then follows from α and
/// GPUs alone.
pub const PRIOR_ITERATIONS: f64 = 1_000.0;

/// A way to make predictions.
pub trait Predictor: Sync {
    /// Its name in the file.
    fn kind(&self) -> &'static str;
    /// One sentence for people.
    fn summary(&self) -> &'static str;
    /// The parameters of [`PredictorSpec`] that it reads, as the file calls them.
    fn parameters(&self) -> &'static [&'static str];
    /// How many rows a fit looks at, for the limit on the work of refits.
    fn fit_rows(&self, _spec: &PredictorSpec, records: u64) -> u64 {
        records
    }
    /// What it sees, and how it works.
    fn method(&self) -> Method;
}

/// What a predictor sees.
#[derive(Clone, Copy)]
pub enum Method {
    /// The true n of every job, in file order.
    Oracle(fn(&PredictorSpec, &[u64]) -> Vec<f64>),
    /// At least one record of the past, then the facts of jobs.
    Learner(Fit),
}

/// Fits a learner on records in the order in which they ended.
pub type Fit = for<'a> fn(&PredictorSpec, &[&'a HistoryRecord]) -> Box<dyn Fitted + 'a>;

/// A learner that has seen a history.
pub trait Fitted {
    /// n̂ of jobs, each a real of at least 1.
    fn predict(&self, jobs: &[Facts<'_>]) -> Vec<f64>;
    /// What each tree of an ensemble predicts for one job; empty for others.
    fn trees(&self, _job: Facts<'_>) -> Vec<f64> {
        Vec::new()
    }
    /// The numbers that a job becomes, with their names; empty for learners that don't compute any.
    fn features(&self, _job: Facts<'_>) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}

/// What a scheduler knows of a job when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts<'a> {
    /// Label.
    pub user: Option<&'a str>,
    /// Label.
    pub group: Option<&'a str>,
    /// Name of the model graph.
    pub model: &'a str,
    /// g.
    pub gpus: u32,
}

impl<'a> From<&'a HistoryRecord> for Facts<'a> {
    fn from(record: &'a HistoryRecord) -> Self {
        Self {
            user: record.user.as_deref(),
            group: record.group.as_deref(),
            model: &record.model,
            gpus: record.gpus,
        }
    }
}

/// All predictors.
pub const PREDICTORS: &[&dyn Predictor] = &[
    &perfect::Perfect,
    &noisy::Noisy,
    &group_mean::GroupMean,
    &group_median::GroupMedian,
    &forest::RandomForest,
];

/// The predictor of that kind.
pub fn find(kind: &str) -> Option<&'static dyn Predictor> {
    PREDICTORS.iter().copied().find(|predictor| predictor.kind() == kind)
}

/// What a prediction rests on: the most specific label that the history knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "records")]
pub enum Basis {
    /// The job gives its own `predicted_iterations`.
    Given,
    /// An oracle saw n.
    Truth,
    /// So many records of the job's group.
    Group(usize),
    /// The group is unknown or missing; so many records of the user.
    User(usize),
    /// Group and user are unknown or missing; all records.
    All(usize),
    /// There is no history: [`PRIOR_ITERATIONS`].
    Prior,
}

/// n̂ with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// n̂, at least 1.
    pub iterations: f64,
    /// What it rests on.
    pub basis: Basis,
}

/// The predictions of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The predictor's kind.
    pub predictor: &'static str,
    /// By job, in file order.
    pub predictions: Vec<Prediction>,
    /// What a person should know of them: labels never seen, no history.
    pub notes: Vec<String>,
}

/// n̂ of every job, in file order. The predictor's kind must have been validated.
pub fn iterations(scenario: &Scenario) -> Vec<f64> {
    predictions(scenario).into_iter().map(|prediction| prediction.iterations).collect()
}

/// The predictions of a scenario with what they rest on and what there is to say about them.
pub fn report(scenario: &Scenario) -> Report {
    let predictor = predictor_of(scenario);
    let predictions = predictions(scenario);
    let bases: Vec<Basis> = predictions.iter().map(|prediction| prediction.basis).collect();
    let notes = notes_on(scenario, predictor, &bases);
    Report { predictor: predictor.kind(), predictions, notes }
}

/// What was predicted in a run: with online learning each job from what was known when it arrived.
pub fn report_of(run: &Run) -> Report {
    let scenario = &run.instance.scenario;
    if !run.instance.learns() {
        return report(scenario);
    }
    let predictor = predictor_of(scenario);
    let bases = online::bases(run);
    let predicted = run.instance.jobs.iter().map(|job| job.predicted_iterations).zip(&bases);
    let predictions = predicted.map(|(iterations, &basis)| Prediction { iterations, basis }).collect();
    let mut notes = notes_on(scenario, predictor, &bases);
    notes.push(format!(
        "fitted again {} under {}, the last time on {}",
        count(run.refit_steps().len() as u64, "time"),
        run.policy.kind(),
        count(run.records_at(run.log.len()) as u64, "record")
    ));
    Report { predictor: predictor.kind(), predictions, notes }
}

/// The notes of [`report`] without making a prediction, which may take a second.
pub fn notes(scenario: &Scenario) -> Vec<String> {
    let mut notes = notes_on(scenario, predictor_of(scenario), &bases(scenario));
    if refit_every(scenario).is_some() {
        notes.iter_mut().for_each(|note| note.push_str(", until the first refit"));
    }
    notes
}

/// What every prediction would rest on, in file order.
fn bases(scenario: &Scenario) -> Vec<Basis> {
    let jobs = &scenario.jobs;
    let mut bases = match predictor_of(scenario).method() {
        Method::Oracle(_) => vec![Basis::Truth; jobs.len()],
        Method::Learner(_) if scenario.history.is_empty() => vec![Basis::Prior; jobs.len()],
        Method::Learner(_) => {
            let counts = counts::Counts::new(&scenario.history);
            facts_of(scenario).into_iter().map(|job| counts.basis(job)).collect()
        }
    };
    for (basis, _) in bases.iter_mut().zip(jobs).filter(|(_, job)| job.predicted_iterations.is_some()) {
        *basis = Basis::Given;
    }
    bases
}

fn predictor_of(scenario: &Scenario) -> &'static dyn Predictor {
    find(&scenario.predictor.kind).unwrap_or(&perfect::Perfect)
}

/// Facts of every job, in file order.
fn facts_of(scenario: &Scenario) -> Vec<Facts<'_>> {
    let gpus_of = gpus_by_model(scenario);
    let facts = |job: &'_ JobSpec| gpus_of.get(job.model.as_str()).copied().unwrap_or(0);
    let jobs = scenario.jobs.iter();
    jobs.map(|job| Facts {
        user: job.user.as_deref(),
        group: job.group.as_deref(),
        model: &job.model,
        gpus: facts(job),
    })
    .collect()
}

fn gpus_by_model(scenario: &Scenario) -> BTreeMap<&str, u32> {
    let gpus =
        |model: &ModelSpec| model.stages.iter().fold(0, |sum: u32, stage| sum.saturating_add(stage.replicas));
    scenario.models.iter().map(|(name, model)| (name.as_str(), gpus(model))).collect()
}

fn predictions(scenario: &Scenario) -> Vec<Prediction> {
    let given = |job: &JobSpec| job.predicted_iterations;
    // Fitting may take a second: not when nobody asks.
    if scenario.jobs.iter().all(|job| given(job).is_some()) {
        let given = scenario.jobs.iter().filter_map(given);
        return given.map(|iterations| Prediction { iterations, basis: Basis::Given }).collect();
    }
    let mut made = made(scenario);
    for (prediction, job) in made.iter_mut().zip(&scenario.jobs) {
        if let Some(iterations) = given(job) {
            *prediction = Prediction { iterations, basis: Basis::Given };
        }
    }
    made
}

/// The predictor's own prediction for every job, those with a given one included.
fn made(scenario: &Scenario) -> Vec<Prediction> {
    let history = &scenario.history;
    match predictor_of(scenario).method() {
        Method::Oracle(oracle) => {
            let truth: Vec<u64> = scenario.jobs.iter().map(|job| job.iterations).collect();
            let seen = oracle(&scenario.predictor, &truth).into_iter();
            seen.map(|iterations| Prediction { iterations, basis: Basis::Truth }).collect()
        }
        Method::Learner(_) if history.is_empty() => {
            vec![Prediction { iterations: PRIOR_ITERATIONS, basis: Basis::Prior }; scenario.jobs.len()]
        }
        Method::Learner(fit) => {
            let facts = facts_of(scenario);
            let counts = counts::Counts::new(history);
            let iterations = fit(&scenario.predictor, &refs(history)).predict(&facts);
            let bases = facts.iter().map(|&job| counts.basis(job));
            iterations.into_iter().zip(bases).map(|(n, basis)| Prediction { iterations: n, basis }).collect()
        }
    }
}

fn refs(history: &[HistoryRecord]) -> Vec<&HistoryRecord> {
    history.iter().collect()
}

fn notes_on(scenario: &Scenario, predictor: &dyn Predictor, bases: &[Basis]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut say = |what: fn(Basis) -> bool, text: &str| {
        let jobs = bases.iter().filter(|&&basis| what(basis)).count();
        if jobs > 0 {
            let s = if jobs == 1 { "" } else { "s" };
            notes.push(format!("{jobs} job{s} {text}"));
        }
    };
    say(|basis| basis == Basis::Given, "with a prediction of the file's own");
    say(|basis| basis == Basis::Prior, "predicted without history: 1,000 iterations for each");
    say(|basis| matches!(basis, Basis::User(_)), "of no known group: predicted from the user's records");
    say(|basis| matches!(basis, Basis::All(_)), "of no known group and user: predicted from all records");
    if matches!(predictor.method(), Method::Learner(_)) && scenario.history.len() == 1 {
        notes.push("the history has one record: every prediction repeats it".to_owned());
    }
    notes
}

/// n̂ as it leaves a predictor: at least 1, to a thousandth, so that it is short in a file.
fn tidy(iterations: f64) -> f64 {
    (libm::floor(iterations * 1000.0 + 0.5) / 1000.0).max(1.0)
}

#[cfg(test)]
mod tests;
