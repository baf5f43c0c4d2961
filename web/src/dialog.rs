//! The browser's own modal dialog, opened and closed with a flag of the store.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};
use yew::prelude::*;

/// The reference for the `<dialog>`.
#[hook]
pub fn use_dialog(open: bool) -> NodeRef {
    let node = use_node_ref();
    let dialog = node.clone();
    use_effect_with(open, move |&open| {
        let element = dialog.cast::<Element>().and_then(|d| d.dyn_into::<HtmlDialogElement>().ok());
        let Some(dialog) = element else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    node
}
