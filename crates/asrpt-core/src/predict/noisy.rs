//! n̂ = n · e^(σ·z), z standard normal: wrong by a known amount, to see what errors cost.
//!
//! The z of a job depends on the seed and on its position alone, so that another σ stretches the same errors: the
//! order of jobs moves steadily with σ rather than being shuffled anew.

use super::{Method, Predictor, tidy};
use crate::random::Random;
use crate::scenario::PredictorSpec;

pub(super) struct Noisy;

impl Predictor for Noisy {
    fn kind(&self) -> &'static str {
        "noisy"
    }

    fn summary(&self) -> &'static str {
        "The true number with a log-normal error of a chosen size σ: n̂ = n · e^(σ·z)."
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["seed", "sigma"]
    }

    fn method(&self) -> Method {
        Method::Oracle(predict)
    }
}

fn predict(spec: &PredictorSpec, truth: &[u64]) -> Vec<f64> {
    let mut random = Random::new(spec.seed);
    truth.iter().map(|&iterations| tidy(random.log_normal(iterations as f64, spec.sigma))).collect()
}
