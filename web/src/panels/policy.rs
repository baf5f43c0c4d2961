//! The policy: choosing another keeps the moment.

use asrpt_core::policy;
use asrpt_core::scenario::PolicySpec;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct PolicyProps {
    pub spec: PolicySpec,
    pub dispatch: Dispatch,
}

/// The choice, and what it does.
#[component]
pub fn PolicyChoice(props: &PolicyProps) -> Html {
    let chosen = policy::find(&props.spec.kind);
    let onchange = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            let kind = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
            if let Some(policy) = kind.and_then(|kind| policy::find(&kind)) {
                dispatch.dispatch(Action::SetPolicy(policy.kind()));
            }
        })
    };
    html! {
        <section aria-labelledby="policy-title">
            <div class="section"><h2 id="policy-title">{ "Policy" }</h2></div>
            <select class="select" {onchange} aria-labelledby="policy-title" data-testid="policy">
                { for policy::POLICIES.iter().map(|policy| html! {
                    <option value={policy.kind()} selected={policy.kind() == props.spec.kind}>{ policy.label() }</option>
                }) }
            </select>
            if let Some(policy) = chosen {
                <p class="summary">{ policy.summary() }</p>
            }
        </section>
    }
}
