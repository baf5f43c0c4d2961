//! Where cards that are moved come to rest: in line with another card where one is near, else on the grid. What they
//! are in line with is shown while they move.

use super::geometry::{Area, GRID, Point};

/// A line through the same border or the middle of several cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guide {
    pub from: Point,
    pub to: Point,
}

/// How far the cards go in the end when the hand has gone by `(dx, dy)`. `moved` is the box around them before, `others`
/// are all other cards, `reach` is how near counts as in line.
pub fn settled(moved: Area, others: &[Area], (dx, dy): (f64, f64), reach: f64) -> (f64, f64) {
    let along = |span: fn(Area) -> [f64; 3], by: f64| {
        let (own, spans) = (span(moved), others.iter().map(|&other| span(other)));
        let offsets = spans.flat_map(|other| [0, 1, 2].map(|at| other[at] - (own[at] + by)));
        let nearest =
            offsets.min_by(|a, b| a.abs().total_cmp(&b.abs())).filter(|offset| offset.abs() <= reach);
        nearest.map_or_else(|| on_grid(own[0] + by) - own[0], |offset| by + offset)
    };
    (along(across, dx), along(upwards, dy))
}

/// The lines to the cards that the moved ones are in line with.
pub fn guides(moved: Area, others: &[Area]) -> Vec<Guide> {
    let mut guides = Vec::new();
    for at in 0..3 {
        let upright = others.iter().filter(|&&other| same(across(other)[at], across(moved)[at]));
        if let Some(all) = upright.copied().reduce(Area::with) {
            let (x, all) = (across(moved)[at], all.with(moved));
            guides.push(Guide { from: Point { x, y: all.top }, to: Point { x, y: all.bottom } });
        }
        let level = others.iter().filter(|&&other| same(upwards(other)[at], upwards(moved)[at]));
        if let Some(all) = level.copied().reduce(Area::with) {
            let (y, all) = (upwards(moved)[at], all.with(moved));
            guides.push(Guide { from: Point { x: all.left, y }, to: Point { x: all.right, y } });
        }
    }
    guides
}

fn across(area: Area) -> [f64; 3] {
    [area.left, (area.left + area.right) / 2.0, area.right]
}

fn upwards(area: Area) -> [f64; 3] {
    [area.top, (area.top + area.bottom) / 2.0, area.bottom]
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.25
}

fn on_grid(x: f64) -> f64 {
    (x / GRID + 0.5).floor() * GRID
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(left: f64, top: f64, height: f64) -> Area {
        Area { left, top, right: left + 160.0, bottom: top + height }
    }

    #[test]
    fn far_from_all_others_cards_rest_on_the_grid() {
        let by = settled(card(0.0, 0.0, 116.0), &[card(900.0, 900.0, 116.0)], (113.0, 47.0), 6.0);
        assert_eq!(by, (110.0, 50.0));
        // A group keeps its shape: it is the box around it that comes to the grid.
        assert_eq!(settled(card(3.0, 8.0, 116.0), &[], (10.0, 0.0), 6.0), (7.0, 2.0));
    }

    #[test]
    fn near_a_border_or_a_middle_they_come_in_line() {
        let other = card(300.0, 100.0, 148.0);
        // Its middle is at 174; a card of 116 is in line with it from 116 on, off the grid.
        let by = settled(card(0.0, 0.0, 116.0), &[other], (57.0, 119.0), 6.0);
        assert_eq!(by, (60.0, 116.0));
        assert_eq!(settled(card(0.0, 0.0, 116.0), &[other], (304.0, 500.0), 6.0), (300.0, 500.0));
    }

    #[test]
    fn guides_run_through_all_that_is_in_line() {
        let others = [card(0.0, 0.0, 116.0), card(600.0, 0.0, 116.0), card(300.0, 400.0, 116.0)];
        let guides = guides(card(300.0, 0.0, 116.0), &others);
        let level: Vec<f64> = guides.iter().filter(|g| g.from.y == g.to.y).map(|g| g.from.y).collect();
        assert_eq!(level, [0.0, 58.0, 116.0]);
        assert!(guides.iter().filter(|g| g.from.y == g.to.y).all(|g| (g.from.x, g.to.x) == (0.0, 760.0)));
        let upright: Vec<f64> = guides.iter().filter(|g| g.from.x == g.to.x).map(|g| g.from.x).collect();
        assert_eq!(upright, [300.0, 380.0, 460.0]);
        assert!(super::guides(card(1000.0, 1000.0, 116.0), &others).is_empty());
    }
}
