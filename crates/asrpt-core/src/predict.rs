//! How n̂ is made where a job doesn't give `predicted_iterations`. A new predictor is one line in [`PREDICTORS`].

use crate::scenario::{JobSpec, Scenario};

/// Makes predictions for the jobs of a scenario.
pub trait Predictor: Sync {
    /// Its name in the file.
    fn kind(&self) -> &'static str;
    /// One sentence for people.
    fn summary(&self) -> &'static str;
    /// n̂ of a job, a real of at least 1.
    fn predict(&self, scenario: &Scenario, job: &JobSpec) -> f64;
}

/// All predictors.
pub const PREDICTORS: &[&dyn Predictor] = &[&Perfect];

/// The predictor of that kind.
pub fn find(kind: &str) -> Option<&'static dyn Predictor> {
    PREDICTORS.iter().copied().find(|predictor| predictor.kind() == kind)
}

/// n̂ = n.
struct Perfect;

impl Predictor for Perfect {
    fn kind(&self) -> &'static str {
        "perfect"
    }

    fn summary(&self) -> &'static str {
        "Every prediction is right: n̂ = n."
    }

    fn predict(&self, _scenario: &Scenario, job: &JobSpec) -> f64 {
        job.iterations as f64
    }
}

/// n̂ of every job, in file order. The predictor's kind must have been validated.
pub fn iterations(scenario: &Scenario) -> Vec<f64> {
    let predictor = find(&scenario.predictor.kind).unwrap_or(&Perfect);
    let predict =
        |job: &JobSpec| job.predicted_iterations.unwrap_or_else(|| predictor.predict(scenario, job));
    scenario.jobs.iter().map(predict).collect()
}
