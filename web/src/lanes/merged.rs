//! Marks of very many jobs, put together: one path a colour instead of an element a job. What lies under a pointer is then
//! one of many; a closer look shows each job by itself.

use asrpt_core::ids::JobIndex;

use crate::draw::colour::COLOURS;
use crate::draw::path::Path;

use super::marks::{Group, Mark};

/// From so many jobs in view on, marks are put together.
pub const MANY: usize = 300;

/// Paths by colour.
pub struct Merged {
    class: &'static str,
    paths: Vec<Path>,
}

impl Merged {
    /// Nothing yet.
    pub fn new(class: &'static str) -> Self {
        Self { class, paths: vec![Path::new(); COLOURS] }
    }

    /// Goes on drawing in a job's colour.
    pub fn draw(&mut self, job: JobIndex, on: impl FnOnce(Path) -> Path) {
        let path = &mut self.paths[job.at() % COLOURS];
        *path = on(std::mem::take(path));
    }

    /// A group for each colour that is used.
    pub fn groups(self) -> Vec<Group> {
        let class = self.class;
        let group = |(at, path): (usize, Path)| {
            (!path.is_empty()).then(|| Group::coloured(JobIndex::from_at(at), vec![Mark::path(class, path)]))
        };
        self.paths.into_iter().enumerate().filter_map(group).collect()
    }
}

/// Which of many points have been taken, on a grid of pixels. What lies outside counts to the edge.
pub struct Grid {
    taken: Vec<u64>,
    columns: usize,
    rows: usize,
}

impl Grid {
    /// Nothing taken.
    pub fn new(columns: usize, rows: usize) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        Self { taken: vec![0; (columns * rows).div_ceil(64)], columns, rows }
    }

    /// Takes a point; false if it was taken.
    pub fn take(&mut self, column: f64, row: f64) -> bool {
        let (column, row) =
            ((column.max(0.0) as usize).min(self.columns - 1), (row.max(0.0) as usize).min(self.rows - 1));
        let at = row * self.columns + column;
        let (word, bit) = (&mut self.taken[at / 64], 1 << (at % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_taken_once() {
        let mut grid = Grid::new(10, 3);
        assert!(grid.take(2.9, 1.0));
        assert!(!grid.take(2.1, 1.9));
        assert!(grid.take(3.0, 1.0));
        assert!(grid.take(-5.0, 0.0) && !grid.take(0.0, -1.0));
        assert!(grid.take(99.0, 99.0) && !grid.take(9.0, 2.0));
    }

    #[test]
    fn jobs_of_one_colour_are_one_path() {
        let mut merged = Merged::new("thin");
        for at in [0, COLOURS, 1] {
            merged.draw(JobIndex::from_at(at), |path| path.to(at as f64, 0.0).across(1.0));
        }
        assert_eq!(merged.groups().len(), 2);
    }
}
