//! The transport: step, play, speed, the overview, and which step this is.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::grouped;
use crate::lanes::overview::{Overview, longest_in_words, window_in_words};
use crate::moment::Moment;
use crate::playback::Speed;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch, View};

/// What the transport shows.
pub struct Playing<'a> {
    pub simulation: &'a Shared<Simulation>,
    pub moment: &'a Shared<Moment>,
    pub view: &'a View,
    pub dispatch: &'a Dispatch,
}

/// See the module.
pub fn draw(props: &Playing) -> Html {
    let (step, steps) = (props.moment.step(), props.simulation.steps());
    let (at_first, at_last) = (step <= 1, step >= steps);
    let button = |action: Action, shape: Shape, name: &'static str, id: &'static str, disabled: bool| {
        let dispatch = props.dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()));
        html! {
            // Not `disabled`: a button that vanishes from under the focus would lose the keyboard's place.
            <button type="button" class="tool icon-only step" {onclick} aria-label={name} title={name} data-testid={id}
                aria-disabled={disabled.to_string()}><Icon {shape} /></button>
        }
    };
    html! {
        <div class="transport" role="group" aria-label="Playback">
            <div class="transport-buttons">
                { button(Action::GoToEnd { last: false }, Shape::First, "First step", "first", at_first) }
                { button(Action::Step { forward: false }, Shape::Back, "Step back", "back", at_first) }
                { play(props) }
                { button(Action::Step { forward: true }, Shape::On, "Step on", "forward", at_last) }
                { button(Action::GoToEnd { last: true }, Shape::Last, "Last step", "last", at_last) }
                { speed(props) }
            </div>
            <Overview simulation={props.simulation.clone()} moment={props.moment.clone()} window={props.view.window} dispatch={props.dispatch.clone()} />
            { zoom(props) }
            <div class="count" style={format!("--longest:{}ch", longest_in_words(props.simulation))}>
                <div data-testid="step-counter"><b>{ format!("Step {}", grouped(step as u64)) }</b><span class="caption">{ format!(" of {}", grouped(steps as u64)) }</span></div>
                <div class="caption window-words">{ window_in_words(props.simulation, props.view.window) }</div>
            </div>
        </div>
    }
}

fn play(props: &Playing) -> Html {
    let playing = props.view.playing;
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::TogglePlay));
    let (shape, name) = if playing { (Shape::Pause, "Pause") } else { (Shape::Play, "Play") };
    html! {
        <button type="button" class="play" {onclick} aria-label={name} title={format!("{name} (Space)")} data-testid="play" data-playing={playing.to_string()}>
            <Icon {shape} />
        </button>
    }
}

/// Closer, wider, all: also on the keys + − 0.
fn zoom(props: &Playing) -> Html {
    let button = |action: Action, shape: Shape, name: &'static str, id: &'static str, disabled: bool| {
        let dispatch = props.dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(action.clone()));
        html! {
            <button type="button" class="tool icon-only" {onclick} aria-label={name} title={name} data-testid={id}
                aria-disabled={disabled.to_string()}><Icon {shape} size={15} /></button>
        }
    };
    let whole = props.view.window.is_none();
    html! {
        <div class="zoom">
            { button(Action::Zoom { at_us: None, factor: 2.0 }, Shape::Minus, "Zoom out", "zoom-out", whole) }
            { button(Action::Zoom { at_us: None, factor: 0.5 }, Shape::Plus, "Zoom in", "zoom-in", false) }
            { button(Action::ShowAll, Shape::Fit, "Show the whole run", "show-all", whole) }
        </div>
    }
}

fn speed(props: &Playing) -> Html {
    let dispatch = props.dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        let at = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.selected_index());
        if let Some(speed) = at.and_then(|at| Speed::ALL.get(usize::try_from(at).ok()?)) {
            dispatch.dispatch(Action::SetSpeed(*speed));
        }
    });
    html! {
        <select class="speed" aria-label="Speed" title="Speed ([ slower, ] faster)" {onchange} data-testid="speed">
            { for Speed::ALL.iter().map(|speed| html! { <option selected={*speed == props.view.speed}>{ speed.label() }</option> }) }
        </select>
    }
}
