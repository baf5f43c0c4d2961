//! A run that takes longer: how much of it is done, and the way to end it.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::draw::number::counted;

/// Shorter runs show nothing.
const SHOWN_AFTER_MS: u32 = 150;

#[derive(Properties, PartialEq)]
pub struct ProgressBarProps {
    pub asked: u64,
    pub share: f64,
    pub jobs: usize,
    pub cancel: Callback<()>,
}

/// See the module.
#[component]
pub fn ProgressBar(props: &ProgressBarProps) -> Html {
    let waited = use_state_eq(|| 0);
    {
        let waited = waited.setter();
        use_effect_with(props.asked, move |&asked| {
            let timer = Timeout::new(SHOWN_AFTER_MS, move || waited.set(asked));
            move || drop(timer)
        });
    }
    if *waited != props.asked {
        return Html::default();
    }
    let percent = (props.share * 100.0).floor();
    let onclick = props.cancel.reform(|_: MouseEvent| ());
    html! {
        <div class="run-progress" data-testid="progress">
            <div class="run-bar" role="progressbar" aria-label="Running" aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent.to_string()}>
                <i style={format!("width:{percent}%")} />
            </div>
            <div class="run-words"><span>{ format!("Running {}, {percent} % done", counted(props.jobs as u64, "job")) }</span>
                <button type="button" class="button" {onclick} data-testid="cancel-run">{ "Cancel" }</button></div>
        </div>
    }
}
