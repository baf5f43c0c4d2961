//! Traffic of a placement (model §6): what passes each server's NVLink and NIC in one iteration.

use std::collections::BTreeMap;

use crate::cost::{Placement, replicas_on, ring_volume_mb};
use crate::ids::ServerIndex;
use crate::model::{ModelGraph, Stage};
use crate::scenario::{CollectiveKind, CollectiveSpec};

/// MB per iteration on one server, both directions counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerTraffic {
    /// Where.
    pub server: ServerIndex,
    /// Over NVLink.
    pub nvlink_mb: f64,
    /// In and out of the NIC.
    pub nic_mb: f64,
}

/// By server used, ascending.
pub fn of_placement(graph: &ModelGraph, placement: &Placement) -> Vec<ServerTraffic> {
    let servers: BTreeMap<ServerIndex, ()> =
        placement.iter().flatten().map(|&(server, _)| (server, ())).collect();
    servers.into_keys().map(|server| on_server(graph, placement, server)).collect()
}

fn on_server(graph: &ModelGraph, placement: &Placement, server: ServerIndex) -> ServerTraffic {
    let mut traffic = ServerTraffic { server, nvlink_mb: 0.0, nic_mb: 0.0 };
    let share = |stage: usize| {
        f64::from(replicas_on(&placement[stage], server)) / f64::from(graph.stages[stage].replicas)
    };
    for edge in &graph.edges {
        let (u, v, both_ways_mb) = (share(edge.from.at()), share(edge.to.at()), 2.0 * edge.activation_mb);
        traffic.nvlink_mb += both_ways_mb * u * v;
        traffic.nic_mb += both_ways_mb * u * (1.0 - v) + both_ways_mb * v * (1.0 - u);
    }
    for (stage, used) in graph.stages.iter().zip(placement) {
        let here = replicas_on(used, server);
        if here > 0 && stage.replicas > 1 {
            for collective in &stage.collectives {
                let (nvlink_mb, nic_mb) = of_collective(stage, collective, here, used.len() == 1);
                traffic.nvlink_mb += nvlink_mb;
                traffic.nic_mb += nic_mb;
            }
        }
    }
    traffic
}

fn of_collective(stage: &Stage, collective: &CollectiveSpec, here: u32, on_one_server: bool) -> (f64, f64) {
    let (k, x) = (f64::from(stage.replicas), f64::from(here));
    match collective.kind {
        CollectiveKind::AllReduce => {
            let volume_mb = ring_volume_mb(stage.replicas, collective.mb);
            if on_one_server { (k * volume_mb, 0.0) } else { ((x - 1.0) * volume_mb, 2.0 * volume_mb) }
        }
        CollectiveKind::AllToAll => {
            (x * (x - 1.0) * collective.mb / k, 2.0 * x * (k - x) * collective.mb / k)
        }
    }
}
