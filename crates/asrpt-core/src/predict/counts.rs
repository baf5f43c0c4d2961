//! How many records of the past carry each label.

use std::collections::BTreeMap;

use super::{Basis, Facts};
use crate::scenario::HistoryRecord;

pub(super) struct Counts<'a> {
    groups: BTreeMap<&'a str, usize>,
    users: BTreeMap<&'a str, usize>,
    all: usize,
}

impl<'a> Counts<'a> {
    pub(super) fn new(history: &'a [HistoryRecord]) -> Self {
        let mut counts = Self { groups: BTreeMap::new(), users: BTreeMap::new(), all: 0 };
        history.iter().for_each(|record| counts.learn(record));
        counts
    }

    /// One record more.
    pub(super) fn learn(&mut self, record: &'a HistoryRecord) {
        self.all += 1;
        for (label, by) in [(&record.group, &mut self.groups), (&record.user, &mut self.users)] {
            if let Some(label) = label {
                *by.entry(label).or_default() += 1;
            }
        }
    }

    /// The most specific label of a job that has records.
    pub(super) fn basis(&self, job: Facts<'_>) -> Basis {
        let records = |label: Option<&str>, by: &BTreeMap<&str, usize>| by.get(label?).copied();
        let of_group = records(job.group, &self.groups).map(Basis::Group);
        let of_user = || records(job.user, &self.users).map(Basis::User);
        let of_all = if self.all == 0 { Basis::Prior } else { Basis::All(self.all) };
        of_group.or_else(of_user).unwrap_or(of_all)
    }
}
