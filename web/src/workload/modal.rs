//! A dialog of the browser's own, open as long as it is there.

use yew::prelude::*;

use crate::dialog::use_dialog;
use crate::draw::icon::{Icon, Shape};
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct ModalProps {
    pub title: AttrValue,
    pub testid: &'static str,
    pub dispatch: Dispatch,
    pub children: Html,
}

/// Escape, the cross and the browser's own ways close it; nothing is changed then.
#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let node = use_dialog(true);
    let close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |()| dispatch.dispatch(Action::Ask(None)))
    };
    html! {
        <dialog class="dialog making" ref={node} onclose={close.reform(|_: Event| ())} aria-labelledby="making-title" data-testid={props.testid}>
            <div class="dialog-head">
                <h2 id="making-title">{ props.title.clone() }</h2>
                <button type="button" class="tool icon-only" onclick={close.reform(|_: MouseEvent| ())} aria-label="Close"><Icon shape={Shape::Close} /></button>
            </div>
            { props.children.clone() }
        </dialog>
    }
}

/// The way back.
pub fn cancel(dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Ask(None)));
    html! { <button type="button" class="button" {onclick} data-testid="cancel">{ "Cancel" }</button> }
}
