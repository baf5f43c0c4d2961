//! A menu of acts behind a button. Escape, a choice, or leaving it closes it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};

/// One act.
#[derive(Clone, PartialEq)]
pub struct Item {
    pub name: &'static str,
    pub testid: &'static str,
    pub act: Callback<()>,
}

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    pub label: AttrValue,
    pub testid: &'static str,
    pub items: Vec<Item>,
}

/// See the module.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
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
    let item = |item: &Item| {
        let (open, button, act) = (open.setter(), button.clone(), item.act.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            open.set(false);
            focus(button.cast());
            act.emit(());
        });
        html! { <li key={item.testid}><button type="button" class="menu-item" {onclick} data-testid={item.testid}>{ item.name }</button></li> }
    };
    html! {
        <div class="menu acts" ref={root} {onfocusout} {onkeydown}>
            <button type="button" class="tool icon-only" ref={button.clone()} onclick={toggle} aria-expanded={open.to_string()}
                aria-label={props.label.clone()} title={props.label.clone()} data-testid={props.testid}><Icon shape={Shape::Dots} /></button>
            if *open { <ul class="menu-list" aria-label={props.label.clone()}>{ for props.items.iter().map(item) }</ul> }
        </div>
    }
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
