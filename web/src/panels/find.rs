//! Finds a job by its name, its model, or whose it is.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::dialog::use_dialog;
use crate::draw::colour::Swatch;
use crate::draw::number::grouped;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch};

/// More matches than this are only counted.
const MOST: usize = 10;

#[derive(Properties, PartialEq)]
pub struct FindProps {
    pub simulation: Shared<Simulation>,
    pub open: bool,
    pub dispatch: Dispatch,
}

/// The dialog; what is typed lives in [`Field`], which is new each time.
#[component]
pub fn Find(props: &FindProps) -> Html {
    let dialog = use_dialog(props.open);
    let onclose = {
        let (dispatch, open) = (props.dispatch.clone(), props.open);
        Callback::from(move |_: Event| {
            if open {
                dispatch.dispatch(Action::ToggleFind);
            }
        })
    };
    html! {
        <dialog class="dialog find" ref={dialog} {onclose} aria-label="Find a job" data-testid="find-dialog">
            if props.open { <Field simulation={props.simulation.clone()} open={true} dispatch={props.dispatch.clone()} /> }
        </dialog>
    }
}

/// Jobs that match, those whose name begins so first, and how many more there are.
fn matches(run: &Run, typed: &str) -> (Vec<JobIndex>, usize) {
    let typed = typed.trim().to_lowercase();
    let mut ranked: [Vec<JobIndex>; 3] = Default::default();
    for (at, spec) in run.instance.scenario.jobs.iter().enumerate() {
        let job = JobIndex::from_at(at);
        let id = run.instance.job_id(job).to_lowercase();
        let others = [spec.name.as_deref(), spec.user.as_deref(), spec.group.as_deref()];
        let model = run.instance.model_of(job).name.as_str();
        let elsewhere =
            || others.into_iter().flatten().chain([model]).any(|text| text.to_lowercase().contains(&typed));
        let rank = if id.starts_with(&typed) {
            0
        } else if id.contains(&typed) {
            1
        } else if elsewhere() {
            2
        } else {
            continue;
        };
        ranked[rank].push(job);
    }
    let mut all = ranked.concat();
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    (all, more)
}

#[component]
fn Field(props: &FindProps) -> Html {
    let run = &props.simulation.run;
    let typed = use_state(String::new);
    let at = use_state(|| 0_usize);
    let input = use_node_ref();
    {
        let input = input.clone();
        use_effect_with((), move |()| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                let _ = input.focus();
            }
        });
    }
    let (found, more) = matches(run, &typed);
    let oninput = {
        let (typed, at) = (typed.clone(), at.clone());
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlInputElement>().value());
            at.set(0);
        })
    };
    let onkeydown = {
        let (dispatch, at, found) = (props.dispatch.clone(), at.clone(), found.clone());
        Callback::from(move |event: KeyboardEvent| {
            let last = found.len().saturating_sub(1);
            match event.key().as_str() {
                "ArrowDown" => at.set((*at + 1).min(last)),
                "ArrowUp" => at.set(at.saturating_sub(1)),
                "Enter" => {
                    if let Some(&job) = found.get(*at) {
                        dispatch.dispatch(Action::Find(job));
                    }
                }
                _ => return,
            }
            event.prevent_default();
        })
    };
    let said = match (found.is_empty(), more) {
        (true, _) => "No job is called so".to_owned(),
        (false, 0) => String::new(),
        (false, more) => format!("and {} more", grouped(more as u64)),
    };
    let active = found.get(*at).map(|job| format!("find-{}", job.0));
    html! {
        <>
        <input ref={input} class="find-input" type="search" placeholder="Find a job by name, model or user" role="combobox" autocomplete="off"
            aria-label="Find a job" aria-expanded="true" aria-controls="find-list" aria-activedescendant={active} {oninput} {onkeydown} data-testid="find-input" />
        <ul id="find-list" role="listbox" aria-label="Jobs" class="find-list">
            { for found.iter().enumerate().map(|(nth, &job)| option(props, job, nth == *at)) }
        </ul>
        <p class="caption find-more" role="status">{ said }</p>
        </>
    }
}

fn option(props: &FindProps, job: JobIndex, active: bool) -> Html {
    let run = &props.simulation.run;
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Find(job)));
    let spec = &run.instance.scenario.jobs[job.at()];
    let more: String =
        [&spec.name, &spec.user].into_iter().flatten().map(|text| format!(", {text}")).collect();
    html! {
        <li key={job.0} id={format!("find-{}", job.0)} role="option" aria-selected={active.to_string()} {onclick} class="find-job" data-job={job.0.to_string()}>
            <Swatch {job} /><b>{ run.instance.job_id(job) }</b><span class="caption">{ &run.instance.model_of(job).name }{ more }</span>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn names_that_begin_so_come_first() {
        let run = run_of("fifty-jobs", "a-srpt");
        let ids = |typed: &str| -> (Vec<String>, usize) {
            let (jobs, more) = matches(&run, typed);
            (jobs.into_iter().map(|job| run.instance.job_id(job).to_owned()).collect(), more)
        };
        let (found, more) = ids("J4");
        assert_eq!(found[0], "j4");
        assert!(found[1..].iter().all(|id| id.starts_with("j4")), "{found:?}");
        assert_eq!((found.len() + more, ids("nothing like it").0.len()), (11, 0));
        assert_eq!(ids("").0.len(), MOST);
        assert!(!ids("bert").0.is_empty(), "a model's name");
    }
}
