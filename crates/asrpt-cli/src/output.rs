//! Prints text and tables.

use std::io::{ErrorKind, Write};

use comfy_table::{Cell, CellAlignment, Table, presets};

/// Prints to standard output. A reader that has had enough (`| head`) is no error.
pub fn print(text: &str) -> Result<(), String> {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{text}").and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("error: standard output can't be written: {error}"))
        }
        _ => Ok(()),
    }
}

/// Writes a document to a file, if one is named, and says so; otherwise the document is what to print.
pub fn to_file(text: String, file: Option<&str>) -> Result<String, String> {
    let Some(file) = file else { return Ok(text) };
    let written = std::fs::write(file, text + "\n");
    written.map_err(|error| format!("error: {file}: can't be written: {error}"))?;
    Ok(format!("{file} is written"))
}

/// A table without rules; the first column is left-aligned, the others right.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(aligned(head.iter().map(|&text| text.to_owned())));
    for row in rows {
        table.add_row(aligned(row.into_iter()));
    }
    table.trim_fmt()
}

fn aligned(cells: impl Iterator<Item = String>) -> Vec<Cell> {
    let align = |(at, text): (usize, String)| {
        // Control characters in somebody's names must not reach the terminal.
        let clean: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let side = if at == 0 { CellAlignment::Left } else { CellAlignment::Right };
        Cell::new(clean).set_alignment(side)
    };
    cells.enumerate().map(align).collect()
}
