//! The tab Models: the choice of the model, the canvas, the placement, and the one figure.

use std::rc::Rc;

use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use super::ask::AskBar;
use super::board::Board;
use super::canvas::Canvas;
use super::chooser::{Ask, Chooser, replace};
use super::drawing::Drawing;
use super::figures::{self, Meaning};
use super::focus::Focus;
use super::library_view::Library;
use super::narrow::use_narrow;
use super::outline::Outline;
use super::stage_panel::StagePanel;
use super::walk_view::Walk;
use super::{footer, models, walk};
use crate::draw::icon::{Icon, Shape};
use crate::edit::field::NumberField;
use crate::edit::rule::Rule;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Gesture};

#[derive(Properties, PartialEq)]
pub struct EditorProps {
    pub scenario: Shared<Scenario>,
    pub focus: Focus,
    pub dispatch: Dispatch,
    /// The same models as tables.
    pub children: Html,
}

/// The model that the focus is on, with what it means; `None` where there is none.
#[hook]
pub fn use_board(scenario: &Shared<Scenario>, focus: &Focus, dispatch: &Dispatch) -> Option<Board> {
    let model = focus.model_in(scenario);
    let drawing = use_memo((scenario.clone(), model.clone()), |(scenario, model)| {
        model.as_ref().and_then(|model| Drawing::of(scenario, model)).map(Rc::new)
    });
    let graph = drawing.as_ref().as_ref().map(|drawing| drawing.spec.clone());
    let outline = use_memo(graph.clone(), |spec| spec.as_ref().map(Outline::new).unwrap_or_default());
    let meaning = use_memo((graph, scenario.servers.clone()), |(spec, servers)| {
        Rc::new(spec.as_ref().map_or(Meaning::Empty, |spec| figures::of_model(spec, servers)))
    });
    Some(Board {
        scenario: scenario.clone(),
        model: model?,
        drawing: (*drawing).clone()?,
        meaning: (*meaning).clone(),
        outline,
        focus: focus.clone(),
        dispatch: dispatch.clone(),
    })
}

/// See the module.
#[component]
pub fn ModelEditor(props: &EditorProps) -> Html {
    let board = use_board(&props.scenario, &props.focus, &props.dispatch);
    let ask = use_state_eq(|| None::<Ask>);
    let picks = use_state_eq(|| None::<usize>);
    let as_table = use_state_eq(|| false);
    let narrow = use_narrow();
    let switch = {
        let as_table = as_table.clone();
        Callback::from(move |_: MouseEvent| as_table.set(!*as_table))
    };
    let set_ask = {
        let ask = ask.setter();
        use_callback((), move |next: Option<Ask>, ()| ask.set(next))
    };
    let chooser = html! {
        <Chooser scenario={props.scenario.clone()} model={board.as_ref().map(|board| board.model.clone())} dispatch={props.dispatch.clone()} ask={set_ask.clone()} />
    };
    let library = (*ask == Some(Ask::Library)).then(|| html! {
        <Library scenario={props.scenario.clone()} dispatch={props.dispatch.clone()} close={set_ask.reform(|()| None)} />
    });
    let ask_bar = ask.as_ref().filter(|ask| **ask != Ask::Library).map(|ask| html! {
        <AskBar ask={ask.clone()} scenario={props.scenario.clone()} model={board.as_ref().map_or_else(|| "".into(), |board| board.model.clone())}
            dispatch={props.dispatch.clone()} close={set_ask.reform(|()| None)} />
    });
    let Some(board) = board else {
        return html! { <div class="editor"><div class="board-bar">{ chooser }</div>{ for ask_bar }{ for library }{ no_models(props, &set_ask) }</div> };
    };
    if *as_table {
        return html! {
            <div class="editor as-table">
                <div class="board-bar"><button type="button" class="button" onclick={switch} data-testid="as-drawing">{ "Draw" }</button></div>
                { props.children.clone() }
            </div>
        };
    }
    let placed = placed(&board, *picks);
    let go = {
        let picks = picks.setter();
        Callback::from(move |pick: usize| picks.set(Some(pick)))
    };
    let toggle = {
        let (picks, all) = (picks.clone(), board.meaning.figures().map_or(0, |figures| figures.picks.len()));
        Callback::from(move |_: MouseEvent| picks.set(if picks.is_some() { None } else { Some(all) }))
    };
    html! {
        <div class="editor" data-testid="editor">
            <Canvas board={board.clone()} {placed}>{ chooser }</Canvas>
            { for ask_bar }
            { for library }
            if let Some(picks) = *picks { <Walk board={board.clone()} {picks} {go} /> }
            <div class="board-options">
                { micro_batches(&board) }
                if board.meaning.figures().is_some() {
                    <button type="button" class="tool" onclick={toggle} aria-expanded={picks.is_some().to_string()} data-testid="placement">
                        <Icon shape={if picks.is_some() { Shape::Down } else { Shape::Up }} size={14} />{ "Placement, step by step" }
                    </button>
                }
                <span class="grow" />
                <button type="button" class="tool" onclick={switch} data-testid="as-table">{ "As a table" }</button>
            </div>
            { footer::draw(&board) }
            if let Some(at) = board.focus.stage_in(board.spec()).filter(|_| narrow) { <div class="stage-below"><StagePanel board={board.clone()} {at} /></div> }
        </div>
    }
}

fn placed(board: &Board, picks: Option<usize>) -> Option<Rc<Vec<AttrValue>>> {
    let figures = board.meaning.figures()?;
    Some(Rc::new(walk::placed(figures, picks?).into_iter().map(AttrValue::from).collect()))
}

/// A pipeline that is flushed after each iteration has micro-batches; a steady one has none.
fn micro_batches(board: &Board) -> Html {
    let flushed = board.spec().micro_batches;
    let on_flush = {
        let board = board.clone();
        Callback::from(move |event: Event| {
            let wanted =
                event.target_dyn_into::<web_sys::HtmlInputElement>().is_some_and(|input| input.checked());
            board.edit(Gesture::once("flush the pipeline"), |drawing| {
                drawing.spec.micro_batches = wanted.then_some(4)
            });
        })
    };
    let on_number = {
        let board = board.clone();
        Callback::from(move |value: f64| {
            let label = "micro-batches";
            board.edit(Gesture::running(label, label), |drawing| {
                drawing.spec.micro_batches = Some(value as u32)
            });
        })
    };
    let dispatch = board.dispatch.clone();
    let left = Callback::from(move |()| dispatch.dispatch(Action::EndGesture));
    html! {
        <div class="flush">
            <label><input type="checkbox" checked={flushed.is_some()} onchange={on_flush} data-testid="flush" />{ "Flush after each iteration" }</label>
            if let Some(micro_batches) = flushed {
                <NumberField label="Micro-batches" value={Some(f64::from(micro_batches))} rule={Rule::MICRO_BATCHES} set={on_number} {left} testid="micro-batches" />
            }
        </div>
    }
}

/// No model at all.
fn no_models(props: &EditorProps, ask: &Callback<Option<Ask>>) -> Html {
    let library = ask.reform(|_: MouseEvent| Some(Ask::Library));
    let (scenario, dispatch) = (props.scenario.clone(), props.dispatch.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some((scenario, name)) = models::add_new(&scenario) {
            replace(&dispatch, scenario, Some(&name), Gesture::once("add a model"));
        }
    });
    html! {
        <div class="no-models">
            <h2>{ "No models yet" }</h2>
            <p class="caption">{ "A model is a graph of stages; jobs run it." }</p>
            <button type="button" class="button primary" {onclick} data-testid="first-model">{ "New model" }</button>
            <button type="button" class="button" onclick={library} data-testid="first-library">{ "From the library" }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct StageAsideProps {
    pub scenario: Shared<Scenario>,
    pub focus: Focus,
    pub dispatch: Dispatch,
    /// What stands here while no single stage is selected.
    pub children: Html,
}

/// The selected stage in the panel at the right.
#[component]
pub fn StageAside(props: &StageAsideProps) -> Html {
    let board = use_board(&props.scenario, &props.focus, &props.dispatch);
    let narrow = use_narrow();
    let at = board.as_ref().and_then(|board| board.focus.stage_in(board.spec())).filter(|_| !narrow);
    match (board, at) {
        (Some(board), Some(at)) => {
            html! { <><div class="stage-aside"><StagePanel {board} {at} /></div><div class="beside-stage">{ props.children.clone() }</div></> }
        }
        _ => props.children.clone(),
    }
}
