//! What stands below the bar until it is answered: a new name, a model in use, a refused file.

use std::rc::Rc;

use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use super::chooser::{Ask, replace};
use super::graph::shortened;
use super::models;
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::counted;
use crate::edit::field::TextField;
use crate::shared::Shared;
use crate::store::{Dispatch, Gesture};

#[derive(Properties, PartialEq)]
pub struct AskBarProps {
    pub ask: Ask,
    pub scenario: Shared<Scenario>,
    pub model: Rc<str>,
    pub dispatch: Dispatch,
    pub close: Callback<()>,
}

/// See the module.
#[component]
pub fn AskBar(props: &AskBarProps) -> Html {
    let problem = use_state_eq(|| None::<AttrValue>);
    let close = props.close.reform(|_: MouseEvent| ());
    let body = match &props.ask {
        Ask::Rename => {
            html! { <TextField label="Name of the model" value={props.model.to_string()} problem={(*problem).clone()} set={rename(props, &problem)} testid="model-name" /> }
        }
        Ask::Delete(reason) => html! {
            <>
            <p><Icon shape={Shape::Warning} size={14} />{ reason }</p>
            <button type="button" class="button" onclick={delete(props)} data-testid="delete-with-jobs">{ with_jobs(props) }</button>
            </>
        },
        // A dialog of its own.
        Ask::Library => Html::default(),
        Ask::Refused(reason) => html! { <p><Icon shape={Shape::Warning} size={14} />{ reason }</p> },
    };
    let role = if props.ask == Ask::Rename { "group" } else { "alert" };
    html! {
        <div class="board-ask" {role} aria-label="The model" data-testid="board-ask">
            { body }
            <button type="button" class="tool icon-only small" onclick={close} aria-label="Close" title="Close" data-testid="ask-close"><Icon shape={Shape::Close} size={14} /></button>
        </div>
    }
}

fn rename(props: &AskBarProps, problem: &UseStateHandle<Option<AttrValue>>) -> Callback<String> {
    let (scenario, model, dispatch) = (props.scenario.clone(), props.model.clone(), props.dispatch.clone());
    let (problem, close) = (problem.setter(), props.close.clone());
    Callback::from(move |new: String| match models::rename(&scenario, &model, &new) {
        Ok(renamed) => {
            replace(&dispatch, renamed, Some(&new), Gesture::once(format!("rename {}", shortened(&model))));
            close.emit(());
        }
        Err(reason) => problem.set(Some(reason.into())),
    })
}

fn with_jobs(props: &AskBarProps) -> String {
    let jobs = models::used_by(&props.scenario, &props.model).len();
    format!("Delete it with its {}", counted(jobs as u64, "job"))
}

fn delete(props: &AskBarProps) -> Callback<MouseEvent> {
    let (scenario, model) = (props.scenario.clone(), props.model.clone());
    let (dispatch, close) = (props.dispatch.clone(), props.close.clone());
    let told = format!(
        "Deleted {} and {}",
        shortened(&model),
        counted(models::used_by(&scenario, &model).len() as u64, "job")
    );
    Callback::from(move |_: MouseEvent| {
        let gesture = Gesture::once("delete a model").told(told.clone());
        replace(&dispatch, models::delete(&scenario, &model), None, gesture);
        close.emit(());
    })
}
