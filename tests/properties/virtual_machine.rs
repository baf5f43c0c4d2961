//! The virtual machine is preemptive SRPT, which is optimal on one machine.

use crate::{instance, random, runs, what};
use asrpt_core::policy::find;
use asrpt_core::run::Run;

/// Any preemptive schedule completes jobs in some order; always running the first of that order that is here isn't
/// worse. So the best over all orders is the best of all.
fn best_total(jobs: &[(u64, u64)]) -> u64 {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    let mut best = u64::MAX;
    permute(&mut order, 0, &mut |order| best = best.min(total_by_priority(jobs, order)));
    best
}

fn permute(order: &mut [usize], fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == order.len() {
        return visit(order);
    }
    for at in fixed..order.len() {
        order.swap(fixed, at);
        permute(order, fixed + 1, visit);
        order.swap(fixed, at);
    }
}

/// Σ (completion − arrival). Jobs later in the order run in the gaps that earlier ones leave.
fn total_by_priority(jobs: &[(u64, u64)], order: &[usize]) -> u64 {
    let mut busy: Vec<(u64, u64)> = Vec::with_capacity(2 * jobs.len());
    let mut total = 0;
    for &job in order {
        let (arrival, size) = jobs[job];
        total += fill_gaps(&mut busy, arrival, size) - arrival;
    }
    total
}

/// Takes the first `left` free microseconds from `now` on; when the last of them is over.
fn fill_gaps(busy: &mut Vec<(u64, u64)>, mut now: u64, mut left: u64) -> u64 {
    let mut at = 0;
    loop {
        let (from, to) = busy.get(at).copied().unwrap_or((u64::MAX, u64::MAX));
        let gap = from.saturating_sub(now).min(left);
        if gap > 0 {
            busy.insert(at, (now, now + gap));
            at += 1;
        }
        (now, left) = (now + gap, left - gap);
        if left == 0 {
            return now;
        }
        now = now.max(to);
        at += 1;
    }
}

#[test]
fn brute_force_finds_the_textbook_optimum() {
    // The long one is preempted by the short one: 1 … 11 and 2 … 3.
    assert_eq!(best_total(&[(0, 10), (2, 1)]), 11 + 1);
    assert_eq!(best_total(&[(0, 4), (1, 4), (1, 1)]), 5 + 8 + 1);
}

#[test]
fn its_total_equals_brute_force() {
    let mut tried = 0;
    for seed in 0..400 {
        let instance = instance(random::scenario(seed));
        if instance.jobs.len() > 7 || (instance.jobs.len() == 7 && seed % 4 != 0) {
            continue;
        }
        let Ok(run) = Run::simulate(instance, find("a-srpt").unwrap()) else { continue };
        let jobs = run.instance.jobs.iter();
        let jobs: Vec<(u64, u64)> = jobs.map(|job| (job.arrival_us, job.virtual_size_us)).collect();
        let ends = run.outcomes.iter().map(|outcome| outcome.virtual_completion_us.unwrap());
        let total: u64 = ends.zip(&jobs).map(|(end, job)| end - job.0).sum();
        assert_eq!(total, best_total(&jobs), "{}", what(&run));
        tried += usize::from(jobs.len() >= 4);
    }
    assert!(tried >= 60, "tried only {tried}");
}

/// Always the least remaining size; a job's segments sum to its size; the machine never idles with work at hand.
#[test]
fn segments_follow_the_least_remaining_size() {
    for run in runs(0..300).filter(|run| run.policy.uses_virtual_machine()) {
        let jobs = &run.instance.jobs;
        let mut left: Vec<u64> = jobs.iter().map(|job| job.virtual_size_us).collect();
        let mut now = 0;
        for segment in &run.segments {
            let here = |at: usize, time: u64| jobs[at].arrival_us <= time && left[at] > 0;
            let idle = now < segment.from_us;
            let works = idle && (0..jobs.len()).any(|at| here(at, segment.from_us - 1));
            assert!(!works, "{}", what(&run));
            let at = segment.job.at();
            let key = |at: usize| (left[at], jobs[at].arrival_us, at);
            let least = (0..jobs.len()).filter(|&at| here(at, segment.from_us)).map(key).min().unwrap();
            assert_eq!(key(at), least, "{}", what(&run));
            left[at] -= segment.to_us - segment.from_us;
            now = segment.to_us;
        }
        assert!(left.iter().all(|&left| left == 0), "{}", what(&run));
    }
}
