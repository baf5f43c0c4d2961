//! Choices show what is chosen. A changed `selected` attribute moves only the default of a `<select>`: once somebody has
//! chosen by hand, browsers go by that. So whatever else changes the state (opening, undo, keys) would leave a stale
//! choice on the screen. One observer for all of them sets what the attribute says.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Element, HtmlOptionElement, HtmlSelectElement, MutationObserver, MutationObserverInit, MutationRecord,
};

/// For as long as the page lives.
pub fn follow() {
    let on_change = Closure::<dyn FnMut(Array)>::new(|records: Array| {
        for record in records.iter() {
            let target = record.unchecked_into::<MutationRecord>().target();
            if let Some(option) = target.and_then(|node| node.dyn_into::<Element>().ok()) {
                mend(&option);
            }
        }
    });
    let Ok(observer) = MutationObserver::new(on_change.as_ref().unchecked_ref()) else { return };
    let wanted = MutationObserverInit::new();
    wanted.set_subtree(true);
    wanted.set_attributes(true);
    wanted.set_attribute_filter(&Array::of1(&"selected".into()));
    let document = web_sys::window().and_then(|window| window.document());
    if document.is_some_and(|document| observer.observe_with_options(&document, &wanted).is_ok()) {
        on_change.forget();
    }
}

/// Selects the option that has the attribute, where it isn't selected.
fn mend(option: &Element) {
    let Some(select) =
        option.closest("select").ok().flatten().and_then(|it| it.dyn_into::<HtmlSelectElement>().ok())
    else {
        return;
    };
    let meant = select.query_selector("option[selected]").ok().flatten();
    if let Some(meant) =
        meant.and_then(|it| it.dyn_into::<HtmlOptionElement>().ok()).filter(|it| !it.selected())
    {
        meant.set_selected(true);
    }
}
