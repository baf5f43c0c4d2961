//! Whether the panel at the right is too small for the stage: then the stage stands below the canvas.

use gloo_events::EventListener;
use yew::prelude::*;

const NARROW: &str = "(max-width: 899px)";

/// Whether the editor lies over the lanes just now and hides them and the panel at the right, as between the width of a
/// phone and [`NARROW`]; on a phone it is a view of its own.
pub fn is_over_the_lanes() -> bool {
    let query = web_sys::window()
        .and_then(|w| w.match_media("(min-width: 721px) and (max-width: 899px)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// See the module; follows the window.
#[hook]
pub fn use_narrow() -> bool {
    let query =
        use_memo((), |()| web_sys::window().and_then(|window| window.match_media(NARROW).ok().flatten()));
    let narrow = use_state_eq(|| query.as_ref().as_ref().is_some_and(web_sys::MediaQueryList::matches));
    {
        let narrow = narrow.setter();
        use_effect_with((), move |()| {
            let listener = query.as_ref().clone().map(|query| {
                let watched = query.clone();
                EventListener::new(&query, "change", move |_| narrow.set(watched.matches()))
            });
            move || drop(listener)
        });
    }
    *narrow
}
