//! The page as it is published: in two parts, so that the lanes are drawn and played before the rest has arrived.
//!
//! Trunk builds the page whole. A copy of it with a mark in every function is opened in the browser, which shows what
//! the page begins with; that stays in the first part (see [`crate::split`]), all else comes later. At last both parts
//! are optimized, and the published page is tried.

mod built;

use crate::page::{self, Effort};
use crate::{Fallible, run, split, toolchain, workspace};
use built::Built;
pub use built::is_later;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// The features that rustc's output uses; wasm-opt wants to be told.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the page to publish into this folder.
pub fn build(into: &Path) -> Fallible {
    page::build(Effort::Publish, into)?;
    let built = Built::find(into)?;
    let whole = std::fs::read(built.wasm())?;
    let begins_with = begins_with(&built, &whole)?;
    let parts = split::split(&whole, &begins_with)?;
    let first = optimized(&parts.first, "first")?;
    let later = optimized(&parts.later, "later")?;
    built.in_two(&first, &later, &parts.imports)?;
    browse(&["check".as_ref(), into])
}

/// The functions that ran before the later part was there, for somebody who comes for the first time.
fn begins_with(built: &Built, whole: &[u8]) -> Fallible<HashSet<u32>> {
    let folder = workspace::counting_page();
    built.counting(&split::counting(whole)?, &folder)?;
    let list = folder.join("ran.json");
    browse(&["count".as_ref(), &folder, &list])?;
    Ok(serde_json::from_slice(&std::fs::read(list)?)?)
}

fn browse(arguments: &[&Path]) -> Fallible {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "asrpt-tests", "--bin", "published", "--"]);
    run::run(command.args(arguments))
}

fn optimized(module: &[u8], name: &str) -> Fallible<Vec<u8>> {
    let file = workspace::root().join(format!("target/{name}.wasm"));
    std::fs::write(&file, module)?;
    let mut command = Command::new("wasm-opt");
    toolchain::ready().ok_or("no toolchain for WebAssembly")?.apply(&mut command)?;
    run::run(command.arg("-Oz").args(FEATURES).arg(&file).arg("-o").arg(&file))?;
    Ok(std::fs::read(file)?)
}
