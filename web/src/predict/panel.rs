//! The predictor and its parameters, what it has to go by, and what worse predictions would cost.

use asrpt_core::predict::{self, PREDICTORS};
use asrpt_core::scenario::PredictorSpec;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::learning;
use super::parameter::{PARAMETERS, Parameter, label};
use super::worse_chart::Worse;
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, plain};
use crate::edit::field::NumberField;
use crate::edit::problems;
use crate::panels::notice::sentence;
use crate::store::{Dispatch, Gesture, State, change, end_gesture};

/// The slider ends here; the field goes further.
const SLIDER_SIGMA: f64 = 3.0;

#[derive(Properties, PartialEq)]
pub struct PredictorPanelProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn PredictorPanel(props: &PredictorPanelProps) -> Html {
    let scenario = &props.state.scenario;
    let notes = use_memo(scenario.clone(), |scenario| predict::notes(scenario));
    let predictor = predict::find(&scenario.predictor.kind);
    let reads = |parameter: &&Parameter| predictor.is_some_and(|p| p.parameters().contains(&parameter.key));
    html! {
        <section class="predictor-panel" aria-labelledby="predictor-title">
            <div class="section"><h2 id="predictor-title">{ "Predictor" }</h2></div>
            { choice(props) }
            if let Some(predictor) = predictor { <p class="summary">{ sentence(predictor.summary()) }</p> }
            <div class="predictor-fields">{ for PARAMETERS.iter().filter(reads).map(|parameter| field(props, parameter)) }</div>
            { learning::draw(&props.state, &props.dispatch) }
            <dl class="facts"><div><dt>{ "History" }</dt><dd data-testid="history">{ counted(scenario.history.len() as u64, "record") }</dd></div></dl>
            if !notes.is_empty() {
                <ul class="predictor-notes" data-testid="predictor-notes">{ for notes.iter().map(|note| html! { <li><Icon shape={Shape::Warning} size={13} /><span>{ sentence(note) }</span></li> }) }</ul>
            }
            { given(props) }
            <hr />
            <Worse scenario={scenario.clone()} valid={props.state.problems.is_none()} />
        </section>
    }
}

fn choice(props: &PredictorPanelProps) -> Html {
    let dispatch = props.dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        let kind = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
        if let Some(predictor) = kind.and_then(|kind| predict::find(&kind)) {
            let gesture = Gesture::once(format!("predictor {}", label(predictor.kind()).to_lowercase()));
            change(&dispatch, gesture, |scenario| scenario.predictor.kind = predictor.kind().to_owned());
        }
    });
    let chosen = &props.state.scenario.predictor.kind;
    html! {
        <select class="select" {onchange} aria-labelledby="predictor-title" data-path="predictor.kind" data-testid="predictor">
            { for PREDICTORS.iter().map(|predictor| html! {
                <option value={predictor.kind()} selected={predictor.kind() == chosen}>{ label(predictor.kind()) }</option>
            }) }
        </select>
    }
}

fn field(props: &PredictorPanelProps, parameter: &'static Parameter) -> Html {
    let value = (parameter.of)(&props.state.scenario.predictor);
    let path = format!("predictor.{}", parameter.key);
    let dispatch = props.dispatch.clone();
    let set = Callback::from(move |value: f64| {
        let gesture =
            Gesture::running(parameter.label.to_lowercase(), format!("predictor.{}", parameter.key));
        change(&dispatch, gesture, move |scenario| (parameter.set)(&mut scenario.predictor, value));
    });
    html! {
        <div class={classes!((!parameter.explained.is_empty()).then_some("parameter"))} key={parameter.key}>
            <NumberField label={parameter.label} value={Some(value)} rule={parameter.rule} path={path.clone()} set={set.clone()}
                problem={problems::at(&props.state, &path)} left={end_gesture(&props.dispatch)} testid={format!("predictor-{}", parameter.key)} />
            if parameter.key == "sigma" { { slider(props, value, set) } }
            if !parameter.explained.is_empty() { <p class="caption">{ parameter.explained }</p> }
        </div>
    }
}

/// σ by hand, with the default marked.
fn slider(props: &PredictorPanelProps, value: f64, set: Callback<f64>) -> Html {
    let default = PredictorSpec::default().sigma;
    let reset = set.reform(move |_: MouseEvent| default);
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target_dyn_into::<HtmlInputElement>();
        if let Some(value) = input.and_then(|input| input.value().parse().ok()) {
            set.emit(value);
        }
    });
    html! {
        <div class="slider">
            <input type="range" min="0" max={SLIDER_SIGMA.to_string()} step="0.05" value={value.to_string()} {oninput}
                onchange={end_gesture(&props.dispatch)} aria-label="σ of the error, slider" data-testid="sigma-slider" />
            <button type="button" class="default-mark" style={format!("--at:{:.4}", default / SLIDER_SIGMA)} onclick={reset}
                title="Set the default">{ format!("default {}", plain(default)) }</button>
        </div>
    }
}

/// Predictions of the file's own come before the predictor's; they can be dropped.
fn given(props: &PredictorPanelProps) -> Html {
    let jobs = &props.state.scenario.jobs;
    if jobs.iter().all(|job| job.predicted_iterations.is_none()) {
        return Html::default();
    }
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        let gesture = Gesture::once("predict all jobs").told("The predictor now predicts every job");
        change(&dispatch, gesture, |scenario| {
            for job in &mut scenario.jobs {
                job.predicted_iterations = None;
            }
        });
    });
    html! { <button type="button" class="button" {onclick} data-testid="predict-all">{ "Let the predictor predict them" }</button> }
}
