//! The top bar: the brand, the scenario's name, examples, opening a file, help and the theme.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape, logo};
use crate::edit::changes_menu::ChangesMenu;
use crate::edit::history_buttons::HistoryButtons;
use crate::share::dialog::save_file;
use crate::share::kept::NotKept;
use crate::share::kept_notice::NotKeptMark;
use crate::store::{Action, Dispatch, State};
use crate::theme::ThemeToggle;

use super::examples_menu::ExamplesMenu;

#[derive(Properties, PartialEq)]
pub struct TopBarProps {
    pub name: String,
    pub not_kept: Option<NotKept>,
    pub state: State,
    pub open_file: Callback<()>,
    pub dispatch: Dispatch,
}

/// The bar until the later part of the page is there.
pub fn bare(name: &str) -> Html {
    html! { <header class="top" aria-busy="true">{ title(name) }</header> }
}

fn title(name: &str) -> Html {
    html! {
        <>
        <h1 class="brand">{ logo() }<span>{ "A-SRPT Lab" }</span></h1>
        <span class="crumb" aria-hidden="true">{ "/" }</span>
        <span class="document" data-testid="document-name" title={name.to_owned()}>{ name }</span>
        </>
    }
}

/// See the module.
#[component]
pub fn TopBar(props: &TopBarProps) -> Html {
    let open = props.open_file.reform(|_: MouseEvent| ());
    let help = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleHelp))
    };
    let save = {
        let scenario = props.state.scenario.clone();
        Callback::from(move |_: MouseEvent| save_file(&scenario))
    };
    let share = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleShare))
    };
    html! {
        <header class="top">
            { title(&props.name) }
            if let Some(reason) = props.not_kept { <NotKeptMark {reason} /> }
            <ChangesMenu scenario={props.state.scenario.clone()} original={props.state.original.clone()} dispatch={props.dispatch.clone()} />
            <span class="grow" />
            <ExamplesMenu dispatch={props.dispatch.clone()} />
            <span class="separator" aria-hidden="true" />
            <HistoryButtons history={props.state.history.clone()} dispatch={props.dispatch.clone()} />
            <span class="separator" aria-hidden="true" />
            <button type="button" class="tool" onclick={open} title="Open a scenario file (Ctrl O)" aria-label="Open a scenario file" data-testid="open">
                <Icon shape={Shape::Open} /><span class="tool-name">{ "Open" }</span>
            </button>
            <button type="button" class="tool" onclick={save} title="Save the scenario file (Ctrl S)" aria-label="Save the scenario file" data-testid="save">
                <Icon shape={Shape::Save} /><span class="tool-name">{ "Save" }</span>
            </button>
            <button type="button" class="tool share-button" onclick={share} title="Share this scenario" aria-label="Share this scenario" data-testid="share">
                <Icon shape={Shape::Share} /><span class="tool-name">{ "Share" }</span>
            </button>
            <span class="separator" aria-hidden="true" />
            <button type="button" class="tool icon-only" onclick={help} aria-label="Keys and legend" title="Keys and legend (?)" data-testid="help">
                <Icon shape={Shape::Help} />
            </button>
            <ThemeToggle />
        </header>
    }
}
