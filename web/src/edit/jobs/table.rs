//! The table: one tab stop, keys as in a spreadsheet, and only the rows that are seen.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::ids::JobIndex;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::acts;
use super::cell_editor::editor;
use super::cells::Column;
use super::clipboard::{on_copy, on_paste};
use super::marked::{Marked, Spot};
use super::panel::{delete_rows, fill_down};
use crate::draw::colour;
use crate::draw::icon::{Icon, Shape};
use crate::edit::problems;
use crate::size::use_size;
use crate::store::{Dispatch, Gesture, State, change};

const ROW: f64 = 26.0;
/// Rows drawn above and below what is seen.
const MARGIN: usize = 6;

#[derive(Properties, PartialEq)]
pub struct JobTableProps {
    pub state: State,
    pub marked: Marked,
    pub mark: Callback<Marked>,
    pub dispatch: Dispatch,
}

/// A cell being typed in.
#[derive(Clone, PartialEq)]
pub(super) struct Draft {
    pub(super) text: String,
    pub(super) refused: Option<String>,
}

/// What the table keeps for itself.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) node: NodeRef,
    pub(super) draft: UseStateHandle<Option<Draft>>,
    pub(super) said: UseStateHandle<Option<String>>,
    scrolled: UseStateHandle<f64>,
    dragging: Rc<RefCell<bool>>,
    /// Set once a cell's text is set or dropped, so that losing the focus doesn't do it again.
    pub(super) settled: Rc<RefCell<bool>>,
    height: f64,
}

impl Table {
    pub(super) fn open(&self, text: String) {
        self.settled.replace(false);
        self.draft.set(Some(Draft { text, refused: None }));
    }

    pub(super) fn close(&self) {
        self.settled.replace(true);
        self.draft.set(None);
    }

    pub(super) fn focus(&self) {
        if let Some(element) = self.node.cast::<HtmlElement>() {
            let _ = element.focus();
        }
    }
}

/// See the module.
#[component]
pub fn JobTable(props: &JobTableProps) -> Html {
    let node = use_node_ref();
    let (_, height) = use_size(node.clone());
    let table = Table {
        node,
        draft: use_state_eq(|| None),
        said: use_state_eq(|| None),
        scrolled: use_state_eq(|| 0.0),
        dragging: use_mut_ref(|| false),
        settled: use_mut_ref(|| false),
        height,
    };
    {
        let node = table.node.clone();
        use_effect_with(props.marked.at, move |spot| scroll_to(&node, spot.row));
    }
    let onscroll = {
        let (scrolled, node) = (table.scrolled.setter(), table.node.clone());
        Callback::from(move |_: Event| {
            if let Some(element) = node.cast::<HtmlElement>() {
                scrolled.set(f64::from(element.scroll_top()));
            }
        })
    };
    let onpointerup = {
        let dragging = table.dragging.clone();
        Callback::from(move |_: PointerEvent| {
            dragging.replace(false);
        })
    };
    let jobs = &props.state.scenario.jobs;
    let active = format!("job-cell-{}-{}", props.marked.at.row, props.marked.at.column);
    html! {
        <>
        <div class="job-table" ref={table.node.clone()} role="grid" tabindex="0" aria-label="Jobs" aria-multiselectable="true"
            aria-rowcount={(jobs.len() + 1).to_string()} aria-colcount={Column::ALL.len().to_string()}
            aria-activedescendant={(!jobs.is_empty()).then_some(active)} data-testid="job-table"
            {onscroll} {onpointerup} onkeydown={keys(props, &table)} onpaste={on_paste(props, &table)} oncopy={on_copy(props, &table)}>
            { head(props) }
            { body(props, &table) }
        </div>
        { note(&table) }
        <datalist id="model-names">{ for props.state.scenario.models.iter().take(500).map(|(name, _)| html! { <option value={name.clone()} /> }) }</datalist>
        </>
    }
}

fn note(table: &Table) -> Html {
    let refused =
        table.draft.as_ref().and_then(|draft| draft.refused.clone()).or_else(|| (*table.said).clone());
    match refused {
        Some(said) => {
            html! { <p class="field-note" role="alert" data-testid="table-note"><Icon shape={Shape::Warning} size={13} /><span>{ said }</span></p> }
        }
        None => {
            html! { <p class="caption table-help">{ "Enter or F2 edits, Shift and arrows mark, Ctrl and click (or Ctrl Space) adds rows, paste lays rows over, Ctrl D fills down, Delete deletes." }</p> }
        }
    }
}

/// Keeps the row with the cursor in sight.
fn scroll_to(node: &NodeRef, row: usize) {
    let Some(element) = node.cast::<HtmlElement>() else { return };
    let (top, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()) - ROW);
    let at = row as f64 * ROW;
    if at < top {
        element.set_scroll_top(at as i32);
    } else if at + ROW > top + height {
        element.set_scroll_top((at + ROW - height) as i32);
    }
}

fn head(props: &JobTableProps) -> Html {
    let heading = |column: Column| {
        let (dispatch, jobs) = (props.dispatch.clone(), props.state.scenario.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            let down = acts::are_sorted(&jobs.jobs, column);
            change(&dispatch, Gesture::once(format!("sort by {}", column.label())), move |s| {
                acts::sort(&mut s.jobs, column, down)
            });
        });
        html! {
            <div role="columnheader" class={classes!("cell", column.is_number().then_some("number"))}>
                <button type="button" tabindex="-1" {onclick} title={format!("Sort by {}", column.label())} data-testid={format!("sort-{}", column.key())}>{ column.label() }</button>
            </div>
        }
    };
    html! { <div class="job-row head" role="row" aria-rowindex="1">{ for Column::ALL.map(heading) }</div> }
}

fn body(props: &JobTableProps, table: &Table) -> Html {
    let jobs = &props.state.scenario.jobs;
    let first = ((*table.scrolled / ROW) as usize).saturating_sub(MARGIN);
    let count = (table.height / ROW) as usize + 2 * MARGIN + 1;
    let last = (first + count).min(jobs.len());
    html! {
        <div role="rowgroup" class="job-rows" style={format!("height:{}px", jobs.len() as f64 * ROW)}>
            { for (first.min(last)..last).map(|row| job_row(props, table, row)) }
        </div>
    }
}

fn job_row(props: &JobTableProps, table: &Table, row: usize) -> Html {
    let style = format!("transform:translateY({}px)", row as f64 * ROW);
    let place = format!("jobs[{row}]");
    let bad = problems::at(&props.state, &place);
    let class = classes!("job-row", bad.is_some().then_some("bad"));
    html! {
        <div key={row} role="row" {class} {style} aria-rowindex={(row + 2).to_string()} title={bad}>
            { for Column::ALL.iter().enumerate().map(|(at, column)| cell(props, table, Spot { row, column: at }, *column)) }
        </div>
    }
}

fn cell(props: &JobTableProps, table: &Table, spot: Spot, column: Column) -> Html {
    let job = &props.state.scenario.jobs[spot.row];
    let is_at = props.marked.at == spot;
    let path = format!("jobs[{}].{}", spot.row, column.key());
    let bad = problems::at(&props.state, &path);
    let class = classes!(
        "cell",
        column.is_number().then_some("number"),
        props.marked.holds(spot.row, spot.column).then_some("marked"),
        is_at.then_some("at"),
        bad.is_some().then_some("bad"),
    );
    let content = match &*table.draft {
        Some(draft) if is_at => editor(props, table, draft, column),
        _ => shown(job, spot.row, column),
    };
    let (down, over) = (on_down(props, table, spot), on_over(props, table, spot));
    let ondblclick = {
        let (table, text) = (table.clone(), column.text(job));
        Callback::from(move |_: MouseEvent| table.open(text.clone()))
    };
    html! {
        <div role="gridcell" id={format!("job-cell-{}-{}", spot.row, spot.column)} {class} title={bad} data-path={path}
            aria-selected={props.marked.holds(spot.row, spot.column).to_string()} onpointerdown={down} onpointerenter={over} {ondblclick}>{ content }</div>
    }
}

fn shown(job: &asrpt_core::scenario::JobSpec, row: usize, column: Column) -> Html {
    let text = column.text(job);
    if column != Column::Id {
        return html! { <>{ text }</> };
    }
    let colour = colour::class(JobIndex::from_at(row));
    html! { <><i class={classes!("cell-swatch", colour)} /><span>{ text }</span></> }
}

fn on_down(props: &JobTableProps, table: &Table, spot: Spot) -> Callback<PointerEvent> {
    let (mark, marked, dragging, editing) =
        (props.mark.clone(), props.marked.clone(), table.dragging.clone(), table.draft.is_some());
    let table = table.clone();
    Callback::from(move |event: PointerEvent| {
        if editing && marked.at == spot {
            return;
        }
        let adds = event.ctrl_key() || event.meta_key();
        dragging.replace(event.pointer_type() == "mouse" && !adds);
        table.focus();
        mark.emit(if adds { marked.with_row(spot) } else { marked.to(spot, event.shift_key()) });
    })
}

fn on_over(props: &JobTableProps, table: &Table, spot: Spot) -> Callback<PointerEvent> {
    let (mark, marked, dragging) = (props.mark.clone(), props.marked.clone(), table.dragging.clone());
    Callback::from(move |event: PointerEvent| {
        if *dragging.borrow() && event.buttons() == 1 {
            mark.emit(marked.to(spot, true));
        }
    })
}

/// For callbacks.
pub(super) fn copy(props: &JobTableProps) -> JobTableProps {
    JobTableProps {
        state: props.state.clone(),
        marked: props.marked.clone(),
        mark: props.mark.clone(),
        dispatch: props.dispatch.clone(),
    }
}

fn keys(props: &JobTableProps, table: &Table) -> Callback<KeyboardEvent> {
    let (props, table) = (copy(props), table.clone());
    Callback::from(move |event: KeyboardEvent| {
        if table.draft.is_none() && !event.alt_key() && key(&props, &table, &event) {
            table.said.set(None);
            event.prevent_default();
        }
    })
}

/// What a key does in the table; false leaves it to the page.
fn key(props: &JobTableProps, table: &Table, event: &KeyboardEvent) -> bool {
    let (jobs, marked) = (&props.state.scenario.jobs, &props.marked);
    let (name, control) = (event.key(), event.ctrl_key() || event.meta_key());
    let page = ((table.height / ROW) as usize).saturating_sub(2).max(1);
    if let Some(spot) = marked.moved(&name, control, jobs.len(), page) {
        props.mark.emit(marked.to(spot, event.shift_key()));
        return true;
    }
    let Some(job) = jobs.get(marked.at.row) else { return false };
    match (name.as_str(), control) {
        ("Enter" | "F2", false) => {
            let text = Column::ALL[marked.at.column].text(job);
            table.open(text);
        }
        ("Delete" | "Backspace", false) => delete_rows(&props.dispatch, jobs, marked),
        ("d" | "D", true) => fill_down(&props.dispatch, marked),
        ("a" | "A", true) => props.mark.emit(Marked::all(jobs.len())),
        (" ", true) => props.mark.emit(marked.hold()),
        (" ", false) => {}
        (text, false) if text.chars().count() == 1 && text != "?" => {
            table.open(text.to_owned());
        }
        _ => return false,
    }
    true
}
