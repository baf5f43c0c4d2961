//! Marks as SVG.

use yew::prelude::*;

use crate::draw::{colour, path::px};

use super::marks::{Group, Mark, Shape};

/// Groups in order, each in its job's colour. Those whose step is still to come are pale.
pub fn groups(groups: &[Group], step: usize) -> Html {
    groups.iter().enumerate().map(|(at, group)| group_node(at, group, step)).collect()
}

fn group_node(at: usize, group: &Group, step: usize) -> Html {
    let ahead = group.step.is_some_and(|from| from > step);
    let class = classes!(group.job.map(colour::class), ahead.then_some("ahead"));
    let key = group.job.map_or_else(|| format!("g{at}"), |job| format!("{}-{at}", job.0));
    html! {
        <g key={key} {class} data-job={group.job.map(|job| job.0.to_string())}>
            { for group.marks.iter().map(mark_node) }
        </g>
    }
}

fn mark_node(mark: &Mark) -> Html {
    let (class, fill) = (mark.class, mark.fill.clone());
    match &mark.shape {
        Shape::Rect { x, y, width, height, radius } => html! {
            <rect {class} {fill} x={px(*x)} y={px(*y)} width={px(*width)} height={px(*height)}
                rx={(*radius > 0.0).then(|| px(*radius))} />
        },
        Shape::Line { x1, y1, x2, y2 } => html! {
            <line {class} x1={px(*x1)} y1={px(*y1)} x2={px(*x2)} y2={px(*y2)} />
        },
        Shape::Circle { x, y, r } => html! { <circle {class} cx={px(*x)} cy={px(*y)} r={px(*r)} /> },
        Shape::Path(d) => html! { <path {class} {fill} d={d.clone()} /> },
        Shape::Text { x, y, text, more } => html! {
            <text {class} x={px(*x)} y={px(*y)}>
                { text }
                if let Some(more) = more { <tspan class="light" dx="6">{ more.clone() }</tspan> }
            </text>
        },
    }
}
