//! The total JCT and the order of every policy as predictions get worse: the noisy predictor with growing σ.

use asrpt_core::order::sort_by_key;
use asrpt_core::scenario::Scenario;
use asrpt_core::time::TimeUs;

use crate::worker::bytes::wired;

/// The σ that are tried; 0 is perfect.
pub const SIGMAS: [f64; 8] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0];

/// Figures by policy (as [`asrpt_core::policy::POLICIES`]) and σ; NaN where some time would pass the limit.
#[derive(Clone)]
pub struct Curves {
    /// Total JCT in µs.
    pub totals: Vec<Vec<f64>>,
    /// Pairs of jobs that start in the other order than with perfect predictions, in % of all pairs.
    pub swapped: Vec<Vec<f64>>,
}

wired! { Curves { totals, swapped } }

/// Pairs of jobs of which another one starts first than before, in % of all pairs. Two that start at one moment have no
/// order.
pub fn swapped(before: &[TimeUs], after: &[TimeUs]) -> f64 {
    let mut order: Vec<usize> = (0..before.len()).collect();
    sort_by_key(&mut order, |&job| (before[job], after[job]));
    let mut starts: Vec<TimeUs> = order.into_iter().map(|job| after[job]).collect();
    let pairs = before.len() as f64 * (before.len() as f64 - 1.0) / 2.0;
    if pairs > 0.0 { inversions(&mut starts) as f64 / pairs * 100.0 } else { 0.0 }
}

/// How many pairs stand in descending order; sorts meanwhile.
fn inversions(items: &mut [TimeUs]) -> u64 {
    if items.len() < 2 {
        return 0;
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    let mut found = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if right[r] < left[l] {
            found += (left.len() - l) as u64;
            merged.push(right[r]);
            r += 1;
        } else {
            merged.push(left[l]);
            l += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    items.copy_from_slice(&merged);
    found
}

/// Whether both give the same curves: they needn't have the same policy, σ or predictor.
pub fn same(a: &Scenario, b: &Scenario) -> bool {
    a.servers == b.servers
        && a.models == b.models
        && a.jobs == b.jobs
        && a.predictor.seed == b.predictor.seed
        && a.policy.comm_heavy_ratio == b.policy.comm_heavy_ratio
        && a.policy.delay_factor == b.policy.delay_factor
}

/// The scenario with predictions that are off by σ.
pub fn noisy(scenario: &Scenario, sigma: f64) -> Scenario {
    let mut noisy = scenario.clone();
    noisy.predictor.kind = "noisy".to_owned();
    noisy.predictor.sigma = sigma;
    noisy.history = Vec::new().into();
    for job in &mut noisy.jobs {
        job.predicted_iterations = None;
    }
    noisy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_in_another_order_are_counted() {
        assert_eq!(swapped(&[1, 2, 3, 4], &[1, 2, 3, 4]), 0.0);
        assert_eq!(swapped(&[1, 2, 3, 4], &[9, 8, 7, 6]), 100.0);
        assert_eq!(swapped(&[4, 1, 3, 2], &[4, 2, 3, 1]), 1.0 / 6.0 * 100.0);
        // Those that started together before have no order that could change, nor those that do now.
        assert_eq!(swapped(&[5, 5, 6], &[2, 1, 2]), 0.0);
        assert_eq!((swapped(&[], &[]), swapped(&[1], &[7])), (0.0, 0.0));
    }
}
