//! The model once more, as naively as its text allows: replicas one by one, full scans, direct formulas.
//!
//! Written from the text of the model alone, without looking at the core; slow and obviously correct is the aim.

mod alpha;
mod heavy_edge;
mod queue;
mod report;
mod select;
mod srpt;
mod traffic;
mod world;

use asrpt_core::scenario::Scenario;
use serde_json::Value;

/// The result document of one policy; an error names the job whose time doesn't fit.
pub fn result(scenario: &Scenario, kind: &str) -> Result<Value, String> {
    let world = world::World::new(scenario)?;
    let schedule = queue::run(&world, kind)?;
    Ok(report::document(&world, kind, &schedule))
}

/// ⌊x⌉ of the model.
fn nearest(x: f64) -> f64 {
    (x + 0.5).floor()
}

/// A real number of microseconds as a time.
fn time(us: f64) -> Option<u64> {
    let rounded = nearest(us);
    (rounded < 9_007_199_254_740_992.0).then_some(rounded as u64)
}
