//! Which rows become history and which jobs: order, window, sample, split.

use std::collections::BTreeSet;

use super::report::Report;
use super::row::Row;
use super::{Moment, Options};
use crate::format::count;
use crate::random::Random;

/// In order of submission, history before jobs; the rest is counted in the report.
pub(super) fn select<T>(
    mut rows: Vec<(Row, T)>,
    dated: bool,
    options: &Options,
    report: &mut Report,
) -> Result<[Vec<(Row, T)>; 2], String> {
    rows.sort_by(|(a, _), (b, _)| a.submit_s.total_cmp(&b.submit_s).then(a.at.cmp(&b.at)));
    copies(&mut rows, options.drop_copies, report);
    window(&mut rows, dated, options, report)?;
    sample(&mut rows, options, report);
    // Jobs are never none where there are rows.
    let past = libm::floor(rows.len() as f64 * options.history) as usize;
    let mut jobs = rows.split_off(past.min(rows.len().saturating_sub(1)));
    let most = options.jobs.unwrap_or(jobs.len());
    report.beyond = jobs.len().saturating_sub(most);
    jobs.truncate(most);
    Ok([rows, jobs])
}

/// Rows that say the same as an earlier one. (Of rows with ids only one is left already.)
fn copies<T>(rows: &mut Vec<(Row, T)>, drop: bool, report: &mut Report) {
    let mut seen = BTreeSet::new();
    let is_copy: Vec<bool> = rows
        .iter()
        .map(|(row, _)| {
            let numbers = [row.submit_s, row.duration_s, row.gpus].map(f64::to_bits);
            row.id.is_none() && !seen.insert((numbers, &row.user, &row.group, &row.model))
        })
        .collect();
    let copies = is_copy.iter().filter(|copy| **copy).count();
    if drop {
        let mut copy = is_copy.into_iter();
        rows.retain(|_| !copy.next().unwrap_or(false));
        report.copies_dropped = copies;
    } else if copies > 0 {
        report.notes.push(format!(
            "exact copies of an earlier row ({}): without ids they may be jobs of their own, and are kept",
            count(copies as u64, "row")
        ));
    }
}

fn window<T>(
    rows: &mut Vec<(Row, T)>,
    dated: bool,
    options: &Options,
    report: &mut Report,
) -> Result<(), String> {
    let first_s = rows.first().map_or(0.0, |(row, _)| row.submit_s);
    let seconds = |moment: Option<Moment>, otherwise: f64| match moment {
        None => Ok(otherwise),
        Some(Moment::After(seconds)) => Ok(first_s + seconds),
        Some(Moment::At(seconds)) if dated => Ok(seconds),
        Some(Moment::At(_)) => {
            Err("this trace has no dates: give the window in seconds after its first row".to_owned())
        }
    };
    let (from_s, until_s) =
        (seconds(options.from, f64::NEG_INFINITY)?, seconds(options.until, f64::INFINITY)?);
    let before = rows.len();
    rows.retain(|(row, _)| (from_s..until_s).contains(&row.submit_s));
    report.outside = before - rows.len();
    Ok(())
}

fn sample<T>(rows: &mut Vec<(Row, T)>, options: &Options, report: &mut Report) {
    if options.sample >= 1.0 {
        return;
    }
    let before = rows.len();
    let mut random = Random::new(options.seed);
    rows.retain(|_| random.uniform() < options.sample);
    report.not_sampled = before - rows.len();
}
