//! α, the time of one iteration under a placement (model §2), kept by its terms so that each can be shown.

mod collective;
mod constants;
mod pipeline;

pub(crate) use collective::ring_volume_mb;
pub use constants::Constants;
pub use pipeline::of_edge;
pub(crate) use pipeline::replicas_on;

use crate::cluster::Server;
use crate::ids::{ServerIndex, StageIndex};
use crate::model::{ModelGraph, Stage};

/// x_{s,m}: for each stage the servers that hold replicas of it, by ascending server, with how many (> 0).
pub type Placement = Vec<Vec<(ServerIndex, u32)>>;

/// What one stage adds to an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageCost {
    /// c_s, forward and backward compute on the slowest GPU used.
    pub compute_ms: f64,
    /// comm_s, activations and gradients on the stage's edges, on the worst server.
    pub pipeline_ms: f64,
    /// m_s, collectives within a micro-batch.
    pub collective_per_micro_batch_ms: f64,
    /// C_s, collectives once per iteration.
    pub collective_per_iteration_ms: f64,
}

impl StageCost {
    /// U_s = c_s + comm_s + m_s.
    pub fn per_micro_batch_ms(&self) -> f64 {
        self.compute_ms + self.pipeline_ms + self.collective_per_micro_batch_ms
    }

    /// U_s + C_s, whose maximum is α of a steady pipeline.
    pub fn total_ms(&self) -> f64 {
        self.per_micro_batch_ms() + self.collective_per_iteration_ms
    }
}

/// One iteration by its stages.
#[derive(Clone, Debug, PartialEq)]
pub struct IterationCost {
    /// By stage.
    pub stages: Vec<StageCost>,
    /// L, the longest way through the graph; only pipelines that are flushed have it.
    pub longest_path_ms: Option<f64>,
    /// α.
    pub alpha_ms: f64,
}

impl IterationCost {
    /// α in seconds.
    pub fn alpha_s(&self) -> f64 {
        self.alpha_ms / 1000.0
    }

    /// The stage that bounds the iteration: the largest U_s + C_s (ties: the first).
    pub fn bottleneck(&self) -> Option<StageIndex> {
        let largest = self.stages.iter().map(StageCost::total_ms).fold(f64::NEG_INFINITY, f64::max);
        self.stages.iter().position(|stage| stage.total_ms() == largest).map(StageIndex::from_at)
    }
}

/// The cost of one iteration on `servers` under `placement`.
///
/// Evaluated in double precision, left to right as the model writes it, so that it agrees to the last bit everywhere.
pub fn iteration(graph: &ModelGraph, servers: &[Server], placement: &Placement) -> IterationCost {
    let stages: Vec<StageCost> =
        (0..graph.stages.len()).map(|at| stage_cost(graph, servers, placement, at)).collect();
    let (alpha_ms, longest_path_ms) = combine(graph, &stages);
    IterationCost { stages, longest_path_ms, alpha_ms }
}

fn stage_cost(graph: &ModelGraph, servers: &[Server], placement: &Placement, at: usize) -> StageCost {
    let stage = &graph.stages[at];
    let (per_micro_batch, per_iteration) = collective::of_stage(stage, servers, &placement[at]);
    StageCost {
        compute_ms: compute(stage, servers, &placement[at]),
        pipeline_ms: pipeline::of_stage(graph, servers, placement, at),
        collective_per_micro_batch_ms: per_micro_batch,
        collective_per_iteration_ms: per_iteration,
    }
}

fn compute(stage: &Stage, servers: &[Server], used: &[(ServerIndex, u32)]) -> f64 {
    let slowest = used.iter().map(|(server, _)| servers[server.at()].gpu_speed).fold(f64::INFINITY, f64::min);
    stage.compute_ms / slowest
}

fn combine(graph: &ModelGraph, stages: &[StageCost]) -> (f64, Option<f64>) {
    let max_of = |term: fn(&StageCost) -> f64| stages.iter().map(term).fold(0.0, f64::max);
    match graph.micro_batches {
        None => (max_of(StageCost::total_ms), None),
        Some(micro_batches) => {
            let m = f64::from(micro_batches);
            let longest = longest_path(graph, stages);
            let alpha = ((m - 1.0) * max_of(StageCost::per_micro_batch_ms) + longest) / m
                + max_of(|s| s.collective_per_iteration_ms);
            (alpha, Some(longest))
        }
    }
}

/// L = max_s P_s with P_s = U_s + max(0, P of its predecessors).
fn longest_path(graph: &ModelGraph, stages: &[StageCost]) -> f64 {
    let mut path = vec![0.0_f64; stages.len()];
    for &stage in &graph.topological {
        let before = graph.stages[stage.at()].predecessors.iter().map(|p| path[p.at()]).fold(0.0, f64::max);
        path[stage.at()] = stages[stage.at()].per_micro_batch_ms() + before;
    }
    path.into_iter().fold(0.0, f64::max)
}
