//! The canvas with its toolbar: cards, edges, and what the hand is at.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::scenario::join;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, WheelEvent};
use yew::prelude::*;

use super::board::Board;
use super::clipboard;
use super::desk::Desk;
use super::fields::Field;
use super::geometry::Point;
use super::in_place::Leave;
use super::{keys, pointer, scene, toolbar};
use crate::draw::icon::{Icon, Shape};
use crate::size::{pointer_in, use_size};
use crate::store::{Action, Gesture};

#[derive(Properties, PartialEq)]
pub struct CanvasProps {
    pub board: Board,
    /// By stage: the servers of the replicas that are placed so far, while the placement is stepped through.
    pub placed: Option<Rc<Vec<AttrValue>>>,
    /// What stands at the left of the toolbar: the choice of the model.
    pub children: Html,
}

/// See the module.
#[component]
pub fn Canvas(props: &CanvasProps) -> Html {
    let board = &props.board;
    let node = use_node_ref();
    let size = use_size(node.clone());
    let desk = use_mut_ref(Desk::default);
    let redraw = use_force_update();
    // What answers later, or must not change from drawing to drawing, asks here.
    let latest = use_mut_ref(|| board.clone());
    latest.replace(board.clone());
    use_wheel(&node, &desk, &redraw);
    fit_when_new(&board.model, size, &desk, board);
    use_wish(&node, &desk, board, &redraw);
    let act = |act: fn(&Board, &mut Desk)| {
        let (board, desk, redraw) = (board.clone(), desk.clone(), redraw.clone());
        Callback::from(move |_: MouseEvent| {
            let mut desk = desk.borrow_mut();
            desk.notice = None;
            act(&board, &mut desk);
            redraw.force_update();
        })
    };
    let paste = {
        let (latest, desk, redraw) = (latest.clone(), desk.clone(), redraw.clone());
        Callback::from(move |_: MouseEvent| {
            clipboard::paste_by_button(latest.clone(), desk.clone(), redraw.clone())
        })
    };
    let on_pointer = |act: fn(&Board, &mut Desk, &NodeRef, &PointerEvent) -> bool| {
        let (board, desk, node, redraw) = (board.clone(), desk.clone(), node.clone(), redraw.clone());
        Callback::from(move |event: PointerEvent| {
            let changed = act(&board, &mut desk.borrow_mut(), &node, &event);
            if changed {
                redraw.force_update();
            }
        })
    };
    let onkeydown = on_key(props, &desk, &redraw);
    let onfocusin = on_focus(props, &desk, &node, &redraw);
    let ondblclick = on_double(props, &desk, &node, &redraw);
    let go = {
        let (desk, redraw) = (desk.clone(), redraw.clone());
        use_callback((), move |point: Point, ()| {
            let mut desk = desk.borrow_mut();
            let view = desk.viewport().centred(point, desk.size);
            desk.look(view);
            redraw.force_update();
        })
    };
    let (set, left) = use_field(&latest, &desk, &redraw);
    let (oncopy, oncut, onpaste) = clipboard::handlers(board, &desk, &redraw);
    let shown = desk.borrow();
    let ground = scene::ground(shown.viewport());
    let hand = scene::hand_class(&shown.hand);
    let empty = board.spec().stages.is_empty();
    html! {
        <div class="board">
            <div class="board-bar">{ props.children.clone() }{ toolbar::draw(board, &shown, &act, paste) }</div>
            <div class={classes!("canvas", hand, shown.selecting.then_some("selecting"))} ref={node.clone()} style={ground} tabindex="0" role="application" aria-label={label(board)}
                aria-describedby="canvas-keys" data-path={join("models", &board.model)} data-testid="canvas" {onkeydown} {onfocusin} {ondblclick} {oncopy} {oncut} {onpaste}
                onpointerdown={on_pointer(|board, desk, node, event| { pointer::down(board, desk, node, event); true })}
                onpointermove={on_pointer(pointer::moves)}
                onpointerup={on_pointer(|board, desk, node, event| { pointer::up(board, desk, node, event); true })}
                onpointercancel={on_pointer(|_, desk, _, _| { desk.hand = Default::default(); desk.fingers.clear(); true })}>
                { scene::draw(board, &shown, &set, &left, props.placed.as_ref(), &go) }
                if empty {
                    <button type="button" class="ghost-card" onclick={act(|board, desk| desk.add(board, None))} data-testid="ghost">
                        <b>{ "First stage" }</b><span>{ "Click, double-click anywhere, or press N" }</span>
                    </button>
                }
                if let Some(notice) = &shown.notice { <p class="canvas-notice" aria-hidden="true" data-testid="canvas-notice"><Icon shape={Shape::Warning} size={14} />{ notice }</p> }
            </div>
            <p id="canvas-keys" hidden=true>{ KEYS }</p>
            <p class="visually-hidden" role="status" aria-live="polite" data-testid="canvas-said">{ shown.said.clone() }</p>
        </div>
    }
}

const KEYS: &str = "Tab walks the stages. Arrows move a stage, with Shift further. N adds a stage, E starts an edge: arrows \
    choose where it leads, Enter sets it. Enter edits the numbers. S and Space select several. Delete deletes, Ctrl C and V copy and paste, Ctrl D duplicates, T tidies.";

fn label(board: &Board) -> String {
    let spec = board.spec();
    format!("Model {}, {} stages, {} edges", board.model, spec.stages.len(), spec.edges.len())
}

/// Sets a number.
type Set = Callback<(Field, f64)>;
/// Leaves a field.
type Left = Callback<(Field, Leave)>;
type Held = Rc<RefCell<Desk>>;

/// All in view once there is a size, and again for another model, or another size if the view wasn't touched.
fn fit_when_new(model: &Rc<str>, size: (f64, f64), desk: &Held, board: &Board) {
    let mut desk = desk.borrow_mut();
    let resized = std::mem::replace(&mut desk.size, size) != size;
    let other = desk.model.as_ref() != Some(model);
    desk.forget_what_is_gone(board);
    if size.0 > 0.0 && (other || desk.view.is_none() || (resized && desk.fitted)) {
        if other {
            desk.hand = Default::default();
            desk.editing = None;
            desk.notice = None;
        }
        desk.model = Some(model.clone());
        let cards = board.drawing.cards();
        desk.fit(&cards);
    }
}

/// Gives the focus to the stage that shall have it, once it is drawn.
#[hook]
fn use_wish(node: &NodeRef, desk: &Held, board: &Board, redraw: &UseForceUpdateHandle) {
    let (node, desk, board, redraw) = (node.clone(), desk.clone(), board.clone(), redraw.clone());
    use_effect(move || {
        let canvas =
            node.cast::<HtmlElement>().filter(|_| std::mem::take(&mut desk.borrow_mut().wish_canvas));
        if let Some(canvas) = canvas {
            let _ = canvas.focus();
        }
        let wish = desk.borrow().wish.clone();
        let at = wish.as_ref().and_then(|id| super::graph::position(board.spec(), id));
        let card = at.and_then(|at| {
            node.cast::<Element>()?.query_selector(&format!("[data-at=\"{at}\"]")).ok().flatten()
        });
        if let Some(card) = card.and_then(|card| card.dyn_into::<HtmlElement>().ok()) {
            desk.borrow_mut().wish = None;
            if at.is_some_and(|at| desk.borrow_mut().show(board.drawing.cards()[at])) {
                redraw.force_update();
            }
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = card.focus_with_options(&options);
        }
    });
}

/// The wheel zooms at the pointer; sideways, or with Shift, it pans.
#[hook]
fn use_wheel(node: &NodeRef, desk: &Held, redraw: &UseForceUpdateHandle) {
    let (node, desk, redraw) = (node.clone(), desk.clone(), redraw.clone());
    use_effect_with((), move |()| {
        let listener = node.cast::<Element>().map(|canvas| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&canvas, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                let Some(at) = pointer_in(&node, event) else { return };
                event.prevent_default();
                let mut desk = desk.borrow_mut();
                let view = desk.viewport();
                let (dx, dy) = (event.delta_x(), event.delta_y());
                desk.look(if event.shift_key() && dx == 0.0 {
                    view.dragged(-dy, 0.0)
                } else if dx != 0.0 && !event.ctrl_key() {
                    view.dragged(-dx, -dy)
                } else {
                    let notches = (dy / 100.0).clamp(-2.0, 2.0);
                    view.zoomed(
                        at,
                        if notches > 0.0 { 1.0 / (1.0 + 0.16 * notches) } else { 1.0 - 0.16 * notches },
                    )
                });
                redraw.force_update();
            })
        });
        move || drop(listener)
    });
}

/// The stage that an event on the canvas is about.
pub fn stage_of(event: &web_sys::Event) -> Option<usize> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    element.closest("[data-at]").ok()??.get_attribute("data-at")?.parse().ok()
}

fn on_key(props: &CanvasProps, desk: &Held, redraw: &UseForceUpdateHandle) -> Callback<KeyboardEvent> {
    let (board, desk, redraw) = (props.board.clone(), desk.clone(), redraw.clone());
    Callback::from(move |event: KeyboardEvent| {
        let typed_in = event.target_dyn_into::<web_sys::HtmlInputElement>().is_some();
        let on_button = event.target_dyn_into::<web_sys::HtmlButtonElement>().is_some();
        if typed_in || event.alt_key() || (on_button && matches!(event.key().as_str(), "Enter" | " ")) {
            return;
        }
        let at = stage_of(&event).and_then(|at| board.spec().stages.get(at)).map(|stage| stage.id.clone());
        if keys::press(&board, &mut desk.borrow_mut(), &event, at.as_deref()) {
            event.prevent_default();
        }
        redraw.force_update();
    })
}

/// A stage that the keyboard walks to comes into view and is selected, unless several are.
fn on_focus(
    props: &CanvasProps,
    desk: &Held,
    node: &NodeRef,
    redraw: &UseForceUpdateHandle,
) -> Callback<FocusEvent> {
    let (board, desk, node, redraw) = (props.board.clone(), desk.clone(), node.clone(), redraw.clone());
    Callback::from(move |event: FocusEvent| {
        // The browser scrolls to what gets the focus; here the view moves instead.
        if let Some(canvas) = node.cast::<Element>() {
            canvas.set_scroll_left(0);
            canvas.set_scroll_top(0);
        }
        let by_keyboard = desk.try_borrow().is_ok_and(|desk| desk.hand == super::hand::Hand::Idle);
        let Some(at) = stage_of(&event).filter(|at| by_keyboard && *at < board.spec().stages.len()) else {
            return;
        };
        if desk.borrow_mut().show(board.drawing.cards()[at]) {
            redraw.force_update();
        }
        let (id, selected) = (&board.spec().stages[at].id, board.focus.stages_in(board.spec()));
        if selected.len() < 2 && !selected.contains(id) {
            board.select_stages([id.clone()]);
        }
    })
}

/// A double click on the empty canvas adds a stage there.
fn on_double(
    props: &CanvasProps,
    desk: &Held,
    node: &NodeRef,
    redraw: &UseForceUpdateHandle,
) -> Callback<MouseEvent> {
    let (board, desk, node, redraw) = (props.board.clone(), desk.clone(), node.clone(), redraw.clone());
    Callback::from(move |event: MouseEvent| {
        let own = event
            .target_dyn_into::<Element>()
            .and_then(|e| e.closest("input, button, [data-wire], [data-at]").ok().flatten());
        let Some(at) = pointer_in(&node, &event).filter(|_| own.is_none()) else { return };
        let mut desk = desk.borrow_mut();
        let point = desk.viewport().to_canvas(at);
        if desk.tapped_empty && super::geometry::card_at(&board.drawing.cards(), point, 0.0).is_none() {
            let id = board.edit(Gesture::once("add a stage"), |drawing| drawing.add_stage(point));
            desk.added(&board, id);
            redraw.force_update();
        }
    })
}

/// Setting and leaving the number that is edited in place.
#[hook]
fn use_field(latest: &Rc<RefCell<Board>>, desk: &Held, redraw: &UseForceUpdateHandle) -> (Set, Left) {
    // The callbacks stay the same, so that cards aren't drawn anew with each edit of another one.
    let set = {
        let latest = latest.clone();
        use_callback((), move |(field, value): (Field, f64), ()| {
            let board = latest.borrow().clone();
            let label = field.label(board.spec());
            board.edit(Gesture::running(label.clone(), label), |drawing| field.set(&mut drawing.spec, value));
        })
    };
    let left = {
        let (latest, desk, redraw) = (latest.clone(), desk.clone(), redraw.clone());
        use_callback((), move |(field, leave): (Field, Leave), ()| {
            let board = latest.borrow().clone();
            let mut desk = desk.borrow_mut();
            if let Leave::Refused(reason) = leave {
                desk.warn(reason);
            } else if desk.editing.as_ref() == Some(&field) {
                board.dispatch.dispatch(Action::EndGesture);
                let next = match leave {
                    Leave::Next { forward } => field.next(board.spec(), forward),
                    _ => None,
                };
                desk.edit(&board, next);
                if leave == Leave::Done {
                    let on_edge =
                        matches!(field, Field::Edge(..)) && board.focus.edge_in(board.spec()).is_some();
                    desk.wish_canvas = on_edge;
                    desk.wish = Some(field.stage().to_owned()).filter(|_| !on_edge);
                }
            }
            redraw.force_update();
        })
    };
    (set, left)
}
