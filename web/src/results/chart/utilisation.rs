//! Busy GPUs and waiting jobs over time, on one axis; why GPUs are idle lies behind them.

use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::draw::axis;
use crate::draw::path::Path;
use crate::draw::scale::{TimeScale, Window};
use crate::lanes::label;
use crate::lanes::marks::{Group, Mark};
use crate::lanes::overview::busy_steps;
use crate::results::idle::{Idle, Story, Waiting, Why};
use crate::results::table::{Cell, Column, Table};
use crate::results::terms::Term;

use super::Size;
use super::axes::Plot;
use super::scale::Scale;

/// The parts of the picture.
pub struct Parts {
    pub busy: Plot,
    pub waiting: Plot,
}

/// Busy GPUs take the larger part.
pub fn parts(size: Size) -> Parts {
    let whole = Plot::within(size, 44.0);
    let middle = whole.top + (whole.bottom - whole.top - 24.0) * 0.62;
    Parts { busy: Plot { bottom: middle, ..whole }, waiting: Plot { top: middle + 24.0, ..whole } }
}

/// The time axis of a plot over a whole run.
pub fn time_scale(plot: &Plot, end_us: TimeUs) -> TimeScale {
    TimeScale { window: Window { from_us: 0, to_us: end_us.max(20) }, left: plot.left, right: plot.right }
}

/// The picture.
pub fn draw(run: &Run, story: &Story, size: Size) -> Vec<Group> {
    let Parts { busy, waiting } = parts(size);
    let time = time_scale(&busy, run.end_us());
    let gpus = Scale::linear((0.0, f64::from(run.instance.cluster.total_gpus)), busy.up());
    let most = story.waiting.iter().map(|at| at.ready + at.held_back).max().unwrap_or(0).max(1);
    let jobs = Scale::linear((0.0, f64::from(most)), waiting.up());
    let mut ground = vec![
        busy.title("GPUs busy"),
        Mark::text("chart-title", waiting.left, waiting.top - 8.0, "Jobs waiting"),
    ];
    ground.extend(key(&busy));
    ground.extend(time_axis(&time, &[&busy, &waiting]));
    ground.extend(busy.y_axis(&gpus, &[0.0, f64::from(run.instance.cluster.total_gpus)], ""));
    ground.extend(waiting.y_axis(&jobs, &[0.0, f64::from(most)], ""));
    let steps: Vec<(TimeUs, f64)> = busy_steps(run).into_iter().map(|(t, n)| (t, f64::from(n))).collect();
    let queue = |count: fn(&Waiting) -> u32| -> Vec<(TimeUs, f64)> {
        story.waiting.iter().map(|at| (at.from_us, f64::from(count(at)))).collect()
    };
    let data = vec![
        Mark::path("chart-area own", area(&steps, &time, &gpus)),
        Mark::path("chart-line own slim", line(&steps, &time, &gpus)),
        Mark::path("chart-area held", area(&queue(|at| at.ready + at.held_back), &time, &jobs)),
        Mark::path("chart-area ready", area(&queue(|at| at.ready), &time, &jobs)),
        Mark::path("chart-line own slim", line(&queue(|at| at.ready + at.held_back), &time, &jobs)),
    ];
    vec![Group::plain(shades(&story.idle, &time, &busy)), Group::plain(ground), Group::plain(data)]
}

/// Upright lines through all plots, and moments below the last one.
pub fn time_axis(time: &TimeScale, plots: &[&Plot]) -> Vec<Mark> {
    let Some(last) = plots.last() else { return Vec::new() };
    let ticks = axis::ticks(time.window, last.room_across(70.0));
    let mut marks = Vec::new();
    for tick in ticks {
        let x = time.x(tick.at_us);
        marks.extend(plots.iter().map(|plot| Mark::line("hair", x, plot.top, x, plot.bottom)));
        let over = x + label::width(&tick.label) / 2.0 > last.right + 13.0;
        let (class, at) = if over { ("tick tick-end", last.right + 13.0) } else { ("tick", x) };
        marks.push(Mark::text(class, at, last.bottom + 14.0, tick.label));
    }
    marks
}

fn class(why: Why) -> &'static str {
    match why {
        Why::ByChoice => "shade by-choice",
        Why::TooBig => "shade too-big",
        Why::HeldBack => "shade held-back",
    }
}

/// Why GPUs are idle, as upright bands. Bands below a pixel are put together: the reason with the most time has it.
fn shades(idle: &[Idle], time: &TimeScale, plot: &Plot) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut band = |from: f64, to: f64, why: Why| {
        marks.push(Mark::rect(class(why), from, plot.top, to - from, plot.bottom - plot.top));
    };
    let mut small: Vec<(i64, [f64; 3])> = Vec::new();
    for stretch in idle {
        let (from, to) = (time.x(stretch.from_us), time.x(stretch.to_us));
        if to - from >= 1.0 {
            band(from, to, stretch.why);
            continue;
        }
        let pixel = from as i64;
        if small.last().is_none_or(|last| last.0 != pixel) {
            small.push((pixel, [0.0; 3]));
        }
        if let Some((_, widths)) = small.last_mut() {
            widths[stretch.why as usize] += to - from;
        }
    }
    for (pixel, widths) in small {
        let all: f64 = widths.iter().sum();
        let whys = [Why::ByChoice, Why::TooBig, Why::HeldBack];
        let most = whys.into_iter().max_by(|&a, &b| widths[a as usize].total_cmp(&widths[b as usize]));
        if let Some(why) = most.filter(|_| all > 0.4) {
            band(pixel as f64, pixel as f64 + 1.0, why);
        }
    }
    marks
}

/// What the bands mean, at the right above the plot, as far as there is room.
fn key(plot: &Plot) -> Vec<Mark> {
    let mut right = plot.right + 10.0;
    let mut marks = Vec::new();
    for (why, name) in [
        (Why::ByChoice, "idle by choice"),
        (Why::TooBig, "idle, next job too big"),
        (Why::HeldBack, "idle, held back"),
    ] {
        let left = right - label::width(name) - 16.0;
        if left < plot.left + 80.0 {
            break;
        }
        marks.push(Mark::rect(class(why), left, 3.0, 10.0, 10.0));
        marks.push(Mark::text("key-name", left + 14.0, 12.0, name));
        right = left - 10.0;
    }
    marks
}

/// A line of levels; changes within a third of a pixel are one.
pub fn line(steps: &[(TimeUs, f64)], time: &TimeScale, height: &Scale) -> Path {
    trace(Path::new().to(time.left, height.at(0.0)), steps, time, height)
}

fn area(steps: &[(TimeUs, f64)], time: &TimeScale, height: &Scale) -> Path {
    line(steps, time, height).down(height.at(0.0)).close()
}

fn trace(mut path: Path, steps: &[(TimeUs, f64)], time: &TimeScale, height: &Scale) -> Path {
    let mut drawn_x = f64::NEG_INFINITY;
    // The highest level of the stretch that is too short to be drawn step by step.
    let mut peak: Option<f64> = None;
    for (at, &(t, level)) in steps.iter().enumerate() {
        let x = time.x(t);
        let is_last = at + 1 == steps.len();
        if !is_last && x - drawn_x < 0.33 {
            peak = Some(peak.map_or(level, |peak| peak.max(level)));
            continue;
        }
        if let Some(peak) = peak.take() {
            path = path.down(height.at(peak));
        }
        path = path.across(x).down(height.at(level));
        drawn_x = x;
    }
    path.across(time.right)
}

/// Busy GPUs, waiting jobs and the reason of idleness at every change.
pub fn table(run: &Run, story: &Story) -> Table {
    let busy = busy_steps(run);
    let mut times: Vec<TimeUs> =
        busy.iter().map(|&(t, _)| t).chain(story.waiting.iter().map(|at| at.from_us)).collect();
    times.extend(story.idle.iter().flat_map(|idle| [idle.from_us, idle.to_us]));
    times.sort_unstable();
    times.dedup();
    let row = |t: TimeUs| {
        let level = busy.partition_point(|&(at, _)| at <= t).checked_sub(1).map_or(0, |at| busy[at].1);
        let waiting =
            story.waiting.partition_point(|at| at.from_us <= t).checked_sub(1).map(|at| story.waiting[at]);
        let idle =
            story.idle.partition_point(|idle| idle.from_us <= t).checked_sub(1).map(|at| story.idle[at]);
        let why = idle.filter(|idle| idle.to_us > t).map_or("", |idle| in_short(idle.why));
        vec![
            Cell::Time(t),
            Cell::Count(level.into()),
            Cell::Count(waiting.map_or(0, |at| at.ready).into()),
            Cell::Count(waiting.map_or(0, |at| at.held_back).into()),
            Cell::Text(why.to_owned()),
        ]
    };
    let columns = vec![
        Column::number("from_us", "From"),
        Column::number("busy_gpus", "GPUs busy"),
        Column::number("jobs_ready", "Jobs ready"),
        Column::number("jobs_in_virtual_machine", "In the virtual machine").means(Term::VirtualMachine),
        Column::words("idle_because", "GPUs idle because"),
    ];
    Table { columns, rows: times.into_iter().map(row).collect() }
}

fn in_short(why: Why) -> &'static str {
    match why {
        Why::ByChoice => "a job waits by choice",
        Why::TooBig => "the next job is too big",
        Why::HeldBack => "held back by the virtual machine",
    }
}

/// GPU time idle for each reason, as a share of all GPU time of the run.
pub fn shares(run: &Run, story: &Story) -> [f64; 3] {
    let busy = busy_steps(run);
    let total = run.instance.cluster.total_gpus;
    let mut sums = [0_u128; 3];
    for idle in &story.idle {
        let mut at = busy.partition_point(|&(t, _)| t <= idle.from_us);
        let mut from = idle.from_us;
        while from < idle.to_us {
            let level = at.checked_sub(1).map_or(0, |before| busy[before].1);
            let to = busy.get(at).map_or(idle.to_us, |&(t, _)| t.min(idle.to_us));
            sums[idle.why as usize] += u128::from(total - level) * u128::from(to - from);
            (from, at) = (to, at + 1);
        }
    }
    let first = run.instance.jobs.iter().map(|job| job.arrival_us).min().unwrap_or(0);
    let last = run.outcomes.iter().map(|outcome| outcome.completion_us).max().unwrap_or(0);
    let offered = u128::from(total) * u128::from(last.saturating_sub(first));
    sums.map(|sum| if offered == 0 { 0.0 } else { sum as f64 / offered as f64 })
}

/// What the picture says in a sentence.
pub fn in_words(run: &Run, story: &Story) -> String {
    use crate::draw::number::percent;
    let [by_choice, too_big, held_back] = shares(run, story);
    format!(
        "GPUs busy and jobs waiting over time. {} of the GPU time is used; {} idle by choice, {} idle because the next job is too big, {} idle while jobs are held back.",
        percent(run.metrics.gpu_utilization),
        percent(by_choice),
        percent(too_big),
        percent(held_back)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::idle::story;
    use crate::testing::run_of;

    const SIZE: Size = Size { width: 460.0, height: 260.0 };

    #[test]
    fn bands_lie_where_gpus_are_idle_for_a_reason() {
        let run = run_of("delay-runs-out", "a-srpt");
        let story = story(&run);
        let groups = draw(&run, &story, SIZE);
        let by_choice = groups[0].marks.iter().filter(|mark| mark.class == "shade by-choice").count();
        assert_eq!(by_choice, story.idle.iter().filter(|idle| idle.why == Why::ByChoice).count());
    }

    #[test]
    fn busy_and_idle_shares_are_no_more_than_all() {
        for kind in ["a-srpt", "a-srpt-eager", "fifo", "wcs-workload"] {
            let run = run_of("fifty-jobs", kind);
            let shares = shares(&run, &story(&run));
            let sum: f64 = shares.iter().sum::<f64>() + run.metrics.gpu_utilization;
            assert!(sum <= 1.0 + 1e-9, "{kind}: {shares:?} and {}", run.metrics.gpu_utilization);
        }
    }

    #[test]
    fn the_table_says_what_the_picture_shows() {
        let run = run_of("preemption", "a-srpt");
        let table = table(&run, &story(&run));
        assert_eq!(table.rows[0][0], Cell::Time(0));
        assert_eq!(table.rows[0][1], Cell::Count(0));
        assert_eq!(table.rows[0][4], Cell::Text("held back by the virtual machine".to_owned()));
        assert_eq!(table.rows.last().unwrap()[1], Cell::Count(0));
    }

    #[test]
    fn a_long_line_stays_short() {
        let steps: Vec<(TimeUs, f64)> = (0..100_000).map(|t| (t, (t % 7) as f64)).collect();
        let plot = parts(SIZE).busy;
        let path = line(&steps, &time_scale(&plot, 100_000), &Scale::linear((0.0, 6.0), plot.up())).text();
        assert!(path.len() < 60_000, "{} characters", path.len());
    }
}
