//! The machines.

use crate::ids::ServerIndex;
use crate::scenario::ServerSpec;

/// One server.
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// Its name, or s0, s1, … by its index.
    pub name: String,
    /// g_m.
    pub gpus: u32,
    /// ν_m, per GPU.
    pub nvlink_gb_per_s: f64,
    /// B_m, shared equally by the server's GPUs.
    pub nic_gb_per_s: f64,
    /// β_m = B_m / g_m, one GPU's share of the NIC.
    pub nic_share_gb_per_s: f64,
    /// 1 = the GPU on which compute times were measured.
    pub gpu_speed: f64,
}

/// All servers, with `count` unfolded.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// By [`ServerIndex`].
    pub servers: Vec<Server>,
    /// G.
    pub total_gpus: u32,
}

impl Cluster {
    /// Unfolds server groups. A named group of several gets a number behind the name.
    pub fn new(groups: &[ServerSpec]) -> Self {
        let mut servers = Vec::new();
        for group in groups {
            for nth in 0..group.count {
                servers.push(Server {
                    name: server_name(group, nth, servers.len()),
                    gpus: group.gpus,
                    nvlink_gb_per_s: group.nvlink_gb_per_s,
                    nic_gb_per_s: group.nic_gb_per_s,
                    nic_share_gb_per_s: group.nic_gb_per_s / f64::from(group.gpus),
                    gpu_speed: group.gpu_speed,
                });
            }
        }
        let total_gpus = servers.iter().map(|server| server.gpus).sum();
        Self { servers, total_gpus }
    }

    /// The server at an index.
    pub fn server(&self, index: ServerIndex) -> &Server {
        &self.servers[index.at()]
    }
}

fn server_name(group: &ServerSpec, nth: u32, index: usize) -> String {
    match &group.name {
        None => format!("s{index}"),
        Some(name) if group.count == 1 => name.clone(),
        Some(name) => format!("{name}-{nth}"),
    }
}
