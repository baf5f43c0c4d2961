//! What became of every row.

use std::collections::BTreeMap;

use serde::Serialize;

use super::row::Refusal;
use crate::format::{count, whole};

/// Rows shown of each reason.
const EXAMPLES: usize = 5;

/// A row that couldn't be used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// Its line in the file, or its position in a list, from 1.
    pub row: u64,
    /// What stands there.
    pub detail: String,
}

/// Rows that couldn't be used for one reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refused {
    /// Why.
    pub reason: &'static str,
    /// How many.
    pub rows: usize,
    /// The first ones.
    pub examples: Vec<Example>,
}

/// What became of a trace. `rows` is the sum of all the other numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The format's kind.
    pub format: &'static str,
    /// Rows in the file.
    pub rows: usize,
    /// By reason, most rows first.
    pub refused: Vec<Refused>,
    /// Good rows outside the window of time.
    pub outside: usize,
    /// Good rows that the sample left out.
    pub not_sampled: usize,
    /// Exact copies that were left out.
    pub copies_dropped: usize,
    /// Rows that became history.
    pub history: usize,
    /// Rows that became jobs.
    pub jobs: usize,
    /// Rows after the last job that was asked for.
    pub beyond: usize,
    /// What else there is to say.
    pub notes: Vec<String>,
}

impl Report {
    /// For people, a line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: {} → {} of history, {}",
            self.format,
            count(self.rows as u64, "row"),
            count(self.history as u64, "record"),
            count(self.jobs as u64, "job"),
        )];
        let left_out = [
            (self.outside, "outside the window"),
            (self.not_sampled, "not in the sample"),
            (self.copies_dropped, "left out as exact copies of an earlier row"),
            (self.beyond, "after the last job asked for"),
        ];
        for (rows, what) in left_out.into_iter().filter(|(rows, _)| *rows > 0) {
            lines.push(format!("{} {what}", count(rows as u64, "row")));
        }
        for refused in &self.refused {
            lines.push(format!("{} refused: {}", count(refused.rows as u64, "row"), refused.reason));
            lines.extend(refused.examples.iter().map(Example::line));
        }
        lines.extend(self.notes.iter().cloned());
        lines
    }
}

impl Example {
    fn line(&self) -> String {
        format!("  row {}: {}", whole(self.row), self.detail)
    }
}

/// Reasons with their rows, while a trace is read.
#[derive(Default)]
pub(super) struct Refusals(BTreeMap<&'static str, (usize, Vec<Example>)>);

impl Refusals {
    pub(super) fn add(&mut self, row: u64, refusal: Refusal) {
        let (rows, examples) = self.0.entry(refusal.reason).or_default();
        *rows += 1;
        if examples.len() < EXAMPLES {
            let detail = refusal.detail.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
            examples.push(Example { row, detail: detail.take(200).collect() });
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.values().map(|(rows, _)| rows).sum()
    }

    pub(super) fn into_list(self) -> Vec<Refused> {
        let listed = self.0.into_iter();
        let mut list: Vec<Refused> =
            listed.map(|(reason, (rows, examples))| Refused { reason, rows, examples }).collect();
        list.sort_by_key(|refused| std::cmp::Reverse(refused.rows));
        list
    }
}
