//! m_s and C_s: collectives over the replicas of one stage.

use crate::cluster::Server;
use crate::ids::ServerIndex;
use crate::model::Stage;
use crate::scenario::{CollectiveKind, CollectiveSpec, Per};

/// (per micro-batch, per iteration) in ms.
pub(super) fn of_stage(stage: &Stage, servers: &[Server], used: &[(ServerIndex, u32)]) -> (f64, f64) {
    let (mut per_micro_batch, mut per_iteration) = (0.0, 0.0);
    if stage.replicas > 1 {
        for collective in &stage.collectives {
            let ms = time(stage, collective, servers, used);
            match collective.per {
                Per::MicroBatch => per_micro_batch += ms,
                Per::Iteration => per_iteration += ms,
            }
        }
    }
    (per_micro_batch, per_iteration)
}

fn time(stage: &Stage, collective: &CollectiveSpec, servers: &[Server], used: &[(ServerIndex, u32)]) -> f64 {
    match collective.kind {
        CollectiveKind::AllReduce => all_reduce(stage, collective.mb, servers, used),
        CollectiveKind::AllToAll => all_to_all(stage, collective.mb, servers, used),
    }
}

/// V = 2 · (k − 1) / k · h, what each replica sends in a ring all-reduce.
pub(crate) fn ring_volume_mb(replicas: u32, mb: f64) -> f64 {
    let k = f64::from(replicas);
    2.0 * (k - 1.0) / k * mb
}

fn all_reduce(stage: &Stage, mb: f64, servers: &[Server], used: &[(ServerIndex, u32)]) -> f64 {
    let volume_mb = ring_volume_mb(stage.replicas, mb);
    if let [(only, _)] = used {
        return volume_mb / servers[only.at()].nvlink_gb_per_s;
    }
    let slowest_link = used
        .iter()
        .map(|&(at, replicas)| {
            let server = &servers[at.at()];
            let nic = f64::from(replicas) * server.nic_share_gb_per_s;
            if replicas >= 2 { nic.min(server.nvlink_gb_per_s) } else { nic }
        })
        .fold(f64::INFINITY, f64::min);
    volume_mb / slowest_link
}

fn all_to_all(stage: &Stage, mb: f64, servers: &[Server], used: &[(ServerIndex, u32)]) -> f64 {
    let k = f64::from(stage.replicas);
    used.iter()
        .map(|&(at, replicas)| {
            let (server, x) = (&servers[at.at()], f64::from(replicas));
            mb / k * ((x - 1.0) / server.nvlink_gb_per_s + (k - x) / server.nic_share_gb_per_s)
        })
        .fold(0.0, f64::max)
}
