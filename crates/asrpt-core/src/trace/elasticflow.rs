//! ElasticFlow's extract of Philly (pkusys): seconds, model names, one virtual cluster.

use super::row::{Row, Rows};
use super::{Format, Head, Options, table};

pub(super) struct ElasticFlow;

const NEEDED: [&str; 5] = ["job_id", "submit_time", "model_name", "num_gpu", "real_duration"];

impl Format for ElasticFlow {
    fn kind(&self) -> &'static str {
        "elasticflow"
    }

    fn summary(&self) -> &'static str {
        "ElasticFlow's Philly extract: seconds (real_duration); model names; no users or groups"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&NEEDED)
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        table::each(text, &NEEDED, rows, |cells| {
            Ok(Row {
                at: cells.line,
                id: cells.label("job_id"),
                user: None,
                group: None,
                model: cells.label("model_name"),
                gpus: cells.number("num_gpu")?,
                submit_s: cells.number("submit_time")?,
                duration_s: cells.number("real_duration")?,
            })
        })
    }
}
