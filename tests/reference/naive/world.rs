//! Servers unfolded, and of every job the numbers that don't depend on the policy.

use super::alpha::{self, Machine};
use super::{heavy_edge, select, time};
use asrpt_core::scenario::{ModelSpec, Scenario};

pub struct World<'a> {
    pub machines: Vec<Machine>,
    pub total_gpus: usize,
    pub jobs: Vec<Job<'a>>,
    pub delay_factor: f64,
}

pub struct Job<'a> {
    pub id: &'a str,
    pub model: &'a ModelSpec,
    pub gpus: usize,
    pub arrival: u64,
    pub iterations: f64,
    pub predicted: f64,
    pub alpha_min: f64,
    pub alpha_max: f64,
    pub alpha_lb: f64,
    /// κ.
    pub min_servers: usize,
    /// w.
    pub virtual_size: u64,
    /// d.
    pub predicted_run: u64,
    pub heavy: bool,
}

impl<'a> World<'a> {
    pub fn new(scenario: &'a Scenario) -> Result<Self, String> {
        let machines: Vec<Machine> = scenario.servers.iter().flat_map(unfolded).collect();
        let total_gpus = machines.iter().map(|machine| machine.gpus).sum();
        let mut world =
            World { machines, total_gpus, jobs: Vec::new(), delay_factor: scenario.policy.delay_factor };
        for at in 0..scenario.jobs.len() {
            let job = job(&world, scenario, at).ok_or_else(|| scenario.jobs[at].id.clone())?;
            world.jobs.push(job);
        }
        Ok(world)
    }

    pub fn capacities(&self) -> Vec<usize> {
        self.machines.iter().map(|machine| machine.gpus).collect()
    }

    /// α in seconds of a placement: for each stage the server of each replica.
    pub fn alpha(&self, model: &ModelSpec, placement: &[Vec<usize>]) -> f64 {
        alpha::of(model, &counts(placement, self.machines.len()), &self.machines)
    }
}

fn unfolded(spec: &asrpt_core::scenario::ServerSpec) -> Vec<Machine> {
    let gpus = spec.gpus as usize;
    let machine = Machine {
        gpus,
        nvlink: spec.nvlink_gb_per_s,
        beta: spec.nic_gb_per_s / gpus as f64,
        speed: spec.gpu_speed,
    };
    vec![machine; spec.count as usize]
}

/// x_{s,m}.
pub fn counts(placement: &[Vec<usize>], servers: usize) -> Vec<Vec<usize>> {
    let of_stage = |replicas: &Vec<usize>| {
        (0..servers).map(|server| replicas.iter().filter(|&&at| at == server).count()).collect()
    };
    placement.iter().map(of_stage).collect()
}

fn job<'a>(world: &World, scenario: &'a Scenario, at: usize) -> Option<Job<'a>> {
    let spec = &scenario.jobs[at];
    let model = &scenario.models.iter().find(|(name, _)| *name == spec.model).unwrap().1;
    let gpus: usize = model.stages.iter().map(|stage| stage.replicas as usize).sum();
    let empty = world.capacities();
    let chosen = select::consolidated(&empty, &world.machines, gpus);
    let best = heavy_edge::map(model, &chosen, &empty);
    let alpha_min = world.alpha(model, &best);
    let used: Vec<usize> = best.concat();
    let alpha_max = alpha_max(model, &world.machines, &used);
    let predicted = spec.predicted_iterations.unwrap_or(spec.iterations as f64);
    let share = predicted * alpha_min * gpus as f64 / world.total_gpus as f64;
    Some(Job {
        id: &spec.id,
        model,
        gpus,
        arrival: time(spec.arrival_s * 1e6)?,
        iterations: spec.iterations as f64,
        predicted,
        alpha_min,
        alpha_max,
        alpha_lb: alpha_lb(model, &world.machines),
        min_servers: chosen.len(),
        virtual_size: time(share * 1e6)?.max(1),
        predicted_run: time(predicted * alpha_min * 1e6)?.max(1),
        heavy: gpus > 1 && alpha_max >= scenario.policy.comm_heavy_ratio * alpha_min,
    })
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// Every replica alone on its own server.
fn alpha_max(model: &ModelSpec, machines: &[Machine], used: &[usize]) -> f64 {
    let lonely = Machine {
        gpus: 1,
        nvlink: 1.0,
        beta: least(machines.iter().map(|machine| machine.beta)),
        speed: least(used.iter().map(|&server| machines[server].speed)),
    };
    let mut next = 0;
    let mut placement = Vec::new();
    for stage in &model.stages {
        let first = next;
        next += stage.replicas as usize;
        placement.push((first..next).collect());
    }
    alpha::of(model, &counts(&placement, next), &vec![lonely; next])
}

/// All replicas on one imaginary server.
fn alpha_lb(model: &ModelSpec, machines: &[Machine]) -> f64 {
    let links = machines.iter().flat_map(|machine| [machine.nvlink, machine.beta]);
    let speed = greatest(machines.iter().map(|machine| machine.speed));
    let imaginary = Machine { gpus: 1, nvlink: greatest(links), beta: 1.0, speed };
    let counts: Vec<Vec<usize>> = model.stages.iter().map(|stage| vec![stage.replicas as usize]).collect();
    alpha::of(model, &counts, &[imaginary])
}
