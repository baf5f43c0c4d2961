//! The one cursor through all lanes, and the veils that make pale what lies ahead of it.

use asrpt_core::time::TimeUs;
use yew::prelude::*;

use crate::draw::number::seconds_short;
use crate::draw::path::px;

use super::label;
use super::layout::Layout;
use super::marks::moved_to;
use super::scene::Picture;

/// Masks and clips that end or begin at the cursor. Only their rectangles move.
pub fn veils(layout: &Layout, x: f64) -> Html {
    let (width, height) = (px(layout.width), px(layout.height));
    let far = px(layout.width * 2.0);
    let left = px(-2.0 * layout.width);
    let style = moved_to(x, 0.0);
    let reached = html! {
        <rect class="at-cursor" x={left} width={far.clone()} height={height.clone()} style={style.clone()} fill="#fff" />
    };
    let ahead = |class: &'static str| {
        html! {
            <rect class={classes!("at-cursor", class)} width={far.clone()} height={height.clone()} style={style.clone()} fill="#fff" />
        }
    };
    let mask = |id: &'static str, class: &'static str| {
        html! {
            <mask {id} maskUnits="userSpaceOnUse" x="0" y="0" width={width.clone()} height={height.clone()}>
                { reached.clone() }{ ahead(class) }
            </mask>
        }
    };
    html! {
        <defs>
            <clipPath id="lanes-clip">
                <rect x={px(layout.left - 9.0)} y="0" width={px(layout.width - layout.left + 9.0)} height={height.clone()} />
            </clipPath>
            <clipPath id="reached">{ reached.clone() }</clipPath>
            <clipPath id="ahead">{ ahead("") }</clipPath>
            { mask("veil-imagined", "veil imagined") }
            { mask("veil-real", "veil real") }
        </defs>
    }
}

/// Its left end and its width.
fn flag_at(layout: &Layout, text: &str, x: f64) -> (f64, f64) {
    let width = label::width(text) + 16.0;
    ((x - width / 2.0).clamp(layout.left - 6.0, layout.width - width - 2.0), width)
}

/// From where to where the flag covers the ruler, if it is seen.
pub fn flag(picture: &Picture, time_us: TimeUs) -> Option<(f64, f64)> {
    let seen = picture.scale.window.holds(time_us);
    let (left, width) = flag_at(picture.layout, &seconds_short(time_us), picture.scale.x(time_us));
    seen.then_some((left - HALO, left + width + HALO))
}

/// Around the flag, so that it stands off what is near.
const HALO: f64 = 4.0;

/// The line, and the time on a flag that stays within the lanes.
pub fn draw(picture: &Picture, time_us: TimeUs, x: f64) -> Html {
    if !picture.scale.window.holds(time_us) {
        return Html::default();
    }
    let layout = picture.layout;
    let text = seconds_short(time_us);
    let (flag, width) = flag_at(layout, &text, x);
    html! {
        <g class="cursor" aria-hidden="true">
            <g class="at-cursor" style={moved_to(x, 0.0)}>
                <line x1="0" x2="0" y1="19" y2={px(layout.bottom)} class="cursor-line" />
            </g>
            <g class="at-cursor" style={moved_to(flag, 0.0)}>
                <rect y="2" width={px(width)} height="18" rx="4" class="cursor-flag" />
                <text x={px(width / 2.0)} y="14.8" class="cursor-time">{ text }</text>
            </g>
        </g>
    }
}
