//! The total JCT of every policy as predictions get worse: the noisy predictor with growing σ. Run on the page by
//! slices, so that it never freezes.

use std::cell::Cell;
use std::rc::Rc;

use asrpt_core::engine::Engine;
use asrpt_core::instance::Instance;
use asrpt_core::log::NoLog;
use asrpt_core::policy::POLICIES;
use asrpt_core::scenario::Scenario;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::results::courses::a_turn;
use crate::shared::Shared;

/// The σ that are tried; 0 is perfect.
pub const SIGMAS: [f64; 8] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0];
/// Instants between two looks at the clock, and how long a slice may take before the page gets its turn.
const SLICE: usize = 512;
const PATIENCE_MS: f64 = 12.0;

/// Total JCT in µs by policy (as [`POLICIES`]) and σ, as far as it has got.
#[derive(Clone, PartialEq)]
pub struct Curves {
    pub totals: Vec<Vec<f64>>,
    pub done: bool,
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
    noisy.history = Vec::new();
    for job in &mut noisy.jobs {
        job.predicted_iterations = None;
    }
    noisy
}

async fn compute(scenario: &Scenario, given_up: &Cell<bool>, tell: impl Fn(&Curves)) {
    let mut curves = Curves { totals: vec![Vec::new(); POLICIES.len()], done: false };
    let mut since = js_sys::Date::now();
    for sigma in SIGMAS {
        a_turn().await;
        let Ok(instance) = Instance::prepare(noisy(scenario, sigma)) else { return };
        for (policy, totals) in POLICIES.iter().zip(&mut curves.totals) {
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
            let total = if ended {
                let outcomes = engine.finish().outcomes;
                outcomes.iter().zip(jobs()).map(|(o, job)| (o.completion_us - job.arrival_us) as f64).sum()
            } else {
                f64::NAN
            };
            totals.push(total);
        }
        if given_up.get() {
            return;
        }
        curves.done = curves.totals[0].len() == SIGMAS.len();
        tell(&curves);
    }
}
