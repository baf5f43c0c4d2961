//! On narrow screens: which part of the page is shown.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::store::{Action, Dispatch, Pane};

/// The bar at the bottom.
pub fn draw(shown: Pane, dispatch: &Dispatch) -> Html {
    let shape = |pane: Pane| match pane {
        Pane::Lanes => Shape::Lanes,
        Pane::Cluster => Shape::Cluster,
        Pane::Now => Shape::Now,
        Pane::Results => Shape::Results,
    };
    let button = |pane: Pane| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ShowPane(pane)));
        let current = (pane == shown).then_some("page");
        html! {
            <button key={pane.label()} type="button" {onclick} aria-current={current} data-testid={format!("pane-{}", pane.label().to_ascii_lowercase())}>
                <Icon shape={shape(pane)} size={18} /><span>{ pane.label() }</span>
            </button>
        }
    };
    html! { <nav class="pane-bar" aria-label="Views">{ for Pane::ALL.map(button) }</nav> }
}
