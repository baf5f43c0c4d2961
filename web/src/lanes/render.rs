//! Marks as SVG.

use yew::prelude::*;
use yew::virtual_dom::Key;

use crate::draw::{colour, path::px};

use super::marks::{Group, Mark, Shape};

/// Groups in order, each in its job's colour. Those whose step is still to come are pale.
pub fn groups(groups: &[Group], step: usize) -> Html {
    groups.iter().enumerate().map(|(at, group)| group_node(at, group, step)).collect()
}

fn group_node(at: usize, group: &Group, step: usize) -> Html {
    let ahead = group.step.is_some_and(|from| from > step);
    let class = classes!(group.colour.map(colour::class), ahead.then_some("to-come"));
    let key = group.job.map_or_else(|| format!("g{at}"), |job| format!("{}-{at}", job.0));
    let job = group.job.map(|job| job.0.to_string());
    if let [mark] = &group.marks[..] {
        return mark_node(mark, class, Some(key.into()), job);
    }
    html! {
        <g key={key} {class} data-job={job}>
            { for group.marks.iter().map(|mark| mark_node(mark, Classes::new(), None, None)) }
        </g>
    }
}

/// A mark by itself carries what its group would.
fn mark_node(mark: &Mark, group: Classes, key: Option<Key>, job: Option<String>) -> Html {
    let (class, fill) = (classes!(mark.class, group), mark.fill.clone());
    let node = shape_node(mark, class, fill, job);
    match (node, key) {
        (Html::VTag(tag), Some(key)) => {
            let mut tag = (*tag).clone();
            tag.key = Some(key);
            tag.into()
        }
        (node, _) => node,
    }
}

fn shape_node(mark: &Mark, class: Classes, fill: Option<String>, job: Option<String>) -> Html {
    match &mark.shape {
        Shape::Rect { x, y, width, height, radius } => html! {
            <rect {class} data-job={job} {fill} x={px(*x)} y={px(*y)} width={px(*width)} height={px(*height)}
                rx={(*radius > 0.0).then(|| px(*radius))} />
        },
        Shape::Line { x1, y1, x2, y2 } => html! {
            <line {class} data-job={job} x1={px(*x1)} y1={px(*y1)} x2={px(*x2)} y2={px(*y2)} />
        },
        Shape::Circle { x, y, r } => {
            html! { <circle {class} data-job={job} cx={px(*x)} cy={px(*y)} r={px(*r)} /> }
        }
        Shape::Path(d) => html! { <path {class} data-job={job} {fill} d={d.clone()} /> },
        Shape::Text { x, y, text, more } => html! {
            <text {class} data-job={job} x={px(*x)} y={px(*y)}>
                { text }
                if let Some(more) = more { <tspan class="light" dx="6">{ more.clone() }</tspan> }
            </text>
        },
    }
}
