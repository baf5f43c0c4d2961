//! What the scenario is called, and what it shows: read in the examples' menu, in links and by screen readers.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::field::TextField;
use super::problems;
use crate::draw::icon::{Icon, Shape};
use crate::store::{Dispatch, Gesture, State, change};

#[derive(Properties, PartialEq)]
pub struct AboutProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// The description as text, and folded below it the fields of both.
#[component]
pub fn About(props: &AboutProps) -> Html {
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let scenario = &props.state.scenario;
    html! {
        <section class="about" aria-label="Name and description">
            if let (Some(text), false) = (scenario.description.clone(), *open) {
                <p class="description" data-testid="description">{ text }</p>
            }
            <button type="button" class="tool fold" onclick={toggle} aria-expanded={open.to_string()} data-testid="about">
                { "Name and description" }<Icon shape={if *open { Shape::Up } else { Shape::Down }} />
            </button>
            if *open { { name(props) }{ description(props) } }
        </section>
    }
}

fn name(props: &AboutProps) -> Html {
    let dispatch = props.dispatch.clone();
    let set = Callback::from(move |name: String| {
        let name = (!name.is_empty()).then_some(name);
        change(&dispatch, Gesture::once("name"), move |scenario| scenario.name.clone_from(&name));
    });
    let value = props.state.scenario.name.clone().unwrap_or_default();
    html! {
        <TextField label="Name" {value} placeholder="Untitled" path="name" {set} problem={problems::at(&props.state, "name")} testid="scenario-name" />
    }
}

/// Set when it is left, as the fields are.
fn description(props: &AboutProps) -> Html {
    let dispatch = props.dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() else { return };
        let text = Some(area.value()).filter(|text| !text.trim().is_empty());
        change(&dispatch, Gesture::once("description"), move |scenario| {
            scenario.description.clone_from(&text)
        });
    });
    let value = props.state.scenario.description.clone().unwrap_or_default();
    html! {
        <label class="field">
            <span class="field-name">{ "Description" }</span>
            <textarea class="area" rows="5" {value} {onchange} data-path="description" data-testid="scenario-description" />
        </label>
    }
}
