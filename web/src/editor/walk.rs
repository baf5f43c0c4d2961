//! The placement of one job of the model on the empty cluster, in the order in which Heavy-Edge takes the replicas.

use asrpt_core::heavy_edge::{Pick, PickReason, WeightBytes};
use asrpt_core::ids::ServerIndex;

use super::figures::Figures;
use super::graph::shortened;
use crate::draw::number::{fixed, plain};

/// A server while it fills up: the stages of its replicas in the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    pub server: ServerIndex,
    pub gpus: u32,
    pub stages: Vec<usize>,
}

/// The servers of the selection, largest first as Heavy-Edge visits them, after so many picks.
pub fn filled(figures: &Figures, picks: usize) -> Vec<Filled> {
    let mut servers = figures.selection.clone();
    servers.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut filled: Vec<Filled> =
        servers.into_iter().map(|(server, gpus)| Filled { server, gpus, stages: Vec::new() }).collect();
    for pick in figures.picks.iter().take(picks) {
        if let Some(here) = filled.iter_mut().find(|filled| filled.server == pick.server) {
            here.stages.push(pick.stage.at());
        }
    }
    filled
}

/// For each stage, where its replicas lie after so many picks; empty where none does.
pub fn placed(figures: &Figures, picks: usize) -> Vec<String> {
    let mut placed = vec![Vec::<(ServerIndex, u32)>::new(); figures.graph.stages.len()];
    for pick in figures.picks.iter().take(picks) {
        match placed[pick.stage.at()].last_mut() {
            Some((server, count)) if *server == pick.server => *count += 1,
            _ => placed[pick.stage.at()].push((pick.server, 1)),
        }
    }
    let words = |servers: &[(ServerIndex, u32)]| {
        let one = |&(server, count): &(ServerIndex, u32)| match count {
            1 => figures.server(server).to_owned(),
            n => format!("{n} × {}", figures.server(server)),
        };
        servers.iter().take(4).map(one).collect::<Vec<_>>().join(", ")
    };
    placed.iter().map(|servers| words(servers)).collect()
}

/// One pick as a sentence with its reason.
pub fn sentence(figures: &Figures, pick: &Pick) -> String {
    let stage = &figures.graph.stages[pick.stage.at()];
    let server = figures.server(pick.server);
    let name = match stage.replicas {
        1 => shortened(&stage.id),
        _ => format!("{}, replica {}", shortened(&stage.id), pick.replica),
    };
    let reason = match pick.reason {
        PickReason::RestFits => "all that is left fits there".to_owned(),
        PickReason::Attached { weight } => {
            format!("it exchanges the most with what is there already, {}", mb(weight))
        }
        PickReason::HeaviestPair { weight } => {
            format!("one of the two that exchange the most, {}", mb(weight))
        }
        PickReason::Lightest { weight } => {
            format!("it exchanges the least with all that are left, {}", mb(weight))
        }
    };
    format!("{name} → {server}: {reason}.")
}

fn mb(weight: WeightBytes) -> String {
    let mb = weight as f64 / 1e6;
    if mb >= 100.0 { format!("{}\u{a0}MB", fixed(mb, 1)) } else { format!("{}\u{a0}MB", plain(mb)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::figures::tests::known;

    #[test]
    fn the_servers_fill_up_in_the_order_of_the_picks() {
        let figures = known();
        let order: Vec<&str> =
            figures.picks.iter().map(|pick| figures.graph.stages[pick.stage.at()].id.as_str()).collect();
        assert_eq!(order, ["left", "left", "stem", "head", "right"]);
        assert!(filled(&figures, 0).iter().all(|server| server.stages.is_empty()));
        let two = filled(&figures, 3);
        assert_eq!((two.len(), &two[0].stages, two[0].gpus), (2, &vec![1, 1, 0], 4));
        assert_eq!(filled(&figures, 99)[1].stages, [2]);
        assert_eq!(placed(&figures, 2), ["", "2 × s0", "", ""]);
    }

    #[test]
    fn each_pick_says_why() {
        let figures = known();
        let said: Vec<String> = figures.picks.iter().map(|pick| sentence(&figures, pick)).collect();
        assert_eq!(
            said[0],
            "left, replica 0 → s0: one of the two that exchange the most, 240\u{a0}MB."
                .replace("240\u{a0}", "240.0\u{a0}")
        );
        assert_eq!(said[4], "right → s1: all that is left fits there.");
    }
}
