//! §2: the time of one iteration.

use asrpt_core::scenario::{CollectiveKind, CollectiveSpec, ModelSpec, Per};

#[derive(Clone, Copy)]
pub struct Machine {
    pub gpus: usize,
    /// ν, GB/s per GPU.
    pub nvlink: f64,
    /// β, GB/s per GPU.
    pub beta: f64,
    pub speed: f64,
}

/// α in seconds; `counts[s][m]` is x_{s,m}.
pub fn of(model: &ModelSpec, counts: &[Vec<usize>], machines: &[Machine]) -> f64 {
    let stages = 0..model.stages.len();
    let u: Vec<f64> = stages.clone().map(|s| per_micro_batch(model, s, counts, machines)).collect();
    let c: Vec<f64> =
        stages.clone().map(|s| collectives(model, s, Per::Iteration, counts, machines)).collect();
    let ms = match model.micro_batches {
        None => maximum(stages.map(|s| u[s] + c[s])),
        Some(m) => {
            let m = f64::from(m);
            let longest = maximum(stages.map(|s| path(model, s, &u)));
            ((m - 1.0) * maximum(u.iter().copied()) + longest) / m + maximum(c.iter().copied())
        }
    };
    ms / 1000.0
}

fn maximum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// U_s = c_s + comm_s + m_s.
fn per_micro_batch(model: &ModelSpec, s: usize, counts: &[Vec<usize>], machines: &[Machine]) -> f64 {
    compute(model, s, counts, machines)
        + pipeline(model, s, counts, machines)
        + collectives(model, s, Per::MicroBatch, counts, machines)
}

fn used(x: &[usize]) -> impl Iterator<Item = usize> + '_ {
    (0..x.len()).filter(|&m| x[m] > 0)
}

fn compute(model: &ModelSpec, s: usize, counts: &[Vec<usize>], machines: &[Machine]) -> f64 {
    let slowest = used(&counts[s]).map(|m| machines[m].speed).fold(f64::INFINITY, f64::min);
    (model.stages[s].forward_ms + model.stages[s].backward_ms) / slowest
}

/// comm_s.
fn pipeline(model: &ModelSpec, s: usize, counts: &[Vec<usize>], machines: &[Machine]) -> f64 {
    let seen_from = |m: usize| {
        let mut sum = 0.0;
        for edge in &model.edges {
            let other = match (edge.from == model.stages[s].id, edge.to == model.stages[s].id) {
                (true, _) => &edge.to,
                (_, true) => &edge.from,
                _ => continue,
            };
            let o = model.stages.iter().position(|stage| stage.id == *other).unwrap();
            let local = counts[o][m] as f64 / f64::from(model.stages[o].replicas);
            let vol = 2.0 * edge.activation_mb / f64::from(model.stages[s].replicas);
            sum += vol * (local / machines[m].nvlink + (1.0 - local) / machines[m].beta);
        }
        sum
    };
    maximum(used(&counts[s]).map(seen_from))
}

/// m_s or C_s.
fn collectives(model: &ModelSpec, s: usize, per: Per, counts: &[Vec<usize>], machines: &[Machine]) -> f64 {
    let k = f64::from(model.stages[s].replicas);
    if k <= 1.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for collective in model.stages[s].collectives.iter().filter(|collective| collective.per == per) {
        sum += one_collective(collective, k, &counts[s], machines);
    }
    sum
}

/// V.
pub fn ring_volume(k: f64, h: f64) -> f64 {
    2.0 * (k - 1.0) / k * h
}

fn one_collective(collective: &CollectiveSpec, k: f64, x: &[usize], machines: &[Machine]) -> f64 {
    let h = collective.mb;
    match collective.kind {
        CollectiveKind::AllReduce => {
            let servers: Vec<usize> = used(x).collect();
            if let [only] = servers[..] {
                return ring_volume(k, h) / machines[only].nvlink;
            }
            let mut bw = f64::INFINITY;
            for m in servers {
                bw = bw.min(x[m] as f64 * machines[m].beta);
                if x[m] >= 2 {
                    bw = bw.min(machines[m].nvlink);
                }
            }
            ring_volume(k, h) / bw
        }
        CollectiveKind::AllToAll => maximum(used(x).map(|m| {
            let x = x[m] as f64;
            h / k * ((x - 1.0) / machines[m].nvlink + (k - x) / machines[m].beta)
        })),
    }
}

/// P_s.
fn path(model: &ModelSpec, s: usize, u: &[f64]) -> f64 {
    let into = model.edges.iter().filter(|edge| edge.to == model.stages[s].id);
    let stage_of = |id: &String| model.stages.iter().position(|stage| stage.id == *id).unwrap();
    u[s] + maximum(into.map(|edge| path(model, stage_of(&edge.from), u)))
}
