//! The JCT distribution: which share of the jobs is done within a time, for every policy.

use crate::draw::path::Path;
use crate::lanes::marks::{Group, Mark};
use crate::results::courses::Courses;
use crate::results::table::{Cell, Column, Table};

use super::Size;
use super::axes::Plot;
use super::key::{self, Hand, hands};
use super::scale::{Scale, Unit};

/// From this ratio of the longest to the shortest on, times go by powers of ten.
const LOGARITHMIC_FROM: f64 = 20.0;

/// The picture.
pub fn draw(courses: &Courses, size: Size) -> Vec<Group> {
    let plot = Plot::within(size, 44.0);
    let sorted: Vec<&[u64]> = courses.all.iter().map(|course| &course.sorted_jct_us[..]).collect();
    let shortest = sorted.iter().filter_map(|jct| jct.first()).min().copied().unwrap_or(1).max(1);
    let longest = sorted.iter().filter_map(|jct| jct.last()).max().copied().unwrap_or(1);
    let logarithmic = longest as f64 / shortest as f64 >= LOGARITHMIC_FROM;
    let unit = Unit::for_times(if logarithmic { shortest as f64 } else { f64::INFINITY }, longest);
    let ends = (shortest as f64 / unit.us, longest as f64 / unit.us);
    let x = if logarithmic {
        Scale::logarithmic(ends, plot.across())
    } else {
        Scale::linear((0.0, ends.1), plot.across())
    };
    let y = Scale::linear((0.0, 100.0), plot.up());
    let mut ground = vec![plot.title("Share of jobs done within a JCT of …")];
    ground.extend(plot.x_axis(&x, &x.ticks(plot.room_across(52.0)), unit.name));
    ground.extend(plot.y_axis(&y, &y.ticks(2), "%"));
    let hands = hands(courses);
    let lines = key::back_to_front(&hands).into_iter().map(|at| {
        let path = steps(sorted[at], |jct| x.at(jct as f64 / unit.us), |share| y.at(share * 100.0));
        Mark::path(hands[at].line(), path)
    });
    let lines = lines.collect();
    let key = key::draw(courses, &hands, plot.left + 10.0, plot.top + 14.0);
    vec![Group::plain(ground), Group::plain(lines), Group::plain(key)]
}

/// A step up at every time; steps within a third of a pixel are one.
fn steps(sorted: &[u64], x: impl Fn(u64) -> f64, y: impl Fn(f64) -> f64) -> Path {
    let Some(&first) = sorted.first() else { return Path::new() };
    let mut path = Path::new().to(x(first), y(0.0));
    let (mut at, last) = (0, sorted.len() - 1);
    loop {
        // All that have the same time are one step.
        at += sorted[at..].partition_point(|&jct| jct == sorted[at]) - 1;
        let here = x(sorted[at]);
        path = path.across(here).down(y((at + 1) as f64 / sorted.len() as f64));
        if at == last {
            return path;
        }
        at = (at + 1 + sorted[at + 1..].partition_point(|&jct| x(jct) - here < 0.33)).min(last);
    }
}

/// The JCT by which each percentage of the jobs is done, for every policy (nearest rank).
pub fn table(courses: &Courses) -> Table {
    let mut columns = vec![Column::number("percent_of_jobs", "Jobs done")];
    columns.extend(
        courses
            .all
            .iter()
            .map(|course| Column::number(format!("{}_jct_us", course.policy.kind()), course.policy.label())),
    );
    let sorted: Vec<&[u64]> = courses.all.iter().map(|course| &course.sorted_jct_us[..]).collect();
    let jobs = courses.instance.jobs.len();
    let row = |percent: usize| {
        let jct = |sorted: &&[u64]| Cell::Time(sorted[(jobs * percent).div_ceil(100) - 1]);
        std::iter::once(Cell::Percent(percent as f64 / 100.0)).chain(sorted.iter().map(jct)).collect()
    };
    let rows = if jobs == 0 { Vec::new() } else { percents(jobs).into_iter().map(row).collect() };
    Table { columns, rows }
}

/// Every 5 %, and 99 % where that many jobs can tell it from 100 %.
fn percents(jobs: usize) -> Vec<usize> {
    let mut percents: Vec<usize> = (1..=20).map(|nth| nth * 5).collect();
    if jobs >= 20 {
        percents.insert(19, 99);
    }
    percents
}

/// What the picture says in a sentence, for those who don't see it.
pub fn in_words(courses: &Courses) -> String {
    let hands = hands(courses);
    let said = |(at, hand): (usize, &Hand)| {
        let sorted = &courses.all[at].sorted_jct_us;
        let median = sorted.get(sorted.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(0);
        (*hand != Hand::Thin).then(|| {
            format!(
                "{}: half of the jobs within {}",
                courses.all[at].policy.label(),
                crate::draw::number::seconds_short(median)
            )
        })
    };
    let said: Vec<String> = hands.iter().enumerate().filter_map(said).collect();
    format!("JCT distribution of every policy. {}.", said.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::marks::Shape;
    use crate::testing::run_of;

    const SIZE: Size = Size { width: 458.0, height: 242.0 };

    #[test]
    fn one_line_a_policy_and_the_own_above_all() {
        let courses = crate::testing::courses_of(&run_of("preemption", "a-srpt"));
        let groups = draw(&courses, SIZE);
        let lines = &groups[1].marks;
        assert_eq!(lines.len(), 8);
        assert_eq!(lines.last().unwrap().class, "chart-line own");
        assert_eq!(lines.iter().filter(|mark| mark.class == "chart-line dashed").count(), 1);
        assert_eq!(lines.iter().filter(|mark| mark.class == "chart-line dotted").count(), 1);
    }

    #[test]
    fn steps_stand_where_jobs_end() {
        let path = steps(&[10, 20, 20, 40], |jct| jct as f64, |share| 100.0 - share * 100.0);
        assert_eq!(path.text(), "M10 100H10V75H20V25H40V0");
        assert_eq!(steps(&[], |_| 0.0, |_| 0.0).text(), "");
        let many: Vec<u64> = (0..100_000).collect();
        let path = steps(&many, |jct| jct as f64 / 500.0, |share| share).text();
        assert!(path.len() < 20_000, "{} characters", path.len());
    }

    #[test]
    fn the_table_has_the_percentiles_of_the_metrics() {
        let run = run_of("fifty-jobs", "a-srpt");
        let table = table(&crate::testing::courses_of(&run));
        assert_eq!(table.columns[1].id, "a-srpt_jct_us");
        let at =
            |percent: f64| table.rows.iter().find(|row| row[0] == Cell::Percent(percent)).unwrap()[1].clone();
        assert_eq!(at(0.5), Cell::Time(run.metrics.p50_jct_us));
        assert_eq!(at(0.95), Cell::Time(run.metrics.p95_jct_us));
        assert_eq!(at(0.99), Cell::Time(run.metrics.p99_jct_us));
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let mut run = run_of("preemption", "a-srpt");
        run.instance = std::sync::Arc::new(
            asrpt_core::instance::Instance::prepare(asrpt_core::scenario::Scenario {
                jobs: Vec::new().into(),
                ..run.instance.scenario.clone()
            })
            .unwrap(),
        );
        let courses = crate::testing::courses_of(&run);
        assert!(!draw(&courses, SIZE).is_empty());
        assert!(table(&courses).rows.is_empty());
        let text = |mark: &Mark| matches!(&mark.shape, Shape::Text { text, .. } if text.contains("NaN"));
        assert!(!draw(&courses, SIZE).iter().flat_map(|group| &group.marks).any(text));
    }
}
