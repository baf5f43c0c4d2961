//! The total JCT and the order of every policy as predictions get worse: the noisy predictor with growing σ. Run on the
//! page by slices, so that it never freezes.

use std::cell::Cell;
use std::rc::Rc;

use asrpt_core::engine::{Engine, Outcome};
use asrpt_core::instance::{Instance, Job};
use asrpt_core::log::NoLog;
use asrpt_core::order::sort_by_key;
use asrpt_core::policy::POLICIES;
use asrpt_core::scenario::Scenario;
use asrpt_core::time::TimeUs;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::results::courses::a_turn;
use crate::shared::Shared;

/// The σ that are tried; 0 is perfect.
pub const SIGMAS: [f64; 8] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0];
/// Instants between two looks at the clock, and how long a slice may take before the page gets its turn.
const SLICE: usize = 512;
const PATIENCE_MS: f64 = 12.0;

/// Figures by policy (as [`POLICIES`]) and σ, as far as it has got; NaN where some time would pass the limit.
#[derive(Clone, PartialEq)]
pub struct Curves {
    /// Total JCT in µs.
    pub totals: Vec<Vec<f64>>,
    /// Pairs of jobs that start in the other order than with perfect predictions, in % of all pairs.
    pub swapped: Vec<Vec<f64>>,
    pub done: bool,
}

/// Pairs of jobs of which another one starts first than before, in % of all pairs. Two that start at one moment have no
/// order.
fn swapped(before: &[TimeUs], after: &[TimeUs]) -> f64 {
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

/// The curves of a scenario, growing σ by σ.
#[hook]
pub fn use_curves(scenario: Option<Shared<Scenario>>) -> Option<Curves> {
    let held = use_state(|| None::<(Shared<Scenario>, Curves)>);
    let here =
        held.as_ref().filter(|(of, _)| scenario.as_ref() == Some(of)).map(|(_, curves)| curves.clone());
    let setter = held.setter();
    use_effect_with(scenario, move |scenario| {
        let given_up = Rc::new(Cell::new(false));
        if let Some(scenario) = scenario.clone() {
            let given_up = Rc::clone(&given_up);
            spawn_local(async move {
                let tell = {
                    let scenario = scenario.clone();
                    move |curves: &Curves| setter.set(Some((scenario.clone(), curves.clone())))
                };
                compute(&scenario, &given_up, tell).await;
            });
        }
        move || given_up.set(true)
    });
    here
}

/// The scenario with predictions that are off by σ.
fn noisy(scenario: &Scenario, sigma: f64) -> Scenario {
    let mut noisy = scenario.clone();
    noisy.predictor.kind = "noisy".to_owned();
    noisy.predictor.sigma = sigma;
    noisy.history = Vec::new().into();
    for job in &mut noisy.jobs {
        job.predicted_iterations = None;
    }
    noisy
}

async fn compute(scenario: &Scenario, given_up: &Cell<bool>, tell: impl Fn(&Curves)) {
    let none = || vec![Vec::new(); POLICIES.len()];
    let mut curves = Curves { totals: none(), swapped: none(), done: false };
    let mut first: Vec<Vec<TimeUs>> = vec![Vec::new(); POLICIES.len()];
    let mut since = js_sys::Date::now();
    for sigma in SIGMAS {
        a_turn().await;
        let Ok(instance) = Instance::prepare(noisy(scenario, sigma)) else { return };
        for (at, policy) in POLICIES.iter().enumerate() {
            let mut engine = Engine::new(&instance, *policy, NoLog);
            let ended = loop {
                match engine.advance(SLICE) {
                    Ok(Some(_)) => {}
                    Ok(None) => break true,
                    Err(_) => break false,
                }
                if js_sys::Date::now() - since > PATIENCE_MS {
                    a_turn().await;
                    since = js_sys::Date::now();
                }
                if given_up.get() {
                    return;
                }
            };
            let jobs = || instance.jobs.iter();
            let (total, swapped) = if ended {
                let outcomes = engine.finish().outcomes;
                let starts: Vec<TimeUs> = outcomes.iter().map(|outcome| outcome.start_us).collect();
                if first[at].is_empty() {
                    first[at].clone_from(&starts);
                }
                let jct = |(o, job): (&Outcome, &Job)| (o.completion_us - job.arrival_us) as f64;
                (outcomes.iter().zip(jobs()).map(jct).sum(), swapped(&first[at], &starts))
            } else {
                (f64::NAN, f64::NAN)
            };
            curves.totals[at].push(total);
            curves.swapped[at].push(swapped);
        }
        if given_up.get() {
            return;
        }
        curves.done = curves.totals[0].len() == SIGMAS.len();
        tell(&curves);
    }
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
