//! Rows to and from the clipboard.

use web_sys::ClipboardEvent;
use yew::prelude::*;

use super::marked::Spot;
use super::table::{JobTableProps, Table, copy};
use super::{acts, paste};
use crate::store::{Gesture, change};

/// Lays pasted rows over the table, or says why not.
pub(super) fn on_paste(props: &JobTableProps, table: &Table) -> Callback<Event> {
    let (props, table) = (copy(props), table.clone());
    Callback::from(move |event: Event| {
        let Some(text) = clipboard_text(&event).filter(|_| table.draft.is_none()) else { return };
        event.prevent_default();
        event.stop_propagation();
        let scenario = &props.state.scenario;
        let at = Spot { row: props.marked.first_row(), column: *props.marked.columns().start() };
        match paste::pasted(&scenario.jobs, at, &text, &acts::first_model(scenario)) {
            Ok(jobs) => {
                let count = paste::cells(&text).len();
                let gesture =
                    Gesture::once(format!("paste {count} rows")).told(format!("Pasted {count} rows"));
                change(&props.dispatch, gesture, move |scenario| scenario.jobs = jobs.clone().into());
                table.said.set(None);
            }
            Err(said) => table.said.set(Some(said)),
        }
    })
}

fn clipboard_text(event: &Event) -> Option<String> {
    let event = wasm_bindgen::JsCast::dyn_ref::<ClipboardEvent>(event)?;
    event.clipboard_data()?.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

/// Gives the marked cells.
pub(super) fn on_copy(props: &JobTableProps, table: &Table) -> Callback<Event> {
    let (scenario, marked, editing) =
        (props.state.scenario.clone(), props.marked.clone(), table.draft.is_some());
    Callback::from(move |event: Event| {
        let data =
            wasm_bindgen::JsCast::dyn_ref::<ClipboardEvent>(&event).and_then(ClipboardEvent::clipboard_data);
        if let Some(data) = data.filter(|_| !editing) {
            let _ = data.set_data("text/plain", &paste::copied(&scenario.jobs, &marked));
            event.prevent_default();
        }
    })
}
