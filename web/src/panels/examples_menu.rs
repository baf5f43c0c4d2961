//! The examples: each with its name and one sentence on what it shows.

use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::examples::EXAMPLES;
use crate::menu::use_menu;
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
    let menu = use_menu();
    let scenarios = use_memo(menu.is_open(), |&open| {
        let shown = if open { EXAMPLES } else { &[] };
        shown.iter().map(|example| Shared::new(example.scenario())).collect::<Vec<_>>()
    });
    let choose = |scenario: &Shared<Scenario>| {
        let (close, dispatch, scenario) = (menu.close(), props.dispatch.clone(), scenario.clone());
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Open(scenario.clone()));
            close.emit(());
        })
    };
    let generate = {
        let (close, dispatch) = (menu.close(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            close.emit(());
            dispatch.dispatch(Action::Ask(Some(Ask::Generate)));
        })
    };
    html! {
        <div class="menu" ref={menu.root.clone()} onfocusout={menu.onfocusout.clone()} onkeydown={menu.onkeydown.clone()}>
            <button type="button" class="tool" ref={menu.button.clone()} onclick={menu.toggle.clone()} aria-expanded={menu.is_open().to_string()}
                aria-controls="examples" aria-label="Examples" data-testid="examples">
                <span>{ "Examples" }</span><Icon shape={Shape::Down} />
            </button>
            if menu.is_open() {
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
