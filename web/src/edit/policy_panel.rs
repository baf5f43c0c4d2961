//! The policy and its parameters: sliders with the default marked, and fields for what lies beyond them.

use asrpt_core::policy;
use asrpt_core::scenario::PolicySpec;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::field::NumberField;
use super::problems;
use super::rule::Rule;
use crate::draw::number::plain;
use crate::panels::policy::PolicyChoice;
use crate::store::{Dispatch, Gesture, State, change, end_gesture};

/// A parameter of the a-srpt policies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Ratio,
    Delay,
}

impl Parameter {
    fn label(self) -> &'static str {
        match self {
            Self::Ratio => "Communication-heavy from",
            Self::Delay => "Waits at most",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::Ratio => "× α min",
            Self::Delay => "× best run",
        }
    }

    fn explained(self) -> &'static str {
        match self {
            Self::Ratio => {
                "A job whose slowest placement takes at least so many times its best is communication-heavy."
            }
            Self::Delay => {
                "A heavy job lets GPUs on too many servers pass for so many times its predicted best run time."
            }
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Ratio => "comm_heavy_ratio",
            Self::Delay => "delay_factor",
        }
    }

    fn of(self, spec: &PolicySpec) -> f64 {
        match self {
            Self::Ratio => spec.comm_heavy_ratio,
            Self::Delay => spec.delay_factor,
        }
    }

    fn set(self, spec: &mut PolicySpec, value: f64) {
        match self {
            Self::Ratio => spec.comm_heavy_ratio = value,
            Self::Delay => spec.delay_factor = value,
        }
    }

    fn default(self) -> f64 {
        self.of(&PolicySpec::default())
    }

    /// The slider's ends; the field goes further.
    fn ends(self) -> (f64, f64) {
        match self {
            Self::Ratio => (0.0, 4.0),
            Self::Delay => (0.0, 10.0),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct PolicyPanelProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn PolicyPanel(props: &PolicyPanelProps) -> Html {
    let spec = &props.state.scenario.policy;
    let uses = policy::find(&spec.kind).is_some_and(policy::Policy::uses_virtual_machine);
    html! {
        <>
        <PolicyChoice spec={spec.clone()} dispatch={props.dispatch.clone()} />
        <hr />
        { parameter(props, Parameter::Ratio) }
        { parameter(props, Parameter::Delay) }
        if !uses { <p class="caption">{ "This policy doesn't use them; they hold for A-SRPT in the comparison." }</p> }
        </>
    }
}

fn parameter(props: &PolicyPanelProps, parameter: Parameter) -> Html {
    let value = parameter.of(&props.state.scenario.policy);
    let path = format!("policy.{}", parameter.key());
    let dispatch = props.dispatch.clone();
    let set = Callback::from(move |value: f64| {
        let gesture = Gesture::running(parameter.key().replace('_', " "), parameter.key());
        change(&dispatch, gesture, move |scenario| parameter.set(&mut scenario.policy, value));
    });
    let (least, most) = parameter.ends();
    let at = (parameter.default() - least) / (most - least);
    let oninput = {
        let set = set.clone();
        Callback::from(move |event: InputEvent| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            if let Some(value) = input.and_then(|input| input.value().parse().ok()) {
                set.emit(value);
            }
        })
    };
    let reset = {
        let set = set.clone();
        Callback::from(move |_: MouseEvent| set.emit(parameter.default()))
    };
    html! {
        <div class="parameter">
            <NumberField label={parameter.label()} value={Some(value)} rule={Rule::PARAMETER} unit={parameter.unit()} path={path.clone()} {set}
                problem={problems::at(&props.state, &path)} left={end_gesture(&props.dispatch)} testid={parameter.key()} />
            <div class="slider">
                <input type="range" min={least.to_string()} max={most.to_string()} step="0.05" value={value.to_string()} {oninput}
                    onchange={end_gesture(&props.dispatch)} aria-label={format!("{}, slider", parameter.label())} data-testid={format!("{}-slider", parameter.key())} />
                <button type="button" class="default-mark" style={format!("--at:{at:.4}")} onclick={reset}
                    title="Set the default">{ format!("default {}", plain(parameter.default())) }</button>
            </div>
            <p class="caption">{ parameter.explained() }</p>
        </div>
    }
}
