//! What a file is that isn't a scenario or a trace: said by its first bytes, as people would call it.

use asrpt_core::scenario::Problem;

/// How files begin.
const BEGINNINGS: [(&[u8], &str); 14] = [
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "an archive or an office document (ZIP)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ", "a compressed file (xz)"),
    (b"7z\xbc\xaf", "an archive (7z)"),
    (b"\x28\xb5\x2f\xfd", "a compressed file (zstd)"),
    (b"PAR1", "a Parquet table"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"\x7fELF", "a program"),
    (b"\0asm", "a WebAssembly module"),
];

const HINT: &str = "open a scenario (JSON) or a trace (CSV, JSON)";

fn problem(message: String, hint: &str) -> Problem {
    Problem { path: "the file".to_owned(), message, hint: hint.to_owned() }
}

/// A file that isn't text.
pub fn no_text(bytes: &[u8]) -> Problem {
    let known = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, what)| *what);
    match known {
        Some(what) if what.contains("compressed") || what.contains("archive") => {
            problem(format!("it is {what}"), "unpack it, and open the scenario or trace that is in it")
        }
        Some(what) => problem(format!("it is {what}"), HINT),
        None if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") => {
            problem("it is text in UTF-16".to_owned(), "save it as UTF-8")
        }
        None => problem("it isn't text in UTF-8".to_owned(), HINT),
    }
}

/// A text that isn't JSON, by what it looks like; as a hint.
pub fn other(text: &str) -> Option<String> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let what = if start.starts_with("<svg") || (start.starts_with("<?xml") && start.contains("<svg")) {
        "a picture (SVG)"
    } else if start.starts_with('<') {
        "a web page or another document in XML or HTML"
    } else if start.starts_with("digraph") || start.starts_with("graph") || start.starts_with("strict") {
        "a graph for Graphviz"
    } else if !start.is_empty() && !start.starts_with(['{', '[', '"']) {
        "neither JSON nor a table"
    } else {
        return None;
    };
    Some(format!("it is {what}; {HINT}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_their_names() {
        assert_eq!(no_text(b"\x89PNG\r\n\x1a\n").message, "it is a picture (PNG)");
        assert!(no_text(b"\x1f\x8b\x08").hint.starts_with("unpack"));
        assert_eq!(no_text(b"\xff\xfea\0").hint, "save it as UTF-8");
        assert_eq!(no_text(b"\x80\x80").message, "it isn't text in UTF-8");
        assert_eq!(other("  <svg xmlns=''/>").unwrap(), format!("it is a picture (SVG); {HINT}"));
        assert!(other("hello").unwrap().starts_with("it is neither JSON nor a table"));
        assert_eq!(other("{\"a\": 1"), None);
        assert_eq!(other(""), None);
    }
}
