//! What a model means on the cluster: the time of an iteration by stage, where each edge travels, and in which order
//! Heavy-Edge takes the replicas. All under the α_min placement: one job of this model on the empty cluster.

use asrpt_core::cluster::Cluster;
use asrpt_core::cost::{self, Constants, IterationCost, Placement, StageCost};
use asrpt_core::heavy_edge::{self, Pick};
use asrpt_core::ids::ServerIndex;
use asrpt_core::model::{Edge, ModelGraph};
use asrpt_core::scenario::{ModelSpec, Problem, Scenario, ServerSpec, validate};
use asrpt_core::selection::{FreeGpus, Selection, consolidated};

use crate::draw::number::fixed;

/// How much of a model can be told.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// It has no stage.
    Empty,
    /// Some number or name of it is out of range.
    Invalid(Vec<Problem>),
    /// The cluster itself is out of range.
    NoCluster,
    /// It needs more GPUs than the cluster has.
    TooLarge { gpus: u64, total: u64 },
    /// Everything.
    Known(Box<Figures>),
}

impl Meaning {
    /// The figures, where there are some.
    pub fn figures(&self) -> Option<&Figures> {
        match self {
            Self::Known(figures) => Some(figures),
            _ => None,
        }
    }
}

/// A model in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    pub graph: ModelGraph,
    pub cluster: Cluster,
    pub constants: Constants,
    /// Of the α_min placement.
    pub cost: IterationCost,
    /// By edge.
    pub travels: Vec<Travel>,
    /// The servers that Heavy-Edge is given, with their GPUs.
    pub selection: Selection,
    /// In the order in which Heavy-Edge makes them.
    pub picks: Vec<Pick>,
}

/// Where an edge's traffic runs, in MB per iteration, both directions together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    pub nvlink_mb: f64,
    pub nic_mb: f64,
    /// What it adds to the time of the stage that it leaves, and of the one that it feeds.
    pub ms: (f64, f64),
}

impl Travel {
    /// What it adds at the end where that is more.
    pub fn most_ms(self) -> f64 {
        self.ms.0.max(self.ms.1)
    }

    /// In a few words: so long, and by which way.
    pub fn words(self, ms: f64) -> String {
        let way = match (self.nvlink_mb > 0.0, self.nic_mb > 0.0) {
            (true, true) => "NVLink and NIC",
            (false, true) => "NIC",
            _ => "NVLink",
        };
        format!("{}\u{a0}ms by {way}", fixed(ms, 1))
    }

    /// Whether any of it leaves a server.
    pub fn crosses(self) -> bool {
        self.nic_mb > 0.0
    }
}

/// What a model means on these machines.
pub fn of_model(spec: &ModelSpec, servers: &[ServerSpec]) -> Meaning {
    if spec.stages.is_empty() {
        return Meaning::Empty;
    }
    let alone = Scenario {
        servers: servers.to_vec(),
        models: vec![("m".to_owned(), spec.clone())],
        ..Scenario::default()
    };
    let problems = validate(&alone);
    if problems.iter().any(|problem| problem.path.starts_with("cluster")) {
        return Meaning::NoCluster;
    }
    if !problems.is_empty() {
        return Meaning::Invalid(problems);
    }
    let gpus: u64 = spec.stages.iter().map(|stage| u64::from(stage.replicas)).sum();
    let cluster = Cluster::new(servers);
    if gpus > u64::from(cluster.total_gpus) {
        return Meaning::TooLarge { gpus, total: cluster.total_gpus.into() };
    }
    ModelGraph::new(spec)
        .map_or(Meaning::Empty, |graph| Meaning::Known(Box::new(Figures::new(graph, cluster))))
}

impl Figures {
    fn new(graph: ModelGraph, cluster: Cluster) -> Self {
        let constants = Constants::new(&graph, &cluster);
        let cost = cost::iteration(&graph, &cluster.servers, &constants.best);
        let travels = travels(&graph, &cluster, &constants.best);
        let selection = consolidated(&FreeGpus::all_free(&cluster), &cluster, constants.gpus);
        let mut picks = Vec::new();
        heavy_edge::walk(&graph, &selection, |pick| picks.push(pick));
        Self { graph, cluster, constants, cost, travels, selection, picks }
    }

    /// The stage that bounds the iteration.
    pub fn bottleneck(&self) -> Option<usize> {
        self.cost.bottleneck().map(|stage| stage.at())
    }

    /// The longest of the stages' times: the cards' bars are set against it.
    pub fn longest_ms(&self) -> f64 {
        self.cost.stages.iter().map(StageCost::total_ms).fold(1e-9, f64::max)
    }

    /// The name of a server.
    pub fn server(&self, server: ServerIndex) -> &str {
        &self.cluster.server(server).name
    }

    /// Where the replicas of a stage lie: `s0, s0, s1`, many alike counted.
    pub fn servers_of(&self, stage: usize) -> String {
        let one = |&(server, count): &(ServerIndex, u32)| match count {
            1 => self.server(server).to_owned(),
            2 => format!("{0}, {0}", self.server(server)),
            n => format!("{n} × {}", self.server(server)),
        };
        let servers = &self.constants.best[stage];
        let mut names: Vec<String> = servers.iter().take(MOST_SERVERS).map(one).collect();
        if servers.len() > MOST_SERVERS {
            names.push(format!("and {} more", servers.len() - MOST_SERVERS));
        }
        names.join(", ")
    }

    /// The three parts of an iteration, as they are stacked under it.
    pub fn parts(&self) -> Parts {
        let max_of = |term: fn(&StageCost) -> f64| self.cost.stages.iter().map(term).fold(0.0, f64::max);
        match (self.graph.micro_batches, self.cost.longest_path_ms) {
            (Some(micro_batches), Some(path_ms)) => Parts::Flushed {
                micro_batches,
                slowest_ms: max_of(StageCost::per_micro_batch_ms),
                path_ms,
                collectives_ms: max_of(|stage| stage.collective_per_iteration_ms),
            },
            _ => Parts::Steady { stage: self.bottleneck().unwrap_or(0) },
        }
    }
}

const MOST_SERVERS: usize = 6;

/// What an iteration is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parts {
    /// Of a pipeline that never stops: the slowest stage alone.
    Steady { stage: usize },
    /// α = ((M − 1) · slowest + path) / M + collectives.
    Flushed { micro_batches: u32, slowest_ms: f64, path_ms: f64, collectives_ms: f64 },
}

fn travels(graph: &ModelGraph, cluster: &Cluster, placement: &Placement) -> Vec<Travel> {
    let travel = |(at, edge): (usize, &Edge)| {
        let local = local_share(graph, placement, edge.from.at(), edge.to.at());
        let both_ways_mb = 2.0 * edge.activation_mb;
        let ms = cost::of_edge(graph, &cluster.servers, placement, at);
        Travel { nvlink_mb: both_ways_mb * local, nic_mb: both_ways_mb * (1.0 - local), ms }
    };
    graph.edges.iter().enumerate().map(travel).collect()
}

/// Which share of the pairs of replicas has both on one server. Counted in whole pairs, so that 1 is exactly 1.
fn local_share(graph: &ModelGraph, placement: &Placement, u: usize, v: usize) -> f64 {
    let on = |stage: usize, server: ServerIndex| {
        placement[stage].iter().find(|(own, _)| *own == server).map_or(0, |&(_, count)| u64::from(count))
    };
    let together: u64 = placement[u].iter().map(|&(server, count)| u64::from(count) * on(v, server)).sum();
    let pairs = u64::from(graph.stages[u].replicas) * u64::from(graph.stages[v].replicas);
    together as f64 / pairs as f64
}

#[cfg(test)]
#[path = "figures_tests.rs"]
pub mod tests;
