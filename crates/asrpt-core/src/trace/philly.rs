//! Microsoft Philly's `cluster_job_log`, a JSON list. The group is the virtual cluster.
//!
//! A job's duration is the sum of its attempts', its GPUs the most that an attempt had. Times that are null, blank or
//! "None" don't count; a job without an attempt that ran is refused, and one with an attempt that ends before it
//! starts as well. Jobs count whatever their status.

use serde_json::Value;

use super::row::{Refusal, Row, Rows};
use super::{Format, Head, Options, date};

pub(super) struct Philly;

impl Format for Philly {
    fn kind(&self) -> &'static str {
        "philly"
    }

    fn summary(&self) -> &'static str {
        "Philly cluster_job_log (JSON): duration = all attempts; users; group = virtual cluster; no model names"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        // A list of objects; a list of anything else is no trace.
        let items = head.line.strip_prefix('[').map(str::trim_start);
        items.is_some_and(|items| items.is_empty() || items.starts_with('{'))
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        rows.dated = true;
        let jobs: Vec<Value> =
            serde_json::from_str(text).map_err(|error| format!("this is no JSON list: {error}"))?;
        for (at, job) in (1..).zip(&jobs) {
            rows.add(at, row(at, job));
        }
        Ok(())
    }
}

fn row(at: u64, job: &Value) -> Result<Row, Refusal> {
    let label = |key: &str| job[key].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let submitted = label("submitted_time").unwrap_or_default();
    let submit_s = date::parse(&submitted)
        .ok_or_else(|| Refusal::new("a date can't be read", format!("submitted_time is {submitted:?}")))?;
    let attempts = job["attempts"].as_array().map_or(&[][..], Vec::as_slice);
    let durations: Vec<f64> = attempts.iter().filter_map(duration_s).collect();
    if durations.is_empty() {
        let detail = format!("{} attempts, none with start and end", attempts.len());
        return Err(Refusal::new("never ran", detail));
    }
    if let Some(negative) = durations.iter().find(|&&duration| duration < 0.0) {
        return Err(Refusal::new("ends before it starts", format!("{negative} s")));
    }
    Ok(Row {
        at,
        id: label("jobid"),
        user: label("user"),
        group: label("vc"),
        model: None,
        gpus: attempts.iter().map(gpus).max().unwrap_or(0) as f64,
        submit_s,
        duration_s: durations.iter().sum(),
    })
}

fn duration_s(attempt: &Value) -> Option<f64> {
    let moment = |key: &str| attempt[key].as_str().and_then(date::parse);
    Some(moment("end_time")? - moment("start_time")?)
}

fn gpus(attempt: &Value) -> usize {
    let servers = attempt["detail"].as_array().into_iter().flatten();
    servers.map(|server| server["gpus"].as_array().map_or(0, Vec::len)).sum()
}
