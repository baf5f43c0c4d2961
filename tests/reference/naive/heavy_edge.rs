//! §3: Heavy-Edge over single replicas with the full matrix of weights.

use super::nearest;
use asrpt_core::scenario::{CollectiveKind, ModelSpec};
use std::cmp::Reverse;

type Weights = Vec<Vec<u128>>;

/// For each stage the server of each replica, within the chosen servers with their free GPUs.
pub fn map(model: &ModelSpec, chosen: &[usize], free: &[usize]) -> Vec<Vec<usize>> {
    let stage_of = stage_of_replica(model);
    let weights = weights(model, &stage_of);
    let mut order = chosen.to_vec();
    order.sort_by_key(|&server| (Reverse(free[server]), server));
    let mut place: Vec<Option<usize>> = vec![None; stage_of.len()];
    for server in order {
        let left = unplaced(&place);
        if left.len() <= free[server] {
            left.iter().for_each(|&replica| place[replica] = Some(server));
            break;
        }
        fill(&weights, &mut place, server, free[server]);
    }
    let on_stage = |s: usize| {
        let replicas = (0..stage_of.len()).filter(|&replica| stage_of[replica] == s);
        replicas.map(|replica| place[replica].expect("the chosen servers hold the gang")).collect()
    };
    (0..model.stages.len()).map(on_stage).collect()
}

fn stage_of_replica(model: &ModelSpec) -> Vec<usize> {
    let replicas = |s: usize| vec![s; model.stages[s].replicas as usize];
    (0..model.stages.len()).flat_map(replicas).collect()
}

fn unplaced(place: &[Option<usize>]) -> Vec<usize> {
    (0..place.len()).filter(|&replica| place[replica].is_none()).collect()
}

fn weights(model: &ModelSpec, stage_of: &[usize]) -> Weights {
    let n = stage_of.len();
    let between = |a: usize, b: usize| if a == b { 0 } else { weight(model, stage_of[a], stage_of[b]) };
    (0..n).map(|a| (0..n).map(|b| between(a, b)).collect()).collect()
}

/// Bytes per iteration between two replicas of these stages.
fn weight(model: &ModelSpec, u: usize, v: usize) -> u128 {
    let k = |s: usize| f64::from(model.stages[s].replicas);
    if u == v {
        let bytes = |kind, h: f64| match kind {
            CollectiveKind::AllReduce => nearest(4.0 * h * 1e6 / k(u)),
            CollectiveKind::AllToAll => nearest(2.0 * h * 1e6 / k(u)),
        };
        return model.stages[u].collectives.iter().map(|c| bytes(c.kind, c.mb) as u128).sum();
    }
    let id = |s: usize| &model.stages[s].id;
    let joins = |from: &String, to: &String| (from, to) == (id(u), id(v)) || (from, to) == (id(v), id(u));
    let edges = model.edges.iter().filter(|edge| joins(&edge.from, &edge.to));
    edges.map(|edge| nearest(2.0 * edge.activation_mb * 1e6 / (k(u) * k(v))) as u128).sum()
}

fn fill(weights: &Weights, place: &mut [Option<usize>], server: usize, capacity: usize) {
    let mut here: Vec<usize> = Vec::new();
    while here.len() < capacity {
        let left = unplaced(place);
        let next = closest(weights, &here, &left)
            .map(|replica| vec![replica])
            .or_else(|| if capacity - here.len() >= 2 { heaviest_pair(weights, &left) } else { None })
            .unwrap_or_else(|| vec![loneliest(weights, &left)]);
        for replica in next {
            place[replica] = Some(server);
            here.push(replica);
        }
    }
}

/// The unplaced replica with the largest total weight to S, if that is > 0 (ties: lowest number).
fn closest(weights: &Weights, here: &[usize], left: &[usize]) -> Option<usize> {
    let pull = |replica: usize| -> u128 { here.iter().map(|&other| weights[replica][other]).sum() };
    let best = left.iter().copied().min_by_key(|&replica| (Reverse(pull(replica)), replica))?;
    (pull(best) > 0).then_some(best)
}

/// The pair with the largest weight, if that is > 0 (ties: the smallest first number, then the smallest second).
fn heaviest_pair(weights: &Weights, left: &[usize]) -> Option<Vec<usize>> {
    let pairs = left.iter().flat_map(|&a| left.iter().filter(move |&&b| a < b).map(move |&b| (a, b)));
    let (a, b) = pairs.min_by_key(|&(a, b)| (Reverse(weights[a][b]), a, b))?;
    (weights[a][b] > 0).then(|| vec![a, b])
}

/// The unplaced replica whose total weight to all unplaced ones is smallest (ties: lowest number).
fn loneliest(weights: &Weights, left: &[usize]) -> usize {
    let total = |replica: usize| -> u128 { left.iter().map(|&other| weights[replica][other]).sum() };
    left.iter().copied().min_by_key(|&replica| (total(replica), replica)).expect("replicas are left")
}
