//! "Deleted j27. Undo": shown for a while at the lower left.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::store::{self, Action, Dispatch};

/// How long it stays.
const SHOWN_MS: u32 = 8_000;

#[derive(Properties, PartialEq)]
pub struct ToastProps {
    pub toast: Option<store::Toast>,
    pub dispatch: Dispatch,
}

/// The region is always there, so that a screen reader hears what comes into it. Pointing at it holds it.
#[component]
pub fn Toast(props: &ToastProps) -> Html {
    let held = use_state_eq(|| false);
    let number = props.toast.as_ref().map(|toast| toast.number);
    {
        let dispatch = props.dispatch.clone();
        use_effect_with((number, *held), move |&(number, held)| {
            let close = move |number| move || dispatch.dispatch(Action::CloseToast(number));
            let timer = number.filter(|_| !held).map(|number| Timeout::new(SHOWN_MS, close(number)));
            move || drop(timer)
        });
    }
    let hold = |on: bool| {
        let held = held.setter();
        move || held.set(on)
    };
    let (enter, leave, focus, blur) = (hold(true), hold(false), hold(true), hold(false));
    let undo = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Undo))
    };
    html! {
        <div class="toast-place" role="status" onpointerenter={move |_| enter()} onpointerleave={move |_| leave()}
            onfocusin={move |_| focus()} onfocusout={move |_| blur()}>
            if let Some(toast) = &props.toast {
                <div class="toast" key={toast.number} data-testid="toast">
                    <span>{ format!("{}.", toast.sentence) }</span>
                    if toast.undo { <button type="button" onclick={undo}>{ "Undo" }</button> }
                </div>
            }
        </div>
    }
}
