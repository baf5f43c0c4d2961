//! A file that is a trace.

use asrpt_core::trace;
use web_sys::Blob;

/// Its name, the file itself, and what its header says.
pub struct Trace {
    pub name: String,
    pub file: Blob,
    /// By the header; any other CSV is a table to map.
    pub format: &'static str,
    pub columns: Vec<String>,
}

/// A table with fewer columns can't say when a job came, how long it ran and on how many GPUs.
const LEAST_COLUMNS: usize = 3;

impl Trace {
    /// Whether a text is a trace: not a scenario, nor something that can't be read.
    pub fn is_in(name: &str, text: &str) -> bool {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        let is_scenario = start.starts_with('{');
        let is_table = !name.ends_with(".json") && trace::columns_of(text).len() >= LEAST_COLUMNS;
        !is_scenario && (trace::detect(text).is_ok() || is_table)
    }

    /// Its format by the header.
    pub fn format_of(text: &str) -> &'static str {
        trace::detect(text).map_or("csv", trace::Format::kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_and_other_texts_are_no_traces() {
        for (name, text) in [("a.json", "{}"), ("a.json", "1, 2, 3, 4"), ("a.csv", "one,two\n1,2"), ("a", "")]
        {
            assert!(!Trace::is_in(name, text), "{text}");
        }
    }

    #[test]
    fn known_headers_and_other_tables_are() {
        let muri = include_str!("../../../tests/extracts/muri.csv");
        assert!(Trace::is_in("muri.csv", muri));
        assert_eq!(Trace::format_of(muri), "muri");
        let other = "begin,took,cards\n0,10,1\n";
        assert!(Trace::is_in("mine.csv", other));
        assert_eq!(Trace::format_of(other), "csv");
    }
}
