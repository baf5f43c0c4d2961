//! Scenarios made of something else: imported from a trace, or generated. Both replace the scenario as opening a file
//! does, in one step that can be undone.

mod arrivals;
mod cluster;
mod fields;
mod generate;
mod import;
mod mapping;
mod mix;
mod modal;
mod report;
mod trace;

pub use generate::Generate;
pub use import::Import;
pub use trace::Trace;

use yew::prelude::*;

use crate::shared::Shared;
use crate::store::{Dispatch, State};

/// What a dialog is open for.
#[derive(Clone, PartialEq)]
pub enum Ask {
    Import(Shared<Trace>),
    Generate,
}

/// The dialog that is open, if any.
pub fn dialog(state: &State, dispatch: &Dispatch) -> Html {
    let (scenario, dispatch) = (state.scenario.clone(), dispatch.clone());
    match state.ask.clone() {
        None => Html::default(),
        Some(Ask::Import(trace)) => {
            let key = trace.name.clone();
            html! { <Import {key} {trace} {scenario} {dispatch} /> }
        }
        Some(Ask::Generate) => html! { <Generate {scenario} {dispatch} /> },
    }
}
