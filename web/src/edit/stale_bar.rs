//! An edit that can't be run: what is wrong with it, while the lanes still show the scenario before it.

use asrpt_core::scenario::Problem;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::panels::notice::sentence;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Tab};
use crate::worker::runner;

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
                { run_again(props) }
                <button type="button" class="button" onclick={undo}>{ "Undo the edit" }</button>
            </div>
            <ol class="problems" tabindex="0" aria-label="Problems" data-testid="problems">
                { for props.problems.iter().map(|problem| line(problem, &props.dispatch)) }
            </ol>
        </div>
    }
}

/// Only where the scenario isn't at fault.
fn run_again(props: &StaleBarProps) -> Html {
    if !props.problems.iter().any(|problem| problem.path == runner::RUN) {
        return Html::default();
    }
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::RunAgain));
    html! { <button type="button" class="button primary" {onclick} data-testid="run-again">{ "Run it" }</button> }
}

/// The place is a button that goes there, where there is a field for it.
fn line(problem: &Problem, dispatch: &Dispatch) -> Html {
    let place = match Tab::of_path(&problem.path) {
        None => html! { <code>{ &problem.path }</code> },
        Some(_) => {
            let (dispatch, path) = (dispatch.clone(), problem.path.clone());
            let onclick = Callback::from(move |_: MouseEvent| go_to(&dispatch, path.clone()));
            html! { <button type="button" class="problem-place" {onclick}><code>{ &problem.path }</code></button> }
        }
    };
    html! { <li>{ place }<span>{ sentence(&problem.message) }if !problem.hint.is_empty() { <span class="hint">{ " " }{ sentence(&problem.hint) }</span> }</span></li> }
}

/// Shows the tab, then gives the focus to the field: the nearest that there is, on the way up the path.
fn go_to(dispatch: &Dispatch, path: String) {
    dispatch.dispatch(Action::ShowProblem(path.as_str().into()));
    Timeout::new(60, move || {
        let document = web_sys::window().and_then(|window| window.document());
        let Some(document) = document else { return };
        let at = |path: String| {
            let quoted = path.replace('\\', "\\\\").replace('"', "\\\"");
            document.query_selector(&format!("[data-path=\"{quoted}\"]")).ok().flatten()
        };
        let field = ["", ".id", ".gpus"].iter().find_map(|end| at(format!("{path}{end}")));
        let found =
            field.or_else(|| path.rmatch_indices(['.', '[']).find_map(|(end, _)| at(path[..end].to_owned())));
        let Some(element) = found else { return };
        element.scroll_into_view();
        let field = element.closest("[role=grid]").ok().flatten().unwrap_or(element);
        if let Ok(field) = field.dyn_into::<HtmlElement>() {
            let _ = field.focus();
        }
    })
    .forget();
}
