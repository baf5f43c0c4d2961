//! The placement drawn beside the model: servers filling up, one pick after the other.

use yew::prelude::*;

use super::board::Board;
use super::figures::Figures;
use super::graph::shortened;
use super::walk::{self, Filled};
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::counted;

/// More servers than this are counted only.
const MOST_SERVERS: usize = 24;
/// More GPUs than this of one server are counted only.
const MOST_GPUS: u32 = 32;

#[derive(Properties, PartialEq)]
pub struct WalkProps {
    pub board: Board,
    /// How many picks are shown.
    pub picks: usize,
    pub go: Callback<usize>,
}

/// See the module.
#[component]
pub fn Walk(props: &WalkProps) -> Html {
    let Some(figures) = props.board.meaning.figures() else { return Html::default() };
    let (at, all) = (props.picks.min(figures.picks.len()), figures.picks.len());
    let to = |pick: usize| props.go.reform(move |_: MouseEvent| pick);
    let button = |shape, name: &'static str, testid: &'static str, pick: usize, off: bool| {
        html! {
            <button type="button" class="tool icon-only" aria-label={name} title={name} aria-disabled={off.to_string()} onclick={to(pick)} data-testid={testid}><Icon {shape} /></button>
        }
    };
    let filled = walk::filled(figures, at);
    let last = at.checked_sub(1).and_then(|last| figures.picks.get(last));
    html! {
        <section class="walk" aria-label="Placement by Heavy-Edge" data-testid="walk">
            <div class="walk-head">
                { button(Shape::First, "No replica placed", "walk-first", 0, at == 0) }
                { button(Shape::Back, "One replica back", "walk-back", at.saturating_sub(1), at == 0) }
                { button(Shape::On, "Next replica", "walk-on", (at + 1).min(all), at == all) }
                { button(Shape::Last, "All replicas placed", "walk-last", all, at == all) }
                <p class="walk-say" aria-live="polite" data-testid="walk-say">
                    <b>{ format!("{at} of {}", counted(all as u64, "replica")) }</b>{ " " }
                    { last.map_or_else(|| "Heavy-Edge on the empty cluster.".to_owned(), |pick| walk::sentence(figures, pick)) }
                </p>
            </div>
            <ol class="walk-servers" tabindex="0" aria-label="Servers">
                { for filled.iter().take(MOST_SERVERS).map(|server| server_box(figures, server, last.map(|pick| pick.server) == Some(server.server))) }
                if filled.len() > MOST_SERVERS { <li class="caption">{ format!("and {} more servers", filled.len() - MOST_SERVERS) }</li> }
            </ol>
        </section>
    }
}

fn server_box(figures: &Figures, filled: &Filled, now: bool) -> Html {
    let gpu = |at: u32| {
        let stage = filled.stages.get(at as usize).map(|&stage| figures.graph.stages[stage].id.as_str());
        let newest = now && at as usize + 1 == filled.stages.len();
        let class = classes!("walk-gpu", stage.is_some().then_some("taken"), newest.then_some("newest"));
        html! { <i {class} title={stage.map(ToOwned::to_owned)}>{ stage.map(shortened).unwrap_or_default() }</i> }
    };
    let shown = filled.gpus.min(MOST_GPUS);
    html! {
        <li class={classes!("walk-server", now.then_some("now"))}>
            <span class="walk-name">{ figures.server(filled.server) }<span class="caption">{ format!(" {} of {}", filled.stages.len(), filled.gpus) }</span></span>
            <span class="walk-gpus">{ for (0..shown).map(gpu) }if filled.gpus > shown { <span class="caption">{ format!("+{}", filled.gpus - shown) }</span> }</span>
        </li>
    }
}
