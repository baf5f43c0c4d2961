//! Muri (Rivendile): Tiresias's columns and more, times in **milliseconds**.

use super::row::Rows;
use super::{Format, Head, Options, table, tiresias};

pub(super) struct Muri;

impl Format for Muri {
    fn kind(&self) -> &'static str {
        "muri"
    }

    fn summary(&self) -> &'static str {
        "Muri: milliseconds; model names; no users or groups"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&tiresias::NEEDED) && head.has(&["iteration_time"])
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        table::each(text, &tiresias::NEEDED, rows, |cells| tiresias::row(cells, 1_000.0))
    }
}
