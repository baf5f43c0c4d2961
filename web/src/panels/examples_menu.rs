//! The examples: each with its name and one sentence on what it shows.

use asrpt_core::scenario::Scenario;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::examples::EXAMPLES;
use crate::shared::Shared;
use crate::store::{Action, Dispatch};
use crate::workload::Ask;

#[derive(Properties, PartialEq)]
pub struct ExamplesMenuProps {
    pub dispatch: Dispatch,
}

/// A button that opens the list; Escape, a choice, or leaving it closes it.
#[component]
pub fn ExamplesMenu(props: &ExamplesMenuProps) -> Html {
    let open = use_state_eq(|| false);
    let root = use_node_ref();
    let button = use_node_ref();
    let scenarios =
        use_memo((), |()| EXAMPLES.iter().map(|example| Shared::new(example.scenario())).collect::<Vec<_>>());
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let onfocusout = {
        let (open, root) = (open.setter(), root.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            let inside = root.cast::<Node>().is_some_and(|root| root.contains(to.as_ref()));
            if !inside {
                open.set(false);
            }
        })
    };
    let onkeydown = {
        let (open, root, button) = (open.setter(), root.clone(), button.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" => {
                open.set(false);
                focus(button.cast::<HtmlElement>());
                event.prevent_default();
                event.stop_propagation();
            }
            "ArrowDown" | "ArrowUp" => {
                move_focus(&root, event.key() == "ArrowDown");
                event.prevent_default();
            }
            _ => {}
        })
    };
    let (opened, opener) = (open.setter(), button.clone());
    let choose = |scenario: &Shared<Scenario>| {
        let (open, button, dispatch, scenario) =
            (opened.clone(), opener.clone(), props.dispatch.clone(), scenario.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Open(scenario.clone()));
            open.set(false);
            focus(button.cast::<HtmlElement>());
        })
    };
    let generate = {
        let (open, dispatch) = (open.setter(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            dispatch.dispatch(Action::Ask(Some(Ask::Generate)));
        })
    };
    html! {
        <div class="menu" ref={root} {onfocusout} {onkeydown}>
            <button type="button" class="tool" ref={button} onclick={toggle} aria-expanded={open.to_string()}
                aria-controls="examples" aria-label="Examples" data-testid="examples">
                <span>{ "Examples" }</span><Icon shape={Shape::Down} />
            </button>
            if *open {
                <ul id="examples" class="menu-list" aria-label="Examples">
                    { for EXAMPLES.iter().zip(scenarios.iter()).map(|(example, scenario)| html! {
                        <li key={example.slug}>
                            <button type="button" class="menu-item" onclick={choose(scenario)} data-testid={format!("example-{}", example.slug)}>
                                <b>{ scenario.name.clone().unwrap_or_default() }</b>
                                <span>{ scenario.description.clone().unwrap_or_default() }</span>
                            </button>
                        </li>
                    }) }
                    <li class="menu-made">
                        <button type="button" class="menu-item" onclick={generate} data-testid="open-generate">
                            <b>{ "Generate a workload …" }</b>
                            <span>{ "Jobs by numbers and a seed. To import a trace, open or drop its file." }</span>
                        </button>
                    </li>
                </ul>
            }
        </div>
    }
}

fn focus(element: Option<HtmlElement>) {
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// To the next button of the list, or the one before, round and round.
fn move_focus(root: &NodeRef, forward: bool) {
    let Some(root) = root.cast::<Element>() else { return };
    let Ok(items) = root.query_selector_all("button") else { return };
    let count = items.length();
    let active = web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element());
    let at = (0..count).find(|&i| items.item(i).as_ref() == active.as_ref().map(AsRef::as_ref)).unwrap_or(0);
    let next = if forward { (at + 1) % count } else { (at + count - 1) % count };
    focus(items.item(next).and_then(|node| node.dyn_into().ok()));
}
