//! A finished run with what the page needs beside it, made here or from the parts that a worker sends.

use std::cell::OnceCell;
use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::log::{FullLog, Sink};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::{self, Policy};
use asrpt_core::run::{self, Run, RunError};
use asrpt_core::scenario::{Problem, Scenario};

use crate::draw::scale::Window;
use crate::landmarks::Landmarks;
use crate::lanes::links::Loads;
use crate::worker::Parts;

/// One policy's line in the comparison.
pub struct Compared {
    pub policy: &'static dyn Policy,
    /// `None` where some time would pass the limit of simulated time.
    pub metrics: Option<Metrics>,
}

/// A finished run.
pub struct Simulation {
    pub run: Run,
    pub landmarks: Landmarks,
    pub comparison: Vec<Compared>,
    /// Added up when the links are first drawn.
    loads: OnceCell<Loads>,
}

impl Simulation {
    /// A run with what goes with it.
    pub fn of_run(run: Run) -> Self {
        let compared =
            |(policy, metrics): (_, Result<Metrics, RunError>)| Compared { policy, metrics: metrics.ok() };
        let comparison = run::compare(&run.prepared).into_iter().map(compared).collect();
        Self { landmarks: Landmarks::of(&run), comparison, run, loads: OnceCell::new() }
    }

    /// From what a worker sends. Nothing is decided again: the parts are put together.
    ///
    /// # Errors
    /// Every problem of the scenario: the worker would have found them, too.
    pub fn of_parts(scenario: Scenario, parts: Parts) -> Result<Self, Vec<Problem>> {
        let kind = scenario.policy.kind.clone();
        let policy = policy::find(&kind).ok_or_else(|| vec![unknown_policy(&kind)])?;
        let instance = Instance::prepare_with(scenario, |_| parts.predicted)?;
        let mut log = FullLog::new(&instance.cluster, instance.jobs.len());
        for entry in parts.entries {
            log.record(entry.time_us, entry.event);
        }
        log.segments = parts.segments;
        let comparison = policy::POLICIES.iter().zip(parts.comparison);
        let comparison = comparison.map(|(&policy, metrics)| Compared { policy, metrics }).collect();
        let run = Run::new(Arc::new(instance), policy, parts.outcomes, log);
        Ok(Self { landmarks: Landmarks::of(&run), comparison, run, loads: OnceCell::new() })
    }

    /// The whole run as a window.
    pub fn all(&self) -> Window {
        Window::all(self.run.end_us())
    }

    /// What passes the links over time.
    pub fn loads(&self) -> &Loads {
        self.loads.get_or_init(|| Loads::of(&self.run))
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.run.log.len()
    }
}

/// Runs a scenario under its own policy.
///
/// # Errors
/// Every problem of the scenario, or the job whose time passes the limit.
pub fn simulate(scenario: Scenario) -> Result<Simulation, Vec<Problem>> {
    let instance = Arc::new(Instance::prepare(scenario)?);
    let kind = &instance.scenario.policy.kind;
    let policy = policy::find(kind).ok_or_else(|| vec![unknown_policy(kind)])?;
    Run::simulate(Arc::clone(&instance), policy)
        .map(Simulation::of_run)
        .map_err(|e| vec![beyond_time(&instance, &e)])
}

/// A policy that there isn't.
pub fn unknown_policy(kind: &str) -> Problem {
    let kinds: Vec<_> = policy::POLICIES.iter().map(|policy| policy.kind()).collect();
    Problem {
        path: "policy.kind".to_owned(),
        message: format!("there is no policy {kind:?}"),
        hint: format!("use one of {}", kinds.join(", ")),
    }
}

/// A job whose time passes the limit.
pub fn beyond_time(instance: &Instance, error: &RunError) -> Problem {
    Problem {
        path: format!("jobs[{}]", error.job.at()),
        message: format!(
            "job {:?} would {} later than simulated time can tell (285 years)",
            instance.job_id(error.job),
            error.what
        ),
        hint: "give fewer iterations or shorter stages".to_owned(),
    }
}
