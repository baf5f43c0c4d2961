//! The generate dialog: same numbers and seed, same scenario, everywhere.

use asrpt_core::limits;
use asrpt_core::scenario::Scenario;
use asrpt_core::workload::Workload;
use yew::prelude::*;

use super::fields::{Form, Number, PERCENT, SEED, check, from_zero, percent, predictors};
use super::mix::Mix;
use super::modal::{Modal, cancel};
use super::{arrivals, cluster};
use crate::draw::number::grouped;
use crate::edit::rule::Rule;
use crate::panels::notice;
use crate::shared::Shared;
use crate::store::{Action, Dispatch};
use crate::worker::Request;
use crate::worker::answer::{Answer, use_answer};
use crate::worker::rebuild::generated;

/// The share of heavy jobs that a ticked box begins with.
const USUAL_HEAVY: f64 = 0.5;
const SIGMA: Rule = Rule::real((0.0, limits::SIGMA));

const JOBS: [Number<Workload>; 3] = [
    Number {
        label: "Jobs",
        unit: "",
        rule: Rule::count(limits::JOBS as u32),
        testid: "generate-jobs",
        of: |workload| workload.jobs as f64,
        put: |workload, jobs| workload.jobs = jobs as usize,
    },
    Number {
        label: "Seed",
        unit: "",
        rule: SEED,
        testid: "generate-seed",
        of: |workload| workload.seed as f64,
        put: |workload, seed| {
            workload.seed = seed as u64;
            workload.predictor.seed = seed as u64;
        },
    },
    Number {
        label: "Load",
        unit: "% of the cluster",
        rule: Rule::real((0.1, 100_000.0)),
        testid: "generate-load",
        of: |workload| percent(workload.load),
        put: |workload, load| workload.load = load / 100.0,
    },
];

const ITERATIONS: [Number<Workload>; 2] = [
    Number {
        label: "Median",
        unit: "iterations",
        rule: Rule::real((1.0, 1e9)),
        testid: "generate-median",
        of: |workload| workload.median_iterations,
        put: |workload, median| workload.median_iterations = median,
    },
    Number {
        label: "Spread σ",
        unit: "",
        rule: SIGMA,
        testid: "generate-sigma",
        of: |workload| workload.iterations_sigma,
        put: |workload, sigma| workload.iterations_sigma = sigma,
    },
];

const PAST: [Number<Workload>; 6] = [
    Number {
        label: "History",
        unit: "records",
        rule: from_zero(limits::HISTORY as f64),
        testid: "generate-history",
        of: |workload| workload.history as f64,
        put: |workload, records| workload.history = records as usize,
    },
    Number {
        label: "Users",
        unit: "",
        rule: from_zero(100_000.0),
        testid: "generate-users",
        of: |workload| workload.users.into(),
        put: |workload, users| workload.users = users as u32,
    },
    Number {
        label: "Groups of each",
        unit: "",
        rule: from_zero(1_000.0),
        testid: "generate-groups",
        of: |workload| workload.groups.into(),
        put: |workload, groups| workload.groups = groups as u32,
    },
    Number {
        label: "Recurring",
        unit: "% of jobs",
        rule: PERCENT,
        testid: "generate-recurrence",
        of: |workload| percent(workload.recurrence),
        put: |workload, share| workload.recurrence = share / 100.0,
    },
    Number {
        label: "Spread in a group σ",
        unit: "",
        rule: SIGMA,
        testid: "generate-group-sigma",
        of: |workload| workload.group_sigma,
        put: |workload, sigma| workload.group_sigma = sigma,
    },
    Number {
        label: "Given with error σ",
        unit: "0: none",
        rule: SIGMA,
        testid: "generate-error",
        of: |workload| workload.prediction_sigma,
        put: |workload, sigma| workload.prediction_sigma = sigma,
    },
];

const HEAVY: Number<Workload> = Number {
    label: "Communication-heavy",
    unit: "% of jobs",
    rule: PERCENT,
    testid: "generate-heavy",
    of: |workload| percent(workload.heavy_share.unwrap_or(USUAL_HEAVY)),
    put: |workload, share| workload.heavy_share = Some(share / 100.0),
};

#[derive(Properties, PartialEq)]
pub struct GenerateProps {
    /// The work at hand.
    pub scenario: Shared<Scenario>,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn Generate(props: &GenerateProps) -> Html {
    let workload = use_state(|| Workload::recurring(400, 100, 1));
    let wanted = use_state_eq(|| None::<Workload>);
    let asking = use_answer((*wanted).clone().map(Request::Generate), None, generated);
    let set = {
        let (workload, wanted) = (workload.setter(), wanted.setter());
        Callback::from(move |next| {
            workload.set(next);
            wanted.set(None);
        })
    };
    let form = Form { value: (*workload).clone(), set };
    let here = asking.answer.here().cloned();
    {
        let (dispatch, workload) = (props.dispatch.clone(), workload.clone());
        use_effect_with(here.clone(), move |here| {
            if let Some(Ok(scenario)) = here.as_deref() {
                dispatch.dispatch(Action::Open(Shared::new(named(scenario.clone(), &workload))));
            }
        });
    }
    let onclick = {
        let (workload, wanted) = (workload.clone(), wanted.setter());
        Callback::from(move |_: MouseEvent| wanted.set(Some((*workload).clone())))
    };
    let busy = matches!(asking.answer, Answer::Coming(_));
    html! {
        <Modal title="Generate a workload" testid="generate-dialog" dispatch={props.dispatch.clone()}>
            <div class="making-body">{ columns(props, &form) }</div>
            if let Some(Err(problems)) = here.as_deref() { <div class="notice" role="alert" data-testid="generate-problems">{ notice::list(problems) }</div> }
            { asking.waiting("The jobs are being drawn") }
            <div class="making-acts">
                <p class="caption">{ "It takes the place of the scenario; Undo brings that back." }</p>
                { cancel(&props.dispatch) }
                <button type="button" class="button primary" {onclick} disabled={busy} data-testid="generate">{ "Generate" }</button>
            </div>
        </Modal>
    }
}

fn named(mut scenario: Scenario, workload: &Workload) -> Scenario {
    scenario.name = Some(format!("{} generated jobs, seed {}", grouped(workload.jobs as u64), workload.seed));
    scenario
}

fn columns(props: &GenerateProps, form: &Form<Workload>) -> Html {
    let numbers = |numbers: &'static [Number<Workload>]| numbers.iter().map(|number| form.number(number));
    let servers = Form {
        value: form.value.servers.clone(),
        set: form.change(|workload: &mut Workload, servers| workload.servers = servers),
    };
    let heavy =
        form.change(|workload: &mut Workload, on: bool| workload.heavy_share = on.then_some(USUAL_HEAVY));
    html! {
        <>
        <div class="making-form">
            <fieldset>
                <legend>{ "Jobs" }</legend>
                <div class="making-fields">{ for numbers(&JOBS) }{ arrivals::arrivals(form) }{ arrivals::shape(form) }{ for numbers(&ITERATIONS) }</div>
            </fieldset>
            <fieldset>
                <legend>{ "Recurrence and predictions" }</legend>
                <div class="making-fields">{ for numbers(&PAST) }
                    { predictors(&form.value.predictor.kind, form.change(|workload: &mut Workload, kind| workload.predictor.kind = kind)) }
                </div>
            </fieldset>
        </div>
        <div class="making-form">
            { cluster::draw(&servers, &props.scenario.servers, Workload::default().servers) }
            <Mix scenario={props.scenario.clone()} workload={form.value.clone()} set={form.set.clone()} />
            <fieldset>
                <legend>{ "Communication" }</legend>
                { check(html! { "Weigh the mix to a share of communication-heavy jobs" }, form.value.heavy_share.is_some(), heavy, "generate-set-heavy") }
                if form.value.heavy_share.is_some() { { form.number(&HEAVY) } }
            </fieldset>
        </div>
        </>
    }
}
