//! The overview: the whole run small, how busy the GPUs are, a tick per step; a slider over the steps.

use asrpt_core::ids::JobIndex;
use asrpt_core::log::Event;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::number::{seconds, seconds_short};
use crate::draw::path::{Path, px};
use crate::draw::scale::{TimeScale, Window};
use crate::keys::for_a_projector;
use crate::moment::Moment;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::size::{pointer_in, use_size};
use crate::store::{Action, Dispatch};

use super::marks::{Group, Mark, moved_to};
use super::render::groups;

#[derive(Properties, PartialEq)]
pub struct OverviewProps {
    pub simulation: Shared<Simulation>,
    pub moment: Shared<Moment>,
    pub window: Option<Window>,
    pub dispatch: Dispatch,
}

/// How far Page Up and Page Down go, in steps.
const BIG_STEP: usize = 10;
/// Room below the picture for the ticks.
const TICKS: f64 = 11.0;

/// The slider.
#[component]
pub fn Overview(props: &OverviewProps) -> Html {
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    let run = &props.simulation.run;
    let scale = scale_in(props.simulation.all(), width);
    let ground = use_memo((props.simulation.clone(), width as u32, height as u32), |_| {
        if width > 8.0 { draw(run, &scale, height) } else { Vec::new() }
    });
    let (onpointerdown, onpointermove, onpointerup) = use_scrub(&node, scale, props.window, &props.dispatch);
    let step = props.moment.step();
    let onkeydown = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            // There the keys are a clicker's, which steps by one.
            if for_a_projector() {
                return;
            }
            let to = match event.key().as_str() {
                "PageUp" => step + BIG_STEP,
                "PageDown" => step.saturating_sub(BIG_STEP),
                _ => return,
            };
            event.prevent_default();
            dispatch.dispatch(Action::GoToStep(to));
        })
    };
    html! {
        <div class="overview" ref={node} role="slider" tabindex="0" aria-label="Step" data-testid="overview"
            aria-valuemin={1.min(run.log.len()).to_string()} aria-valuemax={run.log.len().to_string()} aria-valuenow={step.to_string()}
            aria-valuetext={format!("Step {step} of {}, {}", run.log.len(), seconds(props.moment.time_us, 1))}
            {onkeydown} {onpointerdown} {onpointermove} onpointerup={onpointerup.clone()} onpointercancel={onpointerup}>
            if width > 8.0 {
                <svg width={px(width)} height={px(height)} aria-hidden="true">
                    { groups(&ground, usize::MAX) }
                    if let Some(window) = props.window { { groups(&[frame(&scale, window, height)], usize::MAX) } }
                    <g class="at-cursor" style={moved_to(scale.x_held(props.moment.time_us), 0.0)}>
                        <line class="cursor-line" x1="0" x2="0" y1="0" y2={px(height - 2.0)} />
                    </g>
                </svg>
            }
        </div>
    }
}

fn scale_in(all: Window, width: f64) -> TimeScale {
    TimeScale { window: all, left: 3.0, right: (width - 3.0).max(4.0) }
}

/// Busy GPUs over time, and the ticks.
fn draw(run: &Run, scale: &TimeScale, height: f64) -> Vec<Group> {
    let ground = height - TICKS;
    let marks = vec![
        Mark::rect("overview-ground", 0.0, 2.0, scale.right + 3.0, ground - 2.0).rounded(4.0),
        Mark::path("overview-busy", busy(run, scale, ground)),
    ];
    vec![Group::plain(marks), Group::plain(ticks(run, scale, ground))]
}

/// GPUs in use from each change to the next.
pub fn busy_steps(run: &Run) -> Vec<(u64, u32)> {
    let mut busy = 0;
    let mut steps: Vec<(u64, u32)> = Vec::new();
    for entry in &run.log {
        let gpus = |job: JobIndex| run.instance.job(job).gpus;
        match &entry.event {
            Event::Start(start) => busy += gpus(start.job),
            Event::Completion { job } => busy -= gpus(*job),
            _ => continue,
        }
        match steps.last_mut() {
            Some(last) if last.0 == entry.time_us => last.1 = busy,
            _ => steps.push((entry.time_us, busy)),
        }
    }
    steps
}

/// Changes closer than this are drawn as one, as high as the highest of them.
const LEAST_STEP_PX: f64 = 0.33;

fn busy(run: &Run, scale: &TimeScale, ground: f64) -> Path {
    let full = f64::from(run.instance.cluster.total_gpus.max(1));
    let y = |busy: u32| ground - f64::from(busy) / full * (ground - 5.0);
    let mut path = Path::new().to(scale.left, ground);
    let (mut drawn_x, mut highest, mut level) = (f64::NEG_INFINITY, 0, 0);
    for (t, busy) in busy_steps(run) {
        let x = scale.x(t);
        if x - drawn_x < LEAST_STEP_PX {
            (highest, level) = (highest.max(busy), busy);
            continue;
        }
        if highest > level {
            path = path.down(y(highest));
        }
        path = path.down(y(level)).across(x).down(y(busy));
        (drawn_x, highest, level) = (x, busy, busy);
    }
    path.down(y(level)).across(scale.right).down(ground).close()
}

/// One tick per pixel at most: a wait by choice before a refit before a start before anything else.
fn ticks(run: &Run, scale: &TimeScale, ground: f64) -> Vec<Mark> {
    let rank = |event: &Event| match event {
        Event::Wait { .. } => 4,
        Event::Refit { .. } => 3,
        Event::Start(_) => 2,
        _ => 1,
    };
    let mut at_pixel = vec![0_u8; scale.right.max(0.0) as usize + 1];
    for entry in &run.log {
        if let Some(pixel) = at_pixel.get_mut(scale.x(entry.time_us) as usize) {
            *pixel = rank(&entry.event).max(*pixel);
        }
    }
    let tick = |(x, rank): (usize, u8)| {
        let x = x as f64 + 0.5;
        let (class, to) = match rank {
            4 => ("overview-wait", 8.0),
            3 => ("overview-refit", 8.0),
            2 => ("overview-start", 8.0),
            _ => ("overview-tick", 5.0),
        };
        Mark::line(class, x, ground + 2.0, x, ground + to)
    };
    at_pixel.into_iter().enumerate().filter(|(_, rank)| *rank > 0).map(tick).collect()
}

/// What the lanes show of it.
fn frame(scale: &TimeScale, window: Window, height: f64) -> Group {
    let (x0, x1) = (scale.x(window.from_us), scale.x(window.to_us));
    let ground = height - TICKS;
    let grip = |x: f64| Mark::line("overview-grip", x, ground / 2.0 - 4.0, x, ground / 2.0 + 5.0);
    Group::plain(vec![
        Mark::rect("overview-window", x0, 1.5, (x1 - x0).max(2.0), ground - 1.0).rounded(3.0),
        grip(x0),
        grip(x1),
    ])
}

type Scrub = (Callback<PointerEvent>, Callback<PointerEvent>, Callback<PointerEvent>);

/// What a drag moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    Nothing,
    Cursor,
    /// The window's begin.
    From,
    /// The window's end.
    To,
}

/// How near to a grip a pointer holds it.
const GRIP_PX: f64 = 6.0;

/// What a pointer at `x` takes hold of.
fn hold_at(scale: &TimeScale, window: Option<Window>, x: f64) -> Hold {
    let near = |t| (scale.x(t) - x).abs() <= GRIP_PX;
    match window {
        Some(window) if near(window.to_us) => Hold::To,
        Some(window) if near(window.from_us) => Hold::From,
        _ => Hold::Cursor,
    }
}

/// The window with one end dragged to a moment; it keeps a thousandth of the run.
fn dragged(window: Window, hold: Hold, to: u64, all: Window) -> Window {
    let least = (all.span_us() / 1000).max(1);
    match hold {
        Hold::From => Window { from_us: to.min(window.to_us.saturating_sub(least)), ..window },
        _ => Window { to_us: to.max(window.from_us + least), ..window },
    }
}

/// A scale for the width of this moment: the last picture may still be of another one.
fn scale_now(scale: TimeScale, node: &NodeRef) -> TimeScale {
    let width = node.cast::<web_sys::Element>().map(|element| element.get_bounding_client_rect().width());
    width.map_or(scale, |width| scale_in(scale.window, width))
}

#[hook]
fn use_scrub(node: &NodeRef, scale: TimeScale, window: Option<Window>, dispatch: &Dispatch) -> Scrub {
    let held = use_mut_ref(|| Hold::Nothing);
    let act = {
        let (node, dispatch, held) = (node.clone(), dispatch.clone(), held.clone());
        move |event: &PointerEvent| {
            let Some((x, _)) = pointer_in(&node, event) else { return };
            let scale = scale_now(scale, &node);
            let t = scale.time_at(x);
            match (*held.borrow(), window) {
                (Hold::Nothing, _) => {}
                (hold @ (Hold::From | Hold::To), Some(window)) => {
                    dispatch.dispatch(Action::ShowWindow(dragged(window, hold, t, scale.window)));
                }
                _ => dispatch.dispatch(Action::Seek(t)),
            }
        }
    };
    let down = {
        let (node, act, held) = (node.clone(), act.clone(), held.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, _)) = pointer_in(&node, &event) else { return };
            held.replace(hold_at(&scale_now(scale, &node), window, x));
            if let Some(element) = node.cast::<web_sys::Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            act(&event);
        })
    };
    let moved = Callback::from(move |event: PointerEvent| act(&event));
    let up = Callback::from(move |_: PointerEvent| {
        held.replace(Hold::Nothing);
    });
    (down, moved, up)
}

/// How many characters the longest [`window_in_words`] of a run has, so that its place needn't change.
pub fn longest_in_words(simulation: &Simulation) -> usize {
    let end_us = simulation.run.end_us();
    window_in_words(simulation, Some(Window { from_us: end_us, to_us: end_us })).chars().count()
}

/// The stretch of time that the lanes show, in words.
pub fn window_in_words(simulation: &Simulation, window: Option<Window>) -> String {
    let end_us = simulation.run.end_us();
    match window {
        None => format!("all of {}", seconds_short(end_us)),
        Some(window) => format!(
            "{} to {} of {}",
            seconds_short(window.from_us),
            seconds_short(window.to_us.min(end_us)),
            seconds_short(end_us)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn the_ends_of_the_window_can_be_dragged() {
        let all = Window { from_us: 0, to_us: 1_000_000 };
        let scale = TimeScale { window: all, left: 0.0, right: 1_000.0 };
        let window = Window { from_us: 200_000, to_us: 600_000 };
        assert_eq!(hold_at(&scale, Some(window), 203.0), Hold::From);
        assert_eq!(hold_at(&scale, Some(window), 596.0), Hold::To);
        assert_eq!(hold_at(&scale, Some(window), 400.0), Hold::Cursor);
        assert_eq!(hold_at(&scale, None, 203.0), Hold::Cursor);
        assert_eq!(dragged(window, Hold::To, 800_000, all), Window { from_us: 200_000, to_us: 800_000 });
        assert_eq!(dragged(window, Hold::From, 900_000, all), Window { from_us: 599_000, to_us: 600_000 });
        assert_eq!(dragged(window, Hold::To, 0, all), Window { from_us: 200_000, to_us: 201_000 });
    }

    #[test]
    fn busy_gpus_at_each_change() {
        let steps = busy_steps(&run_of("delay-runs-out", "a-srpt"));
        assert_eq!(steps[0], (75_010_000, 3));
        assert_eq!(steps[1], (153_770_500, 6));
        assert_eq!(steps.last().copied(), Some((363_798_500, 0)));
        // a ends and later starts at one instant: 8 − 3 + 2.
        assert!(steps.contains(&(275_036_667, 7)));
    }
}
