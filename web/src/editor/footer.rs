//! The one figure of the model: the time of an iteration at best, how it comes about, and how far the worst is.

use yew::prelude::*;

use super::board::Board;
use super::figures::{Figures, Meaning, Parts};
use super::graph::shortened;
use crate::draw::number::{counted, fixed, grouped, iteration_ms};
use crate::panels::spans::alpha;

/// The figure with its formula and its bar, or why there is none.
pub fn draw(board: &Board) -> Html {
    let body = match &*board.meaning {
        Meaning::Known(figures) => known(board, figures),
        Meaning::Empty => note("No stage yet: an iteration takes no time.".to_owned()),
        Meaning::NoCluster => note("The cluster's numbers are out of range: see the tab Cluster.".to_owned()),
        Meaning::TooLarge { gpus, total } => note(format!(
            "It needs {} at once, the cluster has {}. Add servers or lower the replicas.",
            counted(*gpus, "GPU"),
            grouped(*total)
        )),
        Meaning::Invalid(problems) => note(problems.first().map(ToString::to_string).unwrap_or_default()),
    };
    html! { <div class="board-foot" data-testid="board-foot">{ body }</div> }
}

fn note(text: String) -> Html {
    html! { <p class="foot-note">{ text }</p> }
}

fn known(board: &Board, figures: &Figures) -> Html {
    let parts = figures.parts();
    html! {
        <>
        <div class="foot-head">
            <b class="foot-figure" data-testid="alpha-min">{ iteration_ms(figures.constants.alpha_min_s) }</b>
            <span class="caption">{ "per iteration in the best placement, the one shown (" }<i class="symbol">{ "α" }</i>{ " = " }{ alpha("min") }{ "), on " }{ counted(figures.constants.min_servers.into(), "server") }</span>
            <span class="grow" />
            <span class="caption foot-formula" data-testid="formula">{ formula(figures, parts) }</span>
        </div>
        { bar(figures, parts) }
        { legend(figures, parts) }
        { worst(board, figures) }
        </>
    }
}

fn formula(figures: &Figures, parts: Parts) -> String {
    match parts {
        Parts::Steady { stage } => {
            let (cost, name) = (&figures.cost.stages[stage], shortened(&figures.graph.stages[stage].id));
            let collective = cost.collective_per_micro_batch_ms + cost.collective_per_iteration_ms;
            format!(
                "slowest stage {name}: {} + {} + {}",
                one(cost.compute_ms),
                one(cost.pipeline_ms),
                one(collective)
            )
        }
        Parts::Flushed { micro_batches, slowest_ms, path_ms, collectives_ms } => format!(
            "{}: ({} × {} + path {}) / {} + collectives {}",
            counted(micro_batches.into(), "micro-batch").replace("batchs", "batches"),
            grouped(u64::from(micro_batches) - 1),
            one(slowest_ms),
            one(path_ms),
            grouped(micro_batches.into()),
            one(collectives_ms)
        ),
    }
}

fn one(ms: f64) -> String {
    fixed(ms, 1)
}

/// Its parts as the bar shows them: class, name, milliseconds.
fn shares(figures: &Figures, parts: Parts) -> [(&'static str, &'static str, f64); 3] {
    match parts {
        Parts::Steady { stage } => {
            let cost = &figures.cost.stages[stage];
            let collective = cost.collective_per_micro_batch_ms + cost.collective_per_iteration_ms;
            [
                ("compute", "compute", cost.compute_ms),
                ("pipeline", "pipeline traffic", cost.pipeline_ms),
                ("collective", "collectives", collective),
            ]
        }
        Parts::Flushed { micro_batches, slowest_ms, path_ms, collectives_ms } => {
            let m = f64::from(micro_batches);
            [
                ("compute", "slowest stage", (m - 1.0) * slowest_ms / m),
                ("pipeline", "filling and draining", path_ms / m),
                ("collective", "collectives", collectives_ms),
            ]
        }
    }
}

fn bar(figures: &Figures, parts: Parts) -> Html {
    let whole = figures.cost.alpha_ms.max(1e-12);
    let part = |(class, _, ms): (&'static str, &'static str, f64)| {
        let style = format!("width:{:.2}%", ms / whole * 100.0);
        if ms > 0.0 {
            html! { <i {class} {style} /> }
        } else {
            Html::default()
        }
    };
    html! { <div class="foot-bar" aria-hidden="true">{ for shares(figures, parts).map(part) }</div> }
}

fn legend(figures: &Figures, parts: Parts) -> Html {
    let item = |(class, name, ms): (&'static str, &'static str, f64)| {
        html! { <span><i class={classes!("key", class)} />{ format!("{name}, {}\u{a0}ms", one(ms)) }</span> }
    };
    html! { <div class="cost-legend caption">{ for shares(figures, parts).map(item) }</div> }
}

/// How far apart the best and the worst placement are, and whether that makes a job communication-heavy.
fn worst(board: &Board, figures: &Figures) -> Html {
    let constants = &figures.constants;
    let ratio = board.scenario.policy.comm_heavy_ratio;
    let times = constants.alpha_max_s / constants.alpha_min_s;
    let heavy = constants.gpus > 1 && constants.alpha_max_s >= ratio * constants.alpha_min_s;
    let verdict = if heavy { "communication-heavy" } else { "not communication-heavy" };
    html! {
        <p class="caption foot-worst">
            { alpha("max") }{ format!(" {}", iteration_ms(constants.alpha_max_s)) }
            if times.is_finite() { { format!(", {} × the best: ", fixed(times, 2)) }<span class={heavy.then_some("hot")}>{ verdict }</span>{ format!(" (from {} ×)", fixed(ratio, 1)) } }
            { format!(", {}", counted(constants.gpus.into(), "GPU")) }
        </p>
    }
}
