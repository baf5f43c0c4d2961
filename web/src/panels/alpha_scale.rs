//! α between α_min and α_max. The scale starts just under α_min: it shows positions, not lengths.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;
use crate::draw::number::{fixed, iteration_ms};
use crate::draw::path::px;

use super::spans::alpha;

const WIDTH: f64 = 284.0;
const LEFT: f64 = 12.0;
const RIGHT: f64 = 272.0;
const LINE: f64 = 12.0;

/// The scale of a job, or a word where there is but one way to place it.
pub fn draw(run: &Run, job: JobIndex) -> Html {
    let constants = &run.instance.model_of(job).constants;
    let (least, most, own) = (constants.alpha_min_s, constants.alpha_max_s, run.outcome(job).alpha_s);
    html! {
        <div class="alpha-scale">
            <div class="alpha-own"><b><i class="symbol">{ "α" }</i>{ " " }{ iteration_ms(own) }</b><span class="caption">{ compared(own, least) }</span></div>
            if most > least * 1.000_001 || own > least * 1.000_001 { { scale(run, job, least, most.max(own), own) } }
        </div>
    }
}

fn compared(own: f64, least: f64) -> String {
    if own <= least * 1.000_001 {
        " per iteration, its best".to_owned()
    } else {
        format!(" per iteration, {} × its best", fixed(own / least, 2))
    }
}

fn scale(run: &Run, job: JobIndex, least: f64, most: f64, own: f64) -> Html {
    let x = |alpha_s: f64| LEFT + (alpha_s - least) / (most - least) * (RIGHT - LEFT);
    let ratio = run.instance.scenario.policy.comm_heavy_ratio;
    let heavy_at = least * ratio;
    let heavy_fits = run.instance.job(job).gpus > 1 && heavy_at < most;
    let mark = |at: f64| html! { <path class="alpha-mark" d={format!("M{} {}l4 6h-8z", px(x(at)), px(LINE + 3.0))} /> };
    html! {
        <>
        <svg class={classes!("alpha-svg", colour::class(job))} viewBox={format!("0 0 {WIDTH} 24")} width="100%" aria-hidden="true">
            <line class="alpha-line" x1="4" x2={px(WIDTH - 4.0)} y1={px(LINE)} y2={px(LINE)} />
            <line class="alpha-range" x1={px(x(least))} x2={px(x(most))} y1={px(LINE)} y2={px(LINE)} />
            if heavy_fits { <line class="alpha-heavy" x1={px(x(heavy_at))} x2={px(x(heavy_at))} y1="3" y2="21" /> }
            { mark(least) }{ mark(most) }
            <circle class="alpha-dot" cx={px(x(own))} cy={px(LINE)} r="5" />
        </svg>
        <div class="alpha-ends caption">
            <span>{ alpha("min") }{ " " }{ iteration_ms(least) }</span>
            if heavy_fits { <span class="alpha-heavy-name">{ format!("┊ {} ×: heavy", fixed(ratio, 1)) }</span> }
            <span>{ alpha("max") }{ " " }{ iteration_ms(run.instance.model_of(job).constants.alpha_max_s) }</span>
        </div>
        </>
    }
}
