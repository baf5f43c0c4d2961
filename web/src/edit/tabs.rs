//! The tabs of the left panel, each with how many problems wait in it.

use yew::prelude::*;

use super::problems;
use crate::store::{Action, Dispatch, State, Tab};
use crate::tab_stop;

#[derive(Properties, PartialEq)]
pub struct TabsProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// One tab stop; the arrows go from tab to tab.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    let now = props.state.view.tab;
    let onkeydown = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = tab_stop::neighbour(&Tab::ALL, now, &event.key()) {
                dispatch.dispatch(Action::ShowTab(next));
                tab_stop::focus(next.class());
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    let tab = |tab: Tab| {
        let dispatch = props.dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ShowTab(tab)));
        let (chosen, wrong) = (tab == now, problems::count(&props.state, tab));
        html! {
            <button key={tab.class()} id={tab.class()} type="button" role="tab" class="tab" {onclick} aria-selected={chosen.to_string()}
                aria-controls="left-body" tabindex={if chosen { "0" } else { "-1" }} data-testid={tab.class()}>
                { tab.label() }
                if wrong > 0 { <span class="tab-problems" title={format!("{wrong} problems")}>{ wrong }<span class="visually-hidden">{ " problems" }</span></span> }
            </button>
        }
    };
    html! { <div class="tabs" role="tablist" aria-label="Scenario" {onkeydown}>{ for Tab::ALL.map(tab) }</div> }
}
