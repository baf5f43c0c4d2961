//! How far predictions are off, as a distribution: bars for the jobs, a line for the held-out part of the history.

use asrpt_core::predict::Pair;

use super::scored::Scored;
use crate::draw::path::Path;
use crate::lanes::marks::{Group, Mark};
use crate::results::chart::Size;
use crate::results::chart::axes::Plot;
use crate::results::chart::scale::Scale;
use crate::results::table::{Cell, Column, Table};

/// Bins of half a doubling, from a sixteenth to sixteen times; what lies beyond is in the outermost.
const BINS: usize = 16;
const ENDS: (f64, f64) = (1.0 / 16.0, 16.0);
/// What stands below.
const TICKS: [(f64, &str); 5] =
    [(1.0 / 16.0, "÷16"), (0.25, "÷4"), (1.0, "right"), (4.0, "×4"), (16.0, "×16")];

/// The lower edge of a bin, as a factor.
fn edge(bin: usize) -> f64 {
    let whole = (1_u32 << (bin / 2)) as f64 / 16.0;
    if bin % 2 == 1 { whole * std::f64::consts::SQRT_2 } else { whole }
}

/// The share of predictions in each bin. A prediction that is right lies on an edge, and counts to the bin above.
fn shares(pairs: &[Pair]) -> [f64; BINS] {
    let mut shares = [0.0; BINS];
    for pair in pairs {
        let doublings = pair.log_error() / std::f64::consts::LN_2;
        let bin = ((doublings + 4.0) * 2.0 + 1e-9).floor().clamp(0.0, (BINS - 1) as f64);
        shares[bin as usize] += 1.0 / pairs.len() as f64;
    }
    shares
}

/// The picture.
pub fn draw(scored: &Scored, size: Size) -> Vec<Group> {
    let plot = Plot::within(size, 40.0);
    let (jobs, held) = (shares(&scored.jobs), shares(scored.held()));
    let most = jobs.iter().chain(&held).fold(0.01_f64, |most, &share| most.max(share));
    let (x, y) = (Scale::logarithmic(ENDS, plot.across()), Scale::linear((0.0, most * 100.0), plot.up()));
    let mut ground =
        vec![plot.title_of(&["Errors: share of predictions by n̂ / n", "Predictions by n̂ / n", "n̂ / n"])];
    ground.extend(plot.y_axis(&y, &y.ticks(3), "%"));
    for (value, text) in TICKS {
        let at = x.at(value);
        ground.push(Mark::line("hair", at, plot.top, at, plot.bottom));
        ground.push(Mark::text("tick", at, plot.bottom + 14.0, text));
    }
    let bar = |(bin, share): (usize, &f64)| {
        let (left, right, top) = (x.at(edge(bin)), x.at(edge(bin + 1)), y.at(share * 100.0));
        Mark::rect("predict-bar", left + 0.5, top, right - left - 1.0, plot.bottom - top)
    };
    let bars = jobs.iter().enumerate().filter(|(_, share)| **share > 0.0).map(bar).collect();
    let mut groups = vec![Group::plain(ground), Group::plain(bars)];
    if !scored.held().is_empty() {
        let mut line = Path::new().to(plot.left, plot.bottom);
        for (bin, share) in held.iter().enumerate() {
            line = line.down(y.at(share * 100.0)).across(x.at(edge(bin + 1)));
        }
        let key = [
            Mark::rect("predict-bar", plot.left + 8.0, plot.top + 4.0, 17.0, 8.0),
            Mark::text("key-name", plot.left + 30.0, plot.top + 12.0, "these jobs"),
            Mark::line("chart-line own", plot.left + 8.0, plot.top + 23.0, plot.left + 25.0, plot.top + 23.0),
            Mark::text("key-name", plot.left + 30.0, plot.top + 27.0, "held out"),
        ];
        groups.push(Group::plain(vec![Mark::path("chart-line own", line.down(plot.bottom))]));
        groups.push(Group::plain(key.into()));
    }
    groups
}

/// The bins as rows.
pub fn table(scored: &Scored) -> Table {
    let columns = vec![
        Column::number("from_ratio", "n̂ / n from"),
        Column::number("to_ratio", "to below"),
        Column::number("jobs_share", "These jobs"),
        Column::number("held_out_share", "Held out"),
    ];
    let (jobs, held) = (shares(&scored.jobs), shares(scored.held()));
    let row = |bin: usize| {
        let from = if bin == 0 { Cell::Nothing } else { Cell::Real(edge(bin), 3) };
        let to = if bin + 1 == BINS { Cell::Nothing } else { Cell::Real(edge(bin + 1), 3) };
        let held = if scored.held().is_empty() { Cell::Nothing } else { Cell::Percent(held[bin]) };
        vec![from, to, Cell::Percent(jobs[bin]), held]
    };
    Table { columns, rows: (0..BINS).map(row).collect() }
}

/// What the picture says in a sentence.
pub fn in_words(scored: &Scored) -> String {
    let within = |pairs: &[Pair]| {
        let near = pairs.iter().filter(|pair| pair.log_error().abs() <= std::f64::consts::LN_2).count();
        crate::draw::number::percent(near as f64 / pairs.len().max(1) as f64)
    };
    let held = scored.held();
    let rest =
        if held.is_empty() { String::new() } else { format!(", and {} of those held out", within(held)) };
    format!("Errors of predictions: {} of the jobs' are within a factor of two{rest}.", within(&scored.jobs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_every_prediction() {
        let pair = |predicted| Pair { predicted, iterations: 100 };
        let shares = shares(&[pair(100.0), pair(200.0), pair(1.0), pair(1e9)]);
        assert_eq!((shares[8], shares[10], shares[0], shares[15]), (0.25, 0.25, 0.25, 0.25));
        assert_eq!(edge(8), 1.0);
    }
}
