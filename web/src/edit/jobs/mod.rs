//! The jobs as a table as quick as a spreadsheet, and their arrivals on an axis.

mod acts;
mod axis;
mod cell_editor;
mod cells;
mod clipboard;
mod marked;
mod panel;
mod paste;
mod table;

pub use panel::{JobsPanel, add_job};
