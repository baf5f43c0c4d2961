//! When each job started and ended under every policy: what the charts compare. Run on the page by slices, so that
//! it never freezes; the run that is shown is taken as it is.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use asrpt_core::engine::{Engine, Outcome};
use asrpt_core::instance::Instance;
use asrpt_core::log::NoLog;
use asrpt_core::policy::{POLICIES, Policy};
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;
use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

use crate::shared::Shared;
use crate::simulation::Simulation;

/// Instants between two looks at the clock.
const SLICE: usize = 512;
/// How long a slice may take before the page gets its turn.
const PATIENCE_MS: f64 = 12.0;

/// One policy's starts and completions, by job index.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub policy: Kind,
    pub start_us: Vec<TimeUs>,
    pub completion_us: Vec<TimeUs>,
}

/// A policy that can be compared and shown.
#[derive(Clone, Copy)]
pub struct Kind(pub &'static dyn Policy);

impl std::ops::Deref for Kind {
    type Target = dyn Policy;

    fn deref(&self) -> &(dyn Policy + 'static) {
        self.0
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.0.kind() == other.0.kind()
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.kind())
    }
}

impl Course {
    /// What an engine left behind, in short.
    pub fn new(policy: &'static dyn Policy, outcomes: &[Outcome]) -> Self {
        Self {
            policy: Kind(policy),
            start_us: outcomes.iter().map(|outcome| outcome.start_us).collect(),
            completion_us: outcomes.iter().map(|outcome| outcome.completion_us).collect(),
        }
    }
}

/// Every policy's course on one instance.
#[derive(Clone, Debug)]
pub struct Courses {
    pub instance: Arc<Instance>,
    /// In the order of [`POLICIES`], without those under which some time passes the limit.
    pub all: Vec<Course>,
    /// Which of them is shown.
    pub own: usize,
}

impl Courses {
    /// All at once: for tests.
    #[cfg(test)]
    pub fn of(run: &Run) -> Self {
        let course = |&policy: &&'static dyn Policy| {
            let finished = Engine::new(&run.prepared, policy, NoLog).run().ok()?;
            Some(Course::new(policy, &finished.outcomes))
        };
        Self::new(run, POLICIES.iter().filter_map(course).collect())
    }

    fn new(run: &Run, all: Vec<Course>) -> Self {
        let own = all.iter().position(|course| course.policy.kind() == run.policy.kind()).unwrap_or(0);
        Self { instance: Arc::clone(&run.instance), all, own }
    }

    /// Completion − arrival of every job.
    pub fn jct_us<'a>(&'a self, course: &'a Course) -> impl Iterator<Item = TimeUs> + 'a {
        course.completion_us.iter().zip(&self.instance.jobs).map(|(end, job)| end - job.arrival_us)
    }

    /// The same in ascending order.
    pub fn sorted_jct_us(&self, course: &Course) -> Vec<TimeUs> {
        let mut jct: Vec<TimeUs> = self.jct_us(course).collect();
        jct.sort_unstable();
        jct
    }

    /// Mean JCT of the course at that place; 0 without jobs.
    pub fn mean_jct_us(&self, at: usize) -> f64 {
        let total: u128 = self.jct_us(&self.all[at]).map(u128::from).sum();
        total as f64 / self.instance.jobs.len().max(1) as f64
    }
}

/// The courses of a run, once they are there.
#[hook]
pub fn use_courses(simulation: &Shared<Simulation>, wanted: bool) -> Option<Shared<Courses>> {
    let held = use_state_eq(|| None::<(Shared<Simulation>, Shared<Courses>)>);
    let here = held.as_ref().filter(|(of, _)| of == simulation).map(|(_, courses)| courses.clone());
    {
        let held = held.setter();
        let missing = wanted && here.is_none();
        use_effect_with((simulation.clone(), missing), move |(simulation, missing)| {
            let given_up = Rc::new(Cell::new(!missing));
            if *missing {
                let (simulation, given_up) = (simulation.clone(), Rc::clone(&given_up));
                spawn_local(async move {
                    if let Some(courses) = compute(&simulation.run, &given_up).await {
                        held.set(Some((simulation, Shared::new(courses))));
                    }
                });
            }
            move || given_up.set(true)
        });
    }
    here
}

/// Lets the page draw and answer.
pub async fn a_turn() {
    let timeout = Promise::new(&mut |resolve, _| {
        let window = web_sys::window().expect("a page has a window");
        let _ = window.set_timeout_with_callback(&resolve);
    });
    // It only ever resolves.
    let _ = JsFuture::from(timeout).await;
}

/// Runs what isn't there yet, giving the page its turn between slices. `None` once nobody wants it any more.
async fn compute(run: &Run, given_up: &Cell<bool>) -> Option<Courses> {
    let instance = Arc::clone(&run.prepared);
    let mut all = Vec::with_capacity(POLICIES.len());
    let mut since = js_sys::Date::now();
    for &policy in POLICIES {
        if policy.kind() == run.policy.kind() {
            all.push(Course::new(policy, &run.outcomes));
            continue;
        }
        let mut engine = Engine::new(&instance, policy, NoLog);
        let ended = loop {
            match engine.advance(SLICE) {
                Ok(Some(_)) => {}
                Ok(None) => break true,
                Err(_) => break false,
            }
            if js_sys::Date::now() - since > PATIENCE_MS {
                a_turn().await;
                since = js_sys::Date::now();
            }
            if given_up.get() {
                return None;
            }
        };
        if ended {
            all.push(Course::new(policy, &engine.finish().outcomes));
        }
    }
    Some(Courses::new(run, all))
}
