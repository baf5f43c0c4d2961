//! The built `asrpt`, as people and scripts use it.

mod asrpt;
mod help;
mod output;
mod pipes;
mod refusals;
