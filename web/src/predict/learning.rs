//! Online learning: whether completed jobs join the history, and after how many the predictor is fitted again.

use asrpt_core::limits;
use asrpt_core::predict::{self, DEFAULT_REFIT_EVERY, Method, least_refit_every};
use asrpt_core::scenario::Scenario;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::draw::number::grouped;
use crate::edit::field::NumberField;
use crate::edit::problems;
use crate::edit::rule::Rule;
use crate::store::{Dispatch, Gesture, State, change, end_gesture};

const PATH: &str = "predictor.refit_every";

/// The control; nothing for oracles, which have nothing to learn.
pub fn draw(state: &State, dispatch: &Dispatch) -> Html {
    let predictor = predict::find(&state.scenario.predictor.kind);
    if !predictor.is_some_and(|predictor| matches!(predictor.method(), Method::Learner(_))) {
        return Html::default();
    }
    let every = state.scenario.predictor.refit_every;
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let on = event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked());
            let gesture = Gesture::once(if on { "learning on" } else { "learning off" });
            change(&dispatch, gesture, move |scenario| {
                scenario.predictor.refit_every = on.then(|| proposed(scenario));
            });
        })
    };
    html! {
        <div class="learning">
            <label class="check">
                <input type="checkbox" checked={every.is_some()} {onchange} data-testid="learning" />
                <span>{ "Learn while jobs complete" }</span>
            </label>
            if let Some(every) = every { { interval(state, dispatch, every) } }
            <p class="caption">{ "Jobs that complete join the history. A job is predicted when it arrives, by the last fit before." }</p>
        </div>
    }
}

/// The default, or more where that would be more than half of the work that is allowed.
fn proposed(scenario: &Scenario) -> u32 {
    least_refit_every(scenario, limits::REFIT_ROWS / 2).max(DEFAULT_REFIT_EVERY)
}

fn interval(state: &State, dispatch: &Dispatch, every: u32) -> Html {
    let set = {
        let dispatch = dispatch.clone();
        Callback::from(move |every: f64| {
            change(&dispatch, Gesture::running("refits", PATH), move |scenario| {
                scenario.predictor.refit_every = Some(every as u32);
            });
        })
    };
    let proposed = proposed(&state.scenario);
    let reset = set.reform(move |_: MouseEvent| f64::from(proposed));
    html! {
        <div class="learning-interval">
            <NumberField label="Fit again after" value={Some(f64::from(every))} rule={Rule::count(limits::REFIT_EVERY)} unit="completions"
                path={PATH} {set} problem={problems::at(state, PATH)} left={end_gesture(dispatch)} testid="predictor-refit_every" />
            <button type="button" class="link-button" onclick={reset} disabled={every == proposed} title="Set the default">{ format!("default {}", grouped(proposed.into())) }</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use asrpt_core::workload::{Workload, generate};

    use super::*;

    #[test]
    fn what_is_proposed_can_be_run() {
        let small = generate(&Workload::recurring(20, 50, 1)).unwrap();
        assert_eq!(proposed(&small), DEFAULT_REFIT_EVERY);
        let mut large = generate(&Workload::recurring(12_000, 3_000, 1)).unwrap();
        large.predictor.refit_every = Some(proposed(&large));
        assert!(proposed(&large) > DEFAULT_REFIT_EVERY);
        assert_eq!(asrpt_core::scenario::validate(&large), []);
    }
}
