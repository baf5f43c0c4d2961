//! `asrpt generate`.

use asrpt_core::instance::Instance;
use asrpt_core::library;
use asrpt_core::scenario::{ModelSpec, PredictorSpec, Problem};
use asrpt_core::workload::{Arrivals, Shape, Workload, generate, synthetic_models};
use clap::Args;

use crate::import::ClusterArgs;
use crate::{input, output};

#[derive(Args)]
pub struct GenerateArgs {
    /// Jobs
    #[arg(long, value_name = "N", default_value_t = 100)]
    jobs: usize,
    /// Records of the past, for predictors that learn
    #[arg(long, value_name = "N", default_value_t = 0)]
    history: usize,
    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: u64,
    /// Work that arrives per time, as a share of what the cluster does at best
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    load: f64,
    /// poisson, diurnal, or bursts:N for N jobs at a time
    #[arg(long, value_name = "KIND", default_value = "poisson", value_parser = arrivals)]
    arrivals: Arrivals,
    /// Distribution of iterations around their median: log-normal, uniform, pareto or fixed
    #[arg(long, value_name = "KIND", default_value = "log-normal", value_parser = shape)]
    shape: Shape,
    /// Median of the number of iterations
    #[arg(long, value_name = "N", default_value_t = 2_000.0)]
    median: f64,
    /// Spread of the number of iterations (log-normal σ, or 1 / the tail index of pareto)
    #[arg(long, value_name = "SIGMA", default_value_t = 1.0)]
    sigma: f64,
    /// σ of the log-normal error of predictions given with the jobs; 0 leaves predicting to the predictor
    #[arg(long, value_name = "SIGMA", default_value_t = 0.0)]
    error: f64,
    /// Users; 0 labels no job
    #[arg(long, value_name = "N", default_value_t = 0)]
    users: u32,
    /// Groups of recurring jobs of each user
    #[arg(long, value_name = "N", default_value_t = 5)]
    groups: u32,
    /// Share of jobs that belong to a group
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    recurrence: f64,
    /// σ of the log-normal iterations within one group
    #[arg(long, value_name = "SIGMA", default_value_t = 0.2)]
    group_sigma: f64,
    /// Share of communication-heavy jobs; otherwise as the mix has it
    #[arg(long, value_name = "SHARE")]
    heavy: Option<f64>,
    /// Model mix: NAME=WEIGHT,… of the library's entries (as bert-large-8gpu) or of the synthetic models
    #[arg(long, value_name = "NAME=WEIGHT,…")]
    mix: Option<String>,
    /// Predictor of the scenario; otherwise random-forest with a history and perfect without
    #[arg(long, value_name = "KIND", value_parser = crate::predict::kinds())]
    predictor: Option<String>,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

fn arrivals(text: &str) -> Result<Arrivals, String> {
    match text.split_once(':') {
        None if text == "poisson" => Ok(Arrivals::Poisson),
        None if text == "diurnal" => Ok(Arrivals::Diurnal),
        Some(("bursts", size)) => match size.parse() {
            Ok(size @ 1..) => Ok(Arrivals::Bursts { size }),
            _ => Err("the size of bursts is a whole number of at least 1".to_owned()),
        },
        _ => Err("one of: poisson, diurnal, bursts:N".to_owned()),
    }
}

fn shape(text: &str) -> Result<Shape, String> {
    match text {
        "log-normal" => Ok(Shape::LogNormal),
        "uniform" => Ok(Shape::Uniform),
        "pareto" => Ok(Shape::Pareto),
        "fixed" => Ok(Shape::Fixed),
        _ => Err("one of: log-normal, uniform, pareto, fixed".to_owned()),
    }
}

/// The text to print.
pub fn run(args: &GenerateArgs) -> Result<String, String> {
    let scenario = generate(&workload(args)?).map_err(|problems| listed(&problems))?;
    // What a run refuses isn't written: numbers that are fine one by one may lead beyond simulated time.
    let instance = Instance::prepare(scenario).map_err(|problems| listed(&problems))?;
    output::to_file(instance.scenario.to_json(), args.output.as_deref())
}

/// Places of a workload or of its scenario, each with the flag that sets it; the first that fits holds.
const FLAGS: [(&str, &str); 17] = [
    ("load", "--load"),
    ("median_iterations", "--median"),
    ("iterations_sigma", "--sigma"),
    ("prediction_sigma", "--error"),
    ("group_sigma", "--group-sigma"),
    ("recurrence", "--recurrence"),
    ("heavy_share", "--heavy"),
    ("users", "--users and --groups"),
    ("history", "--history"),
    ("models", "--mix"),
    ("cluster.servers[0].gpus", "--gpus"),
    ("cluster.servers[0].nvlink_gb_per_s", "--nvlink"),
    ("cluster.servers[0].nic_gb_per_s", "--nic"),
    ("cluster", "--servers"),
    ("predictor", "--predictor"),
    // A job that doesn't fit needs another cluster or another model.
    ("jobs[", "--servers, --gpus or --mix"),
    ("jobs", "--jobs"),
];

/// What makes jobs long and late.
const BEYOND_TIME: &str = "--median, --sigma or --load";

/// Every problem in a line, with the flag to change.
fn listed(problems: &[Problem]) -> String {
    let by_flag = |problem: &Problem| {
        let flag = FLAGS.iter().find(|(place, _)| problem.path.starts_with(place));
        let flag = flag.map_or(&*problem.path, |(_, flag)| flag);
        let path = if problem.message.contains("simulated time") { BEYOND_TIME } else { flag };
        Problem { path: path.to_owned(), ..problem.clone() }
    };
    input::listed("generate", &problems.iter().map(by_flag).collect::<Vec<_>>())
}

fn workload(args: &GenerateArgs) -> Result<Workload, String> {
    let by_history = if args.history > 0 { "random-forest" } else { "perfect" };
    let kind = args.predictor.as_deref().unwrap_or(by_history).to_owned();
    Ok(Workload {
        jobs: args.jobs,
        history: args.history,
        seed: args.seed,
        load: args.load,
        arrivals: args.arrivals,
        shape: args.shape,
        median_iterations: args.median,
        iterations_sigma: args.sigma,
        prediction_sigma: args.error,
        users: args.users,
        groups: args.groups,
        recurrence: args.recurrence,
        group_sigma: args.group_sigma,
        heavy_share: args.heavy,
        predictor: PredictorSpec { kind, seed: args.seed, ..PredictorSpec::default() },
        servers: args.cluster.servers(),
        models: args.mix.as_deref().map_or_else(|| Ok(synthetic_models()), mix)?,
    })
}

fn mix(text: &str) -> Result<Vec<(String, ModelSpec, f64)>, String> {
    text.split(',').map(|part| weighted(part.trim())).collect()
}

fn weighted(part: &str) -> Result<(String, ModelSpec, f64), String> {
    let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
    let weight = weight.parse().map_err(|_| format!("error: --mix: {weight:?} is no weight"))?;
    let synthetic =
        || synthetic_models().into_iter().find(|(known, ..)| known == name).map(|(_, spec, _)| spec);
    let spec = library::find(name).map(|entry| entry.estimate().model).or_else(synthetic);
    let spec = spec.ok_or_else(|| format!("error: --mix: there is no model {name:?}; known: {}", known()))?;
    Ok((name.to_owned(), spec, weight))
}

fn known() -> String {
    let synthetic = synthetic_models().into_iter().map(|(name, ..)| name);
    let listed: Vec<String> = library::entries().map(|entry| entry.id.clone()).chain(synthetic).collect();
    listed.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_a_flag_that_there_is() {
        use clap::{Args as _, Command};
        let known = GenerateArgs::augment_args(Command::new("generate"));
        for (place, flags) in FLAGS.into_iter().chain([("jobs", BEYOND_TIME)]) {
            for flag in flags.split([' ', ',']).filter_map(|word| word.strip_prefix("--")) {
                assert!(known.get_arguments().any(|arg| arg.get_long() == Some(flag)), "{place}: --{flag}");
            }
        }
    }
}
