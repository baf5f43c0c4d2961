//! Undo and redo as buttons that say what they would do.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::shared::Shared;
use crate::store::{Action, Dispatch, History};

#[derive(Properties, PartialEq)]
pub struct HistoryButtonsProps {
    pub history: Shared<History>,
    pub dispatch: Dispatch,
}

/// Both buttons.
#[component]
pub fn HistoryButtons(props: &HistoryButtonsProps) -> Html {
    let button = |action: Action,
                  shape: Shape,
                  verb: &'static str,
                  keys: &'static str,
                  what: Option<&str>| {
        let dispatch = props.dispatch.clone();
        let name = what
            .map_or_else(|| format!("Nothing to {}", verb.to_lowercase()), |what| format!("{verb}: {what}"));
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()));
        html! {
            <button type="button" class="tool icon-only" {onclick} aria-label={name.clone()} title={format!("{name} ({keys})")}
                aria-disabled={what.is_none().to_string()} data-testid={verb.to_lowercase()}><Icon {shape} /></button>
        }
    };
    html! {
        <>
        { button(Action::Undo, Shape::Undo, "Undo", "Ctrl Z", props.history.undoes()) }
        { button(Action::Redo, Shape::Redo, "Redo", "Ctrl Shift Z", props.history.redoes()) }
        </>
    }
}
