//! A lower bound on the total JCT of *any* non-preemptive gang schedule of an instance (model §8).
//!
//! A gang schedule is a way to share one machine of speed G at rates g/G, and α ≥ α_lb: so SRPT, optimal on one
//! preemptive machine, isn't worse; nor does any job end sooner than its own n · α_lb.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::instance::{Instance, Job};
use crate::time::TimeUs;

/// The larger of the two bounds, in µs.
pub fn total_jct_us(instance: &Instance) -> u128 {
    let arrivals = instance.by_arrival.iter().map(|&job| instance.job(job));
    let sizes = arrivals.map(|job| (job.arrival_us, srpt_size_us(instance, job)));
    srpt_total_us(sizes).max(run_times_total_us(instance))
}

fn alpha_lb_s(instance: &Instance, job: &Job) -> f64 {
    instance.models[job.model.at()].constants.alpha_lb_s
}

fn run_times_total_us(instance: &Instance) -> u128 {
    instance
        .jobs
        .iter()
        .map(|job| libm::floor(job.iterations as f64 * alpha_lb_s(instance, job) * 1e6) as u128)
        .sum()
}

/// ⌊n · α_lb · g / G · 10^6⌋.
fn srpt_size_us(instance: &Instance, job: &Job) -> TimeUs {
    let (g, total) = (f64::from(job.gpus), f64::from(instance.cluster.total_gpus));
    libm::floor(job.iterations as f64 * alpha_lb_s(instance, job) * g / total * 1e6) as TimeUs
}

/// The total JCT of SRPT on one preemptive machine for (arrival, size) in the order of arrival.
/// Wide throughout: sizes in a row may pass the limit of simulated time.
pub fn srpt_total_us(jobs: impl Iterator<Item = (TimeUs, TimeUs)>) -> u128 {
    let mut jobs = jobs.map(|(arrival, size)| (u128::from(arrival), u128::from(size))).peekable();
    let mut waiting: BinaryHeap<Reverse<(u128, u128)>> = BinaryHeap::new();
    let (mut now, mut total) = (0, 0);
    loop {
        while let Some((arrival, size)) = jobs.next_if(|&(arrival, _)| arrival <= now) {
            waiting.push(Reverse((size, arrival)));
        }
        let next_arrival = jobs.peek().map(|&(arrival, _)| arrival);
        match (waiting.pop(), next_arrival) {
            (None, None) => return total,
            (None, Some(arrival)) => now = arrival,
            (Some(Reverse((left, arrived))), Some(next)) if now + left > next => {
                waiting.push(Reverse((left - (next - now), arrived)));
                now = next;
            }
            (Some(Reverse((left, arrived))), _) => {
                now += left;
                total += now - arrived;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srpt_preempts_and_counts_sizes_of_nothing() {
        // 10 from 0; 2 from 3 preempts and ends at 5; the first ends at 12; nothing from 12 ends at once.
        assert_eq!(srpt_total_us([(0, 10), (3, 2), (12, 0)].into_iter()), 12 + 2);
    }

    #[test]
    fn totals_pass_two_to_the_sixty_fourth() {
        let size = (1 << 53) - 1;
        let total = srpt_total_us((0..4096).map(|_| (0, size)));
        assert_eq!(total, u128::from(size) * (4096 * 4097 / 2));
    }
}
