//! The models of generated jobs, each with its weight.

use asrpt_core::library;
use asrpt_core::scenario::{ModelSpec, Scenario};
use asrpt_core::workload::{Workload, synthetic_models};
use yew::prelude::*;

use super::fields::{Form, choice, percent};
use crate::edit::field::NumberField;
use crate::edit::rule::Rule;

type Models = Vec<(String, ModelSpec, f64)>;

const SOURCES: [&str; 3] = ["Synthetic, 1 to 8 GPUs", "This scenario's models", "The library's models"];
/// Entries of the library above so many GPUs start without weight.
const SMALL_GPUS: u32 = 8;

fn models(source: usize, scenario: &Scenario) -> Models {
    match source {
        1 => scenario.models.iter().map(|(name, spec)| (name.clone(), spec.clone(), 1.0)).collect(),
        2 => library::entries()
            .map(|entry| {
                let model = entry.estimate().model;
                let gpus: u32 = model.stages.iter().map(|stage| stage.replicas).sum();
                (entry.id.clone(), model, if gpus <= SMALL_GPUS { 1.0 } else { 0.0 })
            })
            .collect(),
        _ => synthetic_models(),
    }
}

#[derive(Properties, PartialEq)]
pub struct MixProps {
    pub scenario: crate::shared::Shared<Scenario>,
    pub workload: Workload,
    pub set: Callback<Workload>,
}

/// Where models come from, and their weights.
#[component]
pub fn Mix(props: &MixProps) -> Html {
    let source = use_state_eq(|| 0_usize);
    let form = Form { value: props.workload.clone(), set: props.set.clone() };
    let set = {
        let (source, scenario) = (source.setter(), props.scenario.clone());
        form.change(move |workload: &mut Workload, at: String| {
            let at = at.parse().unwrap_or(0);
            source.set(at);
            workload.models = models(at, &scenario);
        })
    };
    let options = SOURCES.iter().enumerate().map(|(at, name)| (at.to_string(), (*name).to_owned()));
    let all: f64 = props.workload.models.iter().map(|(.., weight)| weight).sum();
    let weight = |(at, (name, _, weight)): (usize, &(String, ModelSpec, f64))| {
        let set = form.change(move |workload: &mut Workload, weight| workload.models[at].2 = weight);
        let unit = format!("{}\u{a0}%", (percent(weight / all.max(1e-9)) + 0.5).floor());
        html! {
            <div class="mix-row" key={name.clone()}>
                <NumberField label={name.clone()} value={Some(*weight)} rule={Rule::PARAMETER} {set} testid={format!("weight-{name}")} />
                <span class="caption">{ unit }</span>
            </div>
        }
    };
    html! {
        <fieldset>
            <legend>{ "Model mix" }</legend>
            { choice("Models", options, &source.to_string(), set, "generate-models") }
            <div class="mix" tabindex="0" role="group" aria-label="Weights">{ for props.workload.models.iter().enumerate().map(weight) }</div>
        </fieldset>
    }
}
