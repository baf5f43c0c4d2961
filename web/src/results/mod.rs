//! Results: this policy's figures beside the bound, every policy side by side, charts of a run, and all of it as tables
//! and files.
//!
//! Data goes from the run and the [`courses`] of the other policies into pure pictures ([`chart`]) and [`table`]s; the
//! components here only show and save them.

pub mod chart;
mod compare;
pub mod courses;
pub mod frame;
pub mod idle;
mod jobs;
mod policies;
mod second;
pub mod sheet;
mod side;
mod state;
pub mod table;
mod tabs;
pub mod term;
pub mod terms;
mod view;

pub use state::{Change, ResultsView};
pub use term::written;
pub use terms::Term;
pub use view::Results;
