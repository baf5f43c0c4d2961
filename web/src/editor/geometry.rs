//! Points and boxes of the canvas, in its own pixels (those at 100 %).

use asrpt_core::scenario::StageSpec;

/// The width of a card.
pub const CARD_WIDTH: f64 = 160.0;
/// The height of a card with at most one collective.
const CARD_HEIGHT: f64 = 116.0;
/// What each further line takes.
const LINE_HEIGHT: f64 = 16.0;
/// More collectives than this are counted only.
pub const MOST_COLLECTIVES: usize = 3;
/// Cards come to rest on a grid of this.
pub const GRID: f64 = 10.0;

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// Moved.
    pub fn plus(self, dx: f64, dy: f64) -> Self {
        // Never -0, which a file would show.
        Self { x: self.x + dx + 0.0, y: self.y + dy + 0.0 }
    }

    /// On the grid.
    pub fn snapped(self) -> Self {
        Self { x: snap(self.x), y: snap(self.y) }
    }
}

fn snap(x: f64) -> f64 {
    let snapped = (x / GRID + 0.5).floor() * GRID;
    // Never -0, which a file would show.
    if snapped == 0.0 { 0.0 } else { snapped }
}

/// An upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// The box between two corners, whichever they are.
    pub fn between(a: Point, b: Point) -> Self {
        Self { left: a.x.min(b.x), top: a.y.min(b.y), right: a.x.max(b.x), bottom: a.y.max(b.y) }
    }

    /// Its width.
    pub fn width(self) -> f64 {
        self.right - self.left
    }

    /// Its height.
    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// Larger on every side.
    pub fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Whether a point is in it.
    pub fn holds(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// Whether two have a point in common.
    pub fn meets(self, other: Self) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// The box around both.
    pub fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Elsewhere.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self { left: self.left + dx, top: self.top + dy, right: self.right + dx, bottom: self.bottom + dy }
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        Point { x: (self.left + self.right) / 2.0, y: (self.top + self.bottom) / 2.0 }
    }
}

/// How many lines of collectives a card shows.
pub fn collective_lines(stage: &StageSpec) -> usize {
    stage.collectives.len().min(MOST_COLLECTIVES + 1)
}

/// How high a stage's card is.
pub fn card_height(stage: &StageSpec) -> f64 {
    CARD_HEIGHT + LINE_HEIGHT * collective_lines(stage).saturating_sub(1) as f64
}

/// The card of a stage with its upper left corner at `at`.
pub fn card(stage: &StageSpec, at: Point) -> Area {
    Area { left: at.x, top: at.y, right: at.x + CARD_WIDTH, bottom: at.y + card_height(stage) }
}

/// Where edges leave a card.
pub fn out_port(card: Area) -> Point {
    Point { x: card.right, y: card.middle().y }
}

/// Where edges reach a card.
pub fn in_port(card: Area) -> Point {
    Point { x: card.left, y: card.middle().y }
}

/// The box around all cards; `None` where there are none.
pub fn bounds(cards: &[Area]) -> Option<Area> {
    cards.iter().copied().reduce(Area::with)
}

/// The uppermost card under a point, within so many pixels of its border.
pub fn card_at(cards: &[Area], point: Point, reach: f64) -> Option<usize> {
    let inside = cards.iter().rposition(|card| card.holds(point));
    inside.or_else(|| cards.iter().rposition(|card| card.grown(reach).holds(point)))
}

/// The cards that a box touches.
pub fn cards_in(cards: &[Area], area: Area) -> Vec<usize> {
    (0..cards.len()).filter(|&at| cards[at].meets(area)).collect()
}

/// A way to look from a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// The card that one would point at in a direction: the nearest one that lies ahead.
pub fn neighbour(cards: &[Area], from: usize, direction: Direction) -> Option<usize> {
    let here = cards.get(from)?.middle();
    let score = |at: usize| {
        let there = cards[at].middle();
        let (dx, dy) = (there.x - here.x, there.y - here.y);
        let (ahead, aside) = match direction {
            Direction::Left => (-dx, dy),
            Direction::Right => (dx, dy),
            Direction::Up => (-dy, dx),
            Direction::Down => (dy, dx),
        };
        (ahead > 1.0).then_some(ahead + aside.abs())
    };
    let scored = (0..cards.len()).filter(|&at| at != from).filter_map(|at| Some((at, score(at)?)));
    scored.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    fn cards() -> Vec<Area> {
        let spec = model("stem left right head", "");
        let places = [(0.0, 150.0), (260.0, 0.0), (260.0, 300.0), (520.0, 150.0)];
        spec.stages.iter().zip(places).map(|(stage, (x, y))| card(stage, Point { x, y })).collect()
    }

    #[test]
    fn points_come_to_rest_on_the_grid() {
        assert_eq!(Point { x: 14.9, y: -3.0 }.snapped(), Point { x: 10.0, y: 0.0 });
        assert_eq!(Point { x: -16.0, y: 25.0 }.snapped(), Point { x: -20.0, y: 30.0 });
    }

    #[test]
    fn the_upper_of_two_cards_is_hit_and_borders_have_a_reach() {
        let mut cards = cards();
        assert_eq!(card_at(&cards, Point { x: 10.0, y: 160.0 }, 0.0), Some(0));
        assert_eq!(card_at(&cards, Point { x: -10.0, y: 160.0 }, 0.0), None);
        assert_eq!(card_at(&cards, Point { x: -10.0, y: 160.0 }, 12.0), Some(0));
        cards.push(cards[0]);
        assert_eq!(card_at(&cards, Point { x: 10.0, y: 160.0 }, 0.0), Some(4));
    }

    #[test]
    fn a_box_takes_what_it_touches() {
        let area = Area::between(Point { x: 300.0, y: 350.0 }, Point { x: 150.0, y: 200.0 });
        assert_eq!(cards_in(&cards(), area), [0, 2]);
    }

    #[test]
    fn arrows_find_the_card_one_means() {
        let cards = cards();
        assert_eq!(neighbour(&cards, 0, Direction::Right), Some(1));
        assert_eq!(neighbour(&cards, 1, Direction::Down), Some(2));
        assert_eq!(neighbour(&cards, 1, Direction::Right), Some(3));
        assert_eq!(neighbour(&cards, 3, Direction::Left), Some(1));
        assert_eq!(neighbour(&cards, 0, Direction::Left), None);
    }

    #[test]
    fn cards_grow_with_their_collectives() {
        let mut stage = model("a", "").stages.remove(0);
        assert_eq!(card_height(&stage), 116.0);
        let collective = asrpt_core::scenario::CollectiveSpec {
            kind: asrpt_core::scenario::CollectiveKind::AllReduce,
            mb: 1.0,
            per: asrpt_core::scenario::Per::Iteration,
        };
        stage.collectives = vec![collective; 50];
        assert_eq!(card_height(&stage), 164.0);
    }
}
