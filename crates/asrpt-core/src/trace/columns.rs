//! Any other CSV, by a mapping that somebody gives.

use super::row::{Refusal, Row, Rows};
use super::table::Cells;
use super::{Format, Head, Options, date, table};

/// Which columns mean what.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Columns {
    /// Submission: a number in `unit_s`, or a date.
    pub submit: String,
    /// Duration, a number in `unit_s`.
    pub duration: String,
    /// GPUs.
    pub gpus: String,
    /// Id, if any.
    pub id: Option<String>,
    /// User, if any.
    pub user: Option<String>,
    /// Group, if any.
    pub group: Option<String>,
    /// Model name, if any.
    pub model: Option<String>,
    /// Seconds of one unit of time.
    pub unit_s: f64,
}

impl Columns {
    /// Reads `submit=Start,duration=Run time,gpus=GPUs,user=Who`; keys are the names of the fields.
    ///
    /// # Errors
    /// What isn't understood, or is missing.
    pub fn parse(text: &str, unit_s: f64) -> Result<Self, String> {
        let mut columns = Self { unit_s, ..Self::default() };
        for part in text.split(',') {
            let (key, column) = part.split_once('=').ok_or_else(|| format!("{part:?} is not key=column"))?;
            columns.set(key.trim(), column.trim())?;
        }
        for (key, column) in
            [("submit", &columns.submit), ("duration", &columns.duration), ("gpus", &columns.gpus)]
        {
            if column.is_empty() {
                return Err(format!("no column is given for {key}"));
            }
        }
        Ok(columns)
    }

    fn set(&mut self, key: &str, column: &str) -> Result<(), String> {
        let column = column.to_owned();
        match key {
            "submit" => self.submit = column,
            "duration" => self.duration = column,
            "gpus" => self.gpus = column,
            "id" => self.id = Some(column),
            "user" => self.user = Some(column),
            "group" => self.group = Some(column),
            "model" => self.model = Some(column),
            _ => return Err(format!("{key:?} is none of submit, duration, gpus, id, user, group, model")),
        }
        Ok(())
    }

    fn named(&self) -> Vec<&str> {
        let optional = [&self.id, &self.user, &self.group, &self.model];
        let needed = [&self.submit, &self.duration, &self.gpus].map(String::as_str);
        needed.into_iter().chain(optional.into_iter().flatten().map(String::as_str)).collect()
    }

    fn row(&self, cells: &Cells<'_>, dated: bool) -> Result<Row, Refusal> {
        let label = |column: &Option<String>| column.as_ref().and_then(|column| cells.label(column));
        let submit_s =
            if dated { cells.date(&self.submit)? } else { cells.number(&self.submit)? * self.unit_s };
        Ok(Row {
            at: cells.line,
            id: label(&self.id),
            user: label(&self.user),
            group: label(&self.group),
            model: label(&self.model),
            gpus: cells.number(&self.gpus)?,
            submit_s,
            duration_s: cells.number(&self.duration)? * self.unit_s,
        })
    }
}

pub(super) struct AnyCsv;

impl Format for AnyCsv {
    fn kind(&self) -> &'static str {
        "csv"
    }

    fn summary(&self) -> &'static str {
        "any CSV with a header, by a mapping of its columns; submission as a number or a date"
    }

    fn fits(&self, _head: &Head<'_>) -> bool {
        false
    }

    fn read(&self, text: &str, options: &Options, rows: &mut Rows) -> Result<(), String> {
        let missing = "the columns must be named: submit, duration and gpus, if there are any id, user, group and model";
        let columns = options.columns.as_ref().ok_or(missing)?;
        // All dates or all numbers, as the first row has it; a row of the other kind is refused.
        let mut dated = None;
        let read = table::each(text, &columns.named(), rows, |cells| {
            let is_date = || cells.text(&columns.submit).is_some_and(|text| date::parse(text).is_some());
            let dated = *dated.get_or_insert_with(is_date);
            columns.row(cells, dated)
        });
        rows.dated = dated.unwrap_or(false);
        read
    }
}
