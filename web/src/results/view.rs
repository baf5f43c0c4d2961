//! The results on the page: a bar of tabs, and what the chosen one shows.

use std::cell::Cell;
use std::rc::Rc;

use asrpt_core::result;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::counted;
use crate::export;
use crate::moment::Moment;
use crate::predict::board::PredictionBoard;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch};
use crate::worker::Turns;

use super::frame::{Data, Frame, name_of};
use super::policies::{Figures, Policies};
use super::sheet::Sheet;
use super::side::SideBySide;
use super::state::{Change, ResultsView, Tab};
use super::table::Table;
use super::tabs::{TabBar, tab_id};
use super::{compare, jobs};

#[derive(Properties, PartialEq)]
pub struct ResultsProps {
    pub simulation: Shared<Simulation>,
    /// Given where a tab shows the moment.
    pub moment: Option<Shared<Moment>>,
    pub open: bool,
    pub view: ResultsView,
    pub dispatch: Dispatch,
}

/// The bar under the lanes.
#[component]
pub fn Results(props: &ResultsProps) -> Html {
    let wanted = props.open || props.view.tall;
    let class =
        classes!("results", if wanted { "open" } else { "closed" }, props.view.tall.then_some("tall"));
    html! {
        <section {class} aria-label="Results">
            <div class="results-head">
                <TabBar tab={props.view.tab} open={wanted} dispatch={props.dispatch.clone()} />
                <span class="grow" />
                { save(props) }
                { arrange(props) }
            </div>
            <div class={classes!("results-body", format!("tab-{}", props.view.tab.slug()))} id="results-body" role="tabpanel" aria-labelledby={tab_id(props.view.tab)}>
                if wanted { { body(props) } }
            </div>
        </section>
    }
}

/// What a tab shows.
fn body(props: &ResultsProps) -> Html {
    let data = Data { simulation: props.simulation.clone(), story: props.simulation.story().clone() };
    let frame = |tab: Tab| html! { <Frame key={tab.slug()} {tab} data={data.clone()} as_table={props.view.as_table} dispatch={props.dispatch.clone()} /> };
    let simulation = &props.simulation;
    match props.view.tab {
        Tab::Policies => html! {
            <>
            <Figures simulation={simulation.clone()} dispatch={props.dispatch.clone()} />
            <p class="caption results-line">{ in_one_line(simulation) }</p>
            <Policies simulation={simulation.clone()} dispatch={props.dispatch.clone()} />
            <div class="three-charts">{ frame(Tab::Distribution) }if props.view.tall { { frame(Tab::Utilisation) }{ frame(Tab::Prediction) } }</div>
            </>
        },
        Tab::Jobs => html! { <JobsSheet simulation={simulation.clone()} /> },
        Tab::SideBySide => match &props.moment {
            Some(moment) => html! {
                <SideBySide simulation={simulation.clone()} moment={moment.clone()} second={props.view.second_beside(simulation.run.policy.kind())}
                    as_table={props.view.as_table} dispatch={props.dispatch.clone()} />
            },
            None => Html::default(),
        },
        Tab::Prediction => html! {
            <PredictionBoard simulation={simulation.clone()} as_table={props.view.as_table} dispatch={props.dispatch.clone()}>{ frame(Tab::Prediction) }</PredictionBoard>
        },
        tab => frame(tab),
    }
}

#[derive(Properties, PartialEq)]
struct JobsSheetProps {
    simulation: Shared<Simulation>,
}

/// Runs of more jobs have their table made in slices.
const MADE_AT_ONCE: usize = 4_000;

#[component]
fn JobsSheet(props: &JobsSheetProps) -> Html {
    let large = props.simulation.run.instance.jobs.len() > MADE_AT_ONCE;
    let made = use_state(|| None::<(Shared<Simulation>, Shared<Table>)>);
    let at_once = use_memo(props.simulation.clone(), |simulation| {
        Shared::new(if large { Table::default() } else { jobs::table(&simulation.run) })
    });
    {
        let made = made.setter();
        use_effect_with(props.simulation.clone(), move |simulation| {
            let given_up = Rc::new(Cell::new(false));
            if large {
                let (simulation, given_up) = (simulation.clone(), Rc::clone(&given_up));
                spawn_local(async move {
                    let table = jobs::table_in_turns(&simulation.run, &mut Turns::on_page(given_up)).await;
                    if let Some(table) = table {
                        made.set(Some((simulation, Shared::new(table))));
                    }
                });
            }
            move || given_up.set(true)
        });
    }
    let table = if large {
        made.as_ref().filter(|(of, _)| *of == props.simulation).map(|(_, table)| table.clone())
    } else {
        Some((*at_once).clone())
    };
    let name = format!("Jobs under {}", props.simulation.run.policy.label());
    match table {
        Some(table) => html! { <Sheet {name} {table} /> },
        None => html! { <p class="caption none" role="status">{ "The rows are being made …" }</p> },
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

/// Results as files: the figures of all policies, or all of this run.
fn save(props: &ResultsProps) -> Html {
    let policies = props.view.tab == Tab::Policies;
    let onclick = |json: bool| {
        let simulation = props.simulation.clone();
        Callback::from(move |_: MouseEvent| save_results(&simulation, policies, json))
    };
    let what = if policies { "the figures of all policies" } else { "every job of this run" };
    html! {
        <span class="results-save">
            <button type="button" class="tool" onclick={onclick(false)} title={format!("Save {what} as CSV")} data-testid="results-csv"><Icon shape={Shape::Save} size={15} />{ "CSV" }</button>
            <button type="button" class="tool" onclick={onclick(true)} title={if policies { "Save the figures of all policies as JSON, as the command line prints them" } else { "Save the result of this run as JSON, as the command line prints it" }} data-testid="results-json">{ "JSON" }</button>
        </span>
    }
}

fn save_results(simulation: &Simulation, policies: bool, json: bool) {
    let run = &simulation.run;
    let name = name_of(simulation, if policies { Tab::Policies } else { Tab::Jobs });
    let name = if policies { name } else { format!("{name}-{}", run.policy.kind()) };
    if json {
        let text = if policies {
            let figures = simulation
                .comparison()
                .iter()
                .filter_map(|compared| Some((compared.policy, compared.metrics.as_ref()?)));
            result::comparison_to_json(figures)
        } else {
            result::to_json(run)
        };
        export::save_text(&format!("{name}.json"), "application/json", &text);
    } else {
        let table: Table = if policies { compare::table(simulation.comparison()) } else { jobs::table(run) };
        export::save_text(&format!("{name}.csv"), "text/csv", &table.csv());
    }
}

/// Taller, closed.
fn arrange(props: &ResultsProps) -> Html {
    let act = |action: Action| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()))
    };
    let tall = props.view.tall;
    html! {
        <span class="results-arrange">
            <button type="button" class="tool" onclick={act(Action::Results(Change::ToggleTall))} aria-pressed={tall.to_string()} data-testid="results-tall"
                title={if tall { "Back to the lanes (Esc)" } else { "Results over the whole page" }}>{ if tall { "Back to lanes" } else { "Full height" } }</button>
            if !tall {
                <button type="button" class="tool icon-only" onclick={act(Action::ToggleResults)} aria-expanded={props.open.to_string()} aria-controls="results-body"
                    aria-label="Results" title="Results open, closed (R)" data-testid="results-toggle"><Icon shape={if props.open { Shape::Down } else { Shape::Up }} /></button>
            }
        </span>
    }
}
