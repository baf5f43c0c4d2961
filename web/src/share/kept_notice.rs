//! What to know about keeping: that it fails, and that a closed tab's work can be had back.

use yew::prelude::*;

use super::kept::{self, NotKept, Work};
use crate::draw::icon::{Icon, Shape};
use crate::shared::Shared;
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct NotKeptProps {
    pub reason: NotKept,
}

/// A word beside the name.
#[component]
pub fn NotKeptMark(props: &NotKeptProps) -> Html {
    html! {
        <span class="not-kept" role="status" title={props.reason.said()} data-testid="not-kept">
            <Icon shape={Shape::Warning} size={13} /><span class="not-kept-name">{ "Not kept" }</span><span class="visually-hidden">{ ". " }{ props.reason.said() }</span>
        </span>
    }
}

#[derive(Properties, PartialEq)]
pub struct LastWorkProps {
    /// Whether the tab still shows what it started with.
    pub untouched: bool,
    pub dispatch: Dispatch,
}

/// Offers the last work of another tab, until something is done here.
#[component]
pub fn LastWork(props: &LastWorkProps) -> Html {
    let work = use_state_eq(|| None::<Shared<Work>>);
    {
        let work = work.setter();
        use_effect_with((), move |()| {
            let starts_bare = super::browser::fragment().is_empty() && kept::of_tab() == Ok(None);
            work.set(starts_bare.then(kept::of_others).flatten().map(Shared::new));
        });
    }
    let Some(kept) = (*work).clone().filter(|_| props.untouched) else { return Html::default() };
    let open = {
        let (dispatch, kept) = (props.dispatch.clone(), kept.clone());
        Callback::from(move |_: MouseEvent| {
            let scenario = Shared::new(kept.scenario.clone());
            dispatch.dispatch(Action::Restore { scenario, original: Shared::new(kept.original.clone()) });
        })
    };
    let close = {
        let work = work.setter();
        Callback::from(move |_: MouseEvent| work.set(None))
    };
    let name = kept.scenario.name.clone().unwrap_or_else(|| "Untitled".to_owned());
    html! {
        <div class="last-work" role="status" data-testid="last-work">
            <p>{ "Your last work is kept: " }<b>{ name }</b></p>
            <button type="button" class="button" onclick={open} data-testid="open-last-work">{ "Open it" }</button>
            <button type="button" class="tool icon-only" onclick={close} aria-label="Close" title="Close"><Icon shape={Shape::Close} /></button>
        </div>
    }
}
