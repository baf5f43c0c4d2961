//! What belongs to the moment: the queue as a column at the cursor, what the step lights, and what travels.

use yew::prelude::*;

use crate::draw::colour;
use crate::draw::path::px;
use crate::moment::Moment;
use crate::store::Motion;

use super::highlight::{self, Highlight, Traveller};
use super::marks::moved_to;
use super::render::groups;
use super::scene::{Picture, Scene};
use super::stack::{self, StackBar};

/// The queue as it stands, at the cursor. Bars are moved and stretched, so that they can be eased.
pub fn stack(picture: &Picture, scene: &Scene, moment: &Moment) -> Html {
    let bars = stack::draw(picture, scene, moment);
    if bars.is_empty() || !picture.scale.window.holds(moment.time_us) {
        return Html::default();
    }
    let x = picture.scale.x(moment.time_us);
    html! {
        <g class="stack at-cursor" style={moved_to(x, 0.0)} aria-hidden="true">{ for bars.iter().map(stack_bar) }</g>
    }
}

fn stack_bar(bar: &StackBar) -> Html {
    let width = px(stack::WIDTH);
    let style = format!("transform:translateY({}px) scaleY({})", px(bar.y), px(bar.height));
    html! {
        <g key={bar.job.0} class={classes!(colour::class(bar.job), bar.runs.then_some("runs"))} data-job={bar.job.0.to_string()}>
            <rect class="stack-bar" {width} height="1" {style} />
        </g>
    }
}

fn highlight_of(picture: &Picture, moment: &Moment) -> Highlight {
    let entry = moment.entry(&picture.simulation.run);
    // Between two steps nothing is lit.
    entry
        .filter(|entry| entry.time_us == moment.time_us)
        .map(|entry| highlight::draw(picture, entry))
        .unwrap_or_default()
}

/// What the step lights.
pub fn lit(picture: &Picture, moment: &Moment) -> Html {
    let highlight = highlight_of(picture, moment);
    html! {
        <g class="lit" key={moment.step()}>{ groups(&highlight.lit, moment.step()) }</g>
    }
}

/// What travels on this step: only on a step forward.
pub fn travellers(picture: &Picture, moment: &Moment, motion: Motion) -> Html {
    if motion != Motion::Forward {
        return Html::default();
    }
    let highlight = highlight_of(picture, moment);
    html! {
        <g class="travellers" key={moment.step()} aria-hidden="true">{ for highlight.travellers.iter().map(traveller) }</g>
    }
}

fn traveller(traveller: &Traveller) -> Html {
    let Traveller { job, name, to, from, from_scale } = traveller;
    let style = format!(
        "--dx:{}px;--dy:{}px;--sx:{:.4};--sy:{:.4}",
        px(from.0),
        px(from.1),
        from_scale.0,
        from_scale.1
    );
    let radius = if name.is_some() { to.height / 2.0 } else { 2.0 };
    let body = |class: &'static str, fill: Option<String>| {
        html! { <rect {class} {fill} width={px(to.width)} height={px(to.height)} rx={px(radius)} /> }
    };
    html! {
        <g transform={format!("translate({} {})", px(to.x), px(to.y))} class={colour::class(*job)}>
            <g class={classes!("traveller", name.is_some().then_some("token"))} {style}>
                { body("solid", None) }
                if let Some(fill) = colour::pattern(*job) { { body("pat", Some(fill)) } }
                if let Some(name) = name {
                    <text class="token-name" x={px(to.width / 2.0)} y={px(to.height / 2.0 + 3.8)}>{ name.clone() }</text>
                }
            </g>
        </g>
    }
}
