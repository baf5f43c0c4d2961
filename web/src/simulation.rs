//! A finished run with what the page needs beside it, made here or from the parts that a worker sends.

use std::cell::OnceCell;
use std::sync::Arc;

use asrpt_core::bound;
use asrpt_core::engine::Engine;
use asrpt_core::instance::Instance;
use asrpt_core::log::{Entry, NoLog};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::{self, Policy};
use asrpt_core::run::{Run, RunError};
use asrpt_core::scenario::{Problem, Scenario};

use crate::draw::scale::Window;
use crate::landmarks::Landmarks;
use crate::lanes::links::Loads;
use crate::results::courses::{Course, Courses, Kind, Times};
use crate::results::idle::{self, Story};
use crate::shared::Shared;
use crate::worker::Turns;

/// One policy's line in the comparison.
pub struct Compared {
    pub policy: &'static dyn Policy,
    /// `None` where some time would pass the limit of simulated time.
    pub metrics: Option<Metrics>,
}

/// The same scenario under every policy.
struct Others {
    comparison: Vec<Compared>,
    courses: Shared<Courses>,
}

impl Others {
    fn of(run: &Run) -> Self {
        let instance = &run.prepared;
        let bound_us = bound::total_jct_us(instance);
        let (mut comparison, mut courses) = (Vec::new(), Vec::new());
        for &policy in policy::POLICIES {
            let finished = Engine::new(instance, policy, NoLog).run().ok();
            comparison.push(Compared {
                policy,
                metrics: finished
                    .as_ref()
                    .map(|finished| Metrics::new(instance, &finished.outcomes, bound_us)),
            });
            let course = finished.map(|finished| Course {
                policy: Kind(policy),
                times: Times::of(&instance.jobs, &finished.outcomes),
            });
            courses.extend(course);
        }
        let courses = Courses::new(Arc::clone(instance), run.policy, courses);
        Self { comparison, courses: Shared::new(courses) }
    }
}

/// A finished run.
pub struct Simulation {
    pub run: Run,
    pub landmarks: Landmarks,
    /// Run when they are first looked at.
    others: OnceCell<Others>,
    /// Added up when the links are first drawn.
    loads: OnceCell<Loads>,
    /// Told when it is first asked for.
    story: OnceCell<Shared<Story>>,
}

impl Simulation {
    /// A run with what goes with it.
    pub fn of_run(run: Run) -> Self {
        Self {
            landmarks: Landmarks::of(&run),
            others: OnceCell::new(),
            loads: OnceCell::new(),
            story: OnceCell::new(),
            run,
        }
    }

    fn others(&self) -> &Others {
        self.others.get_or_init(|| Others::of(&self.run))
    }

    /// Every policy's figures.
    pub fn comparison(&self) -> &[Compared] {
        &self.others().comparison
    }

    /// Every policy's times.
    pub fn courses(&self) -> &Shared<Courses> {
        &self.others().courses
    }

    /// A long run that was put together, with all that it would take long to work out when it is drawn. `None` once
    /// nobody wants it any more.
    pub async fn finished(
        mut run: Run,
        comparison: Vec<Compared>,
        courses: Courses,
        turns: &mut Turns,
    ) -> Option<Self> {
        while run.add_checkpoint() {
            turns.large().await?;
        }
        let simulation = Self::of_run(run);
        let _ = simulation.others.set(Others { comparison, courses: Shared::new(courses) });
        turns.large().await?;
        let loads = Loads::in_turns(&simulation.run, turns).await?;
        let _ = simulation.loads.set(loads);
        let story = idle::story_in_turns(&simulation.run, turns).await?;
        let _ = simulation.story.set(Shared::new(story));
        Some(simulation)
    }

    /// The whole run as a window.
    pub fn all(&self) -> Window {
        Window::all(self.run.end_us())
    }

    /// What passes the links over time.
    pub fn loads(&self) -> &Loads {
        self.loads.get_or_init(|| Loads::of(&self.run))
    }

    /// Why GPUs are idle, and how many jobs wait.
    pub fn story(&self) -> &Shared<Story> {
        self.story.get_or_init(|| Shared::new(idle::story(&self.run)))
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.run.log.len()
    }
}

/// To free the decisions of a long run takes long, too: some at a time, while the page answers.
impl Drop for Simulation {
    fn drop(&mut self) {
        if self.run.log.len() > FREED_AT_ONCE {
            free(std::mem::take(&mut self.run.log));
        }
    }
}

/// So many decisions are freed in some milliseconds.
const FREED_AT_ONCE: usize = 20_000;

fn free(mut log: Vec<Entry>) {
    log.truncate(log.len().saturating_sub(FREED_AT_ONCE));
    if !log.is_empty() && cfg!(target_arch = "wasm32") {
        gloo_timers::callback::Timeout::new(0, move || free(log)).forget();
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
