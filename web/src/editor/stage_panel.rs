//! The selected stage at the right: its numbers, where its time goes, where it lies, who uses the model.

use std::rc::Rc;

use asrpt_core::limits;
use asrpt_core::scenario::{CollectiveKind, CollectiveSpec, Per, StageSpec, join};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::board::Board;
use super::exchange::kind_name;
use super::fields::Field;
use super::graph::{remove_edge, shortened};
use super::library_view::{linked, value};
use super::narrow::is_over_the_lanes;
use super::{models, sources, stage_facts};
use crate::draw::icon::{Icon, Shape};
use crate::edit::field::{NumberField, TextField};
use crate::store::{Action, Gesture};

#[derive(Properties, PartialEq)]
pub struct StagePanelProps {
    pub board: Board,
    /// The stage's position in the list.
    pub at: usize,
}

/// See the module.
#[component]
pub fn StagePanel(props: &StagePanelProps) -> Html {
    let (board, at) = (&props.board, props.at);
    let renaming = use_state_eq(|| None::<(String, String)>);
    let Some(stage) = board.spec().stages.get(at) else { return Html::default() };
    html! {
        <section class="stage-panel" aria-label={format!("Stage {}", shortened(&stage.id))} data-testid="stage-panel" key={stage.id.clone()}>
            <div class="stage-head">
                <span class="kind">{ "Stage" }</span><h2 title={stage.id.clone()}>{ &stage.id }</h2><span class="grow" />
                { duplicate(board, stage) }
            </div>
            <div class="stage-fields">
                { number(board, Field::Forward(stage.id.clone()), "Forward", "stage-forward") }
                { number(board, Field::Backward(stage.id.clone()), "Backward", "stage-backward") }
                { number(board, Field::Replicas(stage.id.clone()), "Replicas", "stage-replicas") }
                { name(board, stage, &renaming) }
            </div>
            { collectives(board, stage) }
            { edges(board, stage) }
            <hr />
            { stage_facts::time(board, at) }
            { stage_facts::place(board, at) }
            { traces(board, stage) }
            { used_by(board) }
        </section>
    }
}

fn duplicate(board: &Board, stage: &StageSpec) -> Html {
    let (board, id) = (board.clone(), stage.id.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        let new = board.edit(Gesture::once("duplicate"), |drawing| {
            let part = drawing.part(&board.model, &[id.clone()].into());
            drawing.insert(&part)
        });
        board.select_stages(new);
    });
    html! { <button type="button" class="tool" {onclick} data-testid="stage-duplicate">{ "Duplicate" }</button> }
}

/// Setting a number of the model.
fn setter(board: &Board, field: &Field) -> Callback<f64> {
    let (board, field) = (board.clone(), field.clone());
    Callback::from(move |value: f64| {
        let label = field.label(board.spec());
        board.edit(Gesture::running(label.clone(), label), |drawing| field.set(&mut drawing.spec, value));
    })
}

fn number(board: &Board, field: Field, label: &'static str, testid: &'static str) -> Html {
    number_called(board, &field, label.into(), testid.into())
}

fn number_called(board: &Board, field: &Field, label: AttrValue, testid: AttrValue) -> Html {
    let dispatch = board.dispatch.clone();
    let left = Callback::from(move |()| dispatch.dispatch(Action::EndGesture));
    let path = field.path(board.spec()).unwrap_or_default();
    let problem = board.problem_at(&path);
    let path = format!("{}.{path}", join("models", &board.model));
    html! {
        <NumberField {label} value={field.value(board.spec())} rule={field.rule()} unit={field.unit()} set={setter(board, field)} {left} {path} {problem} {testid} />
    }
}

/// The stage's id. A name that can't be given is said under the field, until another one is tried.
fn name(board: &Board, stage: &StageSpec, refused: &UseStateHandle<Option<(String, String)>>) -> Html {
    let at = board.spec().stages.iter().position(|other| std::ptr::eq(other, stage)).unwrap_or(0);
    let path = format!("stages[{at}].id");
    let own = refused.as_ref().filter(|(id, _)| *id == stage.id);
    let problem =
        own.map(|(_, problem)| AttrValue::from(problem.clone())).or_else(|| board.problem_at(&path));
    let path = format!("{}.{path}", join("models", &board.model));
    let set = {
        let (board, id, refused) = (board.clone(), stage.id.clone(), refused.setter());
        Callback::from(move |new: String| {
            let gesture = Gesture::once(format!("rename {id}"));
            match board.try_edit(gesture, |drawing| drawing.rename(&id, &new)) {
                Ok(()) => {
                    refused.set(None);
                    board.select_stages([new]);
                }
                Err(problem) => refused.set(Some((id.clone(), problem))),
            }
        })
    };
    html! { <TextField label="Name" value={stage.id.clone()} {path} {problem} {set} testid="stage-name" /> }
}

fn collectives(board: &Board, stage: &StageSpec) -> Html {
    let add = {
        let (board, id) = (board.clone(), stage.id.clone());
        Callback::from(move |_: MouseEvent| {
            let kind = CollectiveKind::AllReduce;
            change(&board, &id, "add a collective", move |stage| {
                stage.collectives.push(CollectiveSpec { kind, mb: 100.0, per: kind.default_per() });
            });
        })
    };
    let full = stage.collectives.len() >= limits::COLLECTIVES;
    html! {
        <div class="stage-part">
            <div class="section">
                <h3>{ "Collectives" }</h3>
                if !full { <button type="button" class="link-button" onclick={add} data-testid="add-collective"><Icon shape={Shape::Plus} size={13} />{ "Add" }</button> }
            </div>
            if stage.collectives.is_empty() { <p class="caption">{ "none" }</p> }
            { for (0..stage.collectives.len()).map(|nth| collective(board, stage, nth)) }
            if stage.replicas == 1 && !stage.collectives.is_empty() { <p class="caption">{ "They take no time on one replica." }</p> }
        </div>
    }
}

fn change(board: &Board, id: &str, label: &'static str, act: impl FnOnce(&mut StageSpec)) {
    board.edit(Gesture::once(label), |drawing| {
        if let Some(stage) = drawing.spec.stages.iter_mut().find(|stage| stage.id == id) {
            act(stage);
        }
    });
}

fn collective(board: &Board, stage: &StageSpec, nth: usize) -> Html {
    let own = stage.collectives[nth];
    let on_choice = |act: fn(&mut CollectiveSpec, &str)| {
        let (board, id) = (board.clone(), stage.id.clone());
        Callback::from(move |event: Event| {
            let Some(chosen) = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value())
            else {
                return;
            };
            change(&board, &id, "change a collective", |stage| {
                if let Some(collective) = stage.collectives.get_mut(nth) {
                    act(collective, &chosen);
                }
            });
        })
    };
    let remove = {
        let (board, id) = (board.clone(), stage.id.clone());
        Callback::from(move |_: MouseEvent| {
            change(&board, &id, "delete a collective", |stage| {
                stage.collectives.remove(nth);
            });
        })
    };
    let kind = on_choice(|collective, chosen| {
        let kinds = [CollectiveKind::AllReduce, CollectiveKind::AllToAll];
        if let Some(kind) = kinds.into_iter().find(|kind| kind.name() == chosen) {
            (collective.kind, collective.per) = (kind, kind.default_per());
        }
    });
    let per = on_choice(|collective, chosen| {
        collective.per = if chosen == Per::Iteration.name() { Per::Iteration } else { Per::MicroBatch };
    });
    let option = |value: &'static str, label: &'static str, selected: bool| html! { <option {value} {selected}>{ label }</option> };
    let field = Field::Collective(stage.id.clone(), nth);
    html! {
        <div class="collective-row">
            <select class="select" onchange={kind} aria-label={format!("Kind of collective {}", nth + 1)} data-testid={format!("collective-kind-{nth}")}>
                { for [CollectiveKind::AllReduce, CollectiveKind::AllToAll].map(|kind| option(kind.name(), kind_name(kind), kind == own.kind)) }
            </select>
            { number_called(board, &field, kind_name(own.kind).into(), format!("collective-mb-{nth}").into()) }
            <select class="select" onchange={per} aria-label={format!("When collective {} happens", nth + 1)}>
                { option(Per::Iteration.name(), "per iteration", own.per == Per::Iteration) }
                { option(Per::MicroBatch.name(), "per micro-batch", own.per == Per::MicroBatch) }
            </select>
            <button type="button" class="tool icon-only small" onclick={remove} aria-label={format!("Remove collective {}", nth + 1)} title="Remove"><Icon shape={Shape::Close} size={14} /></button>
        </div>
    }
}

/// The edges at the stage: the way to them for the keyboard.
fn edges(board: &Board, stage: &StageSpec) -> Html {
    let edges = board.spec().edges.iter().enumerate();
    let at_stage = edges.filter(|(_, edge)| edge.from == stage.id || edge.to == stage.id);
    let row = |(at, edge): (usize, &asrpt_core::scenario::EdgeSpec)| {
        let (from, to) = (edge.from.clone(), edge.to.clone());
        let other = if from == stage.id {
            format!("→ {}", shortened(&to))
        } else {
            format!("← {}", shortened(&from))
        };
        let remove = {
            let (board, from, to) = (board.clone(), from.clone(), to.clone());
            Callback::from(move |_: MouseEvent| {
                let gesture = Gesture::once("delete an edge").told(format!(
                    "Deleted the edge {} → {}",
                    shortened(&from),
                    shortened(&to)
                ));
                board.edit(gesture, |drawing| remove_edge(&mut drawing.spec, &from, &to));
            })
        };
        let name = format!("{} to {}", shortened(&from), shortened(&to));
        let travel = board.meaning.figures().and_then(|figures| figures.travels.get(at));
        // At this stage's end: all of them together are its pipeline time.
        let travel = travel.map(|travel| (travel, if from == stage.id { travel.ms.0 } else { travel.ms.1 }));
        html! {
            <div class="edge-row" key={at}>
                { number_called(board, &Field::Edge(from.clone(), to.clone()), other.into(), format!("edge-mb-{from}-{to}").into()) }
                <button type="button" class="tool icon-only small" onclick={remove} aria-label={format!("Remove the edge {name}")} title="Remove"><Icon shape={Shape::Close} size={14} /></button>
                if let Some((travel, ms)) = travel { <span class="caption edge-way">{ travel.words(ms) }</span> }
            </div>
        }
    };
    let rows: Vec<Html> = at_stage.map(row).collect();
    html! {
        <div class="stage-part">
            <div class="section"><h3>{ "Edges" }</h3><span class="caption">{ "activations, MB per iteration" }</span></div>
            if rows.is_empty() { <p class="caption">{ "none" }</p> }
            <div class="edge-rows">{ for rows }</div>
        </div>
    }
}

/// Where the stage's numbers come from, as long as they are those of the calculator.
fn traces(board: &Board, stage: &StageSpec) -> Html {
    let Some(recipe) = sources::of_model(&board.scenario, &board.model) else { return Html::default() };
    let traces = sources::traces(&recipe, board.spec(), &stage.id);
    let made_by = recipe.entry().map_or("a transformer of your own", |entry| entry.title.as_str());
    html! {
        <details class="stage-part" data-testid="stage-traces">
            <summary>{ format!("{} of its numbers from the calculator: {made_by}", traces.len()) }</summary>
            <dl class="stage-traces">
                { for traces.iter().map(|q| html! { <><dt>{ &q.name }<b>{ value(q) }</b></dt><dd>{ &q.formula }if !q.source.is_empty() { <span>{ linked(&q.source) }</span> }</dd></> }) }
            </dl>
        </details>
    }
}

/// The jobs of the model, each a button that selects it.
fn used_by(board: &Board) -> Html {
    const MOST: usize = 24;
    let jobs = models::used_by(&board.scenario, &board.model);
    let more = jobs.len().saturating_sub(MOST);
    let job = |&(at, id): &(usize, &str)| {
        let (board, id) = (board.clone(), Rc::<str>::from(id));
        let name = shortened(&id);
        let onclick = Callback::from(move |event: MouseEvent| {
            // The page's own handler goes by numbers, which are those of the last run.
            event.stop_propagation();
            board.dispatch.dispatch(Action::FindById(id.clone()));
            if is_over_the_lanes() {
                board.dispatch.dispatch(Action::ToggleLeft);
            }
        });
        html! { <button type="button" class="link-button" {onclick} data-job={at.to_string()} data-testid="used-by">{ name }</button> }
    };
    html! {
        <div class="stage-used">
            <h3>{ "Used by" }</h3>
            <span class="caption used-by-jobs">
                if jobs.is_empty() { { "no job" } }
                { for jobs.iter().take(MOST).map(job) }
                if more > 0 { { format!("and {more} more") } }
            </span>
        </div>
    }
}
