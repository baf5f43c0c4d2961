//! A list behind a button: Escape, a choice, or leaving it closes it; arrows go through it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

/// See the module. `root` is around the button and the list.
pub struct Menu {
    open: UseStateHandle<bool>,
    pub root: NodeRef,
    pub button: NodeRef,
    pub toggle: Callback<MouseEvent>,
    pub onfocusout: Callback<FocusEvent>,
    pub onkeydown: Callback<KeyboardEvent>,
}

impl Menu {
    /// Whether the list is shown.
    pub fn is_open(&self) -> bool {
        *self.open
    }

    /// Closes the list; the focus goes back to the button.
    pub fn close(&self) -> Callback<()> {
        let (open, button) = (self.open.setter(), self.button.clone());
        Callback::from(move |()| {
            open.set(false);
            focus(button.cast());
        })
    }
}

/// A closed one.
#[hook]
pub fn use_menu() -> Menu {
    let open = use_state_eq(|| false);
    let (root, button) = (use_node_ref(), use_node_ref());
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let onfocusout = {
        let (open, root) = (open.setter(), root.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            if !root.cast::<Node>().is_some_and(|root| root.contains(to.as_ref())) {
                open.set(false);
            }
        })
    };
    let onkeydown = {
        let (open, root, button) = (open.clone(), root.clone(), button.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" if *open => {
                open.set(false);
                focus(button.cast());
                event.prevent_default();
                event.stop_propagation();
            }
            "ArrowDown" | "ArrowUp" if *open => {
                move_focus(&root, event.key() == "ArrowDown");
                event.prevent_default();
            }
            _ => {}
        })
    };
    Menu { open, root, button, toggle, onfocusout, onkeydown }
}

fn focus(element: Option<HtmlElement>) {
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// To the next button, or the one before, round and round.
fn move_focus(root: &NodeRef, forward: bool) {
    let Some(Ok(items)) = root.cast::<Element>().map(|root| root.query_selector_all("button")) else {
        return;
    };
    let count = items.length();
    let active = web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element());
    let at = (0..count).find(|&i| items.item(i).as_ref() == active.as_ref().map(AsRef::as_ref)).unwrap_or(0);
    let next = if forward { (at + 1) % count } else { (at + count - 1) % count };
    focus(items.item(next).and_then(|node| node.dyn_into().ok()));
}
