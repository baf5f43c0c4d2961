//! Predicted against true iterations: a dot on the line is right, the stem is the error.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;

use crate::draw::number::{fixed, plain};
use crate::lanes::label;
use crate::lanes::marks::{Group, Mark};
use crate::results::table::{Cell, Column, Table};
use crate::results::terms::Term;

use super::Size;
use super::axes::Plot;
use super::scale::Scale;

/// More jobs than this have no stems.
const MOST_STEMS: usize = 400;
/// So many dots at most: of more jobs every so-manieth is drawn.
const MOST_DOTS: usize = 2_000;
const TITLES: [&str; 3] = [
    "Predicted iterations n̂ against true n; on the line is right",
    "Predicted n̂ against true n",
    "n̂ against n",
];
/// The worst predictions are named.
const NAMED: usize = 3;

/// n̂ / n of a job.
fn error(run: &Run, job: JobIndex) -> f64 {
    let facts = run.instance.job(job);
    facts.predicted_iterations / (facts.iterations.max(1) as f64)
}

/// The picture.
pub fn draw(run: &Run, size: Size) -> Vec<Group> {
    let plot = Plot::within(size, 56.0);
    let jobs = &run.instance.jobs;
    let values = || jobs.iter().flat_map(|job| [job.iterations.max(1) as f64, job.predicted_iterations]);
    let ends = (values().fold(f64::INFINITY, f64::min), values().fold(1.0, f64::max));
    let ends = if jobs.is_empty() { (1.0, 10.0) } else { (ends.0 * 0.8, ends.1 * 1.25) };
    let (x, y) = (Scale::logarithmic(ends, plot.across()), Scale::logarithmic(ends, plot.up()));
    let mut ground = vec![plot.title_of(&TITLES)];
    ground.extend(plot.x_axis(&x, &x.ticks(plot.room_across(64.0)), "iterations"));
    ground.extend(plot.y_axis(&y, &y.ticks(plot.room_up()), ""));
    ground.push(Mark::line("chart-diagonal", plot.left, plot.bottom, plot.right, plot.top));
    let mut groups = vec![Group::plain(ground)];
    let stride = jobs.len().div_ceil(MOST_DOTS).max(1);
    for at in (0..jobs.len()).step_by(stride) {
        let job = JobIndex::from_at(at);
        let (cx, cy) = (x.at(jobs[at].iterations.max(1) as f64), y.at(jobs[at].predicted_iterations));
        let mut marks = Vec::new();
        if jobs.len() <= MOST_STEMS {
            marks.push(Mark::line("chart-stem", cx, y.at(jobs[at].iterations.max(1) as f64), cx, cy));
        }
        marks.push(Mark::circle("chart-dot", cx, cy, 3.75));
        groups.push(Group::of_job(job, marks));
    }
    let mut named: Vec<(f64, f64)> = Vec::new();
    let names = worst(run).into_iter().filter_map(|job| {
        let (cx, cy) =
            (x.at(run.instance.job(job).iterations as f64), y.at(run.instance.job(job).predicted_iterations));
        let name = label::cut(run.instance.job_id(job), 70.0).unwrap_or_default();
        // A name that would lie on another is left out.
        if named.iter().any(|(x, y)| (x - cx).abs() < 80.0 && (y - cy).abs() < 12.0) {
            return None;
        }
        named.push((cx, cy));
        let left = cx + 8.0 + label::width(&name) > plot.right + 10.0;
        let (class, at) = if left { ("chart-name tick-end", cx - 8.0) } else { ("chart-name", cx + 8.0) };
        Some(Mark::text(class, at, cy + 3.5, name))
    });
    groups.push(Group::plain(names.collect()));
    groups
}

/// The jobs whose predictions are furthest off, if any are.
fn worst(run: &Run) -> Vec<JobIndex> {
    let off = |job: &JobIndex| {
        let error = error(run, *job);
        if error < 1.0 { 1.0 / error } else { error }
    };
    let mut jobs: Vec<JobIndex> = (0..run.instance.jobs.len()).map(JobIndex::from_at).collect();
    jobs.retain(|job| off(job) > 1.2);
    jobs.sort_by(|a, b| off(b).total_cmp(&off(a)));
    jobs.truncate(NAMED);
    jobs
}

/// n, n̂ and their ratio of every job.
pub fn table(run: &Run) -> Table {
    let columns = vec![
        Column::words("job", "Job"),
        Column::number("iterations", "True n").means(Term::Iterations),
        Column::number("predicted_iterations", "Predicted n̂").means(Term::Predicted),
        Column::number("predicted_over_true", "n̂ / n"),
    ];
    let row = |at| {
        let job = JobIndex::from_at(at);
        let facts = run.instance.job(job);
        vec![
            Cell::Job(job, run.instance.job_id(job).to_owned()),
            Cell::Count(facts.iterations),
            Cell::Real(facts.predicted_iterations, 1),
            if facts.iterations == 0 { Cell::Nothing } else { Cell::Real(error(run, job), 2) },
        ]
    };
    Table { columns, rows: (0..run.instance.jobs.len()).map(row).collect() }
}

/// What the picture says in a sentence.
pub fn in_words(run: &Run) -> String {
    match worst(run).first() {
        None => "Predicted against true iterations: every prediction is within 20 % of the truth.".to_owned(),
        Some(&job) => {
            let error = error(run, job);
            let (by, way) = if error < 1.0 { (1.0 / error, "small") } else { (error, "large") };
            let by = if by < 1e6 { fixed(by, 1) } else { plain(by) };
            format!(
                "Predicted against true iterations. The worst is {}: {by} times too {way}.",
                run.instance.job_id(job)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::marks::Shape;
    use crate::testing::run_of;

    #[test]
    fn right_predictions_lie_on_the_line() {
        let run = run_of("preemption", "a-srpt");
        let groups = draw(&run, Size { width: 300.0, height: 300.0 });
        let plot = Plot::within(Size { width: 300.0, height: 300.0 }, 56.0);
        for group in groups.iter().filter(|group| group.job.is_some()) {
            let Shape::Circle { x, y, .. } = group.marks.last().unwrap().shape else { panic!("a dot") };
            let right = (x - plot.left) / (plot.right - plot.left);
            let up = (plot.bottom - y) / (plot.bottom - plot.top);
            assert!((right - up).abs() < 1e-9, "{right} {up}");
        }
        assert!(in_words(&run).contains("every prediction"));
        assert_eq!(table(&run).rows[0][3], Cell::Real(1.0, 2));
    }
}
