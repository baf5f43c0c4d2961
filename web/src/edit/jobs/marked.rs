//! Which cells are marked: a rectangle from where it was begun to where the cursor is.

use std::ops::RangeInclusive;

use super::cells::Column;

/// A cell by row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    pub row: usize,
    pub column: usize,
}

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    pub from: Spot,
    pub at: Spot,
}

impl Marked {
    /// One cell.
    pub fn one(row: usize, column: usize) -> Self {
        let at = Spot { row, column };
        Self { from: at, at }
    }

    /// The same with the cursor elsewhere; the rectangle grows, or is one cell again.
    pub fn to(self, at: Spot, grows: bool) -> Self {
        Self { from: if grows { self.from } else { at }, at }
    }

    pub fn rows(&self) -> RangeInclusive<usize> {
        self.from.row.min(self.at.row)..=self.from.row.max(self.at.row)
    }

    pub fn columns(&self) -> RangeInclusive<usize> {
        self.from.column.min(self.at.column)..=self.from.column.max(self.at.column)
    }

    pub fn holds(&self, row: usize, column: usize) -> bool {
        self.rows().contains(&row) && self.columns().contains(&column)
    }

    /// Held within so many rows.
    pub fn within(self, rows: usize) -> Self {
        let held = |spot: Spot| Spot { row: spot.row.min(rows.saturating_sub(1)), ..spot };
        Self { from: held(self.from), at: held(self.at) }
    }

    /// Everything.
    pub fn all(rows: usize) -> Self {
        let at = Spot { row: rows.saturating_sub(1), column: Column::ALL.len() - 1 };
        Self { from: Spot::default(), at }
    }

    /// Where a key moves the cursor; `page` rows are seen at once.
    pub fn moved(self, key: &str, control: bool, rows: usize, page: usize) -> Option<Spot> {
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
        assert_eq!((marked.rows(), marked.columns()), (1..=3, 2..=4));
        assert!(marked.holds(2, 3) && !marked.holds(0, 3));
        assert_eq!(marked.within(2).rows(), 1..=1);
        assert_eq!(Marked::all(4).rows(), 0..=3);
    }
}
