//! Tiresias (SymbioticLab): seconds, model names. Its own iterations belong to other GPUs and aren't used.

use super::row::{Refusal, Row, Rows};
use super::table::Cells;
use super::{Format, Head, Options, table};

pub(super) struct Tiresias;

pub(super) const NEEDED: [&str; 5] = ["job_id", "num_gpu", "submit_time", "model_name", "duration"];

impl Format for Tiresias {
    fn kind(&self) -> &'static str {
        "tiresias"
    }

    fn summary(&self) -> &'static str {
        "Tiresias: seconds; model names; no users or groups"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&NEEDED)
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        table::each(text, &NEEDED, rows, |cells| row(cells, 1.0))
    }
}

/// A row whose times are in units of so many to the second.
pub(super) fn row(cells: &Cells<'_>, per_s: f64) -> Result<Row, Refusal> {
    Ok(Row {
        at: cells.line,
        id: cells.label("job_id"),
        user: None,
        group: None,
        model: cells.label("model_name"),
        gpus: cells.number("num_gpu")?,
        submit_s: cells.number("submit_time")? / per_s,
        duration_s: cells.number("duration")? / per_s,
    })
}
