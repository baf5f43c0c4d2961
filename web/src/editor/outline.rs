//! What is the same for a model however it lies: in which order the keyboard walks it, which stages its edges join, and
//! how they are told. It is made once for a graph, not once for a frame.

use std::collections::BTreeSet;

use asrpt_core::scenario::ModelSpec;
use yew::AttrValue;

use super::graph::{self, shortened};
use super::tidy;

/// More edges than this are counted only.
const MOST: usize = 8;

/// See the module.
#[derive(Debug, Default, PartialEq)]
pub struct Outline {
    /// The stages, layer by layer.
    pub order: Vec<usize>,
    /// By edge: the positions of its stages. `None` where one of them is missing.
    pub ends: Vec<Option<(usize, usize)>>,
    /// By stage: what feeds it and what it feeds, in words.
    pub words: Vec<AttrValue>,
    /// By stage and by edge: what tells its element from the others while they change. A table may make doubles, which
    /// the validator refuses but the drawing shows.
    pub stage_keys: Vec<String>,
    pub edge_keys: Vec<String>,
}

impl Outline {
    /// Of a graph.
    pub fn new(spec: &ModelSpec) -> Self {
        let ends: Vec<Option<(usize, usize)>> =
            spec.edges.iter().map(|edge| graph::ends(spec, edge)).collect();
        let mut feeders = vec![Vec::new(); spec.stages.len()];
        let mut fed = feeders.clone();
        for &(from, to) in ends.iter().flatten() {
            feeders[to].push(from);
            fed[from].push(to);
        }
        let list = |stages: &[usize], verb: &str| match stages.len() {
            0 => String::new(),
            n if n > MOST => format!("{verb} {n} stages. "),
            _ => {
                let names: Vec<String> = stages.iter().map(|&at| shortened(&spec.stages[at].id)).collect();
                format!("{verb} {}. ", names.join(", "))
            }
        };
        let words = feeders.iter().zip(&fed);
        let words = words.map(|(from, to)| format!("{}{}", list(from, "Fed by"), list(to, "Feeds")).into());
        Self {
            order: tidy::layered_order(spec),
            words: words.collect(),
            ends,
            stage_keys: unique(spec.stages.iter().map(|stage| stage.id.clone())),
            edge_keys: unique(spec.edges.iter().map(|edge| format!("{}\u{0}{}", edge.from, edge.to))),
        }
    }
}

/// The names, those that were there before with their number behind them.
fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut keys = Vec::new();
    for (at, name) in names.enumerate() {
        let first = seen.insert(name.clone());
        keys.push(if first { name } else { format!("{name}\u{0}\u{0}{at}") });
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    #[test]
    fn doubles_have_keys_of_their_own() {
        let mut spec = model("a b", "a>b");
        spec.stages[1].id = "a".to_owned();
        spec.edges.push(spec.edges[0].clone());
        let outline = Outline::new(&spec);
        assert_ne!(outline.stage_keys[0], outline.stage_keys[1]);
        assert_ne!(outline.edge_keys[0], outline.edge_keys[1]);
        assert_eq!(outline.stage_keys[0], "a");
    }

    #[test]
    fn edges_are_told_from_both_sides() {
        let outline = Outline::new(&model("head stem left", "stem>left stem>head left>head"));
        assert_eq!(outline.order, [1, 2, 0]);
        assert_eq!(outline.ends, [Some((1, 2)), Some((1, 0)), Some((2, 0))]);
        assert_eq!(outline.words[0].as_str(), "Fed by stem, left. ");
        assert_eq!(outline.words[1].as_str(), "Feeds left, head. ");
        let names: Vec<String> = (0..12).map(|n| format!("n{n}")).collect();
        let edges: Vec<String> = (1..12).map(|n| format!("n0>n{n}")).collect();
        let many = Outline::new(&model(&names.join(" "), &edges.join(" ")));
        assert_eq!(many.words[0].as_str(), "Feeds 11 stages. ");
    }
}
