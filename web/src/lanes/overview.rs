//! The overview: the whole run small, how busy the GPUs are, a tick per step; a slider over the steps.

use asrpt_core::log::Event;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::number::{seconds, seconds_short};
use crate::draw::path::{Path, px};
use crate::draw::scale::{TimeScale, Window};
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
    let scale = scale(&props.simulation, width);
    let ground = use_memo((props.simulation.clone(), width as u32, height as u32), |_| {
        if width > 8.0 { draw(run, &scale, height) } else { Vec::new() }
    });
    let (onpointerdown, onpointermove, onpointerup) = use_scrub(&node, scale, &props.dispatch);
    let step = props.moment.step();
    let onkeydown = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
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
                    <g class="at-cursor" style={moved_to(scale.x(props.moment.time_us), 0.0)}>
                        <line class="cursor-line" x1="0" x2="0" y1="0" y2={px(height - 2.0)} />
                    </g>
                </svg>
            }
        </div>
    }
}

fn scale(simulation: &Simulation, width: f64) -> TimeScale {
    TimeScale { window: simulation.all(), left: 3.0, right: (width - 3.0).max(4.0) }
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
    let mut changes: Vec<(u64, i64)> = Vec::with_capacity(run.outcomes.len() * 2);
    for (outcome, job) in run.outcomes.iter().zip(&run.instance.jobs) {
        changes.push((outcome.start_us, i64::from(job.gpus)));
        changes.push((outcome.completion_us, -i64::from(job.gpus)));
    }
    changes.sort_unstable();
    let mut busy = 0;
    let mut steps: Vec<(u64, u32)> = Vec::new();
    for (t, by) in changes {
        busy += by;
        match steps.last_mut() {
            Some(last) if last.0 == t => last.1 = busy as u32,
            _ => steps.push((t, busy as u32)),
        }
    }
    steps
}

fn busy(run: &Run, scale: &TimeScale, ground: f64) -> Path {
    let full = f64::from(run.instance.cluster.total_gpus.max(1));
    let mut path = Path::new().to(scale.left, ground);
    for (t, busy) in busy_steps(run) {
        path = path.across(scale.x(t)).down(ground - f64::from(busy) / full * (ground - 5.0));
    }
    path.across(scale.right).down(ground).close()
}

/// One tick per pixel at most: a wait by choice before a start before anything else.
fn ticks(run: &Run, scale: &TimeScale, ground: f64) -> Vec<Mark> {
    let rank = |event: &Event| match event {
        Event::Wait { .. } => 2,
        Event::Start(_) => 1,
        _ => 0,
    };
    let mut at_pixel = std::collections::BTreeMap::new();
    for entry in &run.log {
        let pixel = at_pixel.entry(scale.x(entry.time_us) as i64).or_insert(0);
        *pixel = rank(&entry.event).max(*pixel);
    }
    at_pixel
        .into_iter()
        .map(|(x, rank)| {
            let x = x as f64 + 0.5;
            let (class, to) = match rank {
                2 => ("overview-wait", 8.0),
                1 => ("overview-start", 8.0),
                _ => ("overview-tick", 5.0),
            };
            Mark::line(class, x, ground + 2.0, x, ground + to)
        })
        .collect()
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

#[hook]
fn use_scrub(node: &NodeRef, scale: TimeScale, dispatch: &Dispatch) -> Scrub {
    let scrubbing = use_mut_ref(|| false);
    let seek = {
        let (node, dispatch) = (node.clone(), dispatch.clone());
        move |event: &PointerEvent| {
            if let Some((x, _)) = pointer_in(&node, event) {
                dispatch.dispatch(Action::Seek(scale.time_at(x)));
            }
        }
    };
    let down = {
        let (node, seek, scrubbing) = (node.clone(), seek.clone(), scrubbing.clone());
        Callback::from(move |event: PointerEvent| {
            *scrubbing.borrow_mut() = true;
            if let Some(element) = node.cast::<web_sys::Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            seek(&event);
        })
    };
    let moved = {
        let scrubbing = scrubbing.clone();
        Callback::from(move |event: PointerEvent| {
            if *scrubbing.borrow() {
                seek(&event);
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *scrubbing.borrow_mut() = false);
    (down, moved, up)
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
    fn busy_gpus_at_each_change() {
        let steps = busy_steps(&run_of("delay-runs-out", "a-srpt"));
        assert_eq!(steps[0], (75_010_000, 3));
        assert_eq!(steps[1], (153_770_500, 6));
        assert_eq!(steps.last().copied(), Some((363_798_500, 0)));
        // a ends and later starts at one instant: 8 − 3 + 2.
        assert!(steps.contains(&(275_036_667, 7)));
    }
}
