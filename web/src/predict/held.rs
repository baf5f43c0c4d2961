//! Predicted against true iterations on the held-out part of the history.

use asrpt_core::predict::Pair;

use super::scored::Scored;
use crate::lanes::marks::{Group, Mark};
use crate::results::chart::Size;
use crate::results::chart::axes::Plot;
use crate::results::chart::scale::Scale;
use crate::results::table::{Cell, Column, Table};

/// So many dots at most: of more every so-manieth is drawn.
const MOST_DOTS: usize = 1_500;

fn truth(pair: &Pair) -> f64 {
    pair.iterations.max(1) as f64
}

/// The picture.
pub fn draw(scored: &Scored, size: Size) -> Vec<Group> {
    let (plot, pairs) = (Plot::within(size, 56.0), scored.held());
    let values = || pairs.iter().flat_map(|pair| [truth(pair), pair.predicted]);
    let ends = (values().fold(f64::INFINITY, f64::min), values().fold(1.0, f64::max));
    let ends = if pairs.is_empty() { (1.0, 10.0) } else { (ends.0 * 0.8, ends.1 * 1.25) };
    let (x, y) = (Scale::logarithmic(ends, plot.across()), Scale::logarithmic(ends, plot.up()));
    let mut ground =
        vec![plot.title_of(&["Held-out history: n̂ against true n", "Held out: n̂ against n", "Held out"])];
    ground.extend(plot.x_axis(&x, &x.ticks(plot.room_across(64.0)), "iterations"));
    ground.extend(plot.y_axis(&y, &y.ticks(plot.room_up()), ""));
    ground.push(Mark::line("chart-diagonal", plot.left, plot.bottom, plot.right, plot.top));
    let stride = pairs.len().div_ceil(MOST_DOTS).max(1);
    let dots = pairs.iter().step_by(stride);
    let dots = dots.map(|pair| Mark::circle("predict-dot", x.at(truth(pair)), y.at(pair.predicted), 2.0));
    vec![Group::plain(ground), Group::plain(dots.collect())]
}

/// n and n̂ of every held-out record.
pub fn table(scored: &Scored) -> Table {
    let columns = vec![
        Column::number("iterations", "True n"),
        Column::number("predicted_iterations", "Predicted n̂"),
        Column::number("predicted_over_true", "n̂ / n"),
    ];
    let row = |pair: &Pair| {
        vec![
            Cell::Count(pair.iterations),
            Cell::Real(pair.predicted, 1),
            Cell::Real(pair.predicted / truth(pair), 2),
        ]
    };
    Table { columns, rows: scored.held().iter().map(row).collect() }
}

/// What the picture says in a sentence.
pub fn in_words(scored: &Scored) -> String {
    let counted = crate::draw::number::counted(scored.held().len() as u64, "record");
    format!("Predicted against true iterations of {counted} of history that the predictor hasn't seen.")
}
