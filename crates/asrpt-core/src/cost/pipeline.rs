//! comm_s: the traffic on a stage's edges, seen from the worst server that holds replicas of it.

use super::Placement;
use crate::cluster::Server;
use crate::ids::{ServerIndex, StageIndex};
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
    let mut sum = 0.0;
    for &(other, activation_mb) in &graph.stages[at].neighbours {
        sum += towards(graph, servers, placement, at, here, (other, activation_mb));
    }
    sum
}

/// What the traffic with one other stage adds to a stage's time on a server.
fn towards(
    graph: &ModelGraph,
    servers: &[Server],
    placement: &Placement,
    at: usize,
    here: ServerIndex,
    (other, activation_mb): (StageIndex, f64),
) -> f64 {
    let server = &servers[here.at()];
    let local = replicas_on(&placement[other.at()], here);
    let local_share = f64::from(local) / f64::from(graph.stages[other.at()].replicas);
    let volume_mb = 2.0 * activation_mb / f64::from(graph.stages[at].replicas);
    volume_mb * (local_share / server.nvlink_gb_per_s + (1.0 - local_share) / server.nic_share_gb_per_s)
}

/// What an edge adds to the time of the stage that it leaves and of the one that it feeds, each on its worst server.
pub fn of_edge(graph: &ModelGraph, servers: &[Server], placement: &Placement, edge: usize) -> (f64, f64) {
    let edge = &graph.edges[edge];
    let at_end = |at: StageIndex, other: StageIndex| {
        let on = |here| on_server(graph, servers, placement, at.at(), here);
        let used = placement[at.at()].iter().map(|&(server, _)| server);
        let worst = used.reduce(|worst, here| if on(here) > on(worst) { here } else { worst });
        worst.map_or(0.0, |here| {
            towards(graph, servers, placement, at.at(), here, (other, edge.activation_mb))
        })
    };
    (at_end(edge.from, edge.to), at_end(edge.to, edge.from))
}

/// How many replicas of a stage lie on a server.
pub(crate) fn replicas_on(stage: &[(ServerIndex, u32)], server: ServerIndex) -> u32 {
    stage.binary_search_by_key(&server, |&(at, _)| at).map_or(0, |found| stage[found].1)
}
