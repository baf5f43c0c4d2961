//! When each job started and ended under every policy: what the charts compare.

use std::sync::Arc;

use asrpt_core::engine::Outcome;
use asrpt_core::instance::{Instance, Job};
use asrpt_core::policy::Policy;
use asrpt_core::time::TimeUs;
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

/// When each job started and ended, by job index, and the times between arrival and completion in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    pub start_us: Vec<TimeUs>,
    pub completion_us: Vec<TimeUs>,
    pub sorted_jct_us: Vec<TimeUs>,
}

impl Times {
    /// What an engine left behind, in short.
    pub fn of(jobs: &[Job], outcomes: &[Outcome]) -> Self {
        let jct = |(outcome, job): (&Outcome, &Job)| outcome.completion_us - job.arrival_us;
        let mut sorted_jct_us: Vec<TimeUs> = outcomes.iter().zip(jobs).map(jct).collect();
        sorted_jct_us.sort_unstable();
        Self {
            start_us: outcomes.iter().map(|outcome| outcome.start_us).collect(),
            completion_us: outcomes.iter().map(|outcome| outcome.completion_us).collect(),
            sorted_jct_us,
        }
    }
}

/// One policy's times.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub policy: Kind,
    pub times: Times,
}

impl std::ops::Deref for Course {
    type Target = Times;

    fn deref(&self) -> &Times {
        &self.times
    }
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
    /// Of a finished run, with those of the other policies.
    pub fn new(instance: Arc<Instance>, policy: &'static dyn Policy, all: Vec<Course>) -> Self {
        let own = all.iter().position(|course| course.policy.kind() == policy.kind()).unwrap_or(0);
        Self { instance, all, own }
    }

    /// Completion − arrival of every job.
    pub fn jct_us<'a>(&'a self, course: &'a Course) -> impl Iterator<Item = TimeUs> + 'a {
        course.completion_us.iter().zip(&self.instance.jobs).map(|(end, job)| end - job.arrival_us)
    }

    /// Mean JCT of the course at that place; 0 without jobs.
    pub fn mean_jct_us(&self, at: usize) -> f64 {
        let total: u128 = self.jct_us(&self.all[at]).map(u128::from).sum();
        total as f64 / self.instance.jobs.len().max(1) as f64
    }
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
