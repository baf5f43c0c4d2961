//! Alibaba PAI (clusterdata, cluster-trace-gpu-v2020, `pai_job_no_estimate_100K.csv`).
//!
//! `num_gpu` is per instance and may be a share: a job's GPUs are `num_inst` · `num_gpu`, rounded up. A blank `num_gpu`
//! is 0 and a blank `num_inst` 1, as in the trace's own loader; a blank `submit_time` is refused.

use super::row::Row;
use super::row::Rows;
use super::{Format, Head, Options, table};

pub(super) struct Pai;

const NEEDED: [&str; 5] = ["num_inst", "num_gpu", "submit_time", "duration", "user"];

impl Format for Pai {
    fn kind(&self) -> &'static str {
        "pai"
    }

    fn summary(&self) -> &'static str {
        "Alibaba PAI: GPUs = num_inst · num_gpu, rounded up; seconds; users; no model names"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&NEEDED)
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        table::each(text, &NEEDED, rows, |cells| {
            let instances = cells.optional_number("num_inst")?.unwrap_or(1.0);
            Ok(Row {
                at: cells.line,
                id: cells.label("job_id"),
                user: cells.label("user"),
                group: cells.label("group"),
                model: None,
                gpus: instances * cells.optional_number("num_gpu")?.unwrap_or(0.0),
                submit_s: cells.number("submit_time")?,
                duration_s: cells.number("duration")?,
            })
        })
    }
}
