//! Work that takes longer: how much of it is done, and the way to end it.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// Shorter runs show nothing.
const SHOWN_AFTER_MS: u32 = 150;

#[derive(Properties, PartialEq)]
pub struct ProgressBarProps {
    pub asked: u64,
    /// How much is done, where that is known.
    pub share: Option<f64>,
    /// What is being done.
    pub what: String,
    pub cancel: Callback<()>,
}

/// See the module.
#[component]
pub fn ProgressBar(props: &ProgressBarProps) -> Html {
    let waited = use_state_eq(|| None);
    {
        let waited = waited.setter();
        use_effect_with(props.asked, move |&asked| {
            let timer = Timeout::new(SHOWN_AFTER_MS, move || waited.set(Some(asked)));
            move || drop(timer)
        });
    }
    if *waited != Some(props.asked) {
        return Html::default();
    }
    let percent = props.share.map(|share| (share * 100.0).floor().to_string());
    let onclick = props.cancel.reform(|_: MouseEvent| ());
    let bar = percent
        .as_ref()
        .map_or_else(|| "width:100%;opacity:.4".to_owned(), |percent| format!("width:{percent}%"));
    let said = percent
        .as_ref()
        .map_or_else(|| format!("{} …", props.what), |percent| format!("{}, {percent} % done", props.what));
    html! {
        <div class="run-progress" data-testid="progress">
            <div class="run-bar" role="progressbar" aria-label={props.what.clone()} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent}>
                <i style={bar} />
            </div>
            <div class="run-words"><span>{ said }</span>
                <button type="button" class="button" {onclick} data-testid="cancel-run">{ "Cancel" }</button></div>
        </div>
    }
}
