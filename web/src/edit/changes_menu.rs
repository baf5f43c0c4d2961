//! Beside the scenario's name: whether it was changed since it was opened, how, and the way back.

use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use super::changes::changes;
use crate::shared::Shared;
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct ChangesMenuProps {
    pub scenario: Shared<Scenario>,
    pub original: Shared<Scenario>,
    pub dispatch: Dispatch,
}

/// A button that opens the list; there only while something is changed.
#[component]
pub fn ChangesMenu(props: &ChangesMenuProps) -> Html {
    let open = use_state_eq(|| false);
    let changed = use_memo((props.scenario.clone(), props.original.clone()), |(now, before)| {
        *now != *before && **now != **before
    });
    if !*changed {
        return Html::default();
    }
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let onkeydown = {
        let open = open.setter();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                open.set(false);
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    html! {
        <div class="menu" {onkeydown}>
            <button type="button" class="tool changed" onclick={toggle} aria-expanded={open.to_string()} aria-controls="changes"
                title="What did I change?" data-testid="changes"><span class="changed-name">{ "Changed" }</span><span class="changed-mark" aria-hidden="true">{ "±" }</span></button>
            if *open { { list(props, open.setter()) } }
        </div>
    }
}

fn list(props: &ChangesMenuProps, open: UseStateSetter<bool>) -> Html {
    let reset = {
        let (dispatch, open) = (props.dispatch.clone(), open);
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Reset);
            open.set(false);
        })
    };
    html! {
        <div id="changes" class="menu-list changes" data-testid="changes-list">
            <h2>{ "Changed since it was opened" }</h2>
            <ul tabindex="0" aria-label="Changes">{ for changes(&props.original, &props.scenario).into_iter().map(|line| html! { <li>{ line }</li> }) }</ul>
            <button type="button" class="button" onclick={reset} data-testid="reset">{ "Reset to the original" }</button>
        </div>
    }
}
