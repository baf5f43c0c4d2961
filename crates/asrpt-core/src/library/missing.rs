//! What the library says when it has no such model.

use std::fmt;

use super::entry::Family;

/// A model or a size that the library can't make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The name isn't known.
    Name {
        /// As it was given.
        name: String,
        /// The ids that are known.
        known: Vec<&'static str>,
    },
    /// No layout divides the number of GPUs.
    Size {
        /// The architecture.
        model: &'static str,
        /// As asked for.
        gpus: u32,
        /// The sizes listed, ascending.
        known: Vec<u32>,
    },
}

pub(super) fn name(name: &str) -> Missing {
    Missing::Name { name: name.chars().take(60).collect(), known: super::models().collect() }
}

pub(super) fn size(family: &'static Family, gpus: u32) -> Missing {
    let mut known: Vec<u32> = family.entries.iter().map(|entry| entry.gpus).collect();
    known.sort_unstable();
    known.dedup();
    Missing::Size { model: &family.id, gpus, known }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name, known } => {
                write!(f, "the library has no model {name:?}; known: {}", known.join(", "))
            }
            Self::Size { model, gpus, known } => {
                let known: Vec<String> = known.iter().map(u32::to_string).collect();
                write!(f, "{model} has no layout for {gpus} GPUs; known: {} and multiples", known.join(", "))
            }
        }
    }
}

impl std::error::Error for Missing {}
