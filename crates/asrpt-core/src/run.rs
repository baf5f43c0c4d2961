//! A finished run with its full log: what the lanes, the inspector, `explain` and the results read.

use std::sync::Arc;

pub use crate::engine::{Outcome, RunError};
pub use crate::virtual_machine::Segment;

use crate::bound;
use crate::engine::{Engine, queue_key};
use crate::ids::JobIndex;
use crate::instance::{Instance, Job};
use crate::log::{Entry, Event, FullLog, NoLog, Start};
use crate::metrics::Metrics;
use crate::order::sort_by_key;
use crate::policy::{POLICIES, Policy};
use crate::replay::State;
use crate::time::TimeUs;

/// One run of one policy.
pub struct Run {
    /// What was run, each job with its n̂ in this run: with online learning that depends on the policy.
    pub instance: Arc<Instance>,
    /// As it was before the run: what other policies are to be run on. The same without online learning.
    pub prepared: Arc<Instance>,
    /// Under which policy.
    pub policy: &'static dyn Policy,
    /// By job index.
    pub outcomes: Vec<Outcome>,
    /// Every decision.
    pub log: Vec<Entry>,
    /// The virtual machine's stretches in time order (a-srpt policies).
    pub segments: Vec<Segment>,
    /// The run in figures.
    pub metrics: Metrics,
    segments_of: Vec<Vec<Segment>>,
    start_step_of: Vec<usize>,
    rank_of: Vec<u32>,
    job_at_rank: Vec<JobIndex>,
    /// Positions in the log of refits (online learning).
    refit_steps: Vec<usize>,
    /// Display states at some steps of a long run, so that no jump is long.
    checkpoints: Vec<State>,
}

/// Steps between two checkpoints. Runs of fewer steps have none: seeking through 25,000 steps takes some milliseconds.
const CHECKPOINT_STEPS: usize = 25_000;

impl Run {
    /// Runs to the end, keeping the full log.
    ///
    /// # Errors
    /// The job whose time passes the limit of simulated time.
    pub fn simulate(instance: Arc<Instance>, policy: &'static dyn Policy) -> Result<Self, RunError> {
        let sink = FullLog::new(&instance.cluster, instance.jobs.len());
        let finished = Engine::new(&instance, policy, sink).run()?;
        Ok(Self::new(instance, policy, finished.outcomes, finished.sink))
    }

    /// From what an engine left behind.
    pub fn new(
        prepared: Arc<Instance>,
        policy: &'static dyn Policy,
        outcomes: Vec<Outcome>,
        log: FullLog,
    ) -> Self {
        let metrics = Metrics::with_bound(&prepared, &outcomes);
        let order = queue_order(&prepared, policy, &outcomes);
        let mut run = Self::put_together(prepared, policy, outcomes, log, (metrics, order));
        while run.add_checkpoint() {}
        run
    }

    /// From what an engine left behind, with the figures and the queue's order worked out elsewhere. Checkpoints are
    /// still to be added.
    pub fn put_together(
        prepared: Arc<Instance>,
        policy: &'static dyn Policy,
        outcomes: Vec<Outcome>,
        log: FullLog,
        (metrics, job_at_rank): (Metrics, Vec<JobIndex>),
    ) -> Self {
        let instance = as_predicted(&prepared, &outcomes);
        let mut segments_of = vec![Vec::new(); outcomes.len()];
        for &segment in &log.segments {
            segments_of[segment.job.at()].push(segment);
        }
        let (mut start_step_of, mut refit_steps) = (vec![0; outcomes.len()], Vec::new());
        for (step, entry) in log.entries.iter().enumerate() {
            match &entry.event {
                Event::Start(start) => start_step_of[start.job.at()] = step,
                Event::Refit { .. } => refit_steps.push(step),
                _ => {}
            }
        }
        let mut rank_of = vec![0; outcomes.len()];
        for (rank, job) in (0..).zip(&job_at_rank) {
            rank_of[job.at()] = rank;
        }
        Self {
            instance,
            prepared,
            policy,
            outcomes,
            log: log.entries,
            segments: log.segments,
            metrics,
            segments_of,
            start_step_of,
            rank_of,
            job_at_rank,
            refit_steps,
            checkpoints: Vec::new(),
        }
    }

    /// Adds the next checkpoint; false if there are all.
    pub fn add_checkpoint(&mut self) -> bool {
        let step = (self.checkpoints.len() + 1) * CHECKPOINT_STEPS;
        if step > self.log.len() {
            return false;
        }
        let mut state = self.checkpoints.last().cloned().unwrap_or_else(|| State::start(self));
        state.seek(self, step);
        self.checkpoints.push(state);
        true
    }

    /// The checkpoint next to a step.
    pub(crate) fn checkpoint_near(&self, step: usize) -> Option<&State> {
        let nearest = (step + CHECKPOINT_STEPS / 2) / CHECKPOINT_STEPS;
        self.checkpoints.get(nearest.min(self.checkpoints.len()).checked_sub(1)?)
    }

    /// What became of a job.
    pub fn outcome(&self, job: JobIndex) -> &Outcome {
        &self.outcomes[job.at()]
    }

    /// The start of a job with its placement.
    pub fn start_of(&self, job: JobIndex) -> &Start {
        match &self.log[self.start_step_of[job.at()]].event {
            Event::Start(start) => start,
            _ => unreachable!("every job starts, and its start step was noted"),
        }
    }

    /// The position in the log of a job's start.
    pub fn start_step(&self, job: JobIndex) -> usize {
        self.start_step_of[job.at()]
    }

    /// A job's rank in the order of the real queue; the queue at any moment, front to back, is ascending in it.
    pub fn rank_of(&self, job: JobIndex) -> u32 {
        self.rank_of[job.at()]
    }

    /// The job of a rank.
    pub fn rank_to_job(&self, rank: u32) -> JobIndex {
        self.job_at_rank[rank as usize]
    }

    /// Positions in the log of refits.
    pub fn refit_steps(&self) -> &[usize] {
        &self.refit_steps
    }

    /// Records that the predictor was fitted on when a log entry happened: those of the last refit before it, or the
    /// history's.
    pub fn records_at(&self, step: usize) -> usize {
        let refits = self.refit_steps.partition_point(|&refit| refit < step);
        let last = refits.checked_sub(1).map(|last| &self.log[self.refit_steps[last]].event);
        match last {
            Some(Event::Refit { records, .. }) => *records,
            _ => self.instance.scenario.history.len(),
        }
    }

    /// The position in the log up to which completions are among the records that a job was predicted from: that of
    /// the last refit before its arrival, 0 where there was none.
    pub fn fitted_until(&self, job: JobIndex) -> usize {
        let arrival_us = self.instance.job(job).arrival_us;
        // Within one instant, completions and the refit come before arrivals.
        let before = self.refit_steps.partition_point(|&refit| self.log[refit].time_us <= arrival_us);
        before.checked_sub(1).map_or(0, |last| self.refit_steps[last])
    }

    /// The stretches of one job on the virtual machine.
    pub fn segments_of(&self, job: JobIndex) -> &[Segment] {
        &self.segments_of[job.at()]
    }

    /// What is left of a job's virtual size at a moment; `None` before it arrives, once it is through, and for
    /// policies without a virtual machine.
    pub fn virtual_remaining_us(&self, job: JobIndex, time_us: TimeUs) -> Option<TimeUs> {
        let facts = self.instance.job(job);
        let through_us = self.outcome(job).virtual_completion_us?;
        if time_us < facts.arrival_us || time_us >= through_us {
            return None;
        }
        let segments = self.segments_of(job).iter().take_while(|segment| segment.from_us < time_us);
        let done: TimeUs = segments.map(|segment| segment.to_us.min(time_us) - segment.from_us).sum();
        Some(facts.virtual_size_us - done)
    }

    /// The last moment of the run: of the real cluster or of the virtual machine.
    pub fn end_us(&self) -> TimeUs {
        self.log.last().map_or(0, |entry| entry.time_us)
    }
}

/// What each job is with what was learned during a run; `None` where nothing was.
fn learned_jobs(prepared: &Instance, outcomes: &[Outcome]) -> Option<Vec<Job>> {
    if outcomes.iter().all(|outcome| outcome.learned.is_none()) {
        return None;
    }
    let mut jobs = prepared.jobs.clone();
    for (at, outcome) in outcomes.iter().enumerate() {
        let job = JobIndex::from_at(at);
        if let Some(numbers) = outcome.learned.and_then(|learned| prepared.with_prediction(job, learned)) {
            jobs[at] = numbers;
        }
    }
    Some(jobs)
}

/// The instance with what was learned during a run.
fn as_predicted(prepared: &Arc<Instance>, outcomes: &[Outcome]) -> Arc<Instance> {
    match learned_jobs(prepared, outcomes) {
        None => Arc::clone(prepared),
        Some(jobs) => Arc::new(Instance { jobs, ..Instance::clone(prepared) }),
    }
}

/// The order of the real queue over the whole run of a prepared instance: jobs that wait at one moment stand in it front
/// to back.
pub fn queue_order(prepared: &Instance, policy: &'static dyn Policy, outcomes: &[Outcome]) -> Vec<JobIndex> {
    let learned = learned_jobs(prepared, outcomes);
    let jobs = learned.as_ref().unwrap_or(&prepared.jobs);
    let mut order: Vec<JobIndex> = (0..outcomes.len()).map(JobIndex::from_at).collect();
    sort_by_key(&mut order, |&job| queue_key(jobs, policy, job, outcomes[job.at()].eligible_us));
    order
}

/// Every policy's figures on one instance, in the order of [`POLICIES`]; a policy under which some time passes the
/// limit has an error instead.
pub fn compare(instance: &Instance) -> Vec<(&'static dyn Policy, Result<Metrics, RunError>)> {
    let bound_us = bound::total_jct_us(instance);
    let figures = |policy: &'static dyn Policy| {
        let finished = Engine::new(instance, policy, NoLog).run()?;
        Ok(Metrics::new(instance, &finished.outcomes, bound_us))
    };
    POLICIES.iter().map(|&policy| (policy, figures(policy))).collect()
}
