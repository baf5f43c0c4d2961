//! The legend under the lanes: as many entries as fit.

use yew::prelude::*;

use crate::draw::path::Path;

use super::label;
use super::layout::Layout;
use super::marks::{Group, Mark, moved_to};
use super::render::groups;
use super::ruler::refit_mark;

/// What an entry shows.
pub type Sample = fn() -> Vec<Mark>;

const ENTRIES: &[(&str, bool, Sample)] = &[
    ("Virtual", true, || vec![Mark::rect("key-tint", 0.5, -8.0, 20.0, 9.0)]),
    ("Preempted", true, || {
        let notched =
            Path::new().to(0.5, -8.0).across(20.5).line(16.5, -3.5).line(20.5, 1.0).across(0.5).close();
        vec![Mark::path("key-tint", notched)]
    }),
    ("Real", false, || vec![Mark::rect("key-solid", 0.5, -8.0, 20.0, 9.0).rounded(2.0)]),
    ("Waits for GPUs", false, || vec![Mark::line("wait", 2.0, -3.5, 20.0, -3.5)]),
    ("Waits by choice, until ⊤", true, || {
        vec![Mark::line("choice-band", 0.5, -3.5, 20.5, -3.5), Mark::line("choice", 0.5, -3.5, 20.5, -3.5)]
    }),
    ("Crosses servers", false, || vec![Mark::line("stitch", 0.5, -3.5, 20.5, -3.5)]),
    ("Overtakes", false, || vec![Mark::circle("overtakes", 14.0, -3.5, 5.0)]),
];
/// Of online learning.
const REFIT: (&str, bool, Sample) = ("Predictor refitted", false, || vec![refit_mark(10.0, -3.5)]);

/// What is explained, with a sample of it; what belongs to the virtual machine or to learning only where there is such
/// a thing.
pub fn entries(virtual_machine: bool, learns: bool) -> impl Iterator<Item = (&'static str, Sample)> {
    let shown = ENTRIES.iter().filter(move |(_, imagined, _)| virtual_machine || !imagined);
    let shown = learns.then_some(&REFIT).into_iter().chain(shown);
    shown.map(|&(name, _, sample)| (name, sample))
}

/// The entries.
pub fn draw(layout: &Layout, virtual_machine: bool, learns: bool) -> Html {
    let Some(baseline) = layout.legend else { return Html::default() };
    let mut x = layout.left;
    let mut drawn = Vec::new();
    for (name, sample) in entries(virtual_machine, learns) {
        let width = 26.0 + label::width(name);
        if x + width > layout.right {
            continue;
        }
        let mut marks = sample();
        marks.push(Mark::text("key-name", 26.0, 0.0, name));
        drawn.push(html! {
            <g style={moved_to(x, baseline)}>{ groups(&[Group::plain(marks)], usize::MAX) }</g>
        });
        x += width + 14.0;
    }
    let line = baseline - 15.5;
    html! {
        <g class="legend" aria-hidden="true">
            { groups(&[Group::plain(vec![Mark::line("hair", 0.0, line, layout.width, line)])], 0) }
            { for drawn }
        </g>
    }
}
