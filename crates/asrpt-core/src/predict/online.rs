//! Online learning: completed jobs join the history, and the predictor is fitted again after so many of them. A job is
//! predicted when it arrives, from what was known at the last fit; so n̂ may differ from policy to policy.

use super::counts::Counts;
use super::{Basis, Facts, Fit, Fitted, Method, predictor_of};
use crate::ids::JobIndex;
use crate::instance::Instance;
use crate::limits;
use crate::log::Event;
use crate::run::Run;
use crate::scenario::{HistoryRecord, JobSpec, Scenario};

/// Completions between two fits that are proposed where somebody switches learning on.
pub const DEFAULT_REFIT_EVERY: u32 = 10;

/// What an engine asks of a predictor that learns while jobs complete. Its first fit, on the history alone, is the
/// instance's own prediction.
pub trait Learner {
    /// A job has completed: it joins the records. Whether enough have joined for a fit that somebody needs.
    fn complete(&mut self, job: JobIndex) -> bool;
    /// Fits on all records; how many the last fit saw, and how many this one.
    fn refit(&mut self) -> (usize, usize);
    /// n̂ of a job that arrives; `None` where the instance's own holds.
    fn predict(&mut self, job: JobIndex) -> Option<f64>;
}

/// After how many completions the scenario's predictor is fitted again; `None` where nothing is learned: it isn't asked
/// for, the predictor is an oracle, or every job gives its own prediction.
pub fn refit_every(scenario: &Scenario) -> Option<u32> {
    let every = scenario.predictor.refit_every?;
    let learns = matches!(predictor_of(scenario).method(), Method::Learner(_));
    (learns && scenario.jobs.iter().any(|job| job.predicted_iterations.is_none())).then_some(every)
}

/// Rows that the refits of one run look at, at most; counted on to twice what is allowed.
pub fn refit_rows(scenario: &Scenario, every: u32) -> u64 {
    let (predictor, every) = (predictor_of(scenario), u64::from(every.max(1)));
    let (history, jobs) = (scenario.history.len() as u64, scenario.jobs.len() as u64);
    let mut rows = 0_u64;
    for refit in 1..=jobs / every {
        rows = rows.saturating_add(predictor.fit_rows(&scenario.predictor, history + refit * every));
        if rows > 2 * limits::REFIT_ROWS {
            break;
        }
    }
    rows
}

/// The least number of completions between two fits with which one run looks at no more rows than that.
pub fn least_refit_every(scenario: &Scenario, rows: u64) -> u32 {
    let is_allowed = |every: u32| refit_rows(scenario, every) <= rows;
    // Rows don't fall steadily with `every`, but jobs + 1 is never reached, so that it is always allowed.
    let (mut least, mut enough) = (1, u32::try_from(scenario.jobs.len()).unwrap_or(u32::MAX - 1) + 1);
    while least < enough {
        let middle = least + (enough - least) / 2;
        if is_allowed(middle) { enough = middle } else { least = middle + 1 }
    }
    enough.min(limits::REFIT_EVERY)
}

/// What a job is to the history once it has ended.
pub(crate) fn record_of(job: &JobSpec, gpus: u32) -> HistoryRecord {
    HistoryRecord {
        user: job.user.clone(),
        group: job.group.clone(),
        model: job.model.clone(),
        gpus,
        iterations: job.iterations,
    }
}

/// The scenario with the history that the predictor had when it predicted a job of this run: what
/// [`Explainer`](super::Explainer) has to be asked.
pub fn seen_by(run: &Run, job: JobIndex) -> Scenario {
    let mut scenario = run.instance.scenario.clone();
    let completed = run.log[..run.fitted_until(job)].iter().filter_map(|entry| match entry.event {
        Event::Completion { job } => Some(run.instance.ended[job.at()].clone()),
        _ => None,
    });
    scenario.history.extend(completed);
    scenario
}

/// The job that is the record of that position in a history of [`seen_by`]; `None` for one of the history's own.
pub fn job_of_record(run: &Run, record: usize) -> Option<JobIndex> {
    let nth = record.checked_sub(run.instance.scenario.history.len())?;
    let mut completed = run.log.iter().filter_map(|entry| match entry.event {
        Event::Completion { job } => Some(job),
        _ => None,
    });
    completed.nth(nth)
}

/// What every job's prediction rested on when it arrived.
pub(super) fn bases(run: &Run) -> Vec<Basis> {
    let instance = &run.instance;
    let mut counts = Counts::new(&instance.scenario.history);
    let (mut bases, mut pending) = (vec![Basis::Given; instance.jobs.len()], Vec::new());
    for entry in &run.log {
        match &entry.event {
            Event::Completion { job } => pending.push(&instance.ended[job.at()]),
            Event::Refit { .. } => pending.drain(..).for_each(|record| counts.learn(record)),
            Event::Arrival { job, .. } if instance.scenario.jobs[job.at()].predicted_iterations.is_none() => {
                bases[job.at()] = counts.basis((&instance.ended[job.at()]).into());
            }
            _ => {}
        }
    }
    bases
}

/// The scenario's own learner.
pub(crate) struct Online<'a> {
    instance: &'a Instance,
    fit: Fit,
    every: usize,
    /// In the order in which they ended.
    records: Vec<&'a HistoryRecord>,
    /// How many of them the last fit saw.
    seen: usize,
    fitted: Option<Box<dyn Fitted + 'a>>,
    /// Jobs that will need a prediction: without one nothing is fitted again.
    awaited: usize,
}

impl<'a> Online<'a> {
    /// `None` where nothing is learned.
    pub(crate) fn of(instance: &'a Instance) -> Option<Self> {
        let scenario = &instance.scenario;
        let every = refit_every(scenario)?;
        let Method::Learner(fit) = predictor_of(scenario).method() else { return None };
        let records: Vec<&HistoryRecord> = scenario.history.iter().collect();
        let awaited = scenario.jobs.iter().filter(|job| job.predicted_iterations.is_none()).count();
        Some(Self {
            instance,
            fit,
            every: every as usize,
            seen: records.len(),
            records,
            fitted: None,
            awaited,
        })
    }
}

impl Learner for Online<'_> {
    fn complete(&mut self, job: JobIndex) -> bool {
        self.records.push(&self.instance.ended[job.at()]);
        self.awaited > 0 && self.records.len() - self.seen >= self.every
    }

    fn refit(&mut self) -> (usize, usize) {
        self.fitted = Some((self.fit)(&self.instance.scenario.predictor, &self.records));
        let before = std::mem::replace(&mut self.seen, self.records.len());
        (before, self.seen)
    }

    fn predict(&mut self, job: JobIndex) -> Option<f64> {
        if self.instance.scenario.jobs[job.at()].predicted_iterations.is_some() {
            return None;
        }
        self.awaited -= 1;
        let facts = Facts::from(&self.instance.ended[job.at()]);
        self.fitted.as_ref().map(|fitted| fitted.predict(&[facts])[0])
    }
}
