//! Slowdown, JCT over the best possible run n · α_min, by the GPUs that a job needs.

use std::collections::BTreeMap;

use asrpt_core::ids::JobIndex;

use crate::lanes::marks::{Group, Mark};
use crate::results::courses::{Course, Courses};
use crate::results::table::{Cell, Column, Table};
use crate::results::terms::Term;

use super::Size;
use super::axes::Plot;
use super::key::{self, Hand, hands};
use super::scale::Scale;

/// More sizes than this are put together by powers of two.
const MOST_SIZES: usize = 12;
/// More jobs than this are shown by their quantiles alone.
const MOST_DOTS: usize = 600;

/// JCT over the best run of each job, by job index.
pub fn of_course(courses: &Courses, course: &Course) -> Vec<f64> {
    let best = courses.instance.jobs.iter().zip(0..).map(|(job, at)| {
        let alpha_s = courses.instance.model_of(JobIndex(at)).constants.alpha_min_s;
        (job.iterations as f64 * alpha_s * 1e6).max(1.0)
    });
    courses.jct_us(course).zip(best).map(|(jct, best)| jct as f64 / best).collect()
}

/// A size class: its name, its least GPUs, and its jobs.
struct Class {
    name: String,
    jobs: Vec<JobIndex>,
}

fn classes(courses: &Courses) -> Vec<Class> {
    let mut by_gpus: BTreeMap<u32, Vec<JobIndex>> = BTreeMap::new();
    for (at, job) in courses.instance.jobs.iter().enumerate() {
        by_gpus.entry(job.gpus).or_default().push(JobIndex::from_at(at));
    }
    if by_gpus.len() <= MOST_SIZES {
        return by_gpus.into_iter().map(|(gpus, jobs)| Class { name: gpus.to_string(), jobs }).collect();
    }
    let mut by_power: BTreeMap<u32, Vec<JobIndex>> = BTreeMap::new();
    for (gpus, jobs) in by_gpus {
        by_power.entry(gpus.ilog2()).or_default().extend(jobs);
    }
    let name = |power: u32| match power {
        0 => "1".to_owned(),
        _ => format!("{}–{}", 1_u64 << power, (1_u64 << (power + 1)) - 1),
    };
    by_power.into_iter().map(|(power, jobs)| Class { name: name(power), jobs }).collect()
}

/// Nearest rank on values in any order.
fn quantile(values: &mut [f64], percent: usize) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get((values.len() * percent).div_ceil(100).saturating_sub(1)).copied()
}

fn of_class(slowdowns: &[f64], class: &Class) -> Vec<f64> {
    class.jobs.iter().map(|job| slowdowns[job.at()]).collect()
}

/// The picture: a dot per job of this policy, and a bar per policy at the median of each size.
pub fn draw(courses: &Courses, size: Size) -> Vec<Group> {
    let plot = Plot::within(size, 52.0);
    let (classes, hands) = (classes(courses), hands(courses));
    let slowdowns: Vec<Vec<f64>> = courses.all.iter().map(|course| of_course(courses, course)).collect();
    let medians = classes.iter().flat_map(|class| {
        slowdowns.iter().filter_map(|slowdowns| quantile(&mut of_class(slowdowns, class), 50))
    });
    let shown: Vec<f64> = medians.chain(slowdowns[courses.own].iter().copied()).collect();
    let all = || shown.iter().copied();
    let (least, most) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    let y = if most / least > 10.0 {
        Scale::logarithmic((least, most), plot.up())
    } else {
        Scale::linear((0.0, most), plot.up())
    };
    let mut ground = vec![plot.title("Slowdown (JCT / best possible run) by the GPUs that a job needs")];
    ground.extend(plot.y_axis(&y, &y.ticks(plot.room_up()), "×"));
    let width = (plot.right - plot.left) / classes.len().max(1) as f64;
    let mut groups = Vec::new();
    let mut medians = Vec::new();
    let dots = courses.instance.jobs.len() <= MOST_DOTS;
    for (at, class) in classes.iter().enumerate() {
        let middle = plot.left + (at as f64 + 0.5) * width;
        let name = if at + 1 == classes.len() { format!("{} GPUs", class.name) } else { class.name.clone() };
        ground.push(Mark::text("tick", middle, plot.bottom + 14.0, name));
        let half = (width * 0.32).clamp(4.0, 60.0);
        if dots {
            groups.extend(jobs_of(class, &slowdowns[courses.own], middle, half, &y));
        } else {
            groups.extend(spread(class, &slowdowns[courses.own], middle, half, &y));
        }
        medians.extend(medians_of(class, &slowdowns, &hands, middle, half, &y));
    }
    groups.insert(0, Group::plain(ground));
    groups.push(Group::plain(medians));
    groups.push(Group::plain(key::draw(courses, &hands, plot.right - 110.0, plot.top + 14.0)));
    groups
}

/// A dot per job, spread across so that they can be told apart.
fn jobs_of(class: &Class, slowdowns: &[f64], middle: f64, half: f64, y: &Scale) -> Vec<Group> {
    let n = class.jobs.len();
    let dot = |(at, &job): (usize, &JobIndex)| {
        let x = middle + if n < 2 { 0.0 } else { (at as f64 / (n - 1) as f64 - 0.5) * half * 1.6 };
        Group::of_job(job, vec![Mark::circle("chart-dot", x, y.at(slowdowns[job.at()]), 3.5)])
    };
    class.jobs.iter().enumerate().map(dot).collect()
}

/// Where nine of ten jobs lie.
fn spread(class: &Class, slowdowns: &[f64], middle: f64, half: f64, y: &Scale) -> Option<Group> {
    let mut values = of_class(slowdowns, class);
    let (low, high) = (quantile(&mut values, 5)?, quantile(&mut values, 95)?);
    let (top, bottom) = (y.at(high), y.at(low));
    Some(Group::plain(vec![Mark::rect(
        "chart-spread",
        middle - half * 0.5,
        top,
        half,
        (bottom - top).max(1.0),
    )]))
}

fn medians_of(
    class: &Class,
    slowdowns: &[Vec<f64>],
    hands: &[Hand],
    middle: f64,
    half: f64,
    y: &Scale,
) -> Vec<Mark> {
    let bar = |at: usize| {
        let median = quantile(&mut of_class(&slowdowns[at], class), 50)?;
        Some(Mark::line(hands[at].line(), middle - half, y.at(median), middle + half, y.at(median)))
    };
    key::back_to_front(hands).into_iter().filter_map(bar).collect()
}

/// Jobs, and quantiles of the slowdown by size: this policy's, and the median of every other.
pub fn table(courses: &Courses) -> Table {
    let own = courses.all[courses.own].policy.label();
    let mut columns = vec![
        Column::words("gpus", "GPUs").means(Term::Gang),
        Column::number("jobs", "Jobs"),
        Column::number("slowdown_p50", format!("{own}, median")).means(Term::Slowdown),
        Column::number("slowdown_p95", format!("{own}, p95")),
        Column::number("slowdown_max", format!("{own}, largest")),
    ];
    let others: Vec<usize> = (0..courses.all.len()).filter(|&at| at != courses.own).collect();
    columns.extend(others.iter().map(|&at| {
        let policy = courses.all[at].policy;
        Column::number(format!("{}_slowdown_p50", policy.kind()), format!("{}, median", policy.label()))
    }));
    let slowdowns: Vec<Vec<f64>> = courses.all.iter().map(|course| of_course(courses, course)).collect();
    let row = |class: &Class| {
        let value = |at: usize, percent| {
            quantile(&mut of_class(&slowdowns[at], class), percent)
                .map_or(Cell::Nothing, |x| Cell::Real(x, 2))
        };
        let own = [50, 95, 100].map(|percent| value(courses.own, percent));
        let head = [Cell::Text(class.name.clone()), Cell::Count(class.jobs.len() as u64)];
        head.into_iter().chain(own).chain(others.iter().map(|&at| value(at, 50))).collect()
    };
    Table { columns, rows: classes(courses).iter().map(row).collect() }
}

/// What the picture says in a sentence.
pub fn in_words(courses: &Courses) -> String {
    let own = &courses.all[courses.own];
    let mut slowdowns = of_course(courses, own);
    let median = quantile(&mut slowdowns, 50).unwrap_or(0.0);
    let worst = slowdowns.last().copied().unwrap_or(0.0);
    format!(
        "Slowdown by the GPUs that a job needs. {}: median {} times the best possible run, largest {} times.",
        own.policy.label(),
        crate::draw::number::fixed(median, 2),
        crate::draw::number::fixed(worst, 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    const SIZE: Size = Size { width: 600.0, height: 220.0 };

    #[test]
    fn a_job_alone_on_its_best_placement_has_none() {
        let run = run_of("preemption", "fifo");
        let courses = crate::testing::courses_of(&run);
        let slowdowns = of_course(&courses, &courses.all[courses.own]);
        // "long" is first in the queue of FIFO and starts at once.
        let long = run.instance.find_job("long").unwrap();
        assert!((slowdowns[long.at()] - 1.0).abs() < 1e-9, "{}", slowdowns[long.at()]);
        assert!(slowdowns.iter().all(|&slowdown| slowdown >= 1.0 - 1e-6));
    }

    #[test]
    fn a_dot_a_job_and_a_bar_a_policy_and_size() {
        let courses = crate::testing::courses_of(&run_of("fifty-jobs", "a-srpt"));
        let sizes = classes(&courses).len();
        let groups = draw(&courses, SIZE);
        assert_eq!(groups.iter().filter(|group| group.job.is_some()).count(), 50);
        let medians = &groups[groups.len() - 2].marks;
        assert_eq!(medians.len(), sizes * 8);
        assert_eq!(table(&courses).rows.len(), sizes);
    }

    #[test]
    fn quantiles_by_nearest_rank() {
        let mut values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!([5, 50, 95, 100].map(|p| quantile(&mut values, p)), [1.0, 2.0, 4.0, 4.0].map(Some));
        assert_eq!(quantile(&mut [], 50), None);
    }
}
