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

/// What a job is sorted by.
#[derive(PartialEq)]
enum Key {
    Number(f64),
    Count(u64),
    /// `j9` before `j10`.
    Text(String, Option<u64>, String),
}

impl Key {
    fn of(job: &JobSpec, column: Column) -> Self {
        match column {
            Column::Arrival => Self::Number(job.arrival_s),
            Column::Iterations => Self::Count(job.iterations),
            Column::Predicted => Self::Number(job.predicted_iterations.unwrap_or(0.0)),
            _ => {
                let text = column.text(job);
                let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
                Self::Text(stem.to_lowercase(), text[stem.len()..].parse().ok(), text)
            }
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Count(a), Self::Count(b)) => a.cmp(b),
            (Self::Text(a, m, x), Self::Text(b, n, y)) => (a, m, x).cmp(&(b, n, y)),
            _ => Ordering::Equal,
        }
    }
}

/// Sorted by a column; equal ones keep their order.
pub fn sort(jobs: &mut Vec<JobSpec>, column: Column, down: bool) {
    let keys: Vec<Key> = jobs.iter().map(|job| Key::of(job, column)).collect();
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    asrpt_core::order::sort_by(&mut order, |&a, &b| {
        if down { keys[b].compare(&keys[a]) } else { keys[a].compare(&keys[b]) }
    });
    let mut places: Vec<Option<JobSpec>> = std::mem::take(jobs).into_iter().map(Some).collect();
    jobs.extend(order.into_iter().filter_map(|at| places[at].take()));
}

/// Whether they are sorted by a column already.
pub fn are_sorted(jobs: &[JobSpec], column: Column) -> bool {
    jobs.windows(2).all(|pair| Key::of(&pair[0], column).compare(&Key::of(&pair[1], column)).is_le())
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
        assert!(are_sorted(&jobs[..2], Column::Id) && !are_sorted(&jobs, Column::Iterations));
        sort(&mut jobs, Column::Iterations, false);
        assert!(are_sorted(&jobs, Column::Iterations));
        assert_eq!(ids(&jobs), ["j10", "j1", "j9"]);
    }
}
