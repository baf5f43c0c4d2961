//! Which servers a gang is offered (model §5): consolidated or fragments.

use crate::cluster::Cluster;
use crate::ids::ServerIndex;
use crate::order::{sort_by, sort_by_key};

/// Servers with the GPUs free on each.
pub type Selection = Vec<(ServerIndex, u32)>;

/// Free GPUs by server, with a histogram that answers "how many servers would g GPUs need" without a scan.
#[derive(Clone, Debug)]
pub struct FreeGpus {
    by_server: Vec<u32>,
    /// `servers_with[f]` servers have exactly f GPUs free.
    servers_with: Vec<u32>,
    total: u32,
}

impl FreeGpus {
    /// Of an empty cluster.
    pub fn all_free(cluster: &Cluster) -> Self {
        Self::of(cluster.servers.iter().map(|server| server.gpus).collect())
    }

    /// Of a cluster with that many free on each server.
    pub fn of(by_server: Vec<u32>) -> Self {
        let largest = by_server.iter().copied().max().unwrap_or(0);
        let mut servers_with = vec![0; largest as usize + 1];
        for &free in &by_server {
            servers_with[free as usize] += 1;
        }
        let total = by_server.iter().sum();
        Self { by_server, servers_with, total }
    }

    /// On all servers.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// By server index.
    pub fn by_server(&self) -> &[u32] {
        &self.by_server
    }

    /// Takes GPUs of a server.
    pub fn take(&mut self, server: ServerIndex, gpus: u32) {
        self.set(server, self.by_server[server.at()] - gpus);
    }

    /// Gives GPUs of a server back.
    pub fn give_back(&mut self, server: ServerIndex, gpus: u32) {
        self.set(server, self.by_server[server.at()] + gpus);
    }

    fn set(&mut self, server: ServerIndex, free: u32) {
        let old = std::mem::replace(&mut self.by_server[server.at()], free);
        self.servers_with[old as usize] -= 1;
        self.servers_with[free as usize] += 1;
        self.total = self.total - old + free;
    }

    /// How many servers the consolidated selection of `gpus` needs; `None` if they aren't free at all.
    /// It only grows while GPUs are taken.
    pub fn servers_needed(&self, gpus: u32) -> Option<u32> {
        if gpus > self.total {
            return None;
        }
        let (mut needed, mut left) = (0, gpus);
        for free in (1..self.servers_with.len()).rev() {
            let servers = self.servers_with[free];
            let free = u32::try_from(free).expect("GPUs of a server are limited");
            if u64::from(servers) * u64::from(free) >= u64::from(left) {
                return Some(needed + left.div_ceil(free));
            }
            needed += servers;
            left -= servers * free;
        }
        None
    }

    fn with_free(&self) -> impl Iterator<Item = (ServerIndex, u32)> + '_ {
        let servers = self.by_server.iter().enumerate().filter(|(_, free)| **free > 0);
        servers.map(|(at, &free)| (ServerIndex::from_at(at), free))
    }
}

/// Few servers: one that holds the gang (fastest, then fullest, then first), else the emptiest until they hold it.
/// `gpus` must not exceed the free ones.
pub fn consolidated(free: &FreeGpus, cluster: &Cluster, gpus: u32) -> Selection {
    let speed = |at: ServerIndex| cluster.server(at).gpu_speed;
    let single = free
        .with_free()
        .filter(|&(_, here)| here >= gpus)
        .min_by(|a, b| speed(b.0).total_cmp(&speed(a.0)).then(a.1.cmp(&b.1)).then(a.0.cmp(&b.0)));
    if let Some(server) = single {
        return vec![server];
    }
    let mut servers: Selection = free.with_free().collect();
    sort_by(&mut servers, |a, b| b.1.cmp(&a.1).then(speed(b.0).total_cmp(&speed(a.0))).then(a.0.cmp(&b.0)));
    until_they_hold(servers, gpus)
}

/// Leftovers first: the fullest servers until they hold the gang. `gpus` must not exceed the free ones.
pub fn fragments(free: &FreeGpus, gpus: u32) -> Selection {
    let mut servers: Selection = free.with_free().collect();
    sort_by_key(&mut servers, |&(at, here)| (here, at));
    until_they_hold(servers, gpus)
}

fn until_they_hold(mut servers: Selection, gpus: u32) -> Selection {
    let mut held = 0;
    let needed = servers.iter().position(|&(_, free)| {
        held += free;
        held >= gpus
    });
    servers.truncate(needed.map_or(servers.len(), |last| last + 1));
    servers
}
