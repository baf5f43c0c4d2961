//! What a run is summed up by (model §8): folds over outcomes.

use serde::Serialize;

use crate::bound;
use crate::engine::Outcome;
use crate::instance::Instance;
use crate::order;
use crate::time::TimeUs;

/// The figures of one run. All zero for a scenario without jobs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Σ (completion − arrival).
    pub total_jct_us: u128,
    /// Total / jobs.
    pub mean_jct_us: f64,
    /// Median, nearest rank.
    pub p50_jct_us: TimeUs,
    /// 95th percentile, nearest rank.
    pub p95_jct_us: TimeUs,
    /// 99th percentile, nearest rank.
    pub p99_jct_us: TimeUs,
    /// First arrival to last completion.
    pub makespan_us: TimeUs,
    /// Σ g · (completion − start) / (G · makespan).
    pub gpu_utilization: f64,
    /// See [`bound`].
    pub lower_bound_total_jct_us: u128,
    /// Total / bound; `None` when the bound is 0.
    pub ratio_to_lower_bound: Option<f64>,
}

impl Metrics {
    /// Of outcomes by job index, with [`bound::total_jct_us`] of the instance (the same for every policy).
    pub fn new(instance: &Instance, outcomes: &[Outcome], lower_bound_total_jct_us: u128) -> Self {
        let mut jct_us: Vec<TimeUs> = instance
            .jobs
            .iter()
            .zip(outcomes)
            .map(|(job, outcome)| outcome.completion_us - job.arrival_us)
            .collect();
        order::sort(&mut jct_us);
        let total_jct_us: u128 = jct_us.iter().map(|&jct| u128::from(jct)).sum();
        let first = instance.jobs.iter().map(|job| job.arrival_us).min().unwrap_or(0);
        let last = outcomes.iter().map(|outcome| outcome.completion_us).max().unwrap_or(0);
        let makespan_us = last - first;
        Self {
            total_jct_us,
            mean_jct_us: ratio(total_jct_us as f64, jct_us.len() as f64).unwrap_or(0.0),
            p50_jct_us: percentile(&jct_us, 50),
            p95_jct_us: percentile(&jct_us, 95),
            p99_jct_us: percentile(&jct_us, 99),
            makespan_us,
            gpu_utilization: utilization(instance, outcomes, makespan_us),
            lower_bound_total_jct_us,
            ratio_to_lower_bound: ratio(total_jct_us as f64, lower_bound_total_jct_us as f64),
        }
    }

    /// Of outcomes, with the bound computed here.
    pub fn with_bound(instance: &Instance, outcomes: &[Outcome]) -> Self {
        Self::new(instance, outcomes, bound::total_jct_us(instance))
    }
}

fn utilization(instance: &Instance, outcomes: &[Outcome], makespan_us: TimeUs) -> f64 {
    let busy = |(job, outcome): (&crate::instance::Job, &Outcome)| {
        u128::from(job.gpus) * u128::from(outcome.completion_us - outcome.start_us)
    };
    let busy_us: u128 = instance.jobs.iter().zip(outcomes).map(busy).sum();
    let offered_us = u128::from(instance.cluster.total_gpus) * u128::from(makespan_us);
    ratio(busy_us as f64, offered_us as f64).unwrap_or(0.0)
}

fn ratio(a: f64, b: f64) -> Option<f64> {
    (b != 0.0).then(|| a / b)
}

/// Nearest rank on sorted values.
fn percentile(sorted: &[TimeUs], percent: usize) -> TimeUs {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn nearest_rank() {
        let values: Vec<u64> = (1..=40).collect();
        assert_eq!([50, 95, 99].map(|p| percentile(&values, p)), [20, 38, 40]);
        assert_eq!(percentile(&[7], 50), 7);
        assert_eq!(percentile(&[], 99), 0);
    }
}
