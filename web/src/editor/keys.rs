//! The keys of the canvas.

use std::collections::BTreeSet;

use web_sys::KeyboardEvent;

use super::board::Board;
use super::desk::Desk;
use super::fields::Field;
use super::geometry::Direction;
use super::hand::Hand;
use crate::store::Gesture;

/// An arrow moves a card this far.
const NUDGE: f64 = 10.0;
const NUDGE_FAR: f64 = 50.0;
/// ... and the canvas, where no card is selected.
const PAN: f64 = 40.0;

fn direction(key: &str) -> Option<Direction> {
    match key {
        "ArrowLeft" => Some(Direction::Left),
        "ArrowRight" => Some(Direction::Right),
        "ArrowUp" => Some(Direction::Up),
        "ArrowDown" => Some(Direction::Down),
        _ => None,
    }
}

fn vector(direction: Direction) -> (f64, f64) {
    match direction {
        Direction::Left => (-1.0, 0.0),
        Direction::Right => (1.0, 0.0),
        Direction::Up => (0.0, -1.0),
        Direction::Down => (0.0, 1.0),
    }
}

/// What a key does; `at` is the stage in focus. Gives whether the key was meant for the canvas.
pub fn press(board: &Board, desk: &mut Desk, event: &KeyboardEvent, at: Option<&str>) -> bool {
    let key = event.key();
    if desk.hand.drags() {
        // What is being dragged stays as it is until it is dropped or given up.
        if key == "Escape" {
            desk.hand = Hand::Idle;
            desk.say("Given up.");
        }
        return true;
    }
    desk.notice = None;
    if matches!(desk.hand, Hand::Link { .. }) {
        return in_link(board, desk, &key);
    }
    let stages = meant(board, at);
    if event.ctrl_key() || event.meta_key() {
        return with_control(board, desk, &key, &stages);
    }
    if let Some(direction) = direction(&key) {
        let far = event.shift_key();
        arrow(board, desk, direction, far, &stages);
        return true;
    }
    match key.as_str() {
        "n" | "N" => desk.add(board, at),
        "e" | "E" => match at {
            Some(at) => desk.begin_link(board, at),
            None => desk.warn("An edge starts at a stage: choose one with Tab."),
        },
        "t" | "T" => tidy(board, desk),
        "Delete" | "Backspace" => desk.delete(board, &stages),
        "Enter" | "F2" => {
            let Some(at) = at else { return false };
            desk.edit(board, Some(Field::Forward(at.to_owned())));
        }
        " " => {
            let Some(at) = at else { return false };
            let mut selected = board.focus.stages_in(board.spec());
            let was = selected.remove(at);
            if !was {
                selected.insert(at.to_owned());
            }
            desk.say(format!(
                "{at} {}. {} selected.",
                if was { "left out" } else { "selected" },
                selected.len()
            ));
            board.select_stages(selected);
        }
        "+" | "=" => desk.zoom(1.25),
        "-" | "\u{2212}" => desk.zoom(0.8),
        "0" => {
            let cards = board.drawing.cards();
            desk.fit(&cards);
        }
        "s" | "S" => select_several(desk),
        "Escape" if desk.selecting => select_several(desk),
        "Escape" => {
            if board.focus.stages_in(board.spec()).is_empty() && board.focus.edge.is_none() {
                return false;
            }
            board.select_stages([]);
        }
        _ => return false,
    }
    true
}

/// The selected stages, or the one in focus.
pub fn meant(board: &Board, at: Option<&str>) -> BTreeSet<String> {
    let selected = board.focus.stages_in(board.spec());
    match at {
        Some(at) if !selected.contains(at) => BTreeSet::from([at.to_owned()]),
        _ => selected,
    }
}

fn in_link(board: &Board, desk: &mut Desk, key: &str) -> bool {
    if let Some(direction) = direction(key) {
        desk.turn_link(board, direction);
        return true;
    }
    match key {
        "Enter" | " " => desk.set_link(board),
        "Delete" | "Backspace" => desk.remove_linked(board),
        "Escape" | "e" | "E" => {
            desk.hand = Hand::Idle;
            desk.say("No edge.");
        }
        // Tab would leave the edge hanging.
        "Tab" => desk.hand = Hand::Idle,
        _ => {}
    }
    key != "Tab"
}

fn with_control(board: &Board, desk: &mut Desk, key: &str, stages: &BTreeSet<String>) -> bool {
    match key {
        "d" | "D" => desk.duplicate(board, stages),
        "a" | "A" => {
            let all: BTreeSet<String> = board.spec().stages.iter().map(|stage| stage.id.clone()).collect();
            desk.say(format!("{} stages selected.", all.len()));
            board.select_stages(all);
        }
        _ => return false,
    }
    true
}

fn arrow(board: &Board, desk: &mut Desk, direction: Direction, far: bool, stages: &BTreeSet<String>) {
    let (x, y) = vector(direction);
    if stages.is_empty() {
        desk.look(desk.viewport().dragged(-x * PAN, -y * PAN));
        return;
    }
    let by = if far { NUDGE_FAR } else { NUDGE };
    desk.nudge(board, stages, x * by, y * by);
}

/// Selecting several begins or ends.
pub fn select_several(desk: &mut Desk) {
    desk.selecting = !desk.selecting;
    desk.say(if desk.selecting {
        "Select several: tap stages, or drag a box around them."
    } else {
        "Selecting several ended."
    });
}

/// Lays all out in layers, in view.
pub fn tidy(board: &Board, desk: &mut Desk) {
    let cards = board.edit(Gesture::once("tidy"), |drawing| {
        drawing.tidy();
        drawing.cards()
    });
    desk.fit(&cards);
    desk.say("Laid out in layers.");
}
