//! What a job becomes for the forest: eight numbers.
//!
//! Labels are encoded by their records, in logarithms of iterations: the mean (drawn towards that of the label above
//! it: group → user → all, user → all, model → all, with the weight of one record), how many there are, and the latest.
//! For a record of the history only the records before it count, as for a job that arrives then. A label without
//! records has count 0 and what the label above it has.

use std::collections::BTreeMap;

use crate::predict::{Facts, PRIOR_ITERATIONS};
use crate::scenario::HistoryRecord;

/// Names of the features, in order.
pub(super) const FEATURES: [&str; 8] = [
    "GPUs",
    "mean of the model",
    "mean of the user",
    "records of the user",
    "latest of the user",
    "mean of the group",
    "records of the group",
    "latest of the group",
];

pub(super) type Row = [f64; FEATURES.len()];

/// Weight of the label above, in records.
const PRIOR_WEIGHT: f64 = 1.0;

/// Records of one label.
#[derive(Clone, Copy, Default)]
struct Seen {
    records: f64,
    sum: f64,
    latest: f64,
}

impl Seen {
    fn learn(&mut self, target: f64) {
        self.records += 1.0;
        self.sum += target;
        self.latest = target;
    }

    fn mean(&self, above: f64) -> f64 {
        (self.sum + PRIOR_WEIGHT * above) / (self.records + PRIOR_WEIGHT)
    }

    fn latest(&self, otherwise: f64) -> f64 {
        if self.records > 0.0 { self.latest } else { otherwise }
    }
}

/// All that the records so far say.
#[derive(Default)]
pub(super) struct Knowledge<'a> {
    all: Seen,
    models: BTreeMap<&'a str, Seen>,
    users: BTreeMap<&'a str, Seen>,
    groups: BTreeMap<&'a str, Seen>,
}

impl<'a> Knowledge<'a> {
    pub(super) fn learn(&mut self, record: &'a HistoryRecord, target: f64) {
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
            user.records,
            user.latest(user_mean),
            group_mean,
            group.records,
            group.latest(group_mean),
        ]
    }
}
