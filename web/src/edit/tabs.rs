//! The tabs of the left panel, each with how many problems wait in it.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::problems;
use crate::store::{Action, Dispatch, State, Tab};

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
            if let Some(next) = moved(now, &event.key()) {
                dispatch.dispatch(Action::ShowTab(next));
                focus(next);
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

fn moved(now: Tab, key: &str) -> Option<Tab> {
    let at = Tab::ALL.iter().position(|&tab| tab == now)?;
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
    let element = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(tab.class()));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round() {
        assert_eq!(moved(Tab::Cluster, "ArrowLeft"), Some(Tab::Predictor));
        assert_eq!(moved(Tab::Predictor, "ArrowRight"), Some(Tab::Cluster));
        assert_eq!(moved(Tab::Jobs, "Home"), Some(Tab::Cluster));
        assert_eq!(moved(Tab::Jobs, "x"), None);
    }
}
