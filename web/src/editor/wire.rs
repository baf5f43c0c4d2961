//! An edge: solid where it stays within servers, stitched where any of it crosses the NIC, with its MB in the middle.

use yew::prelude::*;

use super::fields::Field;
use super::figures::Travel;
use super::geometry::Point;
use super::in_place::{InPlace, Leave};
use crate::draw::number::plain;
use crate::draw::path::px;

/// How an edge looks.
fn class(travel: Option<Travel>) -> &'static str {
    match travel {
        None => "unknown",
        Some(travel) if travel.crosses() => "nic",
        Some(_) => "nvlink",
    }
}

/// Thicker for more MB, but never a bar.
fn width(mb: f64, most_mb: f64) -> f64 {
    1.75 + 2.25 * (mb / most_mb.max(1e-9)).clamp(0.0, 1.0)
}

#[derive(Properties, PartialEq)]
pub struct WireProps {
    pub path: String,
    pub mb: f64,
    /// The most MB of the model's edges.
    pub most_mb: f64,
    pub travel: Option<Travel>,
    pub selected: bool,
}

/// The line.
#[component]
pub fn Wire(props: &WireProps) -> Html {
    let style = format!("stroke-width:{}", px(width(props.mb, props.most_mb)));
    html! {
        <g class={classes!("wire", class(props.travel), props.selected.then_some("selected"))}>
            if props.selected { <path class="wire-ground" d={props.path.clone()} /> }
            <path class="wire-line" d={props.path.clone()} {style} />
        </g>
    }
}

#[derive(Properties, PartialEq)]
pub struct PillProps {
    pub from: String,
    pub to: String,
    pub middle: Point,
    pub mb: f64,
    pub travel: Option<Travel>,
    pub selected: bool,
    pub editing: bool,
    /// The edge's position in the list.
    pub at: usize,
    pub set: Callback<(Field, f64)>,
    pub left: Callback<(Field, Leave)>,
}

/// The figure in the middle.
#[component]
pub fn Pill(props: &PillProps) -> Html {
    let field = Field::Edge(props.from.clone(), props.to.clone());
    let style = format!("left:{}px;top:{}px", px(props.middle.x), px(props.middle.y));
    let class = classes!("pill", class(props.travel), props.selected.then_some("selected"));
    let label = format!("edge {} → {}", props.from, props.to);
    html! {
        <span {class} {style} data-wire={props.at.to_string()} title={words(props)} data-testid={format!("wire-{}-{}", props.from, props.to)}>
            if props.editing {
                <InPlace {label} value={props.mb} set={props.set.clone()} left={props.left.clone()} {field} />
            } else {
                <span class="pill-text">{ field.written(props.mb) }</span>
            }
        </span>
    }
}

fn words(props: &PillProps) -> String {
    let ways = match props.travel {
        None => String::new(),
        Some(Travel { nic_mb: 0.0, nvlink_mb }) => {
            format!(": {} MB per iteration, both ways, over NVLink", plain(nvlink_mb))
        }
        Some(Travel { nic_mb, nvlink_mb: 0.0 }) => {
            format!(": {} MB per iteration, both ways, over the NIC", plain(nic_mb))
        }
        Some(Travel { nic_mb, nvlink_mb }) => {
            format!(
                ": per iteration, both ways, {} MB over NVLink and {} MB over the NIC",
                plain(nvlink_mb),
                plain(nic_mb)
            )
        }
    };
    format!("{} → {}{ways}", props.from, props.to)
}
