//! All policies: this one's figures, and every policy in a row, sorted by any column.

use yew::prelude::*;

use crate::panels::flash::Flash;

use crate::draw::number::fixed;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch};

use super::compare::{self, AGAINST, BUSY, MAKESPAN, MEAN, P50, P95, P99, RATIO, TOTAL};
use super::sheet::{head, use_sort};
use super::table::{Cell, Table, total};
use super::term::Term;
use super::terms::Term as Entry;

#[derive(Properties, PartialEq)]
pub struct PoliciesProps {
    pub simulation: Shared<Simulation>,
    pub dispatch: Dispatch,
}

/// The figures of this policy's run.
#[component]
pub fn Figures(props: &PoliciesProps) -> Html {
    let m = &props.simulation.run.metrics;
    let figure = |id: &'static str, value: Cell, name: Html| {
        let value = if id == "ratio" { format!("{}\u{a0}×", value.shown()) } else { value.shown() };
        html! { <div class="figure"><dt class="caption">{ name }</dt><dd data-testid={format!("metric-{id}")}><Flash {value} /></dd></div> }
    };
    let term = |of: Entry, words: &'static str| html! { <Term {of}>{ words }</Term> };
    let ratio = m.ratio_to_lower_bound.map_or(Cell::Nothing, |ratio| Cell::Real(ratio, 2));
    let bound = html! {
        <>{ "the " }{ term(Entry::LowerBound, "lower bound") }{ " on total JCT, " }<span data-testid="metric-bound"><Flash value={total(m.lower_bound_total_jct_us)} /></span></>
    };
    html! {
        <dl class="figures" data-testid="metrics">
            { figure("ratio", ratio, bound) }
            { figure("total", Cell::Total(m.total_jct_us), term(Entry::Jct, "total JCT")) }
            { figure("mean", Cell::MeanTime(m.mean_jct_us), html! { "mean JCT" }) }
            { figure("p50", Cell::Time(m.p50_jct_us), html! { "median JCT" }) }
            { figure("p95", Cell::Time(m.p95_jct_us), term(Entry::Percentile, "95th percentile")) }
            { figure("p99", Cell::Time(m.p99_jct_us), html! { "99th percentile" }) }
            { figure("makespan", Cell::Time(m.makespan_us), term(Entry::Makespan, "makespan")) }
            { figure("utilization", Cell::Percent(m.gpu_utilization), term(Entry::Utilisation, "GPUs busy")) }
        </dl>
    }
}

/// What is shown, with the class that hides the less important where there is little room.
const COLUMNS: &[(usize, &str)] = &[
    (0, ""),
    (TOTAL, "ample"),
    (MEAN, ""),
    (P50, "ample"),
    (P95, "extra"),
    (P99, "ample"),
    (MAKESPAN, "extra"),
    (BUSY, "extra"),
    (AGAINST, ""),
    (RATIO, "wide"),
];

/// Every policy in a row.
#[component]
pub fn Policies(props: &PoliciesProps) -> Html {
    let (sort, choose) = use_sort();
    let table = use_memo(props.simulation.clone(), |simulation| compare::table(simulation.comparison()));
    let order = table.order(sort);
    html! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="All policies">
            <table class="policies" data-testid="policies">
                <thead><tr>{ for COLUMNS.iter().map(|&(at, class)| head(at, &table.columns[at], sort, class, &choose)) }</tr></thead>
                <tbody>{ for order.into_iter().map(|at| row(props, &table, at)) }</tbody>
            </table>
            <p class="caption policies-note">{ "The upright mark is 1.00, the lower bound: no schedule without preemption can be better. " }<b class="best">{ "Green" }</b>{ " is the best of a column." }
                if props.simulation.run.instance.learns() { { " Each policy learns from its own completions, so n̂ differs between them." } }
            </p>
        </div>
    }
}

fn row(props: &PoliciesProps, table: &Table, at: usize) -> Html {
    let compared = &props.simulation.comparison()[at];
    let policy = compared.policy;
    let own = policy.kind() == props.simulation.run.policy.kind();
    let onclick = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::SetPolicy(policy.kind())))
    };
    let name = html! {
        <th key={0} scope="row"><button type="button" class="row-button" {onclick} aria-pressed={own.to_string()} title="Show this policy at the same moment">{ policy.label() }</button></th>
    };
    let cells = match &compared.metrics {
        None => {
            html! { <td colspan={(COLUMNS.len() - 1).to_string()}>{ "passes the limit of simulated time" }</td> }
        }
        Some(_) => COLUMNS[1..].iter().map(|&(column, class)| cell(table, at, column, class)).collect(),
    };
    html! { <tr key={policy.kind()} class={own.then_some("own")} data-testid={format!("row-{}", policy.kind())}>{ name }{ cells }</tr> }
}

fn cell(table: &Table, at: usize, column: usize, class: &'static str) -> Html {
    let cell = &table.rows[at][column];
    let best = compare::best(table, column).is_some_and(|best| cell.value() == best);
    if column == RATIO {
        return html! { <td key={column} {class}>{ ratio_bar(table, cell, best) }</td> };
    }
    html! { <td key={column} class={classes!((!class.is_empty()).then_some(class), best.then_some("best"))}><Flash value={cell.shown()} /></td> }
}

/// Total over bound as a bar from 0; the upright mark is 1, the bound itself.
fn ratio_bar(table: &Table, cell: &Cell, best: bool) -> Html {
    let Cell::Real(value, _) = *cell else { return html! { <>{ "–" }</> } };
    let largest = table.rows.iter().map(|row| row[RATIO].value()).filter(|x| !x.is_nan()).fold(1.0, f64::max);
    let share = |x: f64| format!("{:.2}%", x / largest * 100.0);
    html! {
        <span class="ratio">
            <span class="ratio-bar" aria-hidden="true"><i style={format!("width:{}", share(value))} /><u style={format!("left:{}", share(1.0))} /></span>
            <span class={classes!("ratio-value", best.then_some("best"))}><Flash value={format!("{}\u{a0}×", fixed(value, 2))} /></span>
        </span>
    }
}
