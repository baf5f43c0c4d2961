//! The keyboard: what each key does, wherever the focus is but not while typing.

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::panels::notes;
use crate::results::Change;
use crate::store::{Action, Dispatch, Tab};

/// What a key does.
#[derive(Clone, PartialEq)]
pub enum Meaning {
    Do(Action),
    /// Opens the file chooser.
    OpenFile,
    /// Saves the scenario as a file.
    SaveFile,
}

/// A key as it was pressed.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    pub key: &'a str,
    pub shift: bool,
    pub control: bool,
}

/// The table of keys. `None` leaves the key to the browser.
pub fn meaning(press: Press) -> Option<Meaning> {
    if press.control {
        return with_control(press);
    }
    let action = match press.key {
        "ArrowLeft" if press.shift => Action::StepOfJob { forward: false },
        "ArrowRight" if press.shift => Action::StepOfJob { forward: true },
        "ArrowLeft" => Action::Step { forward: false },
        "ArrowRight" => Action::Step { forward: true },
        "Home" => Action::GoToEnd { last: false },
        "End" => Action::GoToEnd { last: true },
        " " => Action::TogglePlay,
        "[" => Action::ChangeSpeed { faster: false },
        "]" => Action::ChangeSpeed { faster: true },
        "+" | "=" => Action::Zoom { at_us: None, factor: 0.5 },
        "-" | "\u{2212}" => Action::Zoom { at_us: None, factor: 2.0 },
        "0" => Action::ShowAll,
        "1" | "2" | "3" | "4" | "5" => Action::ShowTab(Tab::ALL[usize::from(press.key.as_bytes()[0] - b'1')]),
        "f" | "F" => Action::NextFuture,
        "p" | "P" => Action::NextPatterns,
        "r" | "R" => Action::ToggleResults,
        "t" | "T" => Action::Results(Change::ToggleTable),
        "/" => Action::ToggleFind,
        "l" | "L" => Action::ToggleProjector,
        // A clicker's keys; [`use_keys`] leaves them to scrolling otherwise.
        "PageDown" => Action::Step { forward: true },
        "PageUp" => Action::Step { forward: false },
        "?" => Action::ToggleHelp,
        "Escape" => Action::Escape,
        _ => return None,
    };
    Some(Meaning::Do(action))
}

fn with_control(press: Press) -> Option<Meaning> {
    match (press.key.to_ascii_lowercase().as_str(), press.shift) {
        ("o", false) => Some(Meaning::OpenFile),
        ("s", false) => Some(Meaning::SaveFile),
        ("z", false) => Some(Meaning::Do(Action::Undo)),
        ("z", true) | ("y", false) => Some(Meaning::Do(Action::Redo)),
        _ => None,
    }
}

/// Undo, redo, open and the like.
fn is_with_control(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// What a key does while the lanes have the focus, before [`meaning`].
pub fn lane_meaning(key: &str) -> Option<Action> {
    match key {
        "ArrowUp" => Some(Action::FocusNext { forward: false }),
        "ArrowDown" => Some(Action::FocusNext { forward: true }),
        "Enter" => Some(Action::SelectFocused),
        _ => None,
    }
}

/// Whether a key belongs to the element in focus rather than to the page.
fn belongs_to_focus(event: &KeyboardEvent) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let key = event.key();
    let tag = element.tag_name().to_ascii_lowercase();
    let types = matches!(tag.as_str(), "textarea" | "select") || element.has_attribute("contenteditable");
    let is_radio = element.get_attribute("type").is_some_and(|kind| kind == "radio");
    let in_list = element.closest("[role=menu], [role=radiogroup], [role=dialog]").ok().flatten().is_some();
    let moves =
        matches!(key.as_str(), "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" | " ");
    // Saving is meant everywhere.
    if is_with_control(event) && event.key().eq_ignore_ascii_case("s") {
        return false;
    }
    // A field says when nothing is half typed in it: then undo is the page's.
    if is_with_control(event) && element.get_attribute("data-settled").is_some() {
        return false;
    }
    types
        || (tag == "input" && (!is_radio || moves))
        || (matches!(tag.as_str(), "button" | "a" | "summary") && key == " ")
        || (in_list && moves)
}

/// Whether the page is large: then a clicker may be in hand.
pub fn for_a_projector() -> bool {
    let page = web_sys::window().and_then(|window| window.document());
    page.is_some_and(|page| page.query_selector(".projector").ok().flatten().is_some())
}

fn in_dialog(event: &KeyboardEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.closest("dialog").ok().flatten().is_some())
}

/// Listens to the whole page.
#[hook]
pub fn use_keys(dispatch: Dispatch, open_file: Callback<()>, save_file: Callback<()>) {
    use_effect_with((), move |()| {
        let window = web_sys::window().expect("a page has a window");
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window, "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            if event.default_prevented() || event.alt_key() {
                return;
            }
            let key = event.key();
            // A clicker steps wherever the focus was left; only an open dialog keeps the keys for scrolling.
            let clicked = matches!(key.as_str(), "PageDown" | "PageUp");
            let leave =
                if clicked { !for_a_projector() || in_dialog(event) } else { belongs_to_focus(event) };
            if leave {
                return;
            }
            let control = is_with_control(event);
            match meaning(Press { key: &key, shift: event.shift_key(), control }) {
                Some(Meaning::Do(action)) => dispatch.dispatch(action),
                Some(Meaning::OpenFile) => open_file.emit(()),
                Some(Meaning::SaveFile) => save_file.emit(()),
                None => return,
            }
            event.prevent_default();
        });
        let notes = notes::listen(&window);
        move || drop((listener, notes))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: &str, shift: bool, control: bool) -> Option<Meaning> {
        meaning(Press { key, shift, control })
    }

    #[test]
    fn keys_of_the_design() {
        assert!(pressed("ArrowRight", false, false) == Some(Meaning::Do(Action::Step { forward: true })));
        assert!(pressed("ArrowRight", true, false) == Some(Meaning::Do(Action::StepOfJob { forward: true })));
        assert!(pressed(" ", false, false) == Some(Meaning::Do(Action::TogglePlay)));
        assert!(pressed("o", false, true) == Some(Meaning::OpenFile));
        assert!(pressed("z", false, true) == Some(Meaning::Do(Action::Undo)));
        assert!(pressed("Z", true, true) == Some(Meaning::Do(Action::Redo)));
        assert!(pressed("y", false, true) == Some(Meaning::Do(Action::Redo)));
        assert!(pressed("r", false, true).is_none(), "reload stays the browser's");
        assert!(pressed("3", false, false) == Some(Meaning::Do(Action::ShowTab(Tab::Jobs))));
        assert!(pressed("x", false, false).is_none());
        assert!(lane_meaning("ArrowUp") == Some(Action::FocusNext { forward: false }));
    }
}
