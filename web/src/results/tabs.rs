//! The bar of tabs; a list to choose from where the bar doesn't fit.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use crate::store::{Action, Dispatch};

use super::state::{Change, Tab};

#[derive(Properties, PartialEq)]
pub struct TabBarProps {
    pub tab: Tab,
    pub open: bool,
    pub dispatch: Dispatch,
}

/// The tab's element ids.
pub fn tab_id(tab: Tab) -> String {
    format!("results-tab-{}", tab.slug())
}

/// The bar: one stop for the keyboard, arrows go from tab to tab.
#[component]
pub fn TabBar(props: &TabBarProps) -> Html {
    let show = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |tab| dispatch.dispatch(Action::Results(Change::ShowTab(tab))))
    };
    let onkeydown = {
        let (show, tab) = (show.clone(), props.tab);
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = neighbour(tab, &event.key()) {
                event.prevent_default();
                show.emit(next);
                focus(next);
            }
        })
    };
    let onchange = {
        let show = show.clone();
        Callback::from(move |event: Event| {
            let chosen =
                event.target_dyn_into::<HtmlSelectElement>().and_then(|select| Tab::find(&select.value()));
            if let Some(tab) = chosen {
                show.emit(tab);
            }
        })
    };
    html! {
        <>
        <div class="results-tabs" role="tablist" aria-label="Results" {onkeydown}>
            { for Tab::ALL.map(|tab| button(props, tab, &show)) }
        </div>
        <select class="select results-choice" aria-label="Results" {onchange} data-testid="results-choice">
            { for Tab::ALL.map(|tab| html! { <option value={tab.slug()} selected={tab == props.tab}>{ tab.label() }</option> }) }
        </select>
        </>
    }
}

fn button(props: &TabBarProps, tab: Tab, show: &Callback<Tab>) -> Html {
    let chosen = tab == props.tab;
    let onclick = show.reform(move |_: MouseEvent| tab);
    html! {
        <button key={tab.slug()} type="button" role="tab" id={tab_id(tab)} class="results-tab" {onclick}
            aria-selected={(chosen && props.open).to_string()} aria-controls="results-body" tabindex={if chosen { "0" } else { "-1" }}
            data-testid={tab_id(tab)}>{ tab.label() }</button>
    }
}

/// The tab that a key goes to.
fn neighbour(tab: Tab, key: &str) -> Option<Tab> {
    let at = Tab::ALL.iter().position(|&other| other == tab)?;
    let count = Tab::ALL.len();
    let to = match key {
        "ArrowRight" => (at + 1) % count,
        "ArrowLeft" => (at + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    Some(Tab::ALL[to])
}

fn focus(tab: Tab) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.get_element_by_id(&tab_id(tab)));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round() {
        assert_eq!(neighbour(Tab::Policies, "ArrowLeft"), Some(Tab::Jobs));
        assert_eq!(neighbour(Tab::Jobs, "ArrowRight"), Some(Tab::Policies));
        assert_eq!(neighbour(Tab::Slowdown, "End"), Some(Tab::Jobs));
        assert_eq!(neighbour(Tab::Slowdown, "x"), None);
    }
}
