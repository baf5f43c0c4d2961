//! Copy, cut and paste on the canvas: as text, so that parts of models travel between scenarios and people.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::ClipboardEvent;
use yew::prelude::*;

use super::board::Board;
use super::desk::Desk;
use super::exchange;
use super::keys;
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
                act(&board, &mut desk.borrow_mut(), event);
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
    if stages.is_empty() {
        return;
    }
    let text = exchange::to_json(&board.drawing.part(&board.model, &stages));
    if let Some(data) = event.clipboard_data() {
        let _ = data.set_data("text/plain", &text);
    }
    desk.clip = Some(text);
    event.prevent_default();
    event.stop_propagation();
    if cut {
        desk.delete(board, &stages);
    } else {
        desk.say(match stages.len() {
            1 => "One stage copied.".to_owned(),
            n => format!("{n} stages copied."),
        });
    }
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
    match exchange::from_json(&text) {
        Ok(parts) => {
            let new = board.edit(Gesture::once("paste"), |drawing| {
                parts.iter().flat_map(|part| drawing.insert(part)).collect()
            });
            desk.inserted(board, new, "pasted");
        }
        Err(problems) => {
            let problem = problems.first().map(ToString::to_string).unwrap_or_default();
            desk.say(format!("The clipboard holds no stages: {problem}"));
        }
    }
}
