//! Microsoft Philly as flattened with the Sia artifacts: no ids, no users; the virtual cluster is the group.

use super::row::{Row, Rows};
use super::{Format, Head, Options, table};

pub(super) struct PhillyFlat;

const NEEDED: [&str; 4] = ["timestamp", "duration", "num_gpus", "cluster"];

impl Format for PhillyFlat {
    fn kind(&self) -> &'static str {
        "philly-flat"
    }

    fn summary(&self) -> &'static str {
        "Philly, flattened (Sia): dates and seconds; group = virtual cluster; no model names"
    }

    fn fits(&self, head: &Head<'_>) -> bool {
        head.has(&NEEDED)
    }

    fn read(&self, text: &str, _options: &Options, rows: &mut Rows) -> Result<(), String> {
        rows.dated = true;
        table::each(text, &NEEDED, rows, |cells| {
            Ok(Row {
                at: cells.line,
                id: None,
                user: None,
                group: cells.label("cluster"),
                model: None,
                gpus: cells.number("num_gpus")?,
                submit_s: cells.date("timestamp")?,
                duration_s: cells.number("duration")?,
            })
        })
    }
}
