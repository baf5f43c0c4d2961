//! A table that is sorted by any column, by mouse and keyboard.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::draw::colour::Swatch;
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::grouped;
use crate::shared::Shared;
use crate::worker::Turns;

use super::table::{self, Column, Sort, Table};
use super::term::Tip;

/// So many rows at first, and more with each wish for more: a table of all jobs of a large run would stop the page.
const CHUNK: usize = 100;

/// The head of a column: a button that sorts.
pub fn head(
    at: usize,
    column: &Column,
    sort: Option<Sort>,
    class: &'static str,
    on_sort: &Callback<usize>,
) -> Html {
    let mine = sort.filter(|sort| sort.column == at);
    let state = mine.map(|sort| if sort.descending { "descending" } else { "ascending" });
    let shape = match mine {
        Some(Sort { descending: true, .. }) => Shape::Down,
        _ => Shape::Up,
    };
    let onclick = on_sort.reform(move |_: MouseEvent| at);
    let button = html! {
        <button type="button" class="sort" {onclick} data-testid={format!("sort-{}", column.id)}>
            { column.label.clone() }<span class={classes!("sort-mark", mine.is_none().then_some("off"))}><Icon {shape} size={11} /></span>
        </button>
    };
    let class = classes!(class, column.number.then_some("number"));
    html! {
        <th key={at} scope="col" {class} aria-sort={state}>
            if let Some(of) = column.term { <Tip {of}>{ button }</Tip> } else { { button } }
        </th>
    }
}

/// What a table is sorted by, and how to change it.
#[hook]
pub fn use_sort() -> (Option<Sort>, Callback<usize>) {
    let sort = use_state_eq(|| None::<Sort>);
    let choose = {
        let sort = sort.clone();
        Callback::from(move |column| sort.set(Some(Sort::by(*sort, column))))
    };
    (*sort, choose)
}

/// Tables of more rows are sorted in slices.
const SORTED_AT_ONCE: usize = 4_000;

/// The order of the rows, and whether another is on its way.
#[hook]
fn use_order(table: &Shared<Table>, sort: Option<Sort>) -> (Rc<Vec<usize>>, bool) {
    let large = table.rows.len() > SORTED_AT_ONCE;
    let sorted = use_state(|| None::<(Shared<Table>, Option<Sort>, Rc<Vec<usize>>)>);
    let at_once = use_memo((table.clone(), sort.filter(|_| !large)), |(table, sort)| table.order(*sort));
    {
        let sorted = sorted.setter();
        use_effect_with((table.clone(), sort.filter(|_| large)), move |(table, sort)| {
            let given_up = Rc::new(Cell::new(false));
            if sort.is_some() {
                let (table, sort, given_up) = (table.clone(), *sort, Rc::clone(&given_up));
                spawn_local(async move {
                    let order = table.order_in_turns(sort, &mut Turns::on_page(given_up)).await;
                    if let Some(order) = order {
                        sorted.set(Some((table, sort, Rc::new(order))));
                    }
                });
            }
            move || given_up.set(true)
        });
    }
    if sort.is_none() || !large {
        return (at_once, false);
    }
    match &*sorted {
        Some((of, by, order)) if of == table => (Rc::clone(order), *by != sort),
        _ => (at_once, true),
    }
}

#[derive(Properties, PartialEq)]
pub struct SheetProps {
    pub name: String,
    pub table: Shared<Table>,
}

/// The table, scrolling within its place.
#[component]
pub fn Sheet(props: &SheetProps) -> Html {
    let (sort, choose) = use_sort();
    let shown = use_state_eq(|| CHUNK);
    let table = &props.table;
    let (order, busy) = use_order(table, sort);
    let more = {
        let shown = shown.clone();
        Callback::from(move |_: MouseEvent| shown.set(*shown + CHUNK))
    };
    let left = order.len().saturating_sub(*shown);
    html! {
        <div class="table-scroll sheet-scroll lights" aria-busy={busy.then_some("true")} tabindex="0" role="region" aria-label={props.name.clone()}>
            <table class="sheet" data-testid="sheet" aria-rowcount={(table.rows.len() + 1).to_string()}>
                <caption class="visually-hidden">{ &props.name }</caption>
                <thead><tr>{ for table.columns.iter().enumerate().map(|(at, column)| head(at, column, sort, "", &choose)) }</tr></thead>
                <tbody>{ for order.iter().take(*shown).map(|&at| row(table, at)) }</tbody>
            </table>
            if table.rows.is_empty() { <p class="caption none">{ "none" }</p> }
            if left > 0 {
                <button type="button" class="button more" onclick={more}>{ format!("Show {} more of {}", grouped(left.min(CHUNK) as u64), grouped(left as u64)) }</button>
            }
        </div>
    }
}

fn row(table: &Table, at: usize) -> Html {
    let cells = table.rows[at].iter().zip(&table.columns).enumerate();
    html! { <tr key={at}>{ for cells.map(|(nth, (cell, column))| value(nth == 0, cell, column)) }</tr> }
}

/// The first of a row is its head. A job can be chosen by its name.
fn value(first: bool, cell: &table::Cell, column: &Column) -> Html {
    let content = match cell {
        table::Cell::Job(job, id) => html! {
            <button type="button" class="row-button" data-job={job.0.to_string()} title="Show this job in the inspector"><Swatch job={*job} size={10} /><span>{ id }</span></button>
        },
        cell => html! { <>{ cell.shown() }</> },
    };
    let class = column.number.then_some("number");
    if first {
        html! { <th scope="row" {class}>{ content }</th> }
    } else {
        html! { <td {class}>{ content }</td> }
    }
}
