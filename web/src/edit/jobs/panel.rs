//! The jobs' panel: what can be done with rows, the axis of arrivals, the table.

use asrpt_core::scenario::JobSpec;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::acts;
use super::axis::ArrivalAxis;
use super::marked::Marked;
use super::table::JobTable;
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::counted;
use crate::store::{Action, Dispatch, Gesture, State, Tab, change};

#[derive(Properties, PartialEq)]
pub struct JobsPanelProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn JobsPanel(props: &JobsPanelProps) -> Html {
    let marked = use_state_eq(Marked::default);
    let jobs = &props.state.scenario.jobs;
    let now = marked.within(jobs.len());
    let mark = {
        let marked = marked.setter();
        Callback::from(move |next| marked.set(next))
    };
    html! {
        <section class="jobs-panel" aria-label="Jobs">
            <div class="section">
                <h2>{ counted(jobs.len() as u64, "job") }</h2>
                { add_button(props, &mark) }
            </div>
            if jobs.is_empty() {
                <p class="caption">{ "none. Add one, or paste rows into the table." }</p>
            } else {
                <ArrivalAxis scenario={props.state.scenario.clone()} row={now.at.row} dispatch={props.dispatch.clone()} mark={mark.clone()} />
                { buttons(props, &now) }
            }
            <JobTable state={props.state.clone()} marked={now} {mark} dispatch={props.dispatch.clone()} />
        </section>
    }
}

fn add_button(props: &JobsPanelProps, mark: &Callback<Marked>) -> Html {
    let (dispatch, mark, row) = (props.dispatch.clone(), mark.clone(), props.state.scenario.jobs.len());
    let onclick = Callback::from(move |_: MouseEvent| {
        add_job(&dispatch);
        mark.emit(Marked::one(row, 0));
    });
    html! { <button type="button" class="link-button" {onclick} data-testid="add-job"><Icon shape={Shape::Plus} size={14} />{ "Add" }</button> }
}

/// One more job, in the table.
pub fn add_job(dispatch: &Dispatch) {
    change(dispatch, Gesture::once("add a job"), |scenario| {
        let model = acts::first_model(scenario);
        let mut names = acts::Names::of(&scenario.jobs);
        let job = acts::fresh_job(&scenario.jobs, &mut names, &model);
        scenario.jobs.push(job);
    });
    dispatch.dispatch(Action::ShowTab(Tab::Jobs));
}

/// What can be done with the marked rows.
fn buttons(props: &JobsPanelProps, marked: &Marked) -> Html {
    let jobs = &props.state.scenario.jobs;
    let rows = marked.row_list(jobs.len());
    let name = acts::named(jobs, &rows);
    let many = rows.len() > 1;
    let duplicate = {
        let (dispatch, rows, name) = (props.dispatch.clone(), rows, name.clone());
        Callback::from(move |_: MouseEvent| {
            let rows = rows.clone();
            change(&dispatch, Gesture::once(format!("duplicate {name}")), move |scenario| {
                acts::duplicate(&mut scenario.jobs, &rows)
            });
        })
    };
    let delete = {
        let (dispatch, jobs, marked) = (props.dispatch.clone(), jobs.clone(), marked.clone());
        Callback::from(move |_: MouseEvent| delete_rows(&dispatch, &jobs, &marked))
    };
    let fill = {
        let (dispatch, marked) = (props.dispatch.clone(), marked.clone());
        Callback::from(move |_: MouseEvent| fill_down(&dispatch, &marked))
    };
    html! {
        <div class="acts" role="group" aria-label={format!("With {name}")}>
            <button type="button" class="tool" onclick={duplicate} data-testid="duplicate-jobs"><Icon shape={Shape::Copy} />{ "Duplicate" }</button>
            <button type="button" class="tool" onclick={fill} aria-disabled={(!many).to_string()} title="The first marked row's cells in all below (Ctrl D)" data-testid="fill-down">
                <Icon shape={Shape::Arrow} />{ "Fill down" }
            </button>
            <button type="button" class="tool" onclick={delete} title="Delete the marked rows (Delete)" data-testid="delete-jobs"><Icon shape={Shape::Trash} />{ "Delete" }</button>
            <span class="caption">{ name }</span>
        </div>
    }
}

/// Deletes the marked rows. Where the buttons go with the last job, the focus goes to the table.
pub fn delete_rows(dispatch: &Dispatch, jobs: &[JobSpec], marked: &Marked) {
    let rows = marked.row_list(jobs.len());
    let name = acts::named(jobs, &rows);
    let gesture = Gesture::once(format!("delete {name}")).told(format!("Deleted {name}"));
    let leaves_none = rows.len() == jobs.len();
    change(dispatch, gesture, move |scenario| acts::delete(&mut scenario.jobs, &rows));
    if leaves_none {
        Timeout::new(0, focus_table).forget();
    }
}

fn focus_table() {
    let document = web_sys::window().and_then(|window| window.document());
    let table = document.and_then(|it| it.query_selector(".job-table").ok().flatten());
    if let Some(table) = table.and_then(|table| table.dyn_into::<HtmlElement>().ok()) {
        let _ = table.focus();
    }
}

/// Fills the marked rows from their first.
pub fn fill_down(dispatch: &Dispatch, marked: &Marked) {
    let marked = marked.clone();
    change(dispatch, Gesture::once("fill down"), move |scenario| {
        scenario.jobs = super::paste::filled_down(&scenario.jobs, &marked).into();
    });
}
