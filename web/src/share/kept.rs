//! The work is kept through a reload: in the tab's own storage, so that two tabs don't overwrite each other, and beside
//! it under the tab's number in the storage of all, so that a closed tab can be had back.

use asrpt_core::scenario::Scenario;

use super::browser;
use crate::shared::Shared;

/// The tab's work.
const KEY: &str = "asrpt-work";
/// The tab's number.
const TAB: &str = "asrpt-tab";
/// Work of tabs, by number.
const OF_TABS: &str = "asrpt-work-";
/// Of so many tabs.
const MOST: usize = 4;
const HEAD: &str = "asrpt-work 1";
/// More is left to files: browsers keep about 5 MB, in UTF-16.
const LARGEST_BYTES: usize = 2_000_000;

/// What is kept.
#[derive(Clone, PartialEq)]
pub struct Work {
    /// When, in milliseconds since 1970.
    pub at_ms: f64,
    /// What stood behind `#`.
    pub fragment: String,
    pub original: Scenario,
    pub scenario: Scenario,
}

/// Why work isn't kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    Blocked,
    Full,
    TooLarge,
}

impl NotKept {
    /// In words.
    pub fn said(self) -> &'static str {
        match self {
            Self::Blocked => {
                "This browser blocks storage here, so a reload loses what you do. Save the file to keep it."
            }
            Self::Full => {
                "The browser's storage is full, so a reload loses what you do. Save the file to keep it."
            }
            Self::TooLarge => {
                "The scenario is too large for the browser's storage, so a reload loses what you do. Save the file to keep it."
            }
        }
    }
}

/// The parts with their lengths before them, so that no text needs escaping.
fn written(at_ms: f64, fragment: &str, original: &Scenario, scenario: &Scenario) -> String {
    let original = if original == scenario { String::new() } else { original.to_json() };
    format!("{HEAD}\n{at_ms}\n{fragment}\n{}\n{original}{}", original.len(), scenario.to_json())
}

/// `None` where it isn't whole.
fn read(text: &str) -> Option<Work> {
    let mut parts = text.splitn(5, '\n');
    if parts.next()? != HEAD {
        return None;
    }
    let at_ms = parts.next()?.parse().ok()?;
    let fragment = parts.next()?.to_owned();
    let length: usize = parts.next()?.parse().ok()?;
    let (original, scenario) = parts.next()?.split_at_checked(length)?;
    let scenario = Scenario::from_json(scenario).ok()?;
    let original = if original.is_empty() { scenario.clone() } else { Scenario::from_json(original).ok()? };
    Some(Work { at_ms, fragment, original, scenario })
}

/// Keeps the work.
///
/// # Errors
/// Why it can't be kept; the work at hand goes on.
pub fn keep(original: &Shared<Scenario>, scenario: &Shared<Scenario>) -> Result<(), NotKept> {
    let storage = browser::tab_storage().ok_or(NotKept::Blocked)?;
    // A guess that saves writing out what can't be kept anyway.
    if scenario.jobs.len() * 60 > LARGEST_BYTES {
        return Err(NotKept::TooLarge);
    }
    let text = written(js_sys::Date::now(), &browser::fragment(), original, scenario);
    if text.len() > LARGEST_BYTES {
        return Err(NotKept::TooLarge);
    }
    storage.set_item(KEY, &text).map_err(|_| NotKept::Full)?;
    keep_for_all(&storage, &text);
    Ok(())
}

/// As well as it goes: the tab's own copy is what a reload needs.
fn keep_for_all(tab_storage: &web_sys::Storage, text: &str) {
    let Some(storage) = browser::storage() else { return };
    let number = tab_storage.get_item(TAB).ok().flatten().unwrap_or_else(|| {
        let number = ((js_sys::Math::random() * 1e9) as u64).to_string();
        let _ = tab_storage.set_item(TAB, &number);
        number
    });
    let _ = storage.set_item(&format!("{OF_TABS}{number}"), text);
    let mut kept = keys_by_age(&storage);
    while kept.len() > MOST {
        let _ = storage.remove_item(&kept.remove(0).1);
    }
}

/// The oldest first.
fn keys_by_age(storage: &web_sys::Storage) -> Vec<(f64, String)> {
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
    let age = |key: String| {
        let text = storage.get_item(&key).ok().flatten()?;
        let at_ms: f64 = text.split('\n').nth(1).and_then(|ms| ms.parse().ok()).unwrap_or(0.0);
        Some((at_ms, key))
    };
    let mut kept: Vec<_> = keys.filter(|key| key.starts_with(OF_TABS)).filter_map(age).collect();
    kept.sort_by(|a, b| a.0.total_cmp(&b.0));
    kept
}

/// The tab's work.
///
/// # Errors
/// There is some, but it can't be read; it is put aside.
pub fn of_tab() -> Result<Option<Work>, ()> {
    let Some(storage) = browser::tab_storage() else { return Ok(None) };
    let Some(text) = storage.get_item(KEY).ok().flatten() else { return Ok(None) };
    read(&text).map(Some).ok_or_else(|| {
        let _ = storage.remove_item(KEY);
    })
}

/// The last work of another tab, for a tab without its own.
pub fn of_others() -> Option<Work> {
    let storage = browser::storage()?;
    let keys = keys_by_age(&storage);
    keys.into_iter().rev().find_map(|(_, key)| read(&storage.get_item(&key).ok().flatten()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::EXAMPLES;

    #[test]
    fn what_is_kept_is_read() {
        let original = EXAMPLES[1].scenario();
        let mut scenario = original.clone();
        scenario.name = Some("Zwei\nZeilen".to_owned());
        let work = Work { at_ms: 17.5, fragment: "1abc&x=1".to_owned(), original, scenario };
        let text = written(work.at_ms, &work.fragment, &work.original, &work.scenario);
        assert!(read(&text).is_some_and(|read| read == work));
        let same = written(1.0, "", &work.original, &work.original);
        assert!(
            read(&same).is_some_and(|read| read.scenario == work.original && read.original == work.original)
        );
        assert!(same.len() < text.len());
    }

    #[test]
    fn damaged_work_is_not_read() {
        let scenario = EXAMPLES[1].scenario();
        let text = written(1.0, "", &scenario, &Scenario { name: None, ..scenario.clone() });
        for cut in (0..text.len()).step_by(7).filter(|&cut| text.is_char_boundary(cut)) {
            assert!(read(&text[..cut]).is_none(), "{cut}");
        }
        assert!(read("asrpt-work 2\n").is_none());
        assert!(read("asrpt-work 1\n1\n\n99999999999\n{}").is_none());
    }
}
