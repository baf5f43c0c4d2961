//! What the selected stage costs and where it lies, in numbers and words.

use asrpt_core::scenario::{CollectiveKind, StageSpec};
use yew::prelude::*;

use super::board::Board;
use super::exchange::kind_name;
use super::figures::Figures;
use super::graph::shortened;
use crate::draw::number::{counted, fixed, plain};

/// More stages than this are left to the canvas.
const MOST_STAGES: usize = 12;

/// Where its time goes.
pub fn time(board: &Board, at: usize) -> Html {
    let Some(figures) = board.meaning.figures() else { return Html::default() };
    let (cost, stage) = (&figures.cost.stages[at], &board.spec().stages[at]);
    let collective_ms = cost.collective_per_micro_batch_ms + cost.collective_per_iteration_ms;
    let row = |name: String, ms: f64| html! { <><dt>{ name }</dt><dd>{ fixed(ms, 1) }</dd></> };
    html! {
        <div class="stage-part" data-testid="stage-time">
            <div class="section"><h3>{ "Where its time goes" }</h3><span class="caption">{ "ms per iteration" }</span></div>
            <dl class="stage-sums">
                { row("Compute, forward + backward".to_owned(), cost.compute_ms) }
                { row(pipeline(board, stage), cost.pipeline_ms) }
                { row(collectives(figures, stage, at), collective_ms) }
                <dt class="sum">{ "Together" }</dt><dd class="sum" data-testid="stage-total">{ fixed(cost.total_ms(), 1) }</dd>
            </dl>
        </div>
    }
}

/// `Pipeline, 2 × (50 + 50) MB`.
fn pipeline(board: &Board, stage: &StageSpec) -> String {
    let edges = board.spec().edges.iter().filter(|edge| edge.from == stage.id || edge.to == stage.id);
    let mb: Vec<String> = edges.map(|edge| plain(edge.activation_mb)).collect();
    match mb.len() {
        0 => "Pipeline, no edge".to_owned(),
        1 => format!("Pipeline, 2 × {} MB", mb[0]),
        n if n > 5 => format!("Pipeline, {n} edges"),
        _ => format!("Pipeline, 2 × ({}) MB", mb.join(" + ")),
    }
}

fn collectives(figures: &Figures, stage: &StageSpec, at: usize) -> String {
    let over = match figures.constants.best[at].len() {
        1 => "over NVLink",
        _ => "across servers",
    };
    match &stage.collectives[..] {
        [] => "Collectives, none".to_owned(),
        _ if stage.replicas == 1 => "Collectives, one replica".to_owned(),
        [one] if one.kind == CollectiveKind::AllReduce => format!("All-reduce ring {over}"),
        [_] => format!("All-to-all {over}"),
        many if many.iter().all(|c| c.kind == many[0].kind) => {
            format!("{} × {} {over}", many.len(), kind_name(many[0].kind))
        }
        many => format!("{} collectives {over}", many.len()),
    }
}

/// Where the stages lie at best, and what that sends over the NIC.
pub fn place(board: &Board, at: usize) -> Html {
    let Some(figures) = board.meaning.figures() else { return Html::default() };
    let stages = board.spec().stages.iter().enumerate();
    let few = board.spec().stages.len() <= MOST_STAGES;
    let rows = stages.filter(|(nth, _)| few || *nth == at).map(|(nth, stage)| {
        let class = (nth == at).then_some("own");
        html! { <><dt {class} title={stage.id.clone()}>{ &stage.id }</dt><dd {class}>{ figures.servers_of(nth) }</dd></> }
    });
    html! {
        <div class="stage-part">
            <div class="section"><h3>{ "Best place (Heavy-Edge, empty cluster)" }</h3></div>
            <dl class="stage-places">{ for rows }</dl>
            <p class="caption stage-why">{ why(board, figures) }</p>
        </div>
    }
}

/// The placement as a sentence.
fn why(board: &Board, figures: &Figures) -> String {
    let constants = &figures.constants;
    let replicas = counted(constants.gpus.into(), "replica");
    if let [(server, _)] = figures.selection[..] {
        return format!("{replicas} on {}: nothing crosses to another server.", figures.server(server));
    }
    let largest = figures.cluster.servers.iter().map(|server| server.gpus).max().unwrap_or(0);
    let nic_mb: f64 = figures.travels.iter().map(|travel| travel.nic_mb).sum();
    let crossing = figures.travels.iter().filter(|travel| travel.crosses()).count();
    let edges = match crossing {
        0 => "No edge crosses the NIC.".to_owned(),
        1 => format!(
            "One edge carries {} MB per iteration over the NIC: {}.",
            plain(nic_mb),
            first_crossing(board, figures)
        ),
        n => format!(
            "{n} of {} edges carry {} MB per iteration over the NIC.",
            figures.travels.len(),
            plain(nic_mb)
        ),
    };
    format!(
        "{replicas}, at most {} on a server: they take {}. {edges}",
        counted(largest.into(), "GPU"),
        counted(constants.min_servers.into(), "server")
    )
}

fn first_crossing(board: &Board, figures: &Figures) -> String {
    let at = figures.travels.iter().position(|travel| travel.crosses());
    at.map_or_else(String::new, |at| {
        let edge = &board.spec().edges[at];
        format!("{} → {}", shortened(&edge.from), shortened(&edge.to))
    })
}
