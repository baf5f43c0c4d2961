//! Whether there is room for the results beside the lanes: they start open where there is, and follow a change.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::store::{Action, Dispatch};

/// Narrower or lower windows start with the results closed; on narrow screens they have a view of their own.
const NO_ROOM: &str =
    "(max-width: 1199px) and (min-width: 721px), (max-height: 780px) and (min-width: 721px)";

/// Opens and closes the results as the window grows and shrinks.
#[hook]
pub fn use_room(dispatch: Dispatch) {
    use_effect_with((), move |()| {
        let query = web_sys::window().and_then(|window| window.match_media(NO_ROOM).ok().flatten());
        let listener = query.map(|query| {
            dispatch.dispatch(Action::ShowResults(!query.matches()));
            let watched = query.clone();
            EventListener::new(&query, "change", move |_| {
                dispatch.dispatch(Action::ShowResults(!watched.matches()))
            })
        });
        move || drop(listener)
    });
}
