//! Sentences of the core as text with job buttons, strong numbers and symbols.

use asrpt_core::explain::{Span, Symbol};
use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;
use crate::results::terms::Term;

/// A job's name as a button, underlined in its colour. Selecting is the page's own click handler (`data-job`).
pub fn job_button(run: &Run, job: JobIndex) -> Html {
    html! {
        <button type="button" class={classes!("job-ref", colour::class(job))} data-job={job.0.to_string()}>
            { run.instance.job_id(job) }
        </button>
    }
}

/// A symbol of the model with its index below, and what it means on hover and focus. The note is the style sheet's, so
/// that a sentence read aloud is no longer than it is.
pub fn symbol(symbol: Symbol) -> Html {
    let (said, term) = match symbol {
        Symbol::AlphaMin => (alpha("min"), Term::AlphaMin),
        Symbol::AlphaMax => (alpha("max"), Term::AlphaMax),
        Symbol::Alpha => (letter(symbol), Term::Alpha),
        Symbol::Predicted => (letter(symbol), Term::Predicted),
        Symbol::PredictedRun => (letter(symbol), Term::PredictedRun),
        Symbol::VirtualSize => (letter(symbol), Term::VirtualSize),
    };
    html! { <span class="gloss" tabindex="0" data-tip={term.meaning()}>{ said }</span> }
}

fn letter(symbol: Symbol) -> Html {
    html! { <i class="symbol">{ symbol.plain() }</i> }
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
