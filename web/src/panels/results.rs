//! Results: this policy's figures beside the bound, and all policies side by side.

use asrpt_core::metrics::Metrics;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, fixed, percent, seconds};
use crate::shared::Shared;
use crate::simulation::{Compared, Simulation};
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct ResultsProps {
    pub simulation: Shared<Simulation>,
    pub open: bool,
    pub dispatch: Dispatch,
}

/// The bar under the lanes.
#[component]
pub fn Results(props: &ResultsProps) -> Html {
    let toggle = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleResults))
    };
    let open = props.open;
    let class = if open { "open" } else { "closed" };
    html! {
        <section class={classes!("results", class)} aria-labelledby="results-title">
            <div class="results-head">
                <h2 id="results-title">{ "Results" }</h2>
                <span class="caption results-line">{ in_one_line(&props.simulation) }</span>
                <span class="grow" />
                <button type="button" class="tool icon-only" onclick={toggle} aria-expanded={open.to_string()} aria-controls="results-body"
                    aria-label="Results" title="Results open, closed (R)"><Icon shape={if open { Shape::Down } else { Shape::Up }} /></button>
            </div>
            <div class="results-body" id="results-body">
                { figures(&props.simulation) }
                { table(props) }
            </div>
        </section>
    }
}

fn in_one_line(simulation: &Simulation) -> String {
    let run = &simulation.run;
    format!(
        "{} under {}, {}",
        counted(run.instance.jobs.len() as u64, "job"),
        run.policy.label(),
        counted(run.instance.cluster.total_gpus.into(), "GPU")
    )
}

/// Total JCT over its lower bound.
fn ratio(metrics: &Metrics) -> String {
    metrics.ratio_to_lower_bound.map_or_else(|| "–".to_owned(), |ratio| format!("{}\u{a0}×", fixed(ratio, 2)))
}

/// A total, which may pass what a time can hold.
fn total(us: u128) -> String {
    u64::try_from(us).map_or_else(|_| format!("{}\u{a0}s", fixed(us as f64 / 1e6, 0)), |us| seconds(us, 1))
}

fn mean(metrics: &Metrics) -> String {
    seconds((metrics.mean_jct_us + 0.5) as u64, 1)
}

fn figures(simulation: &Simulation) -> Html {
    let metrics = &simulation.run.metrics;
    let figure = |id: &'static str, value: String, name: Html| {
        html! { <div class="figure"><dt class="caption">{ name }</dt><dd data-testid={format!("metric-{id}")}>{ value }</dd></div> }
    };
    let words = |text: &'static str| html! { <>{ text }</> };
    html! {
        <dl class="figures" data-testid="metrics">
            { figure("ratio", ratio(metrics), html! { <>{ "the lower bound on total JCT, " }<span data-testid="metric-bound">{ total(metrics.lower_bound_total_jct_us) }</span></> }) }
            { figure("total", total(metrics.total_jct_us), words("total JCT")) }
            { figure("mean", mean(metrics), words("mean JCT")) }
            { figure("p50", seconds(metrics.p50_jct_us, 1), words("median JCT")) }
            { figure("p95", seconds(metrics.p95_jct_us, 1), words("95th percentile")) }
            { figure("p99", seconds(metrics.p99_jct_us, 1), words("99th percentile")) }
            { figure("makespan", seconds(metrics.makespan_us, 1), words("makespan")) }
            { figure("utilization", percent(metrics.gpu_utilization), words("GPUs busy")) }
        </dl>
    }
}

/// The best of each column.
struct Best {
    mean: f64,
    p95: u64,
    makespan: u64,
    busy: f64,
    ratio: f64,
    largest_ratio: f64,
}

impl Best {
    fn of(comparison: &[Compared]) -> Self {
        // Without jobs nothing is the best.
        let all = || {
            comparison.iter().filter_map(|compared| compared.metrics.as_ref()).filter(|m| m.makespan_us > 0)
        };
        let ratios = || all().filter_map(|m| m.ratio_to_lower_bound);
        Self {
            mean: all().map(|m| m.mean_jct_us).reduce(f64::min).unwrap_or(-1.0),
            p95: all().map(|m| m.p95_jct_us).min().unwrap_or(u64::MAX),
            makespan: all().map(|m| m.makespan_us).min().unwrap_or(u64::MAX),
            busy: all().map(|m| m.gpu_utilization).reduce(f64::max).unwrap_or(2.0),
            ratio: ratios().fold(f64::INFINITY, f64::min),
            largest_ratio: ratios().fold(1.0, f64::max),
        }
    }
}

fn table(props: &ResultsProps) -> Html {
    let best = Best::of(&props.simulation.comparison);
    html! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="All policies">
            <table class="policies" data-testid="policies">
                <thead><tr>
                    <th scope="col">{ "Policy" }</th><th scope="col">{ "Mean JCT" }</th><th scope="col" class="extra">{ "p95" }</th>
                    <th scope="col" class="extra">{ "Makespan" }</th><th scope="col" class="extra">{ "GPUs busy" }</th><th scope="col" class="wide">{ "Total JCT / lower bound" }<span class="bound-note">{ " (mark: 1.00)" }</span></th>
                </tr></thead>
                <tbody>{ for props.simulation.comparison.iter().map(|compared| row(props, compared, &best)) }</tbody>
            </table>
        </div>
    }
}

fn row(props: &ResultsProps, compared: &Compared, best: &Best) -> Html {
    let policy = compared.policy;
    let own = policy.kind() == props.simulation.run.policy.kind();
    let onclick = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::SetPolicy(policy.kind())))
    };
    let name = html! {
        <th scope="row"><button type="button" class="row-button" {onclick} aria-pressed={own.to_string()} title="Show this policy at the same moment">{ policy.label() }</button></th>
    };
    let cells = match &compared.metrics {
        None => html! { <td colspan="5">{ "passes the limit of simulated time" }</td> },
        Some(m) => html! {
            <>
            { cell("", mean(m), m.mean_jct_us <= best.mean) }
            { cell("extra", seconds(m.p95_jct_us, 1), m.p95_jct_us == best.p95) }
            { cell("extra", seconds(m.makespan_us, 1), m.makespan_us == best.makespan) }
            { cell("extra", percent(m.gpu_utilization), m.gpu_utilization >= best.busy) }
            <td class="wide">{ ratio_bar(m, best) }</td>
            </>
        },
    };
    html! { <tr key={policy.kind()} class={own.then_some("own")} data-testid={format!("row-{}", policy.kind())}>{ name }{ cells }</tr> }
}

fn cell(class: &'static str, text: String, best: bool) -> Html {
    html! { <td class={classes!((!class.is_empty()).then_some(class), best.then_some("best"))}>{ text }</td> }
}

/// Total over bound as a bar from 0; the upright mark is 1, the bound itself.
fn ratio_bar(metrics: &Metrics, best: &Best) -> Html {
    let Some(value) = metrics.ratio_to_lower_bound else { return html! { <>{ "–" }</> } };
    let share = |x: f64| format!("{:.2}%", x / best.largest_ratio * 100.0);
    html! {
        <span class="ratio">
            <span class="ratio-bar" aria-hidden="true"><i style={format!("width:{}", share(value))} /><u style={format!("left:{}", share(1.0))} /></span>
            <span class={classes!("ratio-value", (value <= best.ratio).then_some("best"))}>{ format!("{}\u{a0}×", fixed(value, 2)) }</span>
        </span>
    }
}
