//! The median of the group's records; without any, of the user's; without any, of all.

use super::group::Middles;
use super::{Method, Predictor};

pub(super) struct GroupMedian;

impl Predictor for GroupMedian {
    fn kind(&self) -> &'static str {
        "group-median"
    }

    fn summary(&self) -> &'static str {
        "The median of the group's past jobs; without any, of the user's, then of all."
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn method(&self) -> Method {
        Method::Learner(|_, history| Box::new(Middles::fit(history, median)))
    }
}

/// Of an even number the mean of the two in the middle.
fn median(numbers: &mut [u64]) -> f64 {
    numbers.sort_unstable();
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[half] as f64
    } else {
        (numbers[half - 1] as f64 + numbers[half] as f64) / 2.0
    }
}
