//! Collects problems up to a limit; the rest is counted.

use super::Problem;
use crate::limits;

/// Of a document of a million broken jobs nobody needs the exact number.
const MOST_COUNTED: usize = 10_000;

#[derive(Default)]
pub(super) struct Problems {
    listed: Vec<Problem>,
    more: usize,
}

impl Problems {
    pub(super) fn add(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if self.are_too_many() {
            return;
        }
        let path = path.into();
        // What was unreadable has a stand-in, and what is said of that would be about something nobody wrote.
        if self.listed.iter().any(|problem| is_at_or_within(&path, &problem.path)) {
            return;
        }
        if self.listed.len() < limits::PROBLEMS {
            self.listed.push(Problem::new(path, message, hint));
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Whether there are so many that counting on would only take time: whoever finds more may stop looking.
    pub(super) fn are_too_many(&self) -> bool {
        self.more >= MOST_COUNTED
    }

    pub(super) fn into_list(mut self) -> Vec<Problem> {
        if self.more > 0 {
            let least = if self.are_too_many() { "at least " } else { "" };
            let message = format!("{least}{} more problems are not listed", self.more);
            self.listed.push(Problem::new("…", message, "mend the ones above first"));
        }
        self.listed
    }
}

fn is_at_or_within(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Somebody's text inside a message: quoted, escaped and cut.
pub(super) fn shown(text: &str) -> String {
    const CHARS: usize = 60;
    if text.chars().nth(CHARS).is_none() {
        return format!("{text:?}");
    }
    let head: String = text.chars().take(CHARS).collect();
    format!("{head:?}…")
}

/// A key behind a path: `a.b`, or `a["b c"]` where it isn't a plain word.
pub fn join(path: &str, key: &str) -> String {
    let is_word = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    match (path.is_empty(), is_word && key.len() <= 60) {
        (true, true) => key.to_owned(),
        (false, true) => format!("{path}.{key}"),
        (_, false) => format!("{path}[{}]", shown(key)),
    }
}
