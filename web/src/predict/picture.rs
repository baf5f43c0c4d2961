//! A picture of predictions or its table, with the same tools as the results' other pictures.

use std::rc::Rc;

use yew::prelude::*;

use super::scored::Scored;
use super::{errors, held};
use crate::draw::path::px;
use crate::export;
use crate::lanes::marks::Group;
use crate::lanes::render::groups;
use crate::results::chart::Size;
use crate::results::frame::Tools;
use crate::results::sheet::Sheet;
use crate::results::table::Table;
use crate::shared::Shared;
use crate::size::use_size;
use crate::store::Dispatch;

/// What is shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Subject {
    Held,
    Errors,
}

impl Subject {
    fn slug(self) -> &'static str {
        match self {
            Self::Held => "held-out",
            Self::Errors => "errors",
        }
    }

    fn draw(self, scored: &Scored, size: Size) -> Vec<Group> {
        match self {
            Self::Held => held::draw(scored, size),
            Self::Errors => errors::draw(scored, size),
        }
    }

    fn table(self, scored: &Scored) -> Table {
        match self {
            Self::Held => held::table(scored),
            Self::Errors => errors::table(scored),
        }
    }

    fn in_words(self, scored: &Scored) -> String {
        match self {
            Self::Held => held::in_words(scored),
            Self::Errors => errors::in_words(scored),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct PictureProps {
    pub subject: Subject,
    pub scored: Shared<Scored>,
    /// The scenario's, for files.
    pub name: Option<String>,
    pub as_table: bool,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let room = use_node_ref();
    let (width, height) = use_size(room.clone());
    let (subject, scored) = (props.subject, props.scored.clone());
    let drawn = use_memo((subject, scored.clone(), width as u32, height as u32), |(subject, scored, ..)| {
        if width > 60.0 && height > 60.0 { subject.draw(scored, Size { width, height }) } else { Vec::new() }
    });
    let sheet = use_memo((subject, scored.clone(), props.as_table), |(subject, scored, as_table)| {
        Shared::new(if *as_table { subject.table(scored) } else { Table::default() })
    });
    let table = Callback::from(move |()| Rc::new(subject.table(&scored)));
    let words = subject.in_words(&props.scored);
    html! {
        <figure class="chart-frame lights" data-testid={format!("chart-{}", subject.slug())}>
            <div class="chart-room" ref={room.clone()}>
                if props.as_table {
                    <Sheet name={words} table={(*sheet).clone()} />
                } else if !drawn.is_empty() {
                    <svg class="chart" width={px(width)} height={px(height)} role="img" aria-label={words}>{ groups(&drawn, usize::MAX) }</svg>
                }
            </div>
            <Tools name={export::file_name(props.name.as_deref(), subject.slug())} as_table={props.as_table} {room} {table} dispatch={props.dispatch.clone()} />
        </figure>
    }
}
