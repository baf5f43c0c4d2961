//! comm_s: the traffic on a stage's edges, seen from the worst server that holds replicas of it.

use super::Placement;
use crate::cluster::Server;
use crate::ids::ServerIndex;
use crate::model::ModelGraph;

pub(super) fn of_stage(graph: &ModelGraph, servers: &[Server], placement: &Placement, at: usize) -> f64 {
    placement[at]
        .iter()
        .map(|&(server, _)| on_server(graph, servers, placement, at, server))
        .fold(0.0, f64::max)
}

fn on_server(
    graph: &ModelGraph,
    servers: &[Server],
    placement: &Placement,
    at: usize,
    here: ServerIndex,
) -> f64 {
    let stage = &graph.stages[at];
    let server = &servers[here.at()];
    let mut sum = 0.0;
    for &(other, activation_mb) in &stage.neighbours {
        let local = replicas_on(&placement[other.at()], here);
        let local_share = f64::from(local) / f64::from(graph.stages[other.at()].replicas);
        let volume_mb = 2.0 * activation_mb / f64::from(stage.replicas);
        sum += volume_mb
            * (local_share / server.nvlink_gb_per_s + (1.0 - local_share) / server.nic_share_gb_per_s);
    }
    sum
}

/// How many replicas of a stage lie on a server.
pub(crate) fn replicas_on(stage: &[(ServerIndex, u32)], server: ServerIndex) -> u32 {
    stage.binary_search_by_key(&server, |&(at, _)| at).map_or(0, |found| stage[found].1)
}
