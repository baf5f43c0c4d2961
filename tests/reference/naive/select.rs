//! §5: which servers a gang of g GPUs gets.

use super::alpha::Machine;
use std::cmp::Ordering;

fn with_free(free: &[usize]) -> Vec<usize> {
    (0..free.len()).filter(|&server| free[server] > 0).collect()
}

/// The first servers of the order that hold g.
fn until_they_hold(order: Vec<usize>, free: &[usize], g: usize) -> Vec<usize> {
    let mut chosen = Vec::new();
    let mut held = 0;
    for server in order {
        if held < g {
            chosen.push(server);
            held += free[server];
        }
    }
    assert!(held >= g, "selection is asked only when the gang fits");
    chosen
}

fn fastest_first(machines: &[Machine], a: usize, b: usize) -> Ordering {
    machines[b].speed.partial_cmp(&machines[a].speed).unwrap()
}

pub fn consolidated(free: &[usize], machines: &[Machine], g: usize) -> Vec<usize> {
    let mut whole: Vec<usize> = with_free(free).into_iter().filter(|&server| free[server] >= g).collect();
    whole.sort_by(|&a, &b| fastest_first(machines, a, b).then(free[a].cmp(&free[b])).then(a.cmp(&b)));
    if let Some(&server) = whole.first() {
        return vec![server];
    }
    let mut order = with_free(free);
    order.sort_by(|&a, &b| free[b].cmp(&free[a]).then(fastest_first(machines, a, b)).then(a.cmp(&b)));
    until_they_hold(order, free, g)
}

pub fn fragments(free: &[usize], g: usize) -> Vec<usize> {
    let mut order = with_free(free);
    order.sort_by_key(|&server| (free[server], server));
    until_they_hold(order, free, g)
}
