//! The bar of tabs; a list to choose from where the bar doesn't fit.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::store::{Action, Dispatch};
use crate::tab_stop;

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
            if let Some(next) = tab_stop::neighbour(&Tab::ALL, tab, &event.key()) {
                event.prevent_default();
                show.emit(next);
                tab_stop::focus(&tab_id(next));
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
