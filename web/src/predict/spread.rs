//! What each tree of the forest says, on a line.

use asrpt_core::predict::Spread;
use yew::prelude::*;

use crate::draw::number::plain;
use crate::draw::path::px;
use crate::results::chart::scale::Scale;

/// The picture's size; it is scaled to its place.
const WIDTH: f64 = 284.0;
const MARGIN: f64 = 6.0;

/// Dots for the trees, a bar for four of five, strokes for the prediction and the truth.
pub fn draw(spread: &Spread, predicted: f64, truth: u64) -> Html {
    let truth = truth.max(1) as f64;
    let values = || spread.trees.iter().copied().chain([predicted, truth]);
    let ends = (values().fold(f64::INFINITY, f64::min) * 0.95, values().fold(1.0, f64::max) * 1.05);
    let x = Scale::logarithmic(ends, (MARGIN, WIDTH - MARGIN));
    let at = |value: f64| px(x.at(value));
    let said = format!(
        "{} trees; four of five say {} to {}; together {}; the truth is {}",
        spread.trees.len(),
        whole(spread.p10),
        whole(spread.p90),
        whole(predicted),
        whole(truth)
    );
    html! {
        <figure class="spread" data-testid="tree-spread">
            <svg viewBox={format!("0 0 {WIDTH} 34")} role="img" aria-label={said.clone()}>
                <line class="hair" x1="0" x2={px(WIDTH)} y1="20" y2="20" />
                <rect class="spread-band" x={at(spread.p10)} y="14" width={px((x.at(spread.p90) - x.at(spread.p10)).max(1.0))} height="12" rx="2" />
                { for spread.trees.iter().map(|&tree| html! { <circle class="spread-tree" cx={at(tree)} cy="20" r="2" /> }) }
                <line class="spread-predicted" x1={at(predicted)} x2={at(predicted)} y1="8" y2="32" />
                <path class="spread-truth" d={format!("M{} 12l-4 -7h8z", at(truth))} />
            </svg>
            <figcaption class="caption">{ said }{ "." }</figcaption>
        </figure>
    }
}

fn whole(value: f64) -> String {
    plain((value + 0.5).floor())
}
