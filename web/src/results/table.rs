//! Data in rows: shown, sorted and saved from one place, so that a picture, its table and its file can't differ.

use std::borrow::Cow;
use std::cmp::Ordering;

use asrpt_core::ids::JobIndex;
use asrpt_core::time::TimeUs;

use crate::draw::number::{fixed, grouped, iteration_ms, percent, plain, seconds, seconds_short};

use super::chart::scale::by_power;
use super::terms::Term;
use crate::worker::Turns;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// There is none.
    Nothing,
    Text(String),
    Job(JobIndex, String),
    Count(u64),
    /// A moment or a length of time.
    Time(TimeUs),
    /// A sum of times, which may pass what a time can hold.
    Total(u128),
    /// A mean of times, in µs.
    MeanTime(f64),
    /// The time of one iteration, in s.
    Alpha(f64),
    /// A real number with so many decimals on the screen.
    Real(f64, usize),
    /// A share.
    Percent(f64),
    /// A change as a share: 0.5 is half as much again.
    Change(f64),
}

impl Cell {
    /// As people read it.
    pub fn shown(&self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Text(text) | Self::Job(_, text) => text.clone(),
            Self::Count(n) => grouped(*n),
            Self::Time(us) => seconds_short(*us),
            Self::Total(us) => total(*us),
            Self::MeanTime(us) => seconds_short((us + 0.5) as u64),
            Self::Alpha(s) => iteration_ms(*s),
            Self::Real(x, decimals) => fixed(*x, *decimals),
            Self::Percent(share) => percent(*share),
            Self::Change(share) => change(*share),
        }
    }

    /// As a program reads it: whole numbers of µs, reals with all their digits.
    pub fn raw(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Text(text) | Self::Job(_, text) => text.clone(),
            Self::Count(n) | Self::Time(n) => n.to_string(),
            Self::Total(us) => us.to_string(),
            Self::MeanTime(x) | Self::Alpha(x) | Self::Real(x, _) | Self::Percent(x) | Self::Change(x) => {
                x.to_string()
            }
        }
    }

    fn is_number(&self) -> bool {
        !matches!(self, Self::Nothing | Self::Text(_) | Self::Job(..))
    }

    /// Ascending; what isn't there comes last either way.
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => natural(a, b),
            (Self::Job(_, a), Self::Job(_, b)) => natural(a, b),
            (Self::Count(a) | Self::Time(a), Self::Count(b) | Self::Time(b)) => a.cmp(b),
            (Self::Total(a), Self::Total(b)) => a.cmp(b),
            _ => self.value().total_cmp(&other.value()),
        }
    }

    /// As a real number; NaN for what is none.
    pub fn value(&self) -> f64 {
        match self {
            Self::Count(n) | Self::Time(n) => *n as f64,
            Self::Total(us) => *us as f64,
            Self::MeanTime(x) | Self::Alpha(x) | Self::Real(x, _) | Self::Percent(x) | Self::Change(x) => *x,
            Self::Nothing | Self::Text(_) | Self::Job(..) => f64::NAN,
        }
    }
}

/// j2 before j10: runs of digits compare as numbers.
fn natural(a: &str, b: &str) -> Ordering {
    fn split(text: &str) -> (&str, Option<u64>) {
        let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
        (head, text[head.len()..].parse().ok())
    }
    split(a).cmp(&split(b)).then_with(|| a.cmp(b))
}

/// Totals from so many µs on are told in days, and from so many days on in years: seconds would have too many digits.
const LONG_US: u128 = 10_000_000_000_000;
const DAY_US: f64 = 86_400e6;
const MANY_DAYS: f64 = 1e6;

/// A total, in the unit in which it can be read.
pub fn total(us: u128) -> String {
    let days = us as f64 / DAY_US;
    match u64::try_from(us) {
        Ok(short_us) if us < LONG_US => seconds(short_us, 1),
        _ if days < MANY_DAYS => format!("{}\u{a0}days", fixed(days, 2)),
        _ if days < MANY_DAYS * 1e3 => format!("{}\u{a0}years", fixed(days / 365.0, 0)),
        _ => format!("{}\u{a0}years", by_power(days / 365.0)),
    }
}

/// `+12.3 %`, with the sign of a change.
pub fn change(share: f64) -> String {
    let text = percent(share);
    if share > 0.0 && plain(share * 100.0) != "0" && !text.starts_with("0.0") {
        format!("+{text}")
    } else {
        text
    }
}

/// One column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name in a file, with the unit.
    pub id: Cow<'static, str>,
    /// Its name for people.
    pub label: Cow<'static, str>,
    /// What its name means, where that needs saying.
    pub term: Option<Term>,
    /// Whether it is aligned as numbers are.
    pub number: bool,
}

impl Column {
    /// Of numbers.
    pub fn number(id: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), label: label.into(), term: None, number: true }
    }

    /// Of words.
    pub fn words(id: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        Self { number: false, ..Self::number(id, label) }
    }

    /// Explained.
    pub fn means(mut self, term: Term) -> Self {
        self.term = Some(term);
        self
    }
}

/// What the rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub descending: bool,
}

impl Sort {
    /// What choosing a column does: sorts by it, or turns it round.
    pub fn by(before: Option<Self>, column: usize) -> Self {
        let descending = before.is_some_and(|sort| sort.column == column && !sort.descending);
        Self { column, descending }
    }
}

/// Rows sorted at a time.
const RUN: usize = 2_048;

/// Rows with their columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The order of the rows; equal ones stay as they are, and what isn't there comes last.
    pub fn order(&self, sort: Option<Sort>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        if let Some(sort) = sort {
            asrpt_core::order::sort_by(&mut order, |&a, &b| self.compare(sort, a, b));
        }
        order
    }

    /// The same in slices; `None` once nobody wants it any more.
    pub async fn order_in_turns(&self, sort: Option<Sort>, turns: &mut Turns) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        let Some(sort) = sort else { return Some(order) };
        for run in order.chunks_mut(RUN) {
            asrpt_core::order::sort_by(run, |&a, &b| self.compare(sort, a, b));
            turns.large().await?;
        }
        let mut length = RUN;
        while length < order.len() {
            let mut merged = Vec::with_capacity(order.len());
            for pair in order.chunks(2 * length) {
                let (mut left, mut right) = pair.split_at(length.min(pair.len()));
                while let ([a, rest @ ..], [b, other @ ..]) = (left, right) {
                    if self.compare(sort, *a, *b).is_le() {
                        merged.push(*a);
                        left = rest;
                    } else {
                        merged.push(*b);
                        right = other;
                    }
                    turns.small().await?;
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            order = merged;
            length *= 2;
        }
        Some(order)
    }

    fn compare(&self, sort: Sort, a: usize, b: usize) -> Ordering {
        let (a, b) = (&self.rows[a][sort.column], &self.rows[b][sort.column]);
        match (*a == Cell::Nothing, *b == Cell::Nothing) {
            (false, false) if sort.descending => b.compare(a),
            (false, false) => a.compare(b),
            (nothing, other) => nothing.cmp(&other),
        }
    }

    /// As a file: RFC 4180, in the given order. Names that a spreadsheet would take for a formula are defused.
    pub fn csv(&self) -> String {
        let mut out = String::new();
        let line = |cells: Vec<String>| cells.join(",") + "\r\n";
        out.push_str(&line(self.columns.iter().map(|column| quoted(&column.id, false)).collect()));
        for row in &self.rows {
            out.push_str(&line(row.iter().map(|cell| quoted(&cell.raw(), !cell.is_number())).collect()));
        }
        out
    }
}

fn quoted(text: &str, is_text: bool) -> String {
    let formula = is_text && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let job = |at, id: &str| Cell::Job(JobIndex(at), id.to_owned());
        Table {
            columns: vec![Column::words("job", "Job"), Column::number("jct_us", "JCT")],
            rows: vec![
                vec![job(0, "j10"), Cell::Time(7)],
                vec![job(1, "j2"), Cell::Nothing],
                vec![job(2, "=a,\"b\""), Cell::Time(1_500_000)],
            ],
        }
    }

    #[test]
    fn sorts_by_any_column_and_back() {
        let table = table();
        let by = |column, descending| table.order(Some(Sort { column, descending }));
        assert_eq!(table.order(None), [0, 1, 2]);
        assert_eq!(by(0, false), [2, 1, 0], "j2 before j10");
        assert_eq!(by(1, false), [0, 2, 1]);
        assert_eq!(by(1, true), [2, 0, 1], "what isn't there stays last");
        let first = Sort::by(None, 1);
        assert_eq!(first, Sort { column: 1, descending: false });
        assert!(Sort::by(Some(first), 1).descending);
        assert!(!Sort::by(Some(first), 0).descending);
    }

    #[test]
    fn in_slices_the_order_is_the_same() {
        let rows = (0..5_000_u64).map(|n| match n % 11 {
            0 => vec![Cell::Nothing],
            _ => vec![Cell::Count(n * 7_919 % 257)],
        });
        let table = Table { columns: vec![Column::number("n", "n")], rows: rows.collect() };
        for descending in [false, true] {
            let sort = Some(Sort { column: 0, descending });
            let sliced = crate::worker::at_once(table.order_in_turns(sort, &mut Turns::none())).unwrap();
            assert_eq!(sliced, table.order(sort));
        }
    }

    #[test]
    fn a_file_keeps_every_digit_and_nobody_s_formula() {
        assert_eq!(table().csv(), "job,jct_us\r\nj10,7\r\nj2,\r\n\"'=a,\"\"b\"\"\",1500000\r\n");
        assert_eq!(Cell::Real(0.1 + 0.2, 2).raw(), "0.30000000000000004");
        assert_eq!(Cell::Total(u128::from(u64::MAX) + 1).raw(), "18446744073709551616");
    }

    /// The tiles have room for 15 characters.
    #[test]
    fn totals_of_any_size_fit_their_tiles() {
        let shown =
            [0, 9_999_999_900_000, 1_000_000_000_000_000, 86_400_000_000 * 1_000_000, 9 << 70].map(total);
        assert_eq!(shown[1], "9,999,999.9\u{a0}s");
        assert_eq!(shown[2], "11,574.07\u{a0}days");
        assert_eq!(shown[3], "2,740\u{a0}years");
        assert_eq!(shown[4], "3.37·10⁸\u{a0}years");
        for text in shown {
            assert!(text.chars().count() <= 15, "{text}");
        }
    }

    #[test]
    fn values_carry_units() {
        assert_eq!(Cell::Time(1_335_042_000).shown(), "1,335.0\u{a0}s");
        assert_eq!(Cell::Time(12).shown(), "12\u{a0}µs");
        assert_eq!(
            [0.123, -0.0651, 0.0, 0.0001].map(change),
            ["+12.3\u{a0}%", "\u{2212}6.5\u{a0}%", "0.0\u{a0}%", "0.0\u{a0}%"]
        );
        assert_eq!(Cell::Alpha(0.1758).shown(), "175.8\u{a0}ms");
    }
}
