//! What the pointer or the keyboard is at: pressed, moving cards, drawing a box or an edge, panning, pinching.

use std::collections::BTreeSet;

use asrpt_core::scenario::ModelSpec;

use super::geometry::{Area, Point, card_at, cards_in, in_port, out_port};
use super::graph::{self, Refusal};
use super::viewport::Viewport;

/// A pointer that moved less than this, in pixels of the screen, was a tap.
const TAP: f64 = 4.0;
/// Fingers tremble.
const FINGER_TAP: f64 = 10.0;
/// An edge may end this far from a card, in pixels of the screen.
pub const REACH: f64 = 14.0;

/// What lies under a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Where edges leave a stage.
    Port(String),
    Card(String),
    /// An edge's figure.
    Wire(String, String),
    Empty,
}

/// Where an edge that is being drawn ends by now.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Point(Point),
    /// Chosen by keyboard or by tap.
    Stage(String),
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Hand {
    #[default]
    Idle,
    /// Down, and not moved yet.
    Press {
        at: (f64, f64),
        on: Target,
        touch: bool,
        keep: bool,
    },
    /// Cards being dragged, by so much.
    Move {
        from: Point,
        now: Point,
        stages: BTreeSet<String>,
    },
    /// A box being drawn; `keep` adds to what is selected.
    Box {
        from: Point,
        now: Point,
        keep: bool,
    },
    /// An edge being drawn. A sticky one stays when the pointer is lifted, until it is set or given up.
    Link {
        from: String,
        end: End,
        sticky: bool,
    },
    Pan {
        last: (f64, f64),
    },
    /// Two fingers: their distance and middle.
    Pinch {
        apart: f64,
        middle: (f64, f64),
    },
}

/// What is under a point of the canvas. Ports reach as far as `reach`, but into their card no further than a mouse needs:
/// the card's numbers are there.
pub fn target_at(spec: &ModelSpec, cards: &[Area], point: Point, reach: f64) -> Target {
    let near = |card: &Area| {
        let port = out_port(*card);
        (-reach.min(REACH)..=reach).contains(&(point.x - port.x)) && (port.y - point.y).abs() <= reach
    };
    if let Some(at) = cards.iter().rposition(near) {
        return Target::Port(spec.stages[at].id.clone());
    }
    match card_at(cards, point, 0.0) {
        Some(at) => Target::Card(spec.stages[at].id.clone()),
        None => Target::Empty,
    }
}

/// Whether a pointer went further than a tap.
pub fn moved(from: (f64, f64), to: (f64, f64), touch: bool) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    (dx * dx + dy * dy).sqrt() > if touch { FINGER_TAP } else { TAP }
}

impl Hand {
    /// A press that moved becomes a drag of what was pressed.
    pub fn dragging(
        on: &Target,
        from: Point,
        view_at: (f64, f64),
        how: How,
        selected: &BTreeSet<String>,
    ) -> Self {
        match on {
            Target::Port(id) => Self::Link { from: id.clone(), end: End::Point(from), sticky: false },
            Target::Card(id) if selected.contains(id) => {
                Self::Move { from, now: from, stages: selected.clone() }
            }
            Target::Card(id) => Self::Move { from, now: from, stages: BTreeSet::from([id.clone()]) },
            Target::Wire(..) | Target::Empty if how.pans => Self::Pan { last: view_at },
            Target::Wire(..) | Target::Empty => Self::Box { from, now: from, keep: how.keep },
        }
    }

    /// Whether something is being dragged.
    pub fn drags(&self) -> bool {
        !matches!(self, Self::Idle | Self::Link { .. })
    }

    /// How far cards are dragged.
    pub fn shift(&self) -> Option<(&BTreeSet<String>, f64, f64)> {
        match self {
            Self::Move { from, now, stages } => Some((stages, now.x - from.x, now.y - from.y)),
            _ => None,
        }
    }
}

/// How a press was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// On the empty canvas it moves the view: by a finger, unless boxes are drawn with it.
    pub pans: bool,
    /// With Shift or Ctrl, or while several are being selected.
    pub keep: bool,
}

/// What a box takes.
pub fn boxed(spec: &ModelSpec, cards: &[Area], from: Point, now: Point) -> BTreeSet<String> {
    cards_in(cards, Area::between(from, now)).into_iter().map(|at| spec.stages[at].id.clone()).collect()
}

/// An edge that is being drawn: its two ends on the canvas, the stage that it would lead to, and why it can't.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaching {
    pub start: Point,
    pub end: Point,
    pub to: Option<usize>,
    pub refusal: Option<Refusal>,
}

/// Where an edge that is being drawn leads by now. On its own card it isn't refused before it was elsewhere.
pub fn reaching(spec: &ModelSpec, cards: &[Area], from: &str, end: &End, view: Viewport) -> Option<Reaching> {
    let source = graph::position(spec, from)?;
    let (to, point) = match end {
        End::Stage(id) => (graph::position(spec, id), None),
        End::Point(point) => (card_at(cards, *point, REACH / view.scale), Some(*point)),
    };
    let start = out_port(cards[source]);
    let near_start = |point: Point| (point.x - start.x).abs().max((point.y - start.y).abs()) < 24.0;
    let to = to.filter(|&to| to != source || !point.is_some_and(near_start));
    let refusal = to.and_then(|to| graph::refusal(spec, from, &spec.stages[to].id));
    let end = match (to, point) {
        (Some(to), None) => in_port(cards[to]),
        (Some(to), Some(_)) if refusal.is_none() => in_port(cards[to]),
        (_, point) => point.unwrap_or(start),
    };
    Some(Reaching { start, end, to, refusal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::geometry::card;
    use crate::editor::graph::tests::model;

    fn two() -> (ModelSpec, Vec<Area>) {
        let spec = model("a b", "a>b");
        let places = [Point { x: 0.0, y: 0.0 }, Point { x: 300.0, y: 0.0 }];
        let cards = spec.stages.iter().zip(places).map(|(stage, at)| card(stage, at)).collect();
        (spec, cards)
    }

    #[test]
    fn ports_are_hit_before_cards_and_have_a_reach() {
        let (spec, cards) = two();
        let hit = |x, y| target_at(&spec, &cards, Point { x, y }, 14.0);
        assert_eq!(hit(172.0, 60.0), Target::Port("a".to_owned()));
        assert_eq!(hit(150.0, 60.0), Target::Port("a".to_owned()));
        assert_eq!(hit(100.0, 60.0), Target::Card("a".to_owned()));
        assert_eq!(hit(230.0, 60.0), Target::Empty);
        let finger = |x| target_at(&spec, &cards, Point { x, y: 60.0 }, 40.0);
        assert_eq!(finger(195.0), Target::Port("a".to_owned()));
        assert_eq!(finger(140.0), Target::Card("a".to_owned()));
    }

    #[test]
    fn an_edge_snaps_to_where_it_may_end_and_follows_the_pointer_where_not() {
        let (spec, cards) = two();
        let view = Viewport::default();
        let to = |from: &str, x, y| reaching(&spec, &cards, from, &End::Point(Point { x, y }), view).unwrap();
        let back = to("b", 50.0, 50.0);
        assert_eq!((back.to, back.end), (Some(0), Point { x: 50.0, y: 50.0 }));
        assert_eq!(back.refusal.unwrap().reason(), "It would close the cycle a → b → a.");
        let doubled = to("a", 310.0, 20.0);
        assert_eq!(doubled.refusal, Some(Refusal::Doubled));
        assert_eq!(to("a", 230.0, 300.0).to, None);
        assert_eq!(to("a", 160.0, 60.0).refusal, None, "just pressed");
        assert_eq!(to("a", 40.0, 20.0).refusal, Some(Refusal::Itself));
        let (spec, cards) = (model("a b", ""), cards.clone());
        let free = reaching(&spec, &cards, "a", &End::Point(Point { x: 310.0, y: 20.0 }), view).unwrap();
        assert_eq!((free.end, free.refusal), (in_port(cards[1]), None));
    }

    #[test]
    fn a_dragged_card_takes_the_selection_along_if_it_is_in_it() {
        let selected = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
        let how = How { pans: false, keep: false };
        let drag = |id: &str| {
            Hand::dragging(&Target::Card(id.to_owned()), Point::default(), (0.0, 0.0), how, &selected)
        };
        assert!(matches!(drag("a"), Hand::Move { stages, .. } if stages == selected));
        assert!(matches!(drag("c"), Hand::Move { stages, .. } if stages.len() == 1));
        let finger = How { pans: true, ..how };
        assert!(matches!(
            Hand::dragging(&Target::Empty, Point::default(), (1.0, 2.0), finger, &selected),
            Hand::Pan { .. }
        ));
    }
}
