//! Typing in a cell.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::cells::Column;
use super::marked::Spot;
use super::table::{Draft, JobTableProps, Table, copy};
use crate::store::{Gesture, change};

/// Sets the text; a refused one stays open. Then the cursor moves on.
fn commit(props: &JobTableProps, table: &Table, next: Option<Spot>) {
    let Some(draft) = &*table.draft else { return };
    let Spot { row, column: at } = props.marked.at;
    let (column, text) = (Column::ALL[at], draft.text.clone());
    let Some(mut job) = props.state.scenario.jobs.get(row).cloned() else { return };
    if let Err(reason) = column.write(&mut job, &text) {
        let refused = Some(format!(
            "{}, {}: {reason}. The lanes show the scenario before this edit.",
            job.id,
            column.label()
        ));
        table.draft.set(Some(Draft { text, refused }));
        return;
    }
    let gesture = Gesture::once(format!("{} of {}", column.label(), props.state.scenario.jobs[row].id));
    change(&props.dispatch, gesture, move |scenario| {
        if let Some(job) = scenario.jobs.get_mut(row) {
            // It was taken a moment ago.
            let _ = column.write(job, &text);
        }
    });
    table.close();
    if let Some(next) = next {
        props.mark.emit(props.marked.to(next, false));
        table.focus();
    }
}

/// The field in the cell with the cursor.
pub(super) fn editor(props: &JobTableProps, table: &Table, draft: &Draft, column: Column) -> Html {
    let oninput = {
        let draft = table.draft.setter();
        Callback::from(move |event: InputEvent| {
            let text = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value());
            draft.set(text.map(|text| Draft { text, refused: None }));
        })
    };
    let onblur = {
        let (props, table) = (copy(props), table.clone());
        Callback::from(move |_: FocusEvent| {
            if !*table.settled.borrow() {
                commit(&props, &table, None);
            }
        })
    };
    let onkeydown = editor_keys(props, table);
    html! {
        <CellInput text={draft.text.clone()} refused={draft.refused.is_some()} label={column.label()} names={column == Column::Model} {oninput} {onblur} {onkeydown} />
    }
}

fn editor_keys(props: &JobTableProps, table: &Table) -> Callback<KeyboardEvent> {
    let (props, table) = (copy(props), table.clone());
    Callback::from(move |event: KeyboardEvent| {
        let (rows, back) = (props.state.scenario.jobs.len(), event.shift_key());
        let key = match (event.key().as_str(), back) {
            ("Enter", false) => "ArrowDown",
            ("Enter", true) => "ArrowUp",
            ("Tab", false) => "ArrowRight",
            ("Tab", true) => "ArrowLeft",
            ("Escape", _) => {
                table.close();
                table.focus();
                return settle(&event);
            }
            _ => return event.stop_propagation(),
        };
        commit(&props, &table, props.marked.moved(key, false, rows, 1));
        settle(&event);
    })
}

fn settle(event: &KeyboardEvent) {
    event.prevent_default();
    event.stop_propagation();
}

#[derive(Properties, PartialEq)]
struct CellInputProps {
    text: String,
    refused: bool,
    label: &'static str,
    /// Whether model names are offered.
    names: bool,
    oninput: Callback<InputEvent>,
    onblur: Callback<FocusEvent>,
    onkeydown: Callback<KeyboardEvent>,
}

/// The field in a cell; it has the focus as soon as it is there, with the caret behind the text.
#[component]
fn CellInput(props: &CellInputProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(input) = node.cast::<HtmlInputElement>() {
                let _ = input.focus();
                let end = input.value().encode_utf16().count() as u32;
                let _ = input.set_selection_range(end, end);
            }
        });
    }
    html! {
        <input ref={node} type="text" autocomplete="off" spellcheck="false" class={props.refused.then_some("refused")} value={props.text.clone()}
            aria-label={props.label} aria-invalid={props.refused.then_some("true")} list={props.names.then_some("model-names")}
            oninput={props.oninput.clone()} onblur={props.onblur.clone()} onkeydown={props.onkeydown.clone()} data-testid="cell-input" />
    }
}
