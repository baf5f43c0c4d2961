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
const FINGER_REACH: f64 = 22.0;

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
    if let Some(edge) = wire.and_then(|at| board.spec().edges.get(at.parse::<usize>().ok()?)) {
        return Target::Wire(edge.from.clone(), edge.to.clone());
    }
    let reach = if is_touch(event) { FINGER_REACH } else { REACH };
    target_at(board.spec(), &board.drawing.cards(), point, reach / desk.viewport().scale.max(0.6))
}

/// A button goes down.
pub fn down(board: &Board, desk: &mut Desk, node: &NodeRef, event: &PointerEvent) {
    let own = element(event).is_some_and(|e| e.closest("input, button, select, a").ok().flatten().is_some());
    let Some(at) = pointer_in(node, event).filter(|_| !own) else { return };
    if let Some(canvas) = node.cast::<Element>() {
        let _ = canvas.set_pointer_capture(event.pointer_id());
    }
    desk.fingers.retain(|(id, _)| *id != event.pointer_id());
    desk.fingers.push((event.pointer_id(), at));
    if let [(_, a), (_, b)] = desk.fingers[..] {
        desk.hand = pinch(a, b);
        return;
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
            let keep = event.shift_key() || event.ctrl_key() || event.meta_key();
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
            let how = How { touch: *touch, keep: *keep };
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
        Hand::Move { from, now, stages } => drop_cards(board, desk, &stages, now.x - from.x, now.y - from.y),
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
    board.edit(Gesture::once(label), |drawing| drawing.move_by(stages, dx, dy));
    desk.wish = stages.first().cloned().filter(|_| stages.len() == 1);
}

fn tap(board: &Board, desk: &mut Desk, event: &PointerEvent, on: &Target, keep: bool) {
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
            desk.editing = Some(Field::Edge(from.clone(), to.clone()));
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
    if !keep {
        stages = BTreeSet::from([id.to_owned()]);
    } else if !stages.remove(id) {
        stages.insert(id.to_owned());
    }
    board.select_stages(stages);
    // The pointer is captured by the canvas: what lies under it has to be asked for.
    let under = web_sys::window()
        .and_then(|w| w.document())
        .and_then(|document| document.element_from_point(event.client_x() as f32, event.client_y() as f32));
    let key = under
        .and_then(|e| e.closest("[data-field]").ok().flatten())
        .and_then(|e| e.get_attribute("data-field"));
    desk.editing = key.filter(|_| !keep).and_then(|key| field_by_key(id, &key));
    if desk.editing.is_none() {
        desk.wish = Some(id.to_owned());
    }
}
