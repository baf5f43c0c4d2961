//! `asrpt run`.

use asrpt_core::format::{alpha, count, decimal, time, whole};
use asrpt_core::ids::JobIndex;
use asrpt_core::result;
use asrpt_core::run::Run;

use crate::{ScenarioArgs, input, output};

/// The text to print.
pub fn run(args: &ScenarioArgs, json: bool) -> Result<String, String> {
    let run = input::simulate(args)?;
    if json {
        return Ok(result::to_json(&run));
    }
    Ok([head(&run), jobs(&run), figures(&run)].join("\n\n"))
}

fn head(run: &Run) -> String {
    let instance = &run.instance;
    let name = instance.scenario.name.as_deref().unwrap_or("Scenario without a name");
    let learned = if instance.learns() {
        let records = run.records_at(run.log.len()) as u64;
        let refits = count(run.refit_steps().len() as u64, "time");
        format!("\nThe predictor was fitted again {refits}, the last time on {}", count(records, "record"))
    } else {
        String::new()
    };
    format!(
        "{}: {} on {} with {}, policy {}{learned}",
        name.escape_debug(),
        count(instance.jobs.len() as u64, "job"),
        count(instance.cluster.servers.len() as u64, "server"),
        count(instance.cluster.total_gpus, "GPU"),
        run.policy.label()
    )
}

fn jobs(run: &Run) -> String {
    let rows = (0..run.instance.jobs.len()).map(|at| job_row(run, JobIndex::from_at(at)));
    let head = ["Job", "GPUs", "Arrives", "Starts", "Completes", "JCT", "α", "α / α_min", "Servers"];
    if !run.instance.learns() {
        return output::table(&head, rows);
    }
    let predicted = run.instance.jobs.iter().map(|job| decimal(job.predicted_iterations, 1));
    let rows = rows.zip(predicted).map(|(row, predicted)| [row, vec![predicted]].concat());
    output::table(&[&head[..], &["n̂ on arrival"]].concat(), rows)
}

fn job_row(run: &Run, job: JobIndex) -> Vec<String> {
    let (facts, outcome) = (run.instance.job(job), run.outcome(job));
    let best_s = run.instance.model_of(job).constants.alpha_min_s;
    let slowdown = if best_s > 0.0 { decimal(outcome.alpha_s / best_s, 2) } else { "-".to_owned() };
    let mut servers: Vec<_> = run.start_of(job).servers.iter().flatten().collect();
    servers.sort_unstable();
    servers.dedup();
    let names = servers.iter().map(|&&server| run.instance.cluster.server(server).name.as_str());
    vec![
        run.instance.job_id(job).to_owned(),
        facts.gpus.to_string(),
        time(facts.arrival_us),
        time(outcome.start_us),
        time(outcome.completion_us),
        time(outcome.completion_us - facts.arrival_us),
        alpha(outcome.alpha_s),
        slowdown,
        names.collect::<Vec<_>>().join(" "),
    ]
}

fn figures(run: &Run) -> String {
    let metrics = &run.metrics;
    let ratio = metrics.ratio_to_lower_bound.map_or("-".to_owned(), |ratio| decimal(ratio, 3));
    let rows = [
        ("Total JCT", seconds(metrics.total_jct_us)),
        ("Mean JCT", mean(metrics.mean_jct_us)),
        ("Median JCT", time(metrics.p50_jct_us)),
        ("95th percentile", time(metrics.p95_jct_us)),
        ("99th percentile", time(metrics.p99_jct_us)),
        ("Makespan", time(metrics.makespan_us)),
        ("GPUs busy", format!("{} %", decimal(metrics.gpu_utilization * 100.0, 1))),
        ("Lower bound on total JCT", seconds(metrics.lower_bound_total_jct_us)),
        ("Total JCT / lower bound", ratio),
    ];
    output::table(&["Figure", "Value"], rows.map(|(figure, value)| vec![figure.to_owned(), value]))
}

/// A mean of times, in the unit that shows it.
pub fn mean(us: f64) -> String {
    match us {
        0.0 | 1e6.. => format!("{} s", decimal(us / 1e6, 3)),
        1e3.. => format!("{} ms", decimal(us / 1e3, 3)),
        _ => format!("{} µs", decimal(us, 3)),
    }
}

/// Totals may be wider than a time: exact to the microsecond.
pub fn seconds(us: u128) -> String {
    format!("{}.{:06} s", whole(us / 1_000_000), us % 1_000_000)
}
