//! What the pointer does on the canvas: mouse, pen and fingers.

use std::collections::BTreeSet;

use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::board::Board;
use super::card::field_by_key;
use super::desk::Desk;
use super::fields::Field;
use super::geometry::Point;
use super::hand::{End, Hand, How, REACH, Target, boxed, moved, target_at};
use crate::size::pointer_in;
use crate::store::Gesture;

/// Fingers reach further.
const FINGER_REACH: f64 = 26.0;
/// ... and hit what is this far from them, in pixels of the screen.
const FINGER: f64 = 12.0;

fn element(event: &PointerEvent) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()
}

fn is_touch(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// What is under the pointer.
fn target(board: &Board, desk: &Desk, event: &PointerEvent, point: Point) -> Target {
    let wire = element(event)
        .and_then(|e| e.closest("[data-wire]").ok().flatten())
        .and_then(|e| e.get_attribute("data-wire"));
    let wire = wire.and_then(|at| at.parse::<usize>().ok());
    if let Some(edge) =
        wire.or_else(|| near_wire(board, desk, event, point)).and_then(|at| board.spec().edges.get(at))
    {
        return Target::Wire(edge.from.clone(), edge.to.clone());
    }
    let reach = if is_touch(event) { FINGER_REACH } else { REACH };
    target_at(board.spec(), &board.drawing.cards(), point, reach / desk.viewport().scale.max(0.6))
}

/// The edge whose figure a finger is nearest to.
fn near_wire(board: &Board, desk: &Desk, event: &PointerEvent, point: Point) -> Option<usize> {
    let reach = FINGER / desk.viewport().scale;
    let off = |middle: Point| (middle.x - point.x).abs().max((middle.y - point.y).abs());
    let middles = super::scene::middles(board, &board.drawing.cards());
    let nearest = middles.into_iter().map(off).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.filter(|(_, off)| is_touch(event) && *off <= reach).map(|(at, _)| at)
}

/// A button goes down.
pub fn down(board: &Board, desk: &mut Desk, node: &NodeRef, event: &PointerEvent) {
    let own = element(event).is_some_and(|e| e.closest("input, button, select, a").ok().flatten().is_some());
    let Some(at) = pointer_in(node, event).filter(|_| !own) else { return };
    desk.notice = None;
    if is_touch(event) {
        // Else the mouse that the browser makes of a tap takes the focus away again.
        event.prevent_default();
    }
    if let Some(canvas) = node.cast::<Element>() {
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
    // There is one mouse; a release of it that wasn't seen, above a menu of the browser, is no finger.
    desk.fingers.retain(|(id, _)| *id != event.pointer_id() && is_touch(event));
    desk.fingers.push((event.pointer_id(), at));
    match desk.fingers[..] {
        [_] => {}
        [(_, a), (_, b)] => {
            desk.hand = pinch(a, b);
            return;
        }
        _ => {
            desk.hand = Hand::Idle;
            return;
        }
    }
    if matches!(desk.hand, Hand::Link { sticky: true, .. }) {
        follow(desk, at);
        return;
    }
    desk.hand = match event.button() {
        1 => Hand::Pan { last: at },
        0 if event.alt_key() => Hand::Pan { last: at },
        0 => {
            let on = target(board, desk, event, desk.viewport().to_canvas(at));
            let keep = desk.selecting || event.shift_key() || event.ctrl_key() || event.meta_key();
            Hand::Press { at, on, touch: is_touch(event), keep }
        }
        _ => return,
    };
    if event.button() == 1 {
        event.prevent_default();
    }
}

fn pinch(a: (f64, f64), b: (f64, f64)) -> Hand {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    Hand::Pinch { apart: (dx * dx + dy * dy).sqrt().max(1.0), middle: ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0) }
}

/// The end of an edge goes with the pointer.
fn follow(desk: &mut Desk, at: (f64, f64)) {
    let point = desk.viewport().to_canvas(at);
    if let Hand::Link { end, .. } = &mut desk.hand {
        *end = End::Point(point);
    }
}

/// The pointer moves. Gives whether anything is to be drawn anew.
pub fn moves(board: &Board, desk: &mut Desk, node: &NodeRef, event: &PointerEvent) -> bool {
    let Some(at) = pointer_in(node, event) else { return false };
    for (_, finger) in desk.fingers.iter_mut().filter(|(id, _)| *id == event.pointer_id()) {
        *finger = at;
    }
    let point = desk.viewport().to_canvas(at);
    match &mut desk.hand {
        Hand::Idle => return false,
        Hand::Press { at: from, on, touch, keep } => {
            if !moved(*from, at, *touch) {
                return false;
            }
            let how = How { pans: *touch && !desk.selecting, keep: *keep };
            let (from, on) = (*from, on.clone());
            begin(board, desk, &on, from, how);
            return moves(board, desk, node, event);
        }
        Hand::Move { now, .. } | Hand::Box { now, .. } => *now = point,
        // By keyboard: the pointer only passes.
        Hand::Link { end: End::Stage(_), sticky: true, .. } if desk.fingers.is_empty() => return false,
        Hand::Link { end, .. } => *end = End::Point(point),
        Hand::Pan { last } => {
            let (dx, dy) = (at.0 - last.0, at.1 - last.1);
            *last = at;
            desk.look(desk.viewport().dragged(dx, dy));
        }
        Hand::Pinch { apart, middle } => {
            let [(_, a), (_, b)] = desk.fingers[..] else { return false };
            let Hand::Pinch { apart: now, middle: at } = pinch(a, b) else { return false };
            let (factor, dx, dy) = (now / *apart, at.0 - middle.0, at.1 - middle.1);
            (*apart, *middle) = (now, at);
            desk.look(desk.viewport().dragged(dx, dy).zoomed(at, factor));
        }
    }
    true
}

fn begin(board: &Board, desk: &mut Desk, on: &Target, from: (f64, f64), how: How) {
    let selected = board.focus.stages_in(board.spec());
    desk.hand = Hand::dragging(on, desk.viewport().to_canvas(from), from, how, &selected);
    desk.editing = None;
    if let Hand::Move { stages, .. } = &desk.hand
        && *stages != selected
    {
        board.select_stages(stages.clone());
    }
}

/// The button goes up.
pub fn up(board: &Board, desk: &mut Desk, node: &NodeRef, event: &PointerEvent) {
    let was_pinching = matches!(desk.hand, Hand::Pinch { .. });
    desk.fingers.retain(|(id, _)| *id != event.pointer_id());
    if was_pinching {
        // The other finger goes on panning.
        desk.hand = desk.fingers.first().map_or(Hand::Idle, |(_, at)| Hand::Pan { last: *at });
        return;
    }
    match std::mem::take(&mut desk.hand) {
        Hand::Press { on, keep, .. } => tap(board, desk, event, &on, keep),
        Hand::Move { from, now, stages } => {
            let (dx, dy) = desk.settled(board, &stages, now.x - from.x, now.y - from.y);
            drop_cards(board, desk, &stages, dx, dy);
        }
        Hand::Box { from, now, keep } => {
            let mut stages = boxed(board.spec(), &board.drawing.cards(), from, now);
            if keep {
                stages.extend(board.focus.stages_in(board.spec()));
            }
            desk.say(match stages.len() {
                1 => "One stage selected.".to_owned(),
                n => format!("{n} stages selected."),
            });
            board.select_stages(stages);
        }
        link @ Hand::Link { .. } => {
            desk.hand = link;
            if let Some(at) = pointer_in(node, event) {
                follow(desk, at);
            }
            desk.set_link(board);
        }
        Hand::Idle | Hand::Pan { .. } | Hand::Pinch { .. } => {}
    }
}

fn drop_cards(board: &Board, desk: &mut Desk, stages: &BTreeSet<String>, dx: f64, dy: f64) {
    let label = match stages.first() {
        Some(only) if stages.len() == 1 => format!("move {only}"),
        _ => format!("move {} stages", stages.len()),
    };
    if (dx, dy) != (0.0, 0.0) {
        board.edit(Gesture::once(label), |drawing| drawing.move_by(stages, dx, dy));
    }
    desk.wish = stages.first().cloned().filter(|_| stages.len() == 1);
}

fn tap(board: &Board, desk: &mut Desk, event: &PointerEvent, on: &Target, keep: bool) {
    desk.tapped_empty = *on == Target::Empty;
    match on {
        Target::Port(id) => {
            desk.begin_link(board, id);
            if let (Hand::Link { end, .. }, Some(at)) =
                (&mut desk.hand, super::graph::position(board.spec(), id))
            {
                *end = End::Point(super::geometry::out_port(board.drawing.cards()[at]));
            }
            desk.say(format!(
                "Edge from {id}. Tap the stage that it leads to, or an empty place for a new stage."
            ));
        }
        Target::Card(id) => tap_card(board, desk, event, id, keep),
        Target::Wire(from, to) => {
            board.select(board.focus_on().with_edge(from, to));
            desk.edit(board, Some(Field::Edge(from.clone(), to.clone())));
        }
        Target::Empty if !keep => {
            desk.editing = None;
            board.select_stages([]);
        }
        Target::Empty => {}
    }
}

fn tap_card(board: &Board, desk: &mut Desk, event: &PointerEvent, id: &str, keep: bool) {
    let mut stages = board.focus.stages_in(board.spec());
    let was_alone = stages.len() == 1 && stages.contains(id);
    if !keep {
        stages = BTreeSet::from([id.to_owned()]);
    } else if !stages.remove(id) {
        stages.insert(id.to_owned());
    }
    // One that was left out doesn't come back with the focus.
    let focus = stages.contains(id);
    board.select_stages(stages);
    // A finger chooses a stage first; the next tap is for its numbers.
    let key = field_under(event).filter(|_| !keep && (was_alone || !is_touch(event)));
    desk.edit(board, key.and_then(|key| field_by_key(id, &key)));
    if desk.editing.is_none() && focus {
        desk.wish = Some(id.to_owned());
    }
}

/// The number of a card that the pointer is at, or that a finger is nearest to. The pointer is captured by the canvas:
/// what lies under it has to be asked for.
fn field_under(event: &PointerEvent) -> Option<String> {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let document = web_sys::window()?.document()?;
    let under = document.element_from_point(x as f32, y as f32)?;
    if let Some(field) = under.closest("[data-field]").ok().flatten() {
        return field.get_attribute("data-field");
    }
    let card = under.closest("[data-at]").ok().flatten().filter(|_| is_touch(event))?;
    let fields = card.query_selector_all("[data-field]").ok()?;
    let fields = (0..fields.length()).filter_map(|at| fields.item(at)?.dyn_into::<Element>().ok());
    let off = |field: &Element| {
        let rect = field.get_bounding_client_rect();
        let beyond = |at: f64, from: f64, to: f64| (from - at).max(at - to).max(0.0);
        beyond(x, rect.left(), rect.right()).max(beyond(y, rect.top(), rect.bottom()))
    };
    let nearest = fields.map(|field| (off(&field), field)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    nearest.1.get_attribute("data-field").filter(|_| nearest.0 <= FINGER)
}
