//! A file that is a trace.

use asrpt_core::trace;

/// Its name and its text.
pub struct Trace {
    pub name: String,
    pub text: String,
}

/// A table with fewer columns can't say when a job came, how long it ran and on how many GPUs.
const LEAST_COLUMNS: usize = 3;

impl Trace {
    /// The text as a trace, or back if it is none: a scenario, or something that can't be read.
    ///
    /// # Errors
    /// The text.
    pub fn found(name: &str, text: String) -> Result<Self, String> {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        let is_scenario = start.starts_with('{');
        let is_table = !name.ends_with(".json") && trace::columns_of(&text).len() >= LEAST_COLUMNS;
        if !is_scenario && (trace::detect(&text).is_ok() || is_table) {
            return Ok(Self { name: name.to_owned(), text });
        }
        Err(text)
    }

    /// The format by the header; any CSV is a table to map.
    pub fn format(&self) -> &'static str {
        trace::detect(&self.text).map_or("csv", trace::Format::kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_and_other_texts_are_no_traces() {
        for (name, text) in [("a.json", "{}"), ("a.json", "1, 2, 3, 4"), ("a.csv", "one,two\n1,2"), ("a", "")]
        {
            assert!(Trace::found(name, text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn known_headers_and_other_tables_are() {
        let muri = include_str!("../../../tests/extracts/muri.csv");
        assert_eq!(Trace::found("muri.csv", muri.to_owned()).ok().unwrap().format(), "muri");
        let other = Trace::found("mine.csv", "begin,took,cards\n0,10,1\n".to_owned()).ok().unwrap();
        assert_eq!(other.format(), "csv");
    }
}
