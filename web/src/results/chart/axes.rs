//! The plot within a chart: its edges, grid lines and what stands at them.

use crate::lanes::label;
use crate::lanes::marks::Mark;

use super::Size;
use super::scale::{Scale, labels};

/// Where the data is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Room for the time axis below a plot.
const BELOW: f64 = 20.0;

impl Plot {
    /// Within a size, with room for labels at the left and below, and for a title above.
    pub fn within(size: Size, left: f64) -> Self {
        Self {
            left,
            right: (size.width - 14.0).max(left + 10.0),
            top: 22.0,
            bottom: (size.height - BELOW).max(40.0),
        }
    }

    /// From left to right.
    pub fn across(&self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// From the ground up.
    pub fn up(&self) -> (f64, f64) {
        (self.bottom, self.top)
    }

    /// How many labels of that width stand beside one another.
    pub fn room_across(&self, label: f64) -> usize {
        (((self.right - self.left) / label) as usize).clamp(2, 14)
    }

    /// How many labels stand above one another.
    pub fn room_up(&self) -> usize {
        (((self.bottom - self.top) / 34.0) as usize).clamp(2, 6)
    }

    /// Upright grid lines with values below. A label that would touch the one before is left out.
    pub fn x_axis(&self, scale: &Scale, ticks: &[f64], unit: &str) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut end = f64::NEG_INFINITY;
        let labels = labels(ticks, unit);
        for (&value, text) in ticks.iter().zip(labels) {
            let x = scale.at(value);
            marks.push(Mark::line("hair", x, self.top, x, self.bottom));
            let half = label::width(&text) / 2.0;
            if x - half > end {
                let class = if x + half > self.right + 13.0 { "tick tick-end" } else { "tick" };
                let at = if class == "tick" { x } else { self.right + 13.0 };
                marks.push(Mark::text(class, at, self.bottom + 14.0, text));
                end = x + half + 6.0;
            }
        }
        marks
    }

    /// Level grid lines with values at the left.
    pub fn y_axis(&self, scale: &Scale, ticks: &[f64], unit: &str) -> Vec<Mark> {
        let labels = labels(ticks, unit);
        let line = |(&value, text): (&f64, String)| {
            let y = scale.at(value);
            [
                Mark::line("hair", self.left, y, self.right, y),
                Mark::text("tick tick-end", self.left - 6.0, y + 3.5, text),
            ]
        };
        ticks.iter().zip(labels).flat_map(line).collect()
    }

    /// What the picture shows, above it: the first of these that has room, the last in any case.
    pub fn title_of(&self, longest_first: &[&str]) -> Mark {
        let room = self.right + 14.0 - self.left;
        let fitting = longest_first.iter().find(|text| label::width(text) <= room);
        self.title(*fitting.or(longest_first.last()).unwrap_or(&""))
    }

    /// What the picture shows, above it.
    pub fn title(&self, text: impl Into<String>) -> Mark {
        Mark::text("chart-title", self.left, 12.0, text)
    }
}
