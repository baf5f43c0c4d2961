//! Copy, cut and paste on the canvas: as text, so that parts of models travel between scenarios and people.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::ClipboardEvent;
use yew::prelude::*;

use super::board::Board;
use super::desk::Desk;
use super::exchange;
use super::keys;
use crate::share::browser;
use crate::store::Gesture;

/// The handlers of copy, cut and paste.
pub fn handlers(
    board: &Board,
    desk: &Rc<RefCell<Desk>>,
    redraw: &UseForceUpdateHandle,
) -> (Callback<Event>, Callback<Event>, Callback<Event>) {
    let on = |act: fn(&Board, &mut Desk, &ClipboardEvent)| {
        let (board, desk, redraw) = (board.clone(), desk.clone(), redraw.clone());
        Callback::from(move |event: Event| {
            // A field that is being typed in has its own clipboard.
            let typed_in = event.target_dyn_into::<web_sys::HtmlInputElement>().is_some();
            if let Some(event) = wasm_bindgen::JsCast::dyn_ref::<ClipboardEvent>(&event).filter(|_| !typed_in)
            {
                let mut desk = desk.borrow_mut();
                desk.notice = None;
                act(&board, &mut desk, event);
                redraw.force_update();
            }
        })
    };
    (
        on(|board, desk, event| copy(board, desk, event, false)),
        on(|board, desk, event| copy(board, desk, event, true)),
        on(paste),
    )
}

fn copy(board: &Board, desk: &mut Desk, event: &ClipboardEvent, cut: bool) {
    let at = super::canvas::stage_of(event)
        .and_then(|at| board.spec().stages.get(at))
        .map(|stage| stage.id.as_str());
    let stages = keys::meant(board, at);
    let Some(text) = copied(board, desk, &stages) else { return };
    if let Some(data) = event.clipboard_data() {
        let _ = data.set_data("text/plain", &text);
    }
    event.prevent_default();
    event.stop_propagation();
    if cut {
        desk.delete(board, &stages);
    }
}

/// Keeps these stages as a text, and says so.
fn copied(board: &Board, desk: &mut Desk, stages: &BTreeSet<String>) -> Option<String> {
    if stages.is_empty() {
        return None;
    }
    let text = exchange::to_json(&board.drawing.part(&board.model, stages));
    desk.clip = Some(text.clone());
    desk.say(match stages.len() {
        1 => "One stage copied.".to_owned(),
        n => format!("{n} stages copied."),
    });
    Some(text)
}

/// Copies what is selected, by a button. Where the clipboard is refused, the editor still has it.
pub fn copy_selected(board: &Board, desk: &mut Desk) {
    let stages = board.focus.stages_in(board.spec());
    if let Some(text) = copied(board, desk, &stages) {
        spawn_local(async move {
            browser::copy(text).await;
        });
    }
}

/// Pastes by a button: what is on the clipboard or, where that can't be read or is something else, what was copied here.
pub fn paste_by_button(latest: Rc<RefCell<Board>>, desk: Rc<RefCell<Desk>>, redraw: UseForceUpdateHandle) {
    spawn_local(async move {
        let given = browser::read_clipboard().await.filter(|text| !text.trim().is_empty());
        let (board, mut desk) = (latest.borrow().clone(), desk.borrow_mut());
        let ours =
            desk.clip.clone().filter(|_| given.as_deref().is_none_or(|text| exchange::read(text).is_err()));
        match ours.or(given) {
            Some(text) => insert(&board, &mut desk, &text),
            None => desk.warn("Nothing was copied here yet. What was copied elsewhere comes by Ctrl V."),
        }
        drop(desk);
        redraw.force_update();
    });
}

fn paste(board: &Board, desk: &mut Desk, event: &ClipboardEvent) {
    let given = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
    let text = given.filter(|text| !text.trim().is_empty()).or_else(|| desk.clip.clone());
    let Some(text) = text else { return };
    // A whole scenario is for the page: it opens it.
    if text.contains("\"asrpt-scenario\"") {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    insert(board, desk, &text);
}

fn insert(board: &Board, desk: &mut Desk, text: &str) {
    match exchange::read(text) {
        Ok(parts) => {
            let new = board.edit(Gesture::once("paste"), |drawing| {
                parts.iter().flat_map(|part| drawing.insert(part)).collect()
            });
            desk.inserted(board, new, "pasted");
        }
        Err(problems) => {
            let problem = problems.first().map(ToString::to_string).unwrap_or_default();
            desk.warn(format!("The clipboard holds no stages: {problem}"));
        }
    }
}
