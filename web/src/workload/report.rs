//! What became of every row of a trace.

use asrpt_core::trace::Report;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, grouped};
use crate::panels::notice::sentence;

/// The account: used, left out, refused with reasons and the first rows of each.
pub fn draw(report: &Report) -> Html {
    let left_out = [
        (report.outside, "outside the window"),
        (report.not_sampled, "not in the sample"),
        (report.copies_dropped, "exact copies of an earlier row"),
        (report.beyond, "after the last job asked for"),
    ];
    let line = |rows: usize, what: &str| html! { <div><dt>{ what.to_owned() }</dt><dd>{ grouped(rows as u64) }</dd></div> };
    html! {
        <>
        <p data-testid="import-sum"><b>{ counted(report.jobs as u64, "job") }</b>{ ", " }{ counted(report.history as u64, "record") }{ " of history, out of " }{ counted(report.rows as u64, "row") }{ "." }</p>
        <dl class="facts">{ for left_out.into_iter().filter(|(rows, _)| *rows > 0).map(|(rows, what)| line(rows, what)) }</dl>
        if !report.refused.is_empty() {
            <div class="refused-rows" data-testid="refused-rows">
                <h3>{ "Refused" }</h3>
                { for report.refused.iter().map(|refused| html! {
                    <details>
                        <summary><b>{ grouped(refused.rows as u64) }</b>{ " " }{ refused.reason }</summary>
                        <ul>{ for refused.examples.iter().map(|example| html! { <li>{ format!("row {}: {}", grouped(example.row), example.detail) }</li> }) }</ul>
                    </details>
                }) }
            </div>
        }
        { for report.notes.iter().map(|note| html! { <p class="caption">{ sentence(note) }</p> }) }
        </>
    }
}

/// Why nothing can be made of it.
pub fn failed(said: &str) -> Html {
    html! { <p class="field-note" role="alert" data-testid="import-failed"><Icon shape={Shape::Warning} size={13} /><span>{ sentence(said) }</span></p> }
}
