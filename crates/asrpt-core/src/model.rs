//! The model graph: stages and edges by index, checked to be a DAG. The only file that names petgraph.

use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::ids::StageIndex;
use crate::scenario::{CollectiveSpec, ModelSpec};

/// A stage with its traffic neighbours resolved to indices.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Its id in the file.
    pub id: String,
    /// Forward plus backward compute time per iteration.
    pub compute_ms: f64,
    /// Replicas k, one GPU each.
    pub replicas: u32,
    /// Collectives over the replicas, in the order of the file.
    pub collectives: Vec<CollectiveSpec>,
    /// The stage's edges in the order of the file: the stage at the other end and the edge's activation MB.
    pub neighbours: Vec<(StageIndex, f64)>,
    /// Stages that feed this one.
    pub predecessors: Vec<StageIndex>,
}

/// An edge by stage index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Sender of activations.
    pub from: StageIndex,
    /// Receiver of activations.
    pub to: StageIndex,
    /// MB forward, and as much backward, per iteration.
    pub activation_mb: f64,
}

/// A checked model graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelGraph {
    /// Stages in the order of the file.
    pub stages: Vec<Stage>,
    /// Edges in the order of the file.
    pub edges: Vec<Edge>,
    /// Stages with every predecessor before its successors.
    pub topological: Vec<StageIndex>,
    /// M of a pipeline flushed every iteration; `None` is a steady pipeline.
    pub micro_batches: Option<u32>,
}

impl ModelGraph {
    /// Resolves a specification that [`crate::scenario::validate`] found free of problems; `None` if it has a
    /// dangling edge or a cycle after all.
    pub fn new(spec: &ModelSpec) -> Option<Self> {
        let position =
            |id: &str| spec.stages.iter().position(|stage| stage.id == id).map(StageIndex::from_at);
        let edges = spec
            .edges
            .iter()
            .map(|edge| {
                Some(Edge {
                    from: position(&edge.from)?,
                    to: position(&edge.to)?,
                    activation_mb: edge.activation_mb,
                })
            })
            .collect::<Option<Vec<_>>>()?;
        let topological = topological_order(spec.stages.len(), &edges)?;
        let mut stages: Vec<Stage> = spec
            .stages
            .iter()
            .map(|stage| Stage {
                id: stage.id.clone(),
                compute_ms: stage.forward_ms + stage.backward_ms,
                replicas: stage.replicas,
                collectives: stage.collectives.clone(),
                neighbours: Vec::new(),
                predecessors: Vec::new(),
            })
            .collect();
        for edge in &edges {
            stages[edge.from.at()].neighbours.push((edge.to, edge.activation_mb));
            stages[edge.to.at()].neighbours.push((edge.from, edge.activation_mb));
            stages[edge.to.at()].predecessors.push(edge.from);
        }
        Some(Self { stages, edges, topological, micro_batches: spec.micro_batches })
    }

    /// GPUs that a job of this model needs at once: one per replica.
    pub fn gpus(&self) -> u32 {
        self.stages.iter().map(|stage| stage.replicas).sum()
    }
}

fn graph_of(stages: usize, edges: impl Iterator<Item = (usize, usize)>) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    for _ in 0..stages {
        graph.add_node(());
    }
    for (from, to) in edges {
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    graph
}

fn topological_order(stages: usize, edges: &[Edge]) -> Option<Vec<StageIndex>> {
    let graph = graph_of(stages, edges.iter().map(|edge| (edge.from.at(), edge.to.at())));
    let order = toposort(&graph, None).ok()?;
    Some(order.into_iter().map(|node| StageIndex::from_at(node.index())).collect())
}

/// One cycle of the graph with these edges, as stage positions in walking order; `None` for a DAG.
/// Self edges are left to the caller, who has a better message for them.
pub fn find_cycle(stages: usize, edges: &[(usize, usize)]) -> Option<Vec<usize>> {
    let graph = graph_of(stages, edges.iter().copied().filter(|(from, to)| from != to));
    let component =
        tarjan_scc(&graph).into_iter().filter(|component| component.len() > 1).min_by_key(Vec::len)?;
    let inside: Vec<usize> = component.iter().map(|node| node.index()).collect();
    let mut walk = vec![*inside.iter().min()?];
    loop {
        // Within a strongly connected component every stage has a successor inside it, so the walk must meet itself.
        let here = *walk.last()?;
        let next = edges.iter().find(|(from, to)| *from == here && from != to && inside.contains(to))?.1;
        if let Some(start) = walk.iter().position(|&stage| stage == next) {
            return Some(walk.split_off(start));
        }
        walk.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_spelled_out_in_walking_order() {
        assert_eq!(find_cycle(4, &[(0, 1), (1, 2), (2, 3)]), None);
        assert_eq!(find_cycle(4, &[(0, 1), (1, 2), (2, 3), (3, 1)]), Some(vec![1, 2, 3]));
    }
}
