//! What is pointed at or in focus lights everywhere: one rule of style pales every other job.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};
use yew::prelude::*;

/// The job that an event is about.
pub fn job_of(event: &Event) -> Option<u32> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest("[data-job]").ok()??.get_attribute("data-job")?.parse().ok()
}

/// The job that is pointed at, or holds the keyboard's focus.
#[hook]
pub fn use_pointed() -> Option<u32> {
    let pointed = use_state_eq(|| None::<u32>);
    {
        let pointed = pointed.setter();
        use_effect_with((), move |()| {
            let document =
                web_sys::window().and_then(|window| window.document()).expect("a page has a document");
            let listeners = ["pointerover", "focusin"].map(|kind| {
                let pointed = pointed.clone();
                EventListener::new(&document, kind, move |event| pointed.set(job_of(event)))
            });
            let leave = EventListener::new(&document, "pointerleave", move |_| pointed.set(None));
            move || drop((listeners, leave))
        });
    }
    *pointed
}

#[derive(Properties, PartialEq)]
pub struct LitProps {
    /// The job that the lanes' keyboard focus is on.
    pub focused: Option<u32>,
}

/// The rule.
#[component]
pub fn Lit(props: &LitProps) -> Html {
    let pointed = use_pointed();
    let Some(job) = pointed.or(props.focused) else { return Html::default() };
    let others = format!(".lights [data-job]:not([data-job=\"{job}\"], .job-ref){{opacity:.3}}");
    let names = format!(".job-ref[data-job=\"{job}\"]{{background:var(--accent-soft)}}");
    html! { <style>{ others }{ names }</style> }
}
