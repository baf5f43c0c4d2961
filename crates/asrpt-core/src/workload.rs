//! Generated workloads: same parameters and seed, same scenario, everywhere.
//!
//! Random numbers are the crate's own (ChaCha8 by raw draws).

use crate::cluster::Cluster;
use crate::cost::Constants;
use crate::model::ModelGraph;
use crate::random::Random;
use crate::scenario::{
    CollectiveKind, CollectiveSpec, JobSpec, ModelSpec, Problem, Scenario, ServerSpec, StageSpec, validate,
};

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

/// What to generate.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// How many jobs.
    pub jobs: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// Work that arrives per time, as a share of what the cluster does at best: Σ g · n · α_min / (G · time).
    pub load: f64,
    /// When jobs arrive.
    pub arrivals: Arrivals,
    /// The median of the log-normal number of iterations.
    pub median_iterations: f64,
    /// σ of its logarithm.
    pub iterations_sigma: f64,
    /// σ of the log-normal error of predictions; 0 leaves them perfect.
    pub prediction_sigma: f64,
    /// The cluster.
    pub servers: Vec<ServerSpec>,
    /// Model graphs with their weight in the mix.
    pub models: Vec<(String, ModelSpec, f64)>,
}

/// Makes the scenario.
///
/// # Errors
/// What [`validate`] finds in it, as when a model doesn't fit into the cluster.
pub fn generate(workload: &Workload) -> Result<Scenario, Vec<Problem>> {
    let mut scenario = Scenario {
        servers: workload.servers.clone(),
        models: workload.models.iter().map(|(name, model, _)| (name.clone(), model.clone())).collect(),
        ..Scenario::default()
    };
    // One job of each model, so that a model that doesn't fit is found before anything is drawn.
    let names = workload.models.iter().map(|(name, ..)| name);
    scenario.jobs = names.enumerate().map(|(at, name)| job(at, name, 0.0, 1, None)).collect();
    let problems = validate(&scenario);
    if !problems.is_empty() {
        return Err(problems);
    }
    scenario.jobs = jobs(workload);
    Ok(scenario)
}

fn job(at: usize, model: &str, arrival_s: f64, iterations: u64, predicted: Option<f64>) -> JobSpec {
    JobSpec {
        id: format!("j{at}"),
        model: model.to_owned(),
        arrival_s,
        iterations,
        predicted_iterations: predicted,
        user: None,
        group: None,
        name: None,
    }
}

fn jobs(workload: &Workload) -> Vec<JobSpec> {
    let mut random = Random::new(workload.seed);
    let cluster = Cluster::new(&workload.servers);
    let work_s: Vec<f64> = workload.models.iter().map(|(_, model, _)| gpu_seconds(model, &cluster)).collect();
    let mut total_work_s = 0.0;
    let mut drawn = Vec::with_capacity(workload.jobs);
    for _ in 0..workload.jobs {
        let model = random.weighted(workload.models.iter().map(|(.., weight)| *weight));
        let iterations = random.log_normal(workload.median_iterations, workload.iterations_sigma);
        let iterations = libm::floor(iterations.clamp(1.0, 1e9));
        let predicted = (workload.prediction_sigma > 0.0)
            .then(|| thousandths(random.log_normal(iterations, workload.prediction_sigma)).max(1.0));
        total_work_s += iterations * work_s[model];
        drawn.push((model, iterations as u64, predicted));
    }
    let span_s = total_work_s / (f64::from(cluster.total_gpus) * workload.load);
    let arrivals_s = random.arrivals(workload, span_s / workload.jobs as f64);
    drawn
        .into_iter()
        .zip(arrivals_s)
        .enumerate()
        .map(|(at, ((model, iterations, predicted), arrival_s))| {
            job(at, &workload.models[model].0, arrival_s, iterations, predicted)
        })
        .collect()
}

/// g · α_min of one iteration.
fn gpu_seconds(model: &ModelSpec, cluster: &Cluster) -> f64 {
    let graph = ModelGraph::new(model).expect("validated before");
    let constants = Constants::new(&graph, cluster);
    f64::from(constants.gpus) * constants.alpha_min_s
}

fn thousandths(value: f64) -> f64 {
    libm::floor(value * 1000.0 + 0.5) / 1000.0
}

impl Random {
    fn arrivals(&mut self, workload: &Workload, mean_gap_s: f64) -> Vec<f64> {
        let mut now_s = 0.0;
        let mut times = Vec::with_capacity(workload.jobs);
        for at in 0..workload.jobs {
            if at > 0 {
                now_s += self.gap_s(workload.arrivals, at, now_s, mean_gap_s);
            }
            times.push(thousandths(now_s));
        }
        times
    }

    fn gap_s(&mut self, arrivals: Arrivals, at: usize, now_s: f64, mean_gap_s: f64) -> f64 {
        match arrivals {
            Arrivals::Poisson => self.exponential(mean_gap_s),
            Arrivals::Bursts { size } if !at.is_multiple_of(size.max(1) as usize) => 0.0,
            Arrivals::Bursts { size } => self.exponential(mean_gap_s * f64::from(size.max(1))),
            Arrivals::Diurnal => {
                let phase = 2.0 * std::f64::consts::PI * now_s / 86_400.0;
                self.exponential(mean_gap_s) / (1.0 + 0.8 * libm::sin(phase))
            }
        }
    }
}

/// Data-parallel models of 1 to 8 GPUs, half of them communication-heavy on NICs of a few GB/s: for benchmarks and for
/// trying things out. Real models are in the library.
pub fn synthetic_models() -> Vec<(String, ModelSpec, f64)> {
    let light = [(1, 0.3), (2, 0.1), (4, 0.1), (8, 0.05)].map(|mix| (mix, 5.0, "light"));
    let heavy = [(2, 0.15), (3, 0.1), (4, 0.1), (8, 0.1)].map(|mix| (mix, 600.0, "heavy"));
    let models = light.into_iter().chain(heavy);
    models
        .map(|((replicas, weight), mb, name)| {
            (format!("{name}{replicas}"), data_parallel(replicas, mb), weight)
        })
        .collect()
}

fn data_parallel(replicas: u32, mb: f64) -> ModelSpec {
    let all_reduce =
        CollectiveSpec { kind: CollectiveKind::AllReduce, mb, per: CollectiveKind::AllReduce.default_per() };
    let stage = StageSpec {
        id: "s0".to_owned(),
        name: None,
        forward_ms: 40.0,
        backward_ms: 80.0,
        replicas,
        collectives: vec![all_reduce],
    };
    ModelSpec { stages: vec![stage], edges: Vec::new(), micro_batches: None }
}
