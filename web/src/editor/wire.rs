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
    /// The longest of the stages' times, which the share is of.
    pub longest_ms: f64,
    /// The edge's position in the list.
    pub at: usize,
    pub set: Callback<(Field, f64)>,
    pub left: Callback<(Field, Leave)>,
}

/// The figure in the middle.
#[component]
pub fn Pill(props: &PillProps) -> Html {
    let field = Field::Edge(props.from.clone(), props.to.clone());
    let share = props.travel.map_or(0.0, |travel| travel.most_ms() / props.longest_ms.max(1e-9) * 100.0);
    let style = format!(
        "left:{}px;top:{}px;--share:{:.1}%",
        px(props.middle.x),
        px(props.middle.y),
        share.min(100.0)
    );
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
    let Some(travel) = props.travel else { return format!("{} → {}", props.from, props.to) };
    let by = |mb: f64, way: &str| (mb > 0.0).then(|| format!("{} MB over {way}", plain(mb)));
    let ways: Vec<String> =
        [by(travel.nvlink_mb, "NVLink"), by(travel.nic_mb, "the NIC")].into_iter().flatten().collect();
    let both = if ways.is_empty() { "nothing".to_owned() } else { ways.join(" and ") };
    format!(
        "{} → {}: per iteration, both ways, {both}: {}",
        props.from,
        props.to,
        travel.words(travel.most_ms())
    )
}
