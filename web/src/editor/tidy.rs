//! The layered layout: sources at the left, each stage right of all that feed it, few crossings. The library does the
//! layering; here its picture is turned to run from left to right, and parts that hang apart are put below each other.

use asrpt_core::model::ModelGraph;
use asrpt_core::scenario::ModelSpec;
use rust_sugiyama::configure::Config;

use super::geometry::{CARD_WIDTH, Point, card_height};
use super::graph;

/// Room between two layers, where the edges run.
const BETWEEN_LAYERS: f64 = 100.0;
/// Room between the cards of a layer.
const BETWEEN_CARDS: f64 = 44.0;

/// Where each stage's card goes, its upper left corner on the grid.
pub fn layout(spec: &ModelSpec) -> Vec<Point> {
    // The library runs downwards: a card's height is its width there, and the other way round.
    let vertices: Vec<(u32, (f64, f64))> =
        (0..).zip(&spec.stages).map(|(at, stage)| (at, size(card_height(stage)))).collect();
    let edges: Vec<(u32, u32)> = graph::edges(spec).into_iter().map(|(u, v)| (u as u32, v as u32)).collect();
    let config = Config { vertex_spacing: BETWEEN_CARDS, ..Config::default() };
    let mut parts: Vec<Vec<(usize, Point)>> =
        rust_sugiyama::from_vertices_and_edges(&vertices, &edges, &config)
            .into_iter()
            .map(|(part, _, _)| part.into_iter().map(|(at, (x, y))| (at, turned(spec, at, x, y))).collect())
            .collect();
    parts.sort_by_key(|part: &Vec<(usize, Point)>| part.iter().map(|&(at, _)| at).min());
    let mut places = vec![Point::default(); spec.stages.len()];
    let mut top = 0.0;
    for part in &mut parts {
        in_reading_order(part);
        let left = part.iter().map(|(_, at)| at.x).fold(f64::INFINITY, f64::min);
        let above = part.iter().map(|(_, at)| at.y).fold(f64::INFINITY, f64::min);
        let mut bottom = top;
        for &(stage, at) in part.iter() {
            places[stage] = at.plus(-left, top - above).snapped();
            bottom = places[stage].y.max(bottom - card_height(&spec.stages[stage]))
                + card_height(&spec.stages[stage]);
        }
        top = bottom + BETWEEN_CARDS;
    }
    places
}

fn size(height: f64) -> (f64, f64) {
    (height, CARD_WIDTH + BETWEEN_LAYERS - BETWEEN_CARDS)
}

/// The library gives the middle of each vertex.
fn turned(spec: &ModelSpec, at: usize, x: f64, y: f64) -> Point {
    Point { x: y - CARD_WIDTH / 2.0, y: x - card_height(&spec.stages[at]) / 2.0 }
}

/// Turned over where that puts more of the stages that come first in the list above the later ones.
fn in_reading_order(part: &mut [(usize, Point)]) {
    let mut upright = 0_i64;
    for (i, (a, p)) in part.iter().enumerate() {
        for (b, q) in &part[..i] {
            if (p.x - q.x).abs() < CARD_WIDTH && p.y != q.y {
                upright += if (a < b) == (p.y < q.y) { 1 } else { -1 };
            }
        }
    }
    if upright < 0 {
        part.iter_mut().for_each(|(_, at)| at.y = -at.y);
    }
}

/// In which layer each stage is: 0 for those that nothing feeds, else one behind the last of its feeders.
pub fn layers(spec: &ModelSpec) -> Vec<usize> {
    let mut layers = vec![0; spec.stages.len()];
    if let Some(graph) = ModelGraph::new(spec) {
        for stage in &graph.topological {
            let feeders = graph.stages[stage.at()].predecessors.iter();
            layers[stage.at()] = feeders.map(|feeder| layers[feeder.at()] + 1).max().unwrap_or(0);
        }
    }
    layers
}

/// The stages as the keyboard walks them: layer by layer, within one as in the list.
pub fn layered_order(spec: &ModelSpec) -> Vec<usize> {
    let layers = layers(spec);
    let mut order: Vec<usize> = (0..spec.stages.len()).collect();
    order.sort_by_key(|&at| (layers[at], at));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::geometry::{Area, card};
    use crate::editor::graph::tests::model;

    fn cards(spec: &ModelSpec) -> Vec<Area> {
        spec.stages.iter().zip(layout(spec)).map(|(stage, at)| card(stage, at)).collect()
    }

    fn apart(cards: &[Area]) -> bool {
        cards.iter().enumerate().all(|(i, a)| cards[..i].iter().all(|b| !a.meets(*b)))
    }

    #[test]
    fn a_diamond_runs_from_left_to_right_in_reading_order() {
        let spec = model("stem left right head", "stem>left stem>right left>head right>head");
        let at = layout(&spec);
        assert!(at[0].x < at[1].x && at[1].x == at[2].x && at[2].x < at[3].x, "{at:?}");
        assert!(at[1].y < at[0].y && at[0].y < at[2].y && at[0].y == at[3].y, "{at:?}");
        assert!(at[1].x - at[0].x >= CARD_WIDTH + 80.0);
        assert!(apart(&cards(&spec)));
    }

    #[test]
    fn edges_lead_right_in_any_graph_and_no_cards_overlap() {
        for seed in 1..30_usize {
            let names: Vec<String> = (0..40).map(|n| format!("n{n}")).collect();
            let mut spec = model(&names.join(" "), "");
            for to in 1..40 {
                for nth in 0..1 + (seed * 7 + to * 13) % 3 {
                    let from = to - 1 - (seed * 31 + to * 17 + nth * 5) % to.min(9);
                    let _ = graph::connect(&mut spec, &names[from], &names[to]);
                }
            }
            let at = layout(&spec);
            assert!(graph::edges(&spec).iter().all(|&(u, v)| at[u].x < at[v].x), "seed {seed}");
            assert!(apart(&cards(&spec)), "seed {seed}");
            assert_eq!(at, layout(&spec), "the same each time");
        }
    }

    #[test]
    fn loose_stages_and_nothing_at_all_are_laid_out_too() {
        assert!(layout(&ModelSpec::default()).is_empty());
        let spec = model("a b c d", "b>c");
        assert!(apart(&cards(&spec)));
        assert_eq!(layout(&spec)[0], Point::default());
    }

    #[test]
    fn the_keyboard_walks_by_layers() {
        let spec = model("head stem right left", "stem>left stem>right left>head right>head");
        assert_eq!(layers(&spec), [2, 0, 1, 1]);
        assert_eq!(layered_order(&spec), [1, 2, 3, 0]);
    }
}
