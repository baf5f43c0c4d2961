//! Random scenarios: small enough to read, mean enough to find ties, splits, waits and empty numbers.

use super::dice::Dice;
use asrpt_core::instance::Instance;
use asrpt_core::scenario::{
    CollectiveKind, CollectiveSpec, EdgeSpec, JobSpec, ModelSpec, Per, PolicySpec, Scenario, ServerSpec,
    StageSpec,
};

/// Few values, so that sizes, weights and moments meet.
const MEGABYTES: [f64; 8] = [0.0, 0.000_000_4, 1.0, 1.0, 40.0, 100.0, 900.0, 33.3];
const MILLISECONDS: [f64; 7] = [0.0, 0.0005, 1.0, 10.0, 10.0, 30.0, 7.77];
const SPEEDS: [f64; 6] = [1.0, 1.0, 1.0, 0.5, 2.0, 1.3];
const NVLINK: [f64; 6] = [0.5, 5.0, 25.0, 100.0, 100.0, 300.0];
const NIC: [f64; 6] = [0.7, 1.0, 10.0, 12.5, 50.0, 400.0];
const DELAY_FACTORS: [f64; 8] = [0.0, 1e-9, 1e-5, 0.1, 0.75, 2.0, 20.0, 1e9];
const RATIOS: [f64; 7] = [0.0, 1.0, 1.0, 1.2, 1.2, 2.0, 1e9];

/// The scenario of a seed.
pub fn scenario(seed: u64) -> Scenario {
    let mut dice = Dice::new(seed);
    let servers = servers(&mut dice);
    let total_gpus: u32 = servers.iter().map(|server| server.gpus * server.count).sum();
    let count = dice.between(1, 4);
    let models: Vec<_> = (0..count).map(|at| (format!("m{at}"), model(&mut dice, total_gpus))).collect();
    let jobs = jobs(&mut dice, count);
    let policy = PolicySpec {
        delay_factor: dice.pick(&DELAY_FACTORS),
        comm_heavy_ratio: dice.pick(&RATIOS),
        ..PolicySpec::default()
    };
    let mut scenario = Scenario { servers, models, jobs: jobs.into(), policy, ..Scenario::default() };
    if dice.once_in(5) {
        scenario.policy.comm_heavy_ratio = exact_ratio(&scenario).unwrap_or(1.0);
    }
    scenario
}

/// α_max / α_min of the first job: the threshold itself, give or take its rounding.
fn exact_ratio(scenario: &Scenario) -> Option<f64> {
    let instance = Instance::prepare(scenario.clone()).ok()?;
    let constants = &instance.models[instance.jobs[0].model.at()].constants;
    Some(constants.alpha_max_s / constants.alpha_min_s).filter(|ratio| *ratio < 1e9)
}

fn servers(dice: &mut Dice) -> Vec<ServerSpec> {
    let alike = dice.once_in(3);
    let first = server(dice);
    let groups = dice.between(0, 2);
    let more = (0..groups).map(|_| if alike { first.clone() } else { server(dice) });
    std::iter::once(first.clone()).chain(more.collect::<Vec<_>>()).collect()
}

fn server(dice: &mut Dice) -> ServerSpec {
    ServerSpec {
        name: None,
        count: dice.pick(&[1, 1, 2, 3]),
        gpus: dice.pick(&[1, 2, 2, 3, 4, 4, 8]),
        nvlink_gb_per_s: dice.pick(&NVLINK),
        nic_gb_per_s: dice.pick(&NIC),
        gpu_speed: dice.pick(&SPEEDS),
    }
}

fn model(dice: &mut Dice, total_gpus: u32) -> ModelSpec {
    let wanted = dice.pick(&[1, 1, 2, 3, 4, 6]);
    let mut left = if dice.once_in(2) { total_gpus } else { total_gpus.div_ceil(2) };
    let mut stages = Vec::new();
    while stages.len() < wanted && left > 0 {
        let replicas = dice.between(1, left.min(5) as usize) as u32;
        left -= replicas;
        stages.push(stage(dice, format!("s{}", stages.len()), replicas));
    }
    let edges = edges(dice, stages.len());
    let flushes = dice.once_in(3);
    ModelSpec { stages, edges, micro_batches: flushes.then(|| dice.pick(&[1, 2, 3, 8, 1000])) }
}

fn stage(dice: &mut Dice, id: String, replicas: u32) -> StageSpec {
    let count = dice.pick(&[0, 1, 1, 1, 2, 3]);
    StageSpec {
        id,
        name: None,
        forward_ms: dice.pick(&MILLISECONDS),
        backward_ms: dice.pick(&MILLISECONDS),
        replicas,
        collectives: (0..count).map(|_| collective(dice)).collect(),
    }
}

fn collective(dice: &mut Dice) -> CollectiveSpec {
    CollectiveSpec {
        kind: dice.pick(&[CollectiveKind::AllReduce, CollectiveKind::AllToAll]),
        mb: megabytes(dice),
        per: dice.pick(&[Per::Iteration, Per::MicroBatch]),
    }
}

fn megabytes(dice: &mut Dice) -> f64 {
    if dice.once_in(4) { dice.real() * 1000.0 } else { dice.pick(&MEGABYTES) }
}

/// A DAG whose edges don't always follow the order of the file, in an order of their own.
fn edges(dice: &mut Dice, stages: usize) -> Vec<EdgeSpec> {
    let order = shuffled(dice, stages);
    let density = dice.pick(&[1, 2, 4]);
    let mut edges = Vec::new();
    for later in 1..stages {
        for earlier in 0..later {
            if later == earlier + 1 || dice.once_in(density) {
                let (from, to) = (format!("s{}", order[earlier]), format!("s{}", order[later]));
                let at = dice.between(0, edges.len());
                edges.insert(at, EdgeSpec { from, to, activation_mb: megabytes(dice) });
            }
        }
    }
    edges
}

fn shuffled(dice: &mut Dice, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    if dice.once_in(2) {
        (1..n).for_each(|at| order.swap(at, dice.below(at + 1)));
    }
    order
}

fn jobs(dice: &mut Dice, models: usize) -> Vec<JobSpec> {
    let count = dice.pick(&[1, 2, 4, 7, 7, 12, 12, 20]);
    let horizon_s = dice.pick(&[0.0, 0.000_005, 0.3, 3.0, 30.0, 300.0]);
    let longest = dice.pick(&[1, 3, 40, 400]);
    (0..count).map(|at| job(dice, at, models, horizon_s, longest)).collect()
}

fn job(dice: &mut Dice, at: usize, models: usize, horizon_s: f64, longest: usize) -> JobSpec {
    // Half of the moments lie on a grid, where they meet.
    let moment = if dice.once_in(2) { dice.below(4) as f64 / 4.0 } else { dice.real() };
    let iterations = dice.between(1, longest) as u64;
    let wrong = dice.pick(&[0.1, 0.5, 1.0, 1.7, 30.0]) * iterations as f64;
    JobSpec {
        id: format!("j{at}"),
        model: format!("m{}", dice.below(models)),
        arrival_s: moment * horizon_s,
        iterations,
        predicted_iterations: dice.once_in(2).then_some(wrong.max(1.0)),
        user: None,
        group: None,
        name: None,
    }
}
