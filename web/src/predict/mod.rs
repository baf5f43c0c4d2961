//! Predictions: how they are made, how good they are, why one is what it is, and what worse ones would cost.

pub mod board;
mod errors;
mod held;
mod learning;
pub mod panel;
mod parameter;
mod picture;
mod scored;
mod spread;
pub mod why;
pub mod worse;
mod worse_chart;

pub use parameter::{PARAMETERS, label};
