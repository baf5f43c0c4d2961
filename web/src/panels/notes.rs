//! Notes of the glossary are the style sheet's: they show while a term is pointed at or has the focus. Escape closes
//! them without moving either, until another thing is pointed at or focused.

use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, Window};

/// What shows a note.
const OPEN: &str = ".gloss:hover, .gloss:focus-visible, .tip";
/// Set on the page while notes are closed.
const CLOSED: &str = "data-notes-closed";

/// Before anything else that Escape may close: the note lies above it.
pub fn listen(window: &Window) -> EventListener {
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    EventListener::new_with_options(window, "keydown", options, |event| {
        let escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
        if escape && close() {
            event.prevent_default();
        }
    })
}

/// Closes what notes there are; whether there was one.
fn close() -> bool {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return false };
    let Some(root) = document.document_element() else { return false };
    let shown = document.query_selector(OPEN).ok().flatten().is_some();
    if !shown || root.has_attribute(CLOSED) || root.set_attribute(CLOSED, "").is_err() {
        return false;
    }
    for kind in ["pointerover", "focusin"] {
        let root = root.clone();
        EventListener::once(&document, kind, move |_| {
            let _ = root.remove_attribute(CLOSED);
        })
        .forget();
    }
    true
}
