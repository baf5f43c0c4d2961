//! What can be done with jobs, as pure functions.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use asrpt_core::scenario::{JobSpec, Scenario};

use super::cells::Column;

/// The names that are taken, so that new ones can be made.
pub struct Names(BTreeSet<String>);

impl Names {
    /// Of these jobs.
    pub fn of(jobs: &[JobSpec]) -> Self {
        Self(jobs.iter().map(|job| job.id.clone()).collect())
    }

    /// The next free name like this one, taken from now on: `j27` leads to `j28`, `bert` to `bert1`.
    pub fn next(&mut self, like: &str) -> String {
        let stem = like.trim_end_matches(|c: char| c.is_ascii_digit());
        let counted = like[stem.len()..].parse::<u32>().ok();
        let (stem, from) = counted.map_or((like, 0), |n| (stem, u64::from(n)));
        let mut names = (from + 1..).map(|n| format!("{stem}{n}"));
        let name = names.find(|name| !self.0.contains(name)).unwrap_or_else(|| format!("{stem}-"));
        self.0.insert(name.clone());
        name
    }
}

/// One more job like the last, under a new name.
pub fn fresh_job(jobs: &[JobSpec], names: &mut Names, model: &str) -> JobSpec {
    let like = jobs.last().cloned().unwrap_or_else(|| JobSpec {
        id: "j".to_owned(),
        model: model.to_owned(),
        arrival_s: 0.0,
        iterations: 1_000,
        predicted_iterations: None,
        user: None,
        group: None,
        name: None,
    });
    JobSpec { id: names.next(&like.id), name: None, predicted_iterations: None, ..like }
}

/// The model of a first job.
pub fn first_model(scenario: &Scenario) -> String {
    scenario.models.first().map(|(name, _)| name.clone()).unwrap_or_default()
}

/// Copies of the rows behind the last of them, under new names.
pub fn duplicate(jobs: &mut Vec<JobSpec>, rows: &[usize]) {
    let mut names = Names::of(jobs);
    let originals = rows.iter().filter_map(|&row| jobs.get(row));
    let copies: Vec<JobSpec> =
        originals.map(|job| JobSpec { id: names.next(&job.id), ..job.clone() }).collect();
    let at = rows.last().map_or(0, |last| last + 1).min(jobs.len());
    jobs.splice(at..at, copies);
}

/// Without the rows, which ascend.
pub fn delete(jobs: &mut Vec<JobSpec>, rows: &[usize]) {
    let mut at = 0;
    jobs.retain(|_| {
        at += 1;
        rows.binary_search(&(at - 1)).is_err()
    });
}

/// Sorted by a column; equal ones keep their order.
pub fn sort(jobs: &mut [JobSpec], column: Column, down: bool) {
    let compare = |a: &JobSpec, b: &JobSpec| match column {
        Column::Arrival => a.arrival_s.total_cmp(&b.arrival_s),
        Column::Iterations => a.iterations.cmp(&b.iterations),
        Column::Predicted => predicted(a).total_cmp(&predicted(b)),
        _ => natural(&column.text(a), &column.text(b)),
    };
    jobs.sort_by(|a, b| if down { compare(b, a) } else { compare(a, b) });
}

fn predicted(job: &JobSpec) -> f64 {
    job.predicted_iterations.unwrap_or(0.0)
}

/// `j9` before `j10`.
fn natural(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| {
        let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.to_lowercase(), text[stem.len()..].parse::<u64>().ok())
    };
    parts(a).cmp(&parts(b)).then_with(|| a.cmp(b))
}

/// "j27", or "3 jobs".
pub fn named(jobs: &[JobSpec], rows: &[usize]) -> String {
    match rows {
        [row] if *row < jobs.len() => jobs[*row].id.clone(),
        rows => format!("{} jobs", rows.iter().filter(|&&row| row < jobs.len()).count()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::job;
    use super::*;

    fn ids(jobs: &[JobSpec]) -> Vec<&str> {
        jobs.iter().map(|job| job.id.as_str()).collect()
    }

    #[test]
    fn names_are_counted_on() {
        let mut names = Names::of(&[job("j9", 0.0, 1), job("j10", 0.0, 1), job("bert", 0.0, 1)]);
        assert_eq!([names.next("j9"), names.next("j9"), names.next("bert")], ["j11", "j12", "bert1"]);
        assert_eq!(names.next("j18446744073709551615"), "j184467440737095516151");
    }

    #[test]
    fn rows_are_copied_and_deleted() {
        let mut jobs = vec![job("a", 0.0, 1), job("b", 1.0, 2), job("c", 2.0, 3)];
        duplicate(&mut jobs, &[0, 1]);
        assert_eq!(ids(&jobs), ["a", "b", "a1", "b1", "c"]);
        delete(&mut jobs, &[1, 2]);
        assert_eq!(ids(&jobs), ["a", "b1", "c"]);
        assert_eq!(named(&jobs, &[1]), "b1");
        assert_eq!(named(&jobs, &[0, 1, 2, 3, 9]), "3 jobs");
        delete(&mut jobs, &[0, 1, 2, 3]);
        assert!(jobs.is_empty());
        delete(&mut jobs, &[0]);
    }

    #[test]
    fn sorted_by_numbers_and_names() {
        let mut jobs = vec![job("j10", 2.0, 5), job("j9", 2.0, 7), job("j1", 1.0, 6)];
        sort(&mut jobs, Column::Id, false);
        assert_eq!(ids(&jobs), ["j1", "j9", "j10"]);
        sort(&mut jobs, Column::Arrival, true);
        assert_eq!(ids(&jobs), ["j9", "j10", "j1"]);
        sort(&mut jobs, Column::Iterations, false);
        assert_eq!(ids(&jobs), ["j10", "j1", "j9"]);
    }
}
