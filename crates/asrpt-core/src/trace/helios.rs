//! SenseTime Helios (`cluster_log.csv`). The group is `jobname` where the file has it, the virtual cluster otherwise.
//! Jobs count whatever their state: a failed or cancelled one held its GPUs as long.

use super::row::{Refusal, Row, Rows};
use super::table::Cells;
use super::{Format, Head, Options, date, table};

pub(super) struct Helios;

const NEEDED: [&str; 5] = ["user", "vc", "gpu_num", "submit_time", "duration"];

impl Format for Helios {
    fn kind(&self) -> &'static str {
        "helios"
    }

    fn summary(&self) -> &'static str {
        "Helios: dates and seconds; users; group = jobname, or the virtual cluster; every state; no model names"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&NEEDED)
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        rows.dated = true;
        table::each(text, &NEEDED, rows, |cells| {
            forward(cells)?;
            Ok(Row {
                at: cells.line,
                id: cells.label("job_id"),
                user: cells.label("user"),
                group: cells.label("jobname").or_else(|| cells.label("vc")),
                model: None,
                gpus: cells.number("gpu_num")?,
                submit_s: cells.date("submit_time")?,
                duration_s: cells.number("duration")?,
            })
        })
    }
}

/// Start and end are used for nothing else.
fn forward(cells: &Cells<'_>) -> Result<(), Refusal> {
    let moment = |column| cells.text(column).and_then(date::parse);
    match (moment("start_time"), moment("end_time")) {
        (Some(start), Some(end)) if end < start => {
            Err(Refusal::new("ends before it starts", format!("{} s", end - start)))
        }
        _ => Ok(()),
    }
}
