//! `asrpt compare`.

use asrpt_core::format::{decimal, time};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::Policy;
use asrpt_core::{result, run};

use crate::run::{mean, seconds};
use crate::{input, output};

type Row = (&'static dyn Policy, Metrics);

/// The text to print.
pub fn run(file: &str, json: bool) -> Result<String, String> {
    let instance = input::instance(file)?;
    let mut rows: Vec<Row> = Vec::new();
    for (policy, metrics) in run::compare(&instance) {
        match metrics {
            Ok(metrics) => rows.push((policy, metrics)),
            Err(error) => {
                let mut problem = error.problem(&instance);
                problem.message = format!("under {}, {}", policy.kind(), problem.message);
                return Err(input::listed(file, &[problem]));
            }
        }
    }
    let learns = if instance.learns() { LEARNS } else { "" };
    Ok(if json {
        result::comparison_to_json(rows.iter().map(|(policy, metrics)| (*policy, metrics)))
    } else {
        as_table(&rows) + learns
    })
}

/// Online learning.
const LEARNS: &str =
    "\nThe predictor learns from each policy's own completions, so its predictions differ between them.";

/// Total JCT against a-srpt's: 1.5 is half as much again.
fn against_a_srpt(rows: &[Row], metrics: &Metrics) -> Option<f64> {
    let (_, a_srpt) = rows.iter().find(|(policy, _)| policy.kind() == "a-srpt")?;
    (a_srpt.total_jct_us > 0).then(|| metrics.total_jct_us as f64 / a_srpt.total_jct_us as f64)
}

fn as_table(rows: &[Row]) -> String {
    let head =
        ["Policy", "Total JCT", "vs A-SRPT", "/ bound", "Mean JCT", "p95 JCT", "Makespan", "GPUs busy"];
    let cells = rows.iter().map(|(policy, metrics)| {
        vec![
            policy.kind().to_owned(),
            seconds(metrics.total_jct_us),
            against_a_srpt(rows, metrics).map_or("-".to_owned(), change),
            metrics.ratio_to_lower_bound.map_or("-".to_owned(), |ratio| decimal(ratio, 3)),
            mean(metrics.mean_jct_us),
            time(metrics.p95_jct_us),
            time(metrics.makespan_us),
            format!("{} %", decimal(metrics.gpu_utilization * 100.0, 1)),
        ]
    });
    let table = output::table(&head, cells);
    let bound = rows.first().map_or(0, |(_, metrics)| metrics.lower_bound_total_jct_us);
    format!("{table}\n\nLower bound on the total JCT of any non-preemptive gang schedule: {}", seconds(bound))
}

fn change(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    let sign = if percent > 0.0 { "+" } else { "" };
    format!("{sign}{} %", decimal(percent, 1))
}
