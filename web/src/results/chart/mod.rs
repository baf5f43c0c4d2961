//! Charts as pure functions of their data and a size; what they return is drawn by `lanes::render`.
//!
//! Each has its data in a table as well: what is seen can be read, sorted and saved.

pub mod axes;
pub mod cdf;
pub mod key;
pub mod prediction;
pub mod scale;
pub mod slowdown;
pub mod utilisation;

/// A picture's size in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}
