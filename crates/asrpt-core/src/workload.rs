//! Generated workloads: same parameters and seed, same scenario, everywhere.
//!
//! Random numbers are the crate's own (ChaCha8 by raw draws). What is switched off draws none, so that a parameter that
//! isn't used changes nothing.

mod population;
mod synthetic;

pub use synthetic::synthetic_models;

use crate::cluster::Cluster;
use crate::cost::Constants;
use crate::model::ModelGraph;
use crate::random::Random;
use crate::scenario::{
    HistoryRecord, JobSpec, ModelSpec, PolicySpec, PredictorSpec, Problem, Scenario, ServerSpec, validate,
};
use population::{Drawn, Population};

/// When jobs arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrivals {
    /// Exponential gaps.
    Poisson,
    /// Groups of that many jobs at one moment, with exponential gaps between groups.
    Bursts {
        /// Jobs of one group.
        size: u32,
    },
    /// Poisson with a rate that swings by ± 80 % over a day.
    Diurnal,
}

/// How the number of iterations varies around its median m; σ is [`Workload::iterations_sigma`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// m · e^(σ·z), z standard normal.
    LogNormal,
    /// From 0 to 2 m, each alike; σ isn't used.
    Uniform,
    /// m · (2·u)^−σ, u uniform: a heavy tail with index 1/σ; none is below m · 2^−σ.
    Pareto,
    /// Always m.
    Fixed,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// How many jobs.
    pub jobs: usize,
    /// How many records of the past, drawn as the jobs are.
    pub history: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Work that arrives per time, as a share of what the cluster does at best: Σ g · n · α_min / (G · time).
    pub load: f64,
    /// When jobs arrive.
    pub arrivals: Arrivals,
    /// How the number of iterations varies.
    pub shape: Shape,
    /// The median of the number of iterations.
    pub median_iterations: f64,
    /// How far it varies.
    pub iterations_sigma: f64,
    /// σ of the log-normal error of predictions given with the jobs; 0 gives none.
    pub prediction_sigma: f64,
    /// Users, the first the busiest (weights 1, 1/2, 1/3, …); 0 labels no job.
    pub users: u32,
    /// Groups of each user, weighted likewise: jobs that recur, each with its model and its own median of iterations.
    pub groups: u32,
    /// Share of jobs that belong to a group; the others come once, with a user and no group.
    pub recurrence: f64,
    /// σ of the log-normal iterations within one group.
    pub group_sigma: f64,
    /// Share of jobs that are communication-heavy (at the default ratio): the model mix is reweighted to it.
    pub heavy_share: Option<f64>,
    /// The scenario's predictor.
    pub predictor: PredictorSpec,
    /// The cluster.
    pub servers: Vec<ServerSpec>,
    /// Model graphs with their weight in the mix.
    pub models: Vec<(String, ModelSpec, f64)>,
}

impl Default for Workload {
    /// 100 jobs without labels on 16 servers of 8 GPUs under load 0.8.
    fn default() -> Self {
        let server = ServerSpec {
            name: None,
            count: 16,
            gpus: 8,
            nvlink_gb_per_s: 150.0,
            nic_gb_per_s: 12.5,
            gpu_speed: 1.0,
        };
        Self {
            jobs: 100,
            history: 0,
            seed: 1,
            load: 0.8,
            arrivals: Arrivals::Poisson,
            shape: Shape::LogNormal,
            median_iterations: 2_000.0,
            iterations_sigma: 1.0,
            prediction_sigma: 0.0,
            users: 0,
            groups: 5,
            recurrence: 0.8,
            group_sigma: 0.2,
            heavy_share: None,
            predictor: PredictorSpec::default(),
            servers: vec![server],
            models: synthetic_models(),
        }
    }
}

impl Workload {
    /// Jobs of 20 users, four of five recurring in one of 100 groups, with a history for the forest to learn from: for
    /// trying predictors, and for showing that they give the same everywhere.
    pub fn recurring(history: usize, jobs: usize, seed: u64) -> Self {
        let predictor = PredictorSpec { kind: "random-forest".to_owned(), seed, ..PredictorSpec::default() };
        Self { jobs, history, seed, users: 20, predictor, ..Self::default() }
    }
}

/// Makes the scenario.
///
/// # Errors
/// What [`validate`] finds in it, as when a model doesn't fit into the cluster; a share of heavy jobs that the models
/// can't give; a share or a number that makes no sense.
pub fn generate(workload: &Workload) -> Result<Scenario, Vec<Problem>> {
    check(workload)?;
    let mut scenario = Scenario {
        servers: workload.servers.clone(),
        models: workload.models.iter().map(|(name, model, _)| (name.clone(), model.clone())).collect(),
        predictor: workload.predictor.clone(),
        ..Scenario::default()
    };
    // One job of each model, so that a model that doesn't fit is found before anything is drawn.
    let names = workload.models.iter().map(|(name, ..)| name);
    scenario.jobs = names.enumerate().map(|(at, name)| probe(at, name)).collect();
    let problems = validate(&scenario);
    if !problems.is_empty() {
        return Err(problems);
    }
    fill(&mut scenario, workload).map_err(|problem| vec![problem])?;
    Ok(scenario)
}

fn check(workload: &Workload) -> Result<(), Vec<Problem>> {
    let share = 0.0..=1.0;
    let checks = [
        ("load", workload.load > 0.0 && workload.load.is_finite(), "must be above 0"),
        ("median_iterations", (1.0..=1e9).contains(&workload.median_iterations), "must be from 1 to 1e9"),
        ("iterations_sigma", (0.0..=10.0).contains(&workload.iterations_sigma), "must be from 0 to 10"),
        ("prediction_sigma", (0.0..=10.0).contains(&workload.prediction_sigma), "must be from 0 to 10"),
        ("group_sigma", (0.0..=10.0).contains(&workload.group_sigma), "must be from 0 to 10"),
        ("recurrence", share.contains(&workload.recurrence), "must be from 0 to 1"),
        (
            "heavy_share",
            workload.heavy_share.is_none_or(|heavy| share.contains(&heavy)),
            "must be from 0 to 1",
        ),
        (
            "users",
            workload.users <= 100_000 && workload.groups <= 1_000,
            "at most 100,000 of 1,000 groups each",
        ),
        ("models", !workload.models.is_empty(), "has no model"),
        ("models", workload.models.iter().all(|(.., weight)| *weight >= 0.0), "weights must be 0 or more"),
        ("jobs", workload.jobs <= crate::limits::JOBS, "too many are asked for"),
        ("history", workload.history <= crate::limits::HISTORY, "too many are asked for"),
    ];
    let problems: Vec<Problem> = checks
        .iter()
        .filter(|(_, good, _)| !good)
        .map(|(path, _, said)| Problem::new(*path, *said, ""))
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn probe(at: usize, model: &str) -> JobSpec {
    JobSpec {
        id: format!("j{at}"),
        model: model.to_owned(),
        arrival_s: 0.0,
        iterations: 1,
        predicted_iterations: None,
        user: None,
        group: None,
        name: None,
    }
}

fn fill(scenario: &mut Scenario, workload: &Workload) -> Result<(), Problem> {
    let cluster = Cluster::new(&workload.servers);
    let constants: Vec<Constants> =
        workload.models.iter().map(|(_, model, _)| constants(model, &cluster)).collect();
    let mut random = Random::new(workload.seed);
    let population = Population::new(workload, weights(workload, &constants)?, &mut random);
    scenario.history = (0..workload.history)
        .map(|_| population.draw(&mut random))
        .map(|drawn| record(workload, &constants, drawn))
        .collect();
    let drawn: Vec<Drawn> = (0..workload.jobs).map(|_| population.draw_predicted(&mut random)).collect();
    let work_s = |drawn: &Drawn| {
        drawn.iterations as f64
            * (f64::from(constants[drawn.model].gpus) * constants[drawn.model].alpha_min_s)
    };
    let span_s = drawn.iter().map(work_s).sum::<f64>() / (f64::from(cluster.total_gpus) * workload.load);
    let arrivals_s = population::arrivals(&mut random, workload, span_s / workload.jobs as f64);
    let both = drawn.into_iter().zip(arrivals_s).enumerate();
    scenario.jobs = both.map(|(at, (drawn, arrival_s))| job(workload, at, drawn, arrival_s)).collect();
    Ok(())
}

fn constants(model: &ModelSpec, cluster: &Cluster) -> Constants {
    Constants::new(&ModelGraph::new(model).expect("validated before"), cluster)
}

/// The mix, reweighted to the share of heavy jobs that is asked for.
fn weights(workload: &Workload, constants: &[Constants]) -> Result<Vec<f64>, Problem> {
    let mix: Vec<f64> = workload.models.iter().map(|(.., weight)| *weight).collect();
    let is_heavy =
        |c: &Constants| c.gpus > 1 && c.alpha_max_s >= PolicySpec::DEFAULT_COMM_HEAVY_RATIO * c.alpha_min_s;
    let sum = |heavy: bool| -> f64 {
        mix.iter().zip(constants).filter(|(_, c)| is_heavy(c) == heavy).map(|(weight, _)| weight).sum()
    };
    let (heavy, light) = (sum(true), sum(false));
    let Some(share) = workload.heavy_share else {
        return if heavy + light > 0.0 {
            Ok(mix)
        } else {
            Err(Problem::new("models", "all weights are 0", ""))
        };
    };
    for (asked, there, what) in [(share, heavy, "communication-heavy"), (1.0 - share, light, "light")] {
        if asked > 0.0 && there == 0.0 {
            let message = format!("no model of the mix is {what} on this cluster");
            return Err(Problem::new("heavy_share", message, "add such models, or slow the NICs down or up"));
        }
    }
    let scaled = |(weight, c): (&f64, &Constants)| match (is_heavy(c), *weight == 0.0) {
        (_, true) => 0.0,
        (true, false) => weight * share / heavy,
        (false, false) => weight * (1.0 - share) / light,
    };
    Ok(mix.iter().zip(constants).map(scaled).collect())
}

fn record(workload: &Workload, constants: &[Constants], drawn: Drawn) -> HistoryRecord {
    HistoryRecord {
        user: drawn.user,
        group: drawn.group,
        model: workload.models[drawn.model].0.clone(),
        gpus: constants[drawn.model].gpus,
        iterations: drawn.iterations,
    }
}

fn job(workload: &Workload, at: usize, drawn: Drawn, arrival_s: f64) -> JobSpec {
    JobSpec {
        arrival_s,
        iterations: drawn.iterations,
        predicted_iterations: drawn.predicted,
        user: drawn.user,
        group: drawn.group,
        ..probe(at, &workload.models[drawn.model].0)
    }
}

#[cfg(test)]
mod tests;
