//! A picture or its table, with what can be done with either: turn one into the other, save.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use crate::draw::path::px;
use crate::export::{self, Kind};
use crate::lanes::marks::Group;
use crate::lanes::render::groups;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::size::use_size;
use crate::store::{Action, Dispatch};

use super::chart::{Size, cdf, prediction, slowdown, utilisation};
use super::idle::Story;
use super::sheet::Sheet;
use super::state::{Change, Tab};
use super::table::Table;

/// What pictures are drawn from.
#[derive(Clone, PartialEq)]
pub struct Data {
    pub simulation: Shared<Simulation>,
    pub story: Shared<Story>,
}

impl Data {
    fn draw(&self, tab: Tab, size: Size) -> Vec<Group> {
        let run = &self.simulation.run;
        match tab {
            Tab::Slowdown => slowdown::draw(self.simulation.courses(), size),
            Tab::Utilisation => utilisation::draw(run, &self.story, size),
            Tab::Prediction => prediction::draw(run, size),
            _ => cdf::draw(self.simulation.courses(), size),
        }
    }

    /// The same as numbers.
    pub fn table(&self, tab: Tab) -> Table {
        let run = &self.simulation.run;
        match tab {
            Tab::Slowdown => slowdown::table(self.simulation.courses()),
            Tab::Utilisation => utilisation::table(run, &self.story),
            Tab::Prediction => prediction::table(run),
            _ => cdf::table(self.simulation.courses()),
        }
    }

    fn in_words(&self, tab: Tab) -> String {
        let run = &self.simulation.run;
        match tab {
            Tab::Slowdown => slowdown::in_words(self.simulation.courses()),
            Tab::Utilisation => utilisation::in_words(run, &self.story),
            Tab::Prediction => prediction::in_words(run),
            _ => cdf::in_words(self.simulation.courses()),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct FrameProps {
    pub tab: Tab,
    pub data: Data,
    pub as_table: bool,
    pub dispatch: Dispatch,
}

/// The picture of a tab.
#[component]
pub fn Frame(props: &FrameProps) -> Html {
    let room = use_node_ref();
    let (width, height) = use_size(room.clone());
    let drawn = use_memo((props.tab, props.data.clone(), width as u32, height as u32), |(tab, data, ..)| {
        if width > 60.0 && height > 60.0 { data.draw(*tab, Size { width, height }) } else { Vec::new() }
    });
    let words = use_memo((props.tab, props.data.clone()), |(tab, data)| data.in_words(*tab));
    let table = {
        let (tab, data) = (props.tab, props.data.clone());
        Callback::from(move |()| Rc::new(data.table(tab)))
    };
    let sheet = use_memo((props.tab, props.data.clone(), props.as_table), |(tab, data, as_table)| {
        Shared::new(if *as_table { data.table(*tab) } else { Table::default() })
    });
    html! {
        <figure class="chart-frame lights" data-testid={format!("chart-{}", props.tab.slug())}>
            <div class="chart-room" ref={room.clone()}>
                if props.as_table {
                    <Sheet name={props.tab.label().to_owned()} table={(*sheet).clone()} />
                } else if !drawn.is_empty() {
                    <svg class="chart" width={px(width)} height={px(height)} role="img" aria-label={(*words).clone()}>{ groups(&drawn, usize::MAX) }</svg>
                }
            </div>
            <Tools name={name_of(&props.data.simulation, props.tab)} as_table={props.as_table} {room} {table} dispatch={props.dispatch.clone()} />
        </figure>
    }
}

/// What a file of this tab is called.
pub fn name_of(simulation: &Simulation, tab: Tab) -> String {
    export::file_name(simulation.run.instance.scenario.name.as_deref(), tab.slug())
}

#[derive(Properties, PartialEq)]
pub struct ToolsProps {
    /// Of files, without an ending.
    pub name: String,
    pub as_table: bool,
    /// What the picture is in.
    pub room: NodeRef,
    pub table: Callback<(), Rc<Table>>,
    pub dispatch: Dispatch,
}

/// Table or picture; SVG, PNG, CSV.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let turn = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Results(Change::ToggleTable)))
    };
    let picture = |kind: Kind| {
        let (room, name) = (props.room.clone(), props.name.clone());
        Callback::from(move |_: MouseEvent| {
            let room = room.cast::<Element>();
            if let Some(svg) = room.and_then(|room| room.query_selector("svg.chart").ok().flatten()) {
                export::save_picture(kind, &name, &svg, &[]);
            }
        })
    };
    let csv = {
        let (table, name) = (props.table.clone(), props.name.clone());
        Callback::from(move |_: MouseEvent| {
            export::save_text(&format!("{name}.csv"), "text/csv", &table.emit(()).csv())
        })
    };
    let tool = |id: &'static str,
                label: &'static str,
                title: &'static str,
                onclick: Callback<MouseEvent>,
                off: bool| {
        html! { <button type="button" class="tool mini" {onclick} {title} disabled={off} data-testid={format!("save-{id}")}>{ label }</button> }
    };
    html! {
        <div class="chart-tools">
            <button type="button" class="tool mini" onclick={turn} aria-pressed={props.as_table.to_string()} title="The same data as a table (T)" data-testid="as-table">{ "Table" }</button>
            { tool("svg", "SVG", "Save the picture as SVG", picture(Kind::Svg), props.as_table) }
            { tool("png", "PNG", "Save the picture as PNG", picture(Kind::Png), props.as_table) }
            { tool("csv", "CSV", "Save the data as CSV", csv, false) }
        </div>
    }
}
