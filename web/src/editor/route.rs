//! The ways of edges: a soft curve onwards, around below where an edge leads back.

use std::fmt::Write;

use crate::draw::path::px;

use super::geometry::Point;

/// How far a curve bends at its ends.
const BEND: f64 = 44.0;
/// How far a way around stays off the cards.
const CLEAR: f64 = 26.0;
const CORNER: f64 = 18.0;

/// From a port to a port, or to a pointer on the way there; `floor` is the lowest border of the cards.
pub fn edge(from: Point, to: Point, floor: f64) -> String {
    if to.x >= from.x + 8.0 {
        let bend = BEND.min((to.x - from.x).max(20.0)).max((to.x - from.x) * 0.36);
        return format!(
            "M{} {}C{} {} {} {} {} {}",
            px(from.x),
            px(from.y),
            px(from.x + bend),
            px(from.y),
            px(to.x - bend),
            px(to.y),
            px(to.x),
            px(to.y)
        );
    }
    let below = floor.max(from.y).max(to.y) + CLEAR + 24.0;
    let (out, back) = (from.x + CLEAR, to.x - CLEAR);
    rounded(&[
        from,
        Point { x: out, ..from },
        Point { x: out, y: below },
        Point { x: back, y: below },
        Point { x: back, y: to.y },
        to,
    ])
}

/// Where the middle of an edge is: its figure stands there.
pub fn middle(from: Point, to: Point, floor: f64) -> Point {
    if to.x >= from.x + 8.0 {
        return Point { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 };
    }
    Point { x: (from.x + to.x) / 2.0, y: floor.max(from.y).max(to.y) + CLEAR + 24.0 }
}

/// Straight stretches with rounded corners.
fn rounded(points: &[Point]) -> String {
    let mut path = format!("M{} {}", px(points[0].x), px(points[0].y));
    for corner in points.windows(3) {
        let (before, at, after) = (corner[0], corner[1], corner[2]);
        let radius = CORNER.min(length(before, at) / 2.0).min(length(at, after) / 2.0);
        let (a, b) = (towards(at, before, radius), towards(at, after, radius));
        let _ = write!(path, "L{} {}Q{} {} {} {}", px(a.x), px(a.y), px(at.x), px(at.y), px(b.x), px(b.y));
    }
    let last = points[points.len() - 1];
    let _ = write!(path, "L{} {}", px(last.x), px(last.y));
    path
}

/// Of a level or upright stretch.
fn length(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

fn towards(from: Point, to: Point, by: f64) -> Point {
    let whole = length(from, to);
    let share = if whole > 0.0 { by / whole } else { 0.0 };
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn onwards_a_curve_and_back_around_below() {
        let (a, b) = (Point { x: 160.0, y: 58.0 }, Point { x: 260.0, y: 158.0 });
        assert_eq!(edge(a, b, 300.0), "M160 58C204 58 216 158 260 158");
        let back = edge(b, a, 300.0);
        assert!(back.starts_with("M260 158L") && back.ends_with("L160 58"), "{back}");
        assert!(back.contains("350"), "below the cards: {back}");
        assert_eq!(middle(a, b, 300.0), Point { x: 210.0, y: 108.0 });
        assert_eq!(middle(b, a, 300.0).y, 350.0);
    }

    #[test]
    fn a_point_on_itself_has_a_path_of_numbers() {
        let a = Point { x: 5.0, y: 5.0 };
        assert!(!edge(a, a, 5.0).contains("NaN"));
    }
}
