//! CSV by the names of its columns, whatever their order. The only file that names the csv crate.

use csv::{ReaderBuilder, StringRecord};

use super::date;
use super::row::{Refusal, Row, Rows};

/// One line of a table.
pub(super) struct Cells<'a> {
    columns: &'a [String],
    record: &'a StringRecord,
    /// Its line in the file.
    pub(super) line: u64,
}

impl Cells<'_> {
    /// The text in a column; `None` where the column is missing or the cell blank.
    pub(super) fn text(&self, column: &str) -> Option<&str> {
        let at = self.columns.iter().position(|name| name == column)?;
        self.record.get(at).map(str::trim).filter(|text| !text.is_empty())
    }

    /// The same, owned.
    pub(super) fn label(&self, column: &str) -> Option<String> {
        self.text(column).map(str::to_owned)
    }

    pub(super) fn number(&self, column: &str) -> Result<f64, Refusal> {
        self.optional_number(column)?
            .ok_or_else(|| Refusal::new("a value is missing", format!("{column} is blank")))
    }

    pub(super) fn optional_number(&self, column: &str) -> Result<Option<f64>, Refusal> {
        let Some(text) = self.text(column) else { return Ok(None) };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number
            .map(Some)
            .ok_or_else(|| Refusal::new("a number can't be read", format!("{column} is {text:?}")))
    }

    /// Seconds since 1970 of a date.
    pub(super) fn date(&self, column: &str) -> Result<f64, Refusal> {
        let missing = || Refusal::new("a value is missing", format!("{column} is blank"));
        let text = self.text(column).ok_or_else(missing)?;
        date::parse(text).ok_or_else(|| Refusal::new("a date can't be read", format!("{column} is {text:?}")))
    }
}

/// Reads every line below the header.
///
/// # Errors
/// The columns of `needed` that the header lacks.
pub(super) fn each(
    text: &str,
    needed: &[&str],
    rows: &mut Rows,
    mut read: impl FnMut(&Cells<'_>) -> Result<Row, Refusal>,
) -> Result<(), String> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| format!("the header can't be read: {error}"))?;
    let columns: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    let missing: Vec<&str> =
        needed.iter().copied().filter(|name| !columns.iter().any(|column| column == name)).collect();
    if !missing.is_empty() {
        return Err(format!("the header lacks {}; it has {}", missing.join(", "), columns.join(", ")));
    }
    let mut record = StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                let line = record.position().map_or(0, csv::Position::line);
                let cells = Cells { columns: &columns, record: &record, line };
                let row = if record.len() == columns.len() { read(&cells) } else { Err(wrong_width(&cells)) };
                rows.add(line, row);
            }
            Err(error) => return Err(format!("the table can't be read: {error}")),
        }
    }
}

fn wrong_width(cells: &Cells<'_>) -> Refusal {
    let detail = format!("{} cells under {} columns", cells.record.len(), cells.columns.len());
    Refusal::new("a row has too few or too many cells", detail)
}
