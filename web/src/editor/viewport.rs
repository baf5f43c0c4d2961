//! Which part of the canvas is seen, and how large.

use super::geometry::{Area, Point};

/// Zoom goes this far.
const SMALLEST: f64 = 0.05;
const LARGEST: f64 = 2.5;
/// Air around the cards when all are shown.
const MARGIN: f64 = 28.0;

/// The canvas point at the upper left corner of the view, and how many screen pixels one of the canvas takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub left: f64,
    pub top: f64,
    pub scale: f64,
}

impl Default for Viewport {
    fn default() -> Self {
        Self { left: 0.0, top: 0.0, scale: 1.0 }
    }
}

impl Viewport {
    /// All of an area in the middle of a view of this size, but never larger than 100 %.
    pub fn fit(area: Area, (width, height): (f64, f64)) -> Self {
        let room = |size: f64| (size - 2.0 * MARGIN).max(40.0);
        let scale = (room(width) / area.width().max(1.0)).min(room(height) / area.height().max(1.0));
        let scale = scale.clamp(SMALLEST, 1.0);
        Self {
            left: (area.left + area.right) / 2.0 - width / scale / 2.0,
            top: (area.top + area.bottom) / 2.0 - height / scale / 2.0,
            scale,
        }
    }

    /// Where a point of the view lies on the canvas.
    pub fn to_canvas(self, (x, y): (f64, f64)) -> Point {
        Point { x: self.left + x / self.scale, y: self.top + y / self.scale }
    }

    /// Where a point of the canvas lies in the view.
    pub fn to_view(self, point: Point) -> (f64, f64) {
        ((point.x - self.left) * self.scale, (point.y - self.top) * self.scale)
    }

    /// Closer (factor above 1) or wider; what lies at a point of the view stays there.
    pub fn zoomed(self, (x, y): (f64, f64), factor: f64) -> Self {
        let scale = (self.scale * factor).clamp(SMALLEST, LARGEST);
        let fixed = self.to_canvas((x, y));
        Self { left: fixed.x - x / scale, top: fixed.y - y / scale, scale }
    }

    /// The canvas dragged by so many pixels of the view.
    pub fn dragged(self, dx: f64, dy: f64) -> Self {
        Self { left: self.left - dx / self.scale, top: self.top - dy / self.scale, ..self }
    }

    /// With a canvas point in the middle of a view of this size.
    pub fn centred(self, point: Point, (width, height): (f64, f64)) -> Self {
        let (w, h) = (width / self.scale, height / self.scale);
        Self { left: point.x - w / 2.0, top: point.y - h / 2.0, ..self }
    }

    /// Moved no further than it takes to see an area.
    pub fn showing(self, area: Area, size: (f64, f64)) -> Self {
        let seen = self.seen(size);
        let shift = |from: f64, to: f64, least: f64, most: f64| {
            if from < least || to - from > most - least { from - least } else { (to - most).max(0.0) }
        };
        let area = area.grown(12.0 / self.scale);
        Self {
            left: self.left + shift(area.left, area.right, seen.left, seen.right),
            top: self.top + shift(area.top, area.bottom, seen.top, seen.bottom),
            ..self
        }
    }

    /// The part of the canvas in a view of this size.
    pub fn seen(self, (width, height): (f64, f64)) -> Area {
        Area::between(self.to_canvas((0.0, 0.0)), self.to_canvas((width, height)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (f64, f64) = (700.0, 440.0);

    fn area(left: f64, top: f64, right: f64, bottom: f64) -> Area {
        Area { left, top, right, bottom }
    }

    #[test]
    fn small_graphs_are_centred_at_their_size_and_large_ones_shrunk() {
        let small = Viewport::fit(area(0.0, 0.0, 160.0, 116.0), SIZE);
        assert_eq!(small.scale, 1.0);
        assert_eq!(small.to_view(Point { x: 80.0, y: 58.0 }), (350.0, 220.0));
        let large = Viewport::fit(area(-1000.0, 0.0, 6000.0, 100.0), SIZE);
        assert!(large.scale < 0.16);
        assert!(large.seen(SIZE).left < -1000.0 && large.seen(SIZE).right > 6000.0);
    }

    #[test]
    fn zoom_keeps_the_point_under_the_pointer() {
        let view = Viewport { left: 30.0, top: -20.0, scale: 0.8 };
        let before = view.to_canvas((200.0, 100.0));
        let after = view.zoomed((200.0, 100.0), 1.5).to_canvas((200.0, 100.0));
        assert!((before.x - after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
        assert_eq!(view.zoomed((0.0, 0.0), 1e9).scale, LARGEST);
        assert_eq!(view.zoomed((0.0, 0.0), 0.0).scale, SMALLEST);
    }

    #[test]
    fn dragging_moves_what_is_seen_the_other_way() {
        let view = Viewport { scale: 2.0, ..Viewport::default() }.dragged(20.0, -10.0);
        assert_eq!((view.left, view.top), (-10.0, 5.0));
    }

    #[test]
    fn an_area_comes_into_view_by_the_shortest_way() {
        let view = Viewport::default();
        assert_eq!(view.showing(area(100.0, 100.0, 260.0, 216.0), SIZE), view);
        assert_eq!(view.showing(area(690.0, 100.0, 850.0, 216.0), SIZE).left, 162.0);
        assert_eq!(view.showing(area(-50.0, 100.0, 110.0, 216.0), SIZE).left, -62.0);
    }
}
