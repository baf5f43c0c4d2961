//! Reads the fields of one JSON object, and reports what is missing, of the wrong type, doubled or unknown.

use super::Json;
use super::problems::{Problems, join, shown};
use crate::time::TIME_LIMIT_US;

pub(super) struct Object<'a> {
    path: String,
    fields: &'a [(String, Json)],
    known: Vec<&'static str>,
}

impl<'a> Object<'a> {
    pub(super) fn open(value: &'a Json, path: &str, problems: &mut Problems) -> Option<Self> {
        match value {
            Json::Object(fields) => Some(Self { path: path.to_owned(), fields, known: Vec::new() }),
            other => {
                problems.add(place(path), format!("must be an object, is {}", other.what()), "write { … }");
                None
            }
        }
    }

    pub(super) fn at(&self, key: &str) -> String {
        join(&self.path, key)
    }

    /// The value of a key, which becomes known.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Json> {
        self.known.push(key);
        self.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn required(&mut self, key: &'static str, problems: &mut Problems) -> Option<&'a Json> {
        let value = self.get(key);
        if value.is_none() {
            problems.add(self.at(key), "is missing", format!("add \"{key}\""));
        }
        value
    }

    pub(super) fn text(&mut self, key: &'static str, problems: &mut Problems) -> Option<String> {
        let value = self.required(key, problems)?;
        as_text(value, &self.at(key), problems)
    }

    pub(super) fn optional_text(&mut self, key: &'static str, problems: &mut Problems) -> Option<String> {
        let value = self.get(key)?;
        as_text(value, &self.at(key), problems)
    }

    pub(super) fn number(&mut self, key: &'static str, problems: &mut Problems) -> Option<f64> {
        let value = self.required(key, problems)?;
        as_number(value, &self.at(key), problems)
    }

    pub(super) fn optional_number(&mut self, key: &'static str, problems: &mut Problems) -> Option<f64> {
        let value = self.get(key)?;
        as_number(value, &self.at(key), problems)
    }

    pub(super) fn whole(&mut self, key: &'static str, most: u64, problems: &mut Problems) -> Option<u64> {
        let value = self.required(key, problems)?;
        as_whole(value, &self.at(key), most, problems)
    }

    pub(super) fn optional_whole(
        &mut self,
        key: &'static str,
        most: u64,
        problems: &mut Problems,
    ) -> Option<u64> {
        let value = self.get(key)?;
        as_whole(value, &self.at(key), most, problems)
    }

    /// A whole number from 0 to 2^53 − 1.
    pub(super) fn optional_seed(&mut self, key: &'static str, problems: &mut Problems) -> Option<u64> {
        let value = self.get(key)?;
        as_whole_from(0, value, &self.at(key), TIME_LIMIT_US - 1, problems)
    }

    pub(super) fn list(&mut self, key: &'static str, problems: &mut Problems) -> &'a [Json] {
        self.required(key, problems).map_or(&[], |value| as_list(value, &self.at(key), problems))
    }

    pub(super) fn optional_list(&mut self, key: &'static str, problems: &mut Problems) -> &'a [Json] {
        self.get(key).map_or(&[], |value| as_list(value, &self.at(key), problems))
    }

    pub(super) fn object(&mut self, key: &'static str, problems: &mut Problems) -> Option<Object<'a>> {
        let value = self.required(key, problems)?;
        Object::open(value, &self.at(key), problems)
    }

    /// All fields, for objects whose keys are names.
    pub(super) fn entries(&self) -> &'a [(String, Json)] {
        self.fields
    }

    /// Reports doubled and unknown keys.
    pub(super) fn close(self, problems: &mut Problems) {
        let known = self.known.join(", ");
        for (at, (key, _)) in self.fields.iter().enumerate() {
            let path = self.at(key);
            if !self.known.contains(&key.as_str()) {
                problems.add(path, format!("unknown key {}", shown(key)), format!("known here: {known}"));
            } else if self.fields[..at].iter().any(|(earlier, _)| earlier == key) {
                problems.add(path, "is given twice", "leave one of the two out");
            }
        }
    }
}

/// The path, or a word for the whole document.
pub(super) fn place(path: &str) -> &str {
    if path.is_empty() { "document" } else { path }
}

fn as_text(value: &Json, path: &str, problems: &mut Problems) -> Option<String> {
    match value {
        Json::Text(text) => Some(text.clone()),
        other => {
            problems.add(path, format!("must be text, is {}", other.what()), "write it in \"quotes\"");
            None
        }
    }
}

fn as_number(value: &Json, path: &str, problems: &mut Problems) -> Option<f64> {
    match value {
        Json::Number(number) => Some(*number),
        other => {
            problems.add(path, format!("must be a number, is {}", other.what()), "write it without quotes");
            None
        }
    }
}

fn as_whole(value: &Json, path: &str, most: u64, problems: &mut Problems) -> Option<u64> {
    as_whole_from(1, value, path, most, problems)
}

fn as_whole_from(least: u64, value: &Json, path: &str, most: u64, problems: &mut Problems) -> Option<u64> {
    let number = as_number(value, path, problems)?;
    if libm::trunc(number) == number && (least as f64..=most as f64).contains(&number) {
        return Some(number as u64);
    }
    problems.add(path, format!("must be a whole number from {least} to {most}, is {number}"), "");
    None
}

fn as_list<'a>(value: &'a Json, path: &str, problems: &mut Problems) -> &'a [Json] {
    match value {
        Json::List(items) => items,
        other => {
            problems.add(path, format!("must be a list, is {}", other.what()), "write [ … ]");
            &[]
        }
    }
}
