//! What the group predictors share: a middle for every group, every user and all records, the most specific first.

use std::collections::BTreeMap;

use super::{Facts, Fitted, PRIOR_ITERATIONS, tidy};
use crate::scenario::HistoryRecord;

/// The middle of at least one number, which may be sorted in place.
pub(super) type Middle = fn(&mut [u64]) -> f64;

pub(super) struct Middles<'a> {
    groups: BTreeMap<&'a str, f64>,
    users: BTreeMap<&'a str, f64>,
    all: f64,
}

impl<'a> Middles<'a> {
    pub(super) fn fit(history: &[&'a HistoryRecord], middle: Middle) -> Self {
        let mut all: Vec<u64> = history.iter().map(|record| record.iterations).collect();
        Self {
            groups: by_label(history, |record| record.group.as_deref(), middle),
            users: by_label(history, |record| record.user.as_deref(), middle),
            all: if all.is_empty() { PRIOR_ITERATIONS } else { middle(&mut all) },
        }
    }

    fn of(&self, job: Facts<'_>) -> f64 {
        let of_group = job.group.and_then(|group| self.groups.get(group));
        let of_user = || job.user.and_then(|user| self.users.get(user));
        of_group.or_else(of_user).copied().unwrap_or(self.all)
    }
}

impl Fitted for Middles<'_> {
    fn predict(&self, jobs: &[Facts<'_>]) -> Vec<f64> {
        jobs.iter().map(|&job| tidy(self.of(job))).collect()
    }
}

fn by_label<'a>(
    history: &[&'a HistoryRecord],
    label: fn(&HistoryRecord) -> Option<&str>,
    middle: Middle,
) -> BTreeMap<&'a str, f64> {
    let mut numbers: BTreeMap<&'a str, Vec<u64>> = BTreeMap::new();
    for record in history {
        if let Some(label) = label(record) {
            numbers.entry(label).or_default().push(record.iterations);
        }
    }
    numbers.into_iter().map(|(label, mut numbers)| (label, middle(&mut numbers))).collect()
}
