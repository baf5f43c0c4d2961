//! The ruler: ticks of the time axis and their lines through all lanes.

use crate::draw::axis::ticks;

use super::label;
use super::marks::{Group, Mark};
use super::scene::Picture;

/// Room that a tick's label wants.
const TICK_ROOM: f64 = 96.0;

/// Lines and labels.
pub fn grid(picture: &Picture) -> Group {
    let (layout, scale) = (picture.layout, &picture.scale);
    let most =
        ((layout.right - layout.left) / if layout.compact { 70.0 } else { TICK_ROOM }).max(2.0) as usize;
    let mut marks = Vec::new();
    for tick in ticks(scale.window, most) {
        let x = scale.x(tick.at_us);
        marks.push(Mark::line("hair", x, layout.ruler, x, layout.bottom));
        let half = label::width(&tick.label) / 2.0;
        marks.push(Mark::text("tick", x.min(layout.width - half - 2.0), 14.0, tick.label));
    }
    marks.push(Mark::line("rail-line", layout.left, layout.ruler, layout.right, layout.ruler));
    Group::plain(marks)
}
