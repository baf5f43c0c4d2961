//! α_min, α_max, α_lb and κ: what one (model, cluster) pair is compared by.

use super::{Placement, iteration};
use crate::cluster::{Cluster, Server};
use crate::heavy_edge;
use crate::ids::ServerIndex;
use crate::model::ModelGraph;
use crate::selection::{FreeGpus, consolidated};

/// The constants of one model on one cluster (model §2).
#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    /// g, the GPUs of the gang.
    pub gpus: u32,
    /// α of the Heavy-Edge mapping on the empty cluster: a good placement, not a proven minimum.
    pub alpha_min_s: f64,
    /// α with every replica alone on its own server.
    pub alpha_max_s: f64,
    /// α with all replicas on one imaginary best server; no placement is faster.
    pub alpha_lb_s: f64,
    /// κ, the servers of the α_min placement.
    pub min_servers: u32,
    /// The α_min placement.
    pub best: Placement,
}

impl Constants {
    /// Computes them. The graph must fit into the cluster.
    pub fn new(graph: &ModelGraph, cluster: &Cluster) -> Self {
        let gpus = graph.gpus();
        let empty = FreeGpus::all_free(cluster);
        let selection = consolidated(&empty, cluster, gpus);
        let best = heavy_edge::place(graph, &selection);
        Self {
            gpus,
            alpha_min_s: iteration(graph, &cluster.servers, &best).alpha_s(),
            alpha_max_s: alpha_max_s(graph, cluster, &best),
            alpha_lb_s: alpha_lb_s(graph, cluster),
            min_servers: u32::try_from(selection.len()).expect("servers are limited"),
            best,
        }
    }
}

fn alpha_max_s(graph: &ModelGraph, cluster: &Cluster, best: &Placement) -> f64 {
    let slowest_nic = least(cluster.servers.iter().map(|server| server.nic_share_gb_per_s));
    let slowest_gpu = least(best.iter().flatten().map(|&(at, _)| cluster.server(at).gpu_speed));
    // All these servers are alike, and each holds one replica: NVLink is never used.
    let lonely = imaginary(slowest_nic, slowest_nic, slowest_gpu);
    let servers = vec![lonely; graph.gpus() as usize];
    let mut next = 0;
    let placement = graph
        .stages
        .iter()
        .map(|stage| {
            let own = (next..next + stage.replicas).map(|server| (ServerIndex(server), 1)).collect();
            next += stage.replicas;
            own
        })
        .collect();
    iteration(graph, &servers, &placement).alpha_s()
}

fn alpha_lb_s(graph: &ModelGraph, cluster: &Cluster) -> f64 {
    let fastest_gpu = greatest(cluster.servers.iter().map(|server| server.gpu_speed));
    let fastest_link = greatest(
        cluster.servers.iter().flat_map(|server| [server.nvlink_gb_per_s, server.nic_share_gb_per_s]),
    );
    let servers = [imaginary(fastest_link, fastest_link, fastest_gpu)];
    let placement = graph.stages.iter().map(|stage| vec![(ServerIndex(0), stage.replicas)]).collect();
    iteration(graph, &servers, &placement).alpha_s()
}

fn imaginary(nvlink_gb_per_s: f64, nic_share_gb_per_s: f64, gpu_speed: f64) -> Server {
    Server {
        name: String::new(),
        gpus: 1,
        nvlink_gb_per_s,
        nic_gb_per_s: nic_share_gb_per_s,
        nic_share_gb_per_s,
        gpu_speed,
    }
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}
