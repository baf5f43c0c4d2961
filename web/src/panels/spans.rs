//! Sentences of the core as text with job buttons, strong numbers and symbols.

use asrpt_core::explain::{Span, Symbol};
use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;

/// A job's name as a button, underlined in its colour. Selecting is the page's own click handler (`data-job`).
pub fn job_button(run: &Run, job: JobIndex) -> Html {
    html! {
        <button type="button" class={classes!("job-ref", colour::class(job))} data-job={job.0.to_string()}>
            { run.instance.job_id(job) }
        </button>
    }
}

/// A symbol of the model with its index below.
pub fn symbol(symbol: Symbol) -> Html {
    match symbol {
        Symbol::AlphaMin => alpha("min"),
        Symbol::AlphaMax => alpha("max"),
        other => html! { <i class="symbol">{ other.plain() }</i> },
    }
}

/// α with an index.
pub fn alpha(index: &'static str) -> Html {
    html! { <><i class="symbol">{ "α" }</i><sub>{ index }</sub></> }
}

/// A sentence.
pub fn sentence(run: &Run, spans: &[Span]) -> Html {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) => html! { <>{ text.clone() }</> },
            Span::Job(job) => job_button(run, *job),
            Span::Number(number) => html! { <b>{ number.clone() }</b> },
            Span::Symbol(name) => symbol(*name),
        })
        .collect()
}
