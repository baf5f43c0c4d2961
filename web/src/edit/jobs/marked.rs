//! Which cells are marked: a rectangle from where it was begun to where the cursor is, and rows that were added to it.

use std::ops::RangeInclusive;
use std::rc::Rc;

use super::cells::Column;

/// A cell by row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    pub row: usize,
    pub column: usize,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    pub from: Spot,
    pub at: Spot,
    /// Rows marked besides, ascending.
    others: Rc<Vec<usize>>,
    /// Whether they stay while the cursor moves on by keys.
    held: bool,
}

impl Marked {
    /// One cell.
    pub fn one(row: usize, column: usize) -> Self {
        Self::from_to(Spot { row, column }, Spot { row, column })
    }

    fn from_to(from: Spot, at: Spot) -> Self {
        Self { from, at, ..Self::default() }
    }

    /// The same with the cursor elsewhere; the rectangle grows, or is one cell again.
    pub fn to(&self, at: Spot, grows: bool) -> Self {
        let keeps = grows || self.held;
        Self {
            from: if grows { self.from } else { at },
            at,
            others: if keeps { Rc::clone(&self.others) } else { Rc::default() },
            held: keeps && self.held,
        }
    }

    /// Adds a row to those that are marked, or takes it away (Ctrl and click).
    pub fn with_row(&self, at: Spot) -> Self {
        let mut rows = self.row_list(usize::MAX);
        let from = Spot { row: at.row, column: self.from.column };
        match rows.binary_search(&at.row) {
            // The cursor has to be somewhere: the last row stays.
            Ok(place) if rows.len() > 1 => {
                rows.remove(place);
                let row = rows[place.min(rows.len() - 1)];
                let spot = |spot: Spot| Spot { row, ..spot };
                Self { from: spot(from), at: spot(at), others: Rc::new(rows), held: self.held }
            }
            _ => Self { from, at, others: Rc::new(rows), held: self.held },
        }
    }

    /// What is marked stays marked while the cursor goes on (Ctrl and Space), or no longer does.
    pub fn hold(&self) -> Self {
        if self.held {
            return Self::one(self.at.row, self.at.column);
        }
        Self { others: Rc::new(self.row_list(usize::MAX)), held: true, ..self.clone() }
    }

    fn rows(&self) -> RangeInclusive<usize> {
        self.from.row.min(self.at.row)..=self.from.row.max(self.at.row)
    }

    /// The first row of the rectangle.
    pub fn first_row(&self) -> usize {
        *self.rows().start()
    }

    /// All marked rows of so many, ascending.
    pub fn row_list(&self, of: usize) -> Vec<usize> {
        let mut rows: Vec<usize> =
            self.rows().chain(self.others.iter().copied()).filter(|&row| row < of).collect();
        asrpt_core::order::sort(&mut rows);
        rows.dedup();
        rows
    }

    pub fn columns(&self) -> RangeInclusive<usize> {
        self.from.column.min(self.at.column)..=self.from.column.max(self.at.column)
    }

    pub fn holds(&self, row: usize, column: usize) -> bool {
        let is_row = self.rows().contains(&row) || self.others.binary_search(&row).is_ok();
        is_row && self.columns().contains(&column)
    }

    /// Held within so many rows.
    pub fn within(&self, rows: usize) -> Self {
        let held = |spot: Spot| Spot { row: spot.row.min(rows.saturating_sub(1)), ..spot };
        let others = if self.others.last().is_some_and(|&last| last >= rows) {
            Rc::new(self.others.iter().copied().filter(|&row| row < rows).collect())
        } else {
            Rc::clone(&self.others)
        };
        Self { from: held(self.from), at: held(self.at), others, held: self.held }
    }

    /// Everything.
    pub fn all(rows: usize) -> Self {
        Self::from_to(Spot::default(), Spot { row: rows.saturating_sub(1), column: Column::ALL.len() - 1 })
    }

    /// Where a key moves the cursor; `page` rows are seen at once.
    pub fn moved(&self, key: &str, control: bool, rows: usize, page: usize) -> Option<Spot> {
        let Spot { row, column } = self.at;
        let (last_row, last_column) = (rows.saturating_sub(1), Column::ALL.len() - 1);
        let spot = |row: usize, column: usize| Spot { row, column };
        Some(match (key, control) {
            ("ArrowUp", false) => spot(row.saturating_sub(1), column),
            ("ArrowDown", false) => spot((row + 1).min(last_row), column),
            ("ArrowUp", true) => spot(0, column),
            ("ArrowDown", true) => spot(last_row, column),
            ("ArrowLeft", false) => spot(row, column.saturating_sub(1)),
            ("ArrowRight", false) => spot(row, (column + 1).min(last_column)),
            ("ArrowLeft", true) | ("Home", false) => spot(row, 0),
            ("ArrowRight", true) | ("End", false) => spot(row, last_column),
            ("Home", true) => spot(0, 0),
            ("End", true) => spot(last_row, last_column),
            ("PageUp", _) => spot(row.saturating_sub(page), column),
            ("PageDown", _) => spot((row + page).min(last_row), column),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_table() {
        let at = |row, column| Some(Spot { row, column });
        let marked = Marked::one(0, 0);
        assert_eq!(marked.moved("ArrowUp", false, 5, 3), at(0, 0));
        assert_eq!(marked.moved("ArrowDown", false, 5, 3), at(1, 0));
        assert_eq!(marked.moved("PageDown", false, 5, 30), at(4, 0));
        assert_eq!(marked.moved("End", true, 5, 3), at(4, 6));
        assert_eq!(marked.moved("ArrowDown", false, 0, 3), at(0, 0));
        assert_eq!(marked.moved("x", false, 5, 3), None);
    }

    #[test]
    fn a_rectangle_grows_both_ways() {
        let marked = Marked::one(3, 2).to(Spot { row: 1, column: 4 }, true);
        assert_eq!((marked.row_list(9), marked.columns()), (vec![1, 2, 3], 2..=4));
        assert!(marked.holds(2, 3) && !marked.holds(0, 3));
        assert_eq!(marked.within(2).row_list(9), [1]);
        assert_eq!(Marked::all(4).row_list(9), [0, 1, 2, 3]);
    }

    #[test]
    fn rows_are_added_and_taken_away() {
        let marked =
            Marked::one(1, 0).with_row(Spot { row: 4, column: 0 }).to(Spot { row: 6, column: 0 }, true);
        assert_eq!(marked.row_list(9), [1, 4, 5, 6]);
        assert!(marked.holds(1, 0) && !marked.holds(2, 0));
        let without = marked.with_row(Spot { row: 5, column: 0 });
        assert_eq!(without.row_list(9), [1, 4, 6]);
        assert_eq!(without.with_row(Spot { row: 1, column: 0 }).row_list(9), [4, 6]);
        assert_eq!(marked.to(Spot { row: 2, column: 0 }, false).row_list(9), [2]);
        let one = Marked::one(3, 0);
        assert_eq!(one.with_row(one.at).row_list(9), [3], "the last row stays");
    }

    #[test]
    fn held_rows_stay_while_the_cursor_moves() {
        let down = |marked: &Marked, row| marked.to(Spot { row, column: 0 }, false);
        let held = down(&down(&Marked::one(0, 0).hold(), 1), 2);
        assert_eq!(held.row_list(9), [0, 2]);
        assert_eq!(down(&held.hold(), 3).row_list(9), [3]);
    }
}
