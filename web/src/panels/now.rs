//! NOW: the step as a sentence with its numbers, and the proof under it.

use asrpt_core::explain;
use asrpt_core::log::Event;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::seconds;
use crate::moment::Moment;
use crate::store::{Action, Dispatch};

use super::spans::sentence;
use super::{free_gpus, queues};

/// The panel. It is announced politely, but not while playing.
pub fn draw(run: &Run, moment: &Moment, playing: bool, dispatch: &Dispatch) -> Html {
    let live = if playing { "off" } else { "polite" };
    let find = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleFind))
    };
    html! {
        <section class="now" aria-label="Now">
            <div class="now-head">{ kind(run, moment) }<span class="grow" />{ time(moment) }
                // Where the inspector with its own button is away.
                <button type="button" class="tool icon-only small find-here" onclick={find} aria-label="Find a job" title="Find a job (/)" data-testid="find-here"><Icon shape={Shape::Search} size={14} /></button>
            </div>
            <div aria-live={live} aria-atomic="true" data-testid="now">
                <p key={moment.step()} class="say" data-testid="now-sentence">{ said(run, moment) }</p>
            </div>
            <div class="proof">
                { free_gpus::draw(run, moment) }
                { delay(run, moment) }
                { queues::draw(run, moment) }
            </div>
        </section>
    }
}

fn said(run: &Run, moment: &Moment) -> Html {
    match moment.step().checked_sub(1) {
        Some(at) => sentence(run, &explain::entry(run, at)),
        None => html! { <>{ "Nothing happens: the scenario has no jobs." }</> },
    }
}

fn time(moment: &Moment) -> Html {
    html! { <span class="caption" data-testid="now-time">{ seconds(moment.time_us, 3) }</span> }
}

/// The kind of the step as a badge with its own shape.
fn kind(run: &Run, moment: &Moment) -> Html {
    let Some(entry) = moment.entry(run) else {
        return html! { <span class="kind wait">{ "Empty" }</span> };
    };
    let (class, shape) = match &entry.event {
        Event::Arrival { .. } => ("virtual", Shape::Arrow),
        Event::Preempt { .. } => ("virtual", Shape::Swap),
        Event::VirtualCompletion { .. } => ("virtual", Shape::Diamond),
        Event::Wait { .. } => ("delay", Shape::Clock),
        Event::Block { .. } => ("wait", Shape::Dots),
        Event::Start(_) => ("start", Shape::Play),
        Event::Completion { .. } => ("start", Shape::Check),
        Event::Refit { .. } => ("virtual", Shape::Loop),
    };
    html! {
        <span class={classes!("kind", class)} data-testid="now-kind" data-kind={entry.event.kind()}>
            <Icon {shape} size={13} />{ explain::title(&entry.event) }
        </span>
    }
}

/// How much of its waiting a job that waits by choice has left.
fn delay(run: &Run, moment: &Moment) -> Html {
    let waiting = moment.entry(run).and_then(|entry| match &entry.event {
        Event::Wait { job, until_us, .. } => Some((run.outcome(*job).wait_us?.0, *until_us)),
        _ => None,
    });
    let Some((since_us, until_us)) = waiting else { return Html::default() };
    let now_us = moment.time_us.clamp(since_us, until_us);
    let share = (now_us - since_us) as f64 / (until_us - since_us).max(1) as f64;
    html! {
        <div class="delay">
            <div class="delay-bar"><div style={format!("width:{:.2}%", share * 100.0)} /></div>
            <div class="delay-facts caption">
                <span>{ "since " }{ seconds(since_us, 1) }</span>
                <span class="delay-left">{ seconds(until_us - now_us, 1) }{ " of waiting left" }</span>
                <span>{ seconds(until_us, 1) }</span>
            </div>
        </div>
    }
}
