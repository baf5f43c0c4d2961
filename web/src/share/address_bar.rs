//! The address follows the scenario, a while after the last edit; opening another one is an entry to go back from.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::scenario::Scenario;
use asrpt_core::share;
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::browser;
use super::kept::{self, NotKept};
use super::open::open_link;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, State};
use crate::worker::Request;
use crate::worker::asked::{Asked, Heard, ask};
use crate::worker::bytes::whole;

/// Browsers refuse writing the address too often.
const AFTER_EDIT_MS: u32 = 2_000;
const AFTER_OPENING_MS: u32 = 250;
const KEEP_MS: u32 = 300;
/// Longer links don't stand in the address: the tab's storage keeps the work.
const LONGEST: usize = 32_000;
/// Scenarios with more jobs have longer links.
const MOST_JOBS: usize = 3_000;

/// Scenarios with more jobs take longer than a moment to pack.
const PACKED_AT_ONCE: usize = 300;

/// Whether packing a scenario takes no more than some milliseconds. Where a learner must be asked first, it takes long.
pub fn packs_quickly(scenario: &Scenario) -> bool {
    scenario.jobs.len() <= PACKED_AT_ONCE
        && (scenario.history.is_empty() || scenario.predictor.kind == "perfect")
}

/// Gives the scenario's code, nothing if the address can't hold it, now or once the worker has made it.
fn code(scenario: &Scenario, then: impl Fn(String) + 'static) -> Option<Asked> {
    let fits = |code: String| if code.len() <= LONGEST { code } else { String::new() };
    if scenario.jobs.len() > MOST_JOBS {
        then(String::new());
        return None;
    }
    if packs_quickly(scenario) {
        then(fits(share::encode(scenario).unwrap_or_default()));
        return None;
    }
    Some(ask(Request::Share(scenario.clone()), None, move |heard| {
        if let Heard::Done(bytes) = heard {
            let code = whole::<Result<String, String>>(&bytes).and_then(Result::ok);
            then(fits(code.unwrap_or_default()));
        }
    }))
}

/// Follows and keeps; says why the work isn't kept.
#[hook]
pub fn use_address(store: &State, dispatch: Dispatch) -> Option<NotKept> {
    let not_kept = use_state_eq(|| None::<NotKept>);
    let first = use_mut_ref(|| (store.scenario.clone(), store.original.clone()));
    let last_original = use_mut_ref(|| store.original.clone());
    let follows = !store.view.embed && store.problems.is_none();
    {
        let (first, not_kept) = (first.clone(), not_kept.setter());
        let document = (store.scenario.clone(), store.original.clone(), follows);
        use_effect_with(document, move |(scenario, original, follows)| {
            let untouched = *scenario == first.borrow().0 && browser::fragment().is_empty();
            let timers = (*follows && !untouched).then(|| {
                let is_new = *last_original.borrow() != *original;
                let keeper = keeper(scenario, original, not_kept.clone());
                let keep_early = Timeout::new(KEEP_MS, keeper.clone());
                let (scenario, original) = (scenario.clone(), original.clone());
                let packing = Rc::new(RefCell::new(None::<Asked>));
                let write = {
                    let packing = Rc::clone(&packing);
                    move || {
                        let then = move |code: String| {
                            let same = browser::fragment().split('&').next() == Some(code.as_str());
                            if same || browser::write_fragment(&code, is_new) {
                                last_original.replace(original.clone());
                                keeper();
                            }
                        };
                        *packing.borrow_mut() = code(&scenario, then);
                    }
                };
                let timer = Timeout::new(if is_new { AFTER_OPENING_MS } else { AFTER_EDIT_MS }, write);
                (keep_early, timer, packing)
            });
            move || {
                if let Some((.., packing)) = &timers {
                    packing.take();
                }
                drop(timers);
            }
        });
    }
    use_effect_with((), move |()| {
        let window = web_sys::window().expect("a page has a window");
        let listener = EventListener::new(&window, "popstate", move |_| match browser::fragment() {
            bare if bare.is_empty() => dispatch.dispatch(Action::Open(first.borrow().0.clone())),
            fragment => open_link(&fragment, &dispatch),
        });
        move || drop(listener)
    });
    *not_kept
}

fn keeper(
    scenario: &Shared<Scenario>,
    original: &Shared<Scenario>,
    not_kept: UseStateSetter<Option<NotKept>>,
) -> impl Fn() + Clone + 'static {
    let (scenario, original) = (scenario.clone(), original.clone());
    move || not_kept.set(kept::keep(&original, &scenario).err())
}
