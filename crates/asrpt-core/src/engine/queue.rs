//! The queue of the real cluster, kept by classes of jobs that can start or not for the same reasons.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::JobIndex;
use crate::policy::Treatment;
use crate::time::TimeUs;

/// Where a job stands: by the policy's order, ties by arrival, then by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct QueueKey {
    pub order: u128,
    pub arrival_us: TimeUs,
    pub job: JobIndex,
}

/// How far a communication-heavy job is with its wait for a better place. Other jobs stay fresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Patience {
    Fresh,
    Waiting,
    Expired,
}

/// What decides whether a job can start: jobs with the same key start or don't at any one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClassKey {
    pub gpus: u32,
    /// κ of jobs that wait for a place; 0 for all others.
    pub min_servers: u32,
    pub treatment: Treatment,
    pub patience: Patience,
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    classes: BTreeMap<ClassKey, BTreeSet<QueueKey>>,
}

impl Queue {
    pub(super) fn insert(&mut self, class: ClassKey, key: QueueKey) {
        self.classes.entry(class).or_default().insert(key);
    }

    /// Whether the job was there.
    pub(super) fn remove(&mut self, class: ClassKey, key: &QueueKey) -> bool {
        let Some(jobs) = self.classes.get_mut(&class) else {
            return false;
        };
        let was_there = jobs.remove(key);
        if jobs.is_empty() {
            self.classes.remove(&class);
        }
        was_there
    }

    /// The first job behind `position` among the admitted classes.
    pub(super) fn next(
        &self,
        position: Option<&QueueKey>,
        admits: impl Fn(&ClassKey) -> bool,
    ) -> Option<(ClassKey, QueueKey)> {
        let mut best: Option<(ClassKey, QueueKey)> = None;
        for (class, jobs) in &self.classes {
            let Some(front) = first_behind(jobs, position) else { continue };
            if best.is_none_or(|(_, key)| front < key) && admits(class) {
                best = Some((*class, front));
            }
        }
        best
    }
}

fn first_behind(jobs: &BTreeSet<QueueKey>, position: Option<&QueueKey>) -> Option<QueueKey> {
    use std::ops::Bound::{Excluded, Unbounded};
    match position {
        None => jobs.first().copied(),
        Some(position) if jobs.first() > Some(position) => jobs.first().copied(),
        Some(position) => jobs.range((Excluded(position), Unbounded)).next().copied(),
    }
}
