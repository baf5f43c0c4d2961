//! Heavy-Edge (model §3): which replica goes to which server, so that little traffic crosses servers.
//!
//! The replicas of a stage are alike but for their number, and the lowest number is always taken first, so the search
//! is over stages: O(replicas · stages + servers · edges) instead of a square of replicas.

use crate::cost::Placement;
use crate::ids::{ServerIndex, StageIndex};
use crate::model::{ModelGraph, Stage};
use crate::order::{sort_by, sort_by_key};
use crate::scenario::CollectiveKind;
use crate::selection::Selection;
use crate::time::round_half_up;

/// Bytes that two replicas exchange per iteration. Wide: a sum over many replicas passes 2^64.
pub type WeightBytes = u128;

/// One replica given to one server, and why it was that one's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Stage of the replica.
    pub stage: StageIndex,
    /// Its number within the stage, from 0.
    pub replica: u32,
    /// Where it goes.
    pub server: ServerIndex,
    /// Why.
    pub reason: PickReason,
}

/// Why a replica was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickReason {
    /// All replicas left fit on this server.
    RestFits,
    /// It has the largest total weight to what the server holds already.
    Attached {
        /// That weight.
        weight: WeightBytes,
    },
    /// It belongs to the heaviest pair of unplaced replicas, taken where nothing is attached to the server.
    HeaviestPair {
        /// The weight within the pair.
        weight: WeightBytes,
    },
    /// It has the smallest total weight to the other unplaced replicas.
    Lightest {
        /// That weight.
        weight: WeightBytes,
    },
}

/// The placement alone.
pub fn place(graph: &ModelGraph, selection: &Selection) -> Placement {
    let mut placement: Placement = vec![Vec::new(); graph.stages.len()];
    if let [(only, _)] = selection[..] {
        // The usual case, and the same as the walk would give.
        return graph.stages.iter().map(|stage| vec![(only, stage.replicas)]).collect();
    }
    walk(graph, selection, |pick| match placement[pick.stage.at()].last_mut() {
        Some((server, count)) if *server == pick.server => *count += 1,
        _ => placement[pick.stage.at()].push((pick.server, 1)),
    });
    for stage in &mut placement {
        sort_by_key(stage, |&(server, _)| server);
    }
    placement
}

/// The mapping as a sequence of picks, in the order in which Heavy-Edge makes them.
pub fn walk(graph: &ModelGraph, selection: &Selection, mut on_pick: impl FnMut(Pick)) {
    let mut servers = selection.clone();
    sort_by(&mut servers, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut search = Search::new(graph);
    for (server, capacity) in servers {
        if search.left == 0 {
            return;
        }
        if search.left <= capacity {
            search.take_rest(server, &mut on_pick);
        } else {
            search.fill(server, capacity, &mut on_pick);
        }
    }
}

/// The server of each replica under a placement, given the walk that made it: for each stage, in replica order.
pub fn servers_of_replicas(graph: &ModelGraph, selection: &Selection) -> Vec<Vec<ServerIndex>> {
    let mut servers: Vec<Vec<ServerIndex>> = vec![Vec::new(); graph.stages.len()];
    walk(graph, selection, |pick| servers[pick.stage.at()].push(pick.server));
    servers
}

struct Search {
    replicas: Vec<u32>,
    unplaced: Vec<u32>,
    left: u32,
    /// Weight between one replica of the stage and one of the neighbour; parallel edges are impossible.
    neighbours: Vec<Vec<(usize, WeightBytes)>>,
    /// Weight between two replicas of the stage.
    within: Vec<WeightBytes>,
}

impl Search {
    fn new(graph: &ModelGraph) -> Self {
        let replicas: Vec<u32> = graph.stages.iter().map(|stage| stage.replicas).collect();
        let mut neighbours = vec![Vec::new(); replicas.len()];
        for edge in &graph.edges {
            let (u, v) = (edge.from.at(), edge.to.at());
            let pairs = f64::from(replicas[u]) * f64::from(replicas[v]);
            let weight = weight_bytes(2.0 * edge.activation_mb * 1e6 / pairs);
            neighbours[u].push((v, weight));
            neighbours[v].push((u, weight));
        }
        let within = graph.stages.iter().map(weight_within).collect();
        let left = replicas.iter().sum();
        Self { unplaced: replicas.clone(), replicas, left, neighbours, within }
    }

    fn take(
        &mut self,
        stage: usize,
        server: ServerIndex,
        reason: PickReason,
        on_pick: &mut impl FnMut(Pick),
    ) {
        let replica = self.replicas[stage] - self.unplaced[stage];
        self.unplaced[stage] -= 1;
        self.left -= 1;
        on_pick(Pick { stage: StageIndex::from_at(stage), replica, server, reason });
    }

    fn take_rest(&mut self, server: ServerIndex, on_pick: &mut impl FnMut(Pick)) {
        for stage in 0..self.unplaced.len() {
            while self.unplaced[stage] > 0 {
                self.take(stage, server, PickReason::RestFits, on_pick);
            }
        }
    }

    fn fill(&mut self, server: ServerIndex, capacity: u32, on_pick: &mut impl FnMut(Pick)) {
        // Weight of one unplaced replica of each stage to what this server holds.
        let mut attachment = vec![0; self.unplaced.len()];
        let (mut slots, mut empty) = (capacity, true);
        let mut put = |search: &mut Self, attachment: &mut [WeightBytes], stage: usize, reason| {
            search.take(stage, server, reason, on_pick);
            attachment[stage] += search.within[stage];
            for &(other, weight) in &search.neighbours[stage] {
                attachment[other] += weight;
            }
        };
        while slots > 0 {
            let attached = if empty { None } else { self.most_attached(&attachment) };
            let pair = if attached.is_none() && slots >= 2 { self.heaviest_pair() } else { None };
            if let Some((stage, weight)) = attached {
                put(self, &mut attachment, stage, PickReason::Attached { weight });
                slots -= 1;
            } else if let Some((first, second, weight)) = pair {
                put(self, &mut attachment, first, PickReason::HeaviestPair { weight });
                put(self, &mut attachment, second, PickReason::HeaviestPair { weight });
                slots -= 2;
            } else {
                let (stage, weight) = self.lightest();
                put(self, &mut attachment, stage, PickReason::Lightest { weight });
                slots -= 1;
            }
            empty = false;
        }
    }

    fn open_stages(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.unplaced.len()).filter(|&stage| self.unplaced[stage] > 0)
    }

    fn most_attached(&self, attachment: &[WeightBytes]) -> Option<(usize, WeightBytes)> {
        let mut best: Option<(usize, WeightBytes)> = None;
        for stage in self.open_stages() {
            let weight = attachment[stage];
            if weight > best.map_or(0, |(_, most)| most) {
                best = Some((stage, weight));
            }
        }
        best
    }

    /// The heaviest pair as (stage of the smaller number, stage of the larger, weight). Going through first stages
    /// upwards and, for each, through second stages upwards, the first of equals has the smallest numbers.
    fn heaviest_pair(&self) -> Option<(usize, usize, WeightBytes)> {
        let mut best: Option<(usize, usize, WeightBytes)> = None;
        for first in self.open_stages() {
            let own = (self.unplaced[first] >= 2).then_some((first, self.within[first]));
            let later = self.neighbours[first].iter().copied();
            let later = later.filter(|&(second, _)| second > first && self.unplaced[second] > 0);
            for (second, weight) in own.into_iter().chain(later) {
                let better = match best {
                    None => weight > 0,
                    Some((f, s, most)) => weight > most || (weight == most && (first, second) < (f, s)),
                };
                if better {
                    best = Some((first, second, weight));
                }
            }
        }
        best
    }

    fn lightest(&self) -> (usize, WeightBytes) {
        let total = |stage: usize| {
            let own = self.within[stage] * WeightBytes::from(self.unplaced[stage] - 1);
            let others = self.neighbours[stage].iter();
            own + others
                .map(|&(other, weight)| weight * WeightBytes::from(self.unplaced[other]))
                .sum::<WeightBytes>()
        };
        let stages = self.open_stages().map(|stage| (stage, total(stage)));
        stages
            .min_by_key(|&(stage, weight)| (weight, stage))
            .expect("a server is filled only while replicas are left")
    }
}

fn weight_within(stage: &Stage) -> WeightBytes {
    let k = f64::from(stage.replicas);
    stage
        .collectives
        .iter()
        .map(|collective| {
            let factor = match collective.kind {
                CollectiveKind::AllReduce => 4.0,
                CollectiveKind::AllToAll => 2.0,
            };
            weight_bytes(factor * collective.mb * 1e6 / k)
        })
        .sum()
}

fn weight_bytes(bytes: f64) -> WeightBytes {
    round_half_up(bytes) as WeightBytes
}
