//! Rows of a trace in plain units, and what is wrong with the others.

use super::report::Refusals;
use crate::limits;
use crate::time::TIME_LIMIT_US;

/// 285 years.
const LIMIT_S: f64 = (TIME_LIMIT_US / 1_000_000) as f64;

/// A job of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its line in the file, or its position in a list, from 1.
    pub at: u64,
    /// Its name in the trace.
    pub id: Option<String>,
    /// Label.
    pub user: Option<String>,
    /// Label.
    pub group: Option<String>,
    /// The model's name in the trace.
    pub model: Option<String>,
    /// GPUs of all its instances together; may be a share of one.
    pub gpus: f64,
    /// When it was submitted, in seconds of the trace's clock.
    pub submit_s: f64,
    /// How long it ran.
    pub duration_s: f64,
}

/// Why a row can't be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The same for all rows that have it.
    pub reason: &'static str,
    /// What stands there.
    pub detail: String,
}

impl Refusal {
    pub(super) fn new(reason: &'static str, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }
}

/// What a format reads.
#[derive(Default)]
pub struct Rows {
    pub(super) good: Vec<Row>,
    pub(super) refusals: Refusals,
    /// Rows with a share of a GPU.
    pub(super) rounded_up: usize,
    /// Whether times are dates.
    pub(super) dated: bool,
    /// What the format has to say of the file as a whole.
    pub(super) notes: Vec<String>,
}

impl Rows {
    /// Takes a row, or the reason why it can't be used.
    pub(super) fn add(&mut self, at: u64, row: Result<Row, Refusal>) {
        match row.and_then(|row| self.checked(row)) {
            Ok(row) => self.good.push(row),
            Err(refusal) => self.refusals.add(at, refusal),
        }
    }

    /// How many there were, good and bad.
    pub(super) fn read(&self) -> usize {
        self.good.len() + self.refusals.count()
    }

    fn checked(&mut self, mut row: Row) -> Result<Row, Refusal> {
        if row.gpus < 0.0 {
            return Err(Refusal::new("asks for less than no GPU", format!("{} GPUs", row.gpus)));
        }
        if row.gpus == 0.0 {
            return Err(Refusal::new("needs no GPU", "0 GPUs"));
        }
        if row.duration_s < 0.0 {
            return Err(Refusal::new("ends before it starts", format!("{} s", row.duration_s)));
        }
        if row.duration_s == 0.0 {
            return Err(Refusal::new("ran for no time", "0 s"));
        }
        for (seconds, what) in [(row.submit_s, "submitted"), (row.duration_s, "long")] {
            if seconds.abs() >= LIMIT_S {
                return Err(Refusal::new(
                    "passes the limit of simulated time",
                    format!("{seconds} s {what}"),
                ));
            }
        }
        for label in [&row.id, &row.user, &row.group, &row.model].into_iter().flatten() {
            if label.chars().nth(limits::NAME_CHARS).is_some() {
                let reason = "a label is longer than 200 characters";
                return Err(Refusal::new(reason, label.chars().take(60).collect::<String>()));
            }
        }
        let whole = libm::ceil(row.gpus);
        if whole != row.gpus {
            self.rounded_up += 1;
            row.gpus = whole;
        }
        Ok(row)
    }
}
