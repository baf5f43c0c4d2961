//! An edit that can't be run: what is wrong with it, while the lanes still show the scenario before it.

use asrpt_core::scenario::Problem;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::panels::notice;
use crate::shared::Shared;
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct StaleBarProps {
    pub problems: Shared<Vec<Problem>>,
    pub dispatch: Dispatch,
}

/// A bar above the lanes.
#[component]
pub fn StaleBar(props: &StaleBarProps) -> Html {
    let undo = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Undo))
    };
    html! {
        <div class="notice stale" role="alert" data-testid="stale">
            <div class="notice-head">
                <Icon shape={Shape::Warning} />
                <p>{ "The lanes show the scenario before this edit." }</p>
                <button type="button" class="button" onclick={undo}>{ "Undo the edit" }</button>
            </div>
            { notice::list(&props.problems) }
        </div>
    }
}
