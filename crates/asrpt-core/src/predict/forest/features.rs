//! What a job becomes for the forest: six numbers.
//!
//! Labels are encoded by their records, in logarithms of iterations: the mean, drawn towards that of the label above it
//! (group → user → all, user → all, model → all) with the weight of one record, and how many there are. A label without
//! records has count 0 and the mean of the label above.
//!
//! Tried and left out: the latest record of a label, and records in the order of time instead of parts. Both tied the
//! trees to the end of the history (on Philly R² of ln n fell from 0.35 to 0.08).

use std::collections::BTreeMap;

use crate::predict::{Facts, PRIOR_ITERATIONS};
use crate::scenario::HistoryRecord;

/// Names of the features, in order.
pub(super) const FEATURES: [&str; 6] = [
    "GPUs",
    "mean of the model",
    "mean of the user",
    "records of the user",
    "mean of the group",
    "records of the group",
];

pub(super) type Row = [f64; FEATURES.len()];

/// Parts of the history.
const FOLDS: usize = 5;
/// Weight of the label above, in records.
const PRIOR_WEIGHT: f64 = 1.0;

/// Records counted: beyond, more of them don't make a label better known.
const MOST_RECORDS: f64 = 16.0;

/// Records of one label.
#[derive(Clone, Copy, Default)]
struct Seen {
    records: f64,
    sum: f64,
}

impl Seen {
    fn learn(&mut self, target: f64) {
        self.records += 1.0;
        self.sum += target;
    }

    fn mean(&self, above: f64) -> f64 {
        (self.sum + PRIOR_WEIGHT * above) / (self.records + PRIOR_WEIGHT)
    }
}

/// All that some records say.
#[derive(Default)]
pub(super) struct Knowledge<'a> {
    all: Seen,
    models: BTreeMap<&'a str, Seen>,
    users: BTreeMap<&'a str, Seen>,
    groups: BTreeMap<&'a str, Seen>,
}

/// The features of the history's own records. A record must not be among its own features: the history is dealt into
/// [`FOLDS`] parts like cards, and a record's features are made from the other parts.
pub(super) fn rows(history: &[&HistoryRecord], targets: &[f64]) -> Vec<Row> {
    let folds = FOLDS.min(history.len());
    let mut rows = vec![Row::default(); history.len()];
    for fold in 0..folds {
        let others = history
            .iter()
            .copied()
            .zip(targets.iter().copied())
            .enumerate()
            .filter(|(at, _)| at % folds != fold);
        let knowledge = Knowledge::of(others.map(|(_, pair)| pair));
        for at in (fold..history.len()).step_by(folds) {
            rows[at] = knowledge.row(history[at].into());
        }
    }
    rows
}

impl<'a> Knowledge<'a> {
    pub(super) fn of(records: impl Iterator<Item = (&'a HistoryRecord, f64)>) -> Self {
        let mut knowledge = Self::default();
        records.for_each(|(record, target)| knowledge.learn(record, target));
        knowledge
    }

    fn learn(&mut self, record: &'a HistoryRecord, target: f64) {
        self.all.learn(target);
        self.models.entry(&record.model).or_default().learn(target);
        if let Some(user) = &record.user {
            self.users.entry(user).or_default().learn(target);
        }
        if let Some(group) = &record.group {
            self.groups.entry(group).or_default().learn(target);
        }
    }

    pub(super) fn row(&self, job: Facts<'_>) -> Row {
        let all = self.all.mean(libm::log(PRIOR_ITERATIONS));
        let of = |seen: &BTreeMap<&str, Seen>, label: Option<&str>| {
            label.and_then(|label| seen.get(label)).copied().unwrap_or_default()
        };
        let model = of(&self.models, Some(job.model));
        let (user, group) = (of(&self.users, job.user), of(&self.groups, job.group));
        let user_mean = user.mean(all);
        let group_mean = group.mean(user_mean);
        [
            f64::from(job.gpus),
            model.mean(all),
            user_mean,
            user.records.min(MOST_RECORDS),
            group_mean,
            group.records.min(MOST_RECORDS),
        ]
    }
}
