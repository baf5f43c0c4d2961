//! Published traces to scenarios. A new format is one file and one line in [`FORMATS`].
//!
//! The rules, the same for every format:
//!
//! - Every row becomes part of the scenario, or is counted under a reason with its row number. Nothing is guessed.
//! - Times become seconds, rows are put in the order of submission. The scenario's time 0 is its first job's.
//! - GPU count and model name become a model of the library ([`models`]); a trace without names gives `resnet50` to
//!   jobs of up to 4 GPUs and `bert-large` to larger ones, or the model that the caller names.
//! - Duration becomes iterations: n = max(1, ⌊duration / α_min⌉) with the model's α_min on the target cluster, so that
//!   a job with the best placement runs as long as it did.
//! - Rows outside the window are left out, then a share is sampled; of the rest the first 80 % by time become history,
//!   the others jobs.

mod build;
mod columns;
mod date;
mod elasticflow;
mod helios;
pub mod models;
mod muri;
mod pai;
mod philly;
mod philly_flat;
mod report;
mod row;
mod select;
mod table;
mod tiresias;

pub use columns::Columns;
pub use date::{Moment, to_text as date_text};
pub use report::{Example, Refused, Report};

use row::Rows;

use crate::limits;
use crate::scenario::{Scenario, ServerSpec};

/// A published format.
pub trait Format: Sync {
    /// Its name on the command line.
    fn kind(&self) -> &'static str;
    /// What it is, and what becomes of its columns.
    fn summary(&self) -> &'static str;
    /// Whether a file that begins so is one.
    fn fits(&self, head: &Head<'_>) -> bool;
    /// Reads every row into `rows`, good or refused.
    ///
    /// # Errors
    /// Why the file as a whole can't be read.
    fn read(&self, text: &str, options: &Options, rows: &mut Rows) -> Result<(), String>;
}

/// All formats, the more particular ones first.
pub const FORMATS: &[&dyn Format] = &[
    &pai::Pai,
    &philly::Philly,
    &philly_flat::PhillyFlat,
    &helios::Helios,
    &elasticflow::ElasticFlow,
    &muri::Muri,
    &tiresias::Tiresias,
    &columns::AnyCsv,
];

/// The beginning of a file.
pub struct Head<'a> {
    /// The first line that isn't blank.
    line: &'a str,
    columns: Vec<&'a str>,
}

impl<'a> Head<'a> {
    fn of(text: &'a str) -> Self {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        Self { line, columns: line.split(',').map(|name| name.trim().trim_matches('"')).collect() }
    }

    /// Whether it is a header with all of these columns.
    fn has(&self, columns: &[&str]) -> bool {
        columns.iter().all(|column| self.columns.contains(column))
    }
}

/// What to make of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The target cluster.
    pub servers: Vec<ServerSpec>,
    /// Only rows submitted then or later.
    pub from: Option<Moment>,
    /// Only rows submitted before.
    pub until: Option<Moment>,
    /// Share of the rows in the window to keep, drawn with the seed: above 0, at most 1.
    pub sample: f64,
    /// Seed of the sample and of the scenario's predictor.
    pub seed: u64,
    /// Share of the rows that becomes history, the first by time: from 0 to below 1.
    pub history: f64,
    /// At most so many jobs, the first after the history.
    pub jobs: Option<usize>,
    /// Model of rows that name none.
    pub model: Option<String>,
    /// Leave out rows that are exact copies of an earlier one. Files without ids may hold such jobs rightly.
    pub drop_copies: bool,
    /// The scenario's predictor where there is a history.
    pub predictor: String,
    /// Which columns mean what, for any other CSV.
    pub columns: Option<Columns>,
}

impl Default for Options {
    /// 64 servers of 8 GPUs with 150 GB/s of NVLink per GPU and 12.5 GB/s of NIC; everything; the first 80 % history.
    fn default() -> Self {
        let server = ServerSpec {
            name: None,
            count: 64,
            gpus: 8,
            nvlink_gb_per_s: 150.0,
            nic_gb_per_s: 12.5,
            gpu_speed: 1.0,
        };
        Self {
            servers: vec![server],
            from: None,
            until: None,
            sample: 1.0,
            seed: 1,
            history: 0.8,
            jobs: None,
            model: None,
            drop_copies: false,
            predictor: "random-forest".to_owned(),
            columns: None,
        }
    }
}

/// The format of that kind.
pub fn find(kind: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.kind() == kind)
}

/// The format of a file, by its header.
///
/// # Errors
/// What the file begins with instead.
pub fn detect(text: &str) -> Result<&'static dyn Format, String> {
    let head = Head::of(without_mark(text));
    if let Some(format) = FORMATS.iter().copied().find(|format| format.fits(&head)) {
        return Ok(format);
    }
    if head.line.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if head.line.split('\t').count() >= 7 {
        return Err(
            "this looks like a Gavel trace (tabs, no header): it has no durations to import".to_owned()
        );
    }
    let start: String = head.line.chars().take(120).collect();
    Err(format!("no known header; the file begins with {start:?} (name the format, or the columns of a CSV)"))
}

/// The names of a table's columns, for whoever maps them; one at most where the file is no table by commas.
pub fn columns_of(text: &str) -> Vec<String> {
    Head::of(without_mark(text)).columns.into_iter().map(str::to_owned).collect()
}

/// A trace's scenario, valid, with an account of every row. `kind` is a format's, or `auto`.
///
/// # Errors
/// Why the file as a whole can't be read, or that no row of it is left.
pub fn import(text: &str, kind: &str, options: &Options) -> Result<(Scenario, Report), String> {
    check(options)?;
    if text.len() > limits::DOCUMENT_BYTES {
        return Err(format!("the file is larger than {} MB", limits::DOCUMENT_BYTES / 1_000_000));
    }
    let text = without_mark(text);
    let format = match kind {
        // Who names columns means them, whatever the header looks like.
        "auto" if options.columns.is_some() => &columns::AnyCsv,
        "auto" => detect(text)?,
        kind => find(kind).ok_or_else(|| format!("there is no format {kind:?}"))?,
    };
    let mut rows = Rows::default();
    format.read(text, options, &mut rows)?;
    build::scenario(format, rows, options)
}

fn check(options: &Options) -> Result<(), String> {
    if !(options.sample > 0.0 && options.sample <= 1.0) {
        return Err(format!("the share to sample must be above 0 and at most 1, is {}", options.sample));
    }
    if !(0.0..1.0).contains(&options.history) {
        return Err(format!("the share of history must be from 0 to below 1, is {}", options.history));
    }
    Ok(())
}

/// Some programs put a byte order mark before the text.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests;
