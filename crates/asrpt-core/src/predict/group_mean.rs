//! The mean of the group's records; without any, of the user's; without any, of all.

use super::group::Middles;
use super::{Method, Predictor};

pub(super) struct GroupMean;

impl Predictor for GroupMean {
    fn kind(&self) -> &'static str {
        "group-mean"
    }

    fn summary(&self) -> &'static str {
        "The mean of the group's past jobs; without any, of the user's, then of all."
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn method(&self) -> Method {
        Method::Learner(|_, history| Box::new(Middles::fit(history, mean)))
    }
}

/// Summed as integers, so that the order of records can't matter.
fn mean(numbers: &mut [u64]) -> f64 {
    let sum: u128 = numbers.iter().map(|&number| u128::from(number)).sum();
    sum as f64 / numbers.len() as f64
}
