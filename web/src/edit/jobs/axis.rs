//! The arrivals on a time axis. A mark is dragged to another time; the table has the same by keyboard.

use asrpt_core::ids::JobIndex;
use asrpt_core::scenario::{JobSpec, Scenario};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::marked::Marked;
use crate::draw::colour;
use crate::draw::number::plain;
use crate::draw::path::px;
use crate::shared::Shared;
use crate::size::{pointer_in, use_size};
use crate::store::{Action, Dispatch, Gesture, change};

const HEIGHT: f64 = 46.0;
const LEFT: f64 = 8.0;
/// A pointer catches a mark within this many pixels.
const REACH: f64 = 9.0;
/// Marks that lie on the same pixel are drawn once.
const PER_PIXEL: f64 = 1.0;

#[derive(Properties, PartialEq)]
pub struct ArrivalAxisProps {
    pub scenario: Shared<Scenario>,
    /// The row with the cursor.
    pub row: usize,
    pub mark: Callback<Marked>,
    pub dispatch: Dispatch,
}

/// A drag: which job, and the axis as it was when it began, so that it doesn't run away under the pointer.
#[derive(Clone, Copy, PartialEq)]
struct Drag {
    job: usize,
    end_s: f64,
}

/// See the module.
#[component]
pub fn ArrivalAxis(props: &ArrivalAxisProps) -> Html {
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let drag = use_state_eq(|| None::<Drag>);
    let jobs = &props.scenario.jobs;
    let end_s = drag.map_or_else(|| end_s(jobs), |drag| drag.end_s);
    let scale = Scale { end_s, width: (width - 2.0 * LEFT).max(1.0) };
    let onpointerdown = {
        let (node, drag, mark, scenario) =
            (node.clone(), drag.setter(), props.mark.clone(), props.scenario.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, _)) = pointer_in(&node, &event) else { return };
            let Some(job) = nearest(&scenario.jobs, scale, x) else { return };
            if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            drag.set(Some(Drag { job, end_s: scale.end_s }));
            mark.emit(Marked::one(job, 2));
            event.prevent_default();
        })
    };
    let onpointermove = {
        let (node, drag, dispatch, scenario) =
            (node.clone(), drag.clone(), props.dispatch.clone(), props.scenario.clone());
        Callback::from(move |event: PointerEvent| {
            let (Some(Drag { job, .. }), Some((x, _))) = (*drag, pointer_in(&node, &event)) else { return };
            let Some(id) = scenario.jobs.get(job).map(|job| job.id.clone()) else { return };
            let gesture = Gesture::running(format!("arrival of {id}"), format!("drag arrival {job}"));
            let arrival_s = scale.time(x);
            change(&dispatch, gesture, move |scenario| {
                if let Some(job) = scenario.jobs.get_mut(job) {
                    job.arrival_s = arrival_s;
                }
            });
        })
    };
    let release = {
        let (drag, dispatch) = (drag.clone(), props.dispatch.clone());
        Callback::from(move |_: PointerEvent| {
            if drag.is_some() {
                drag.set(None);
                dispatch.dispatch(Action::EndGesture);
            }
        })
    };
    html! {
        <div class={classes!("arrival-axis", drag.is_some().then_some("dragging"))} ref={node} {onpointerdown} {onpointermove}
            onpointerup={release.clone()} onpointercancel={release} data-testid="arrival-axis">
            <svg width="100%" height={px(HEIGHT)} role="img" aria-label="Arrivals; the table has them as numbers">
                <line class="hair" x1={px(LEFT)} x2={px(LEFT + scale.width)} y1="30" y2="30" />
                { for marks(jobs, scale, props.row) }
                <text class="tick axis-start" x={px(LEFT)} y="43">{ "0" }</text>
                <text class="tick axis-end" x={px(LEFT + scale.width)} y="43">{ format!("{} s", plain(end_s)) }</text>
                { told(jobs, scale, props.row) }
            </svg>
        </div>
    }
}

/// Seconds to pixels and back.
#[derive(Clone, Copy)]
struct Scale {
    end_s: f64,
    width: f64,
}

impl Scale {
    fn x(self, time_s: f64) -> f64 {
        LEFT + time_s / self.end_s * self.width
    }

    /// Rounded to what a pixel can show.
    fn time(self, x: f64) -> f64 {
        let time_s = ((x - LEFT) / self.width * self.end_s).clamp(0.0, self.end_s);
        // Powers of ten by hand: the platform's own differ in the last bit.
        let (mut per_unit, pixel_s) = (1.0, self.end_s / self.width);
        while per_unit < 1e6 && pixel_s * per_unit < 0.5 {
            per_unit *= 10.0;
        }
        (time_s * per_unit + 0.5).floor() / per_unit
    }
}

/// A tenth of room behind the last arrival.
fn end_s(jobs: &[JobSpec]) -> f64 {
    let last = jobs.iter().map(|job| job.arrival_s).fold(0.0, f64::max);
    if last > 0.0 { last * 1.1 } else { 100.0 }
}

fn nearest(jobs: &[JobSpec], scale: Scale, x: f64) -> Option<usize> {
    let distance = |at: &usize| (scale.x(jobs[*at].arrival_s) - x).abs();
    let nearest = (0..jobs.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    (distance(&nearest) <= REACH).then_some(nearest)
}

fn marks(jobs: &[JobSpec], scale: Scale, row: usize) -> Vec<Html> {
    let mut pixels = std::collections::BTreeSet::new();
    let seen = |(at, job): &(usize, &JobSpec)| {
        pixels.insert((scale.x(job.arrival_s) / PER_PIXEL) as i64) || *at == row
    };
    let mark = |(at, job): (usize, &JobSpec)| {
        let x = px(scale.x(job.arrival_s));
        let class =
            classes!("axis-mark", colour::class(JobIndex::from_at(at)), (at == row).then_some("current"));
        html! { <g key={at} {class}><line class="stem" x1={x.clone()} x2={x.clone()} y1="17" y2="30" /><circle class="arrival" cx={x} cy="13" r="4" /></g> }
    };
    jobs.iter().enumerate().filter(seen).map(mark).collect()
}

/// The job with the cursor, by name and time.
fn told(jobs: &[JobSpec], scale: Scale, row: usize) -> Html {
    let Some(job) = jobs.get(row) else { return Html::default() };
    let text = format!("{}, {} s", job.id, plain(job.arrival_s));
    let at = scale.x(job.arrival_s);
    let (x, anchor) = if at > LEFT + scale.width / 2.0 { (at - 8.0, "end") } else { (at + 8.0, "start") };
    html! { <text class="axis-told" x={px(x)} y="9" text-anchor={anchor}>{ text }</text> }
}

#[cfg(test)]
mod tests {
    use super::super::cells::job;
    use super::*;

    #[test]
    fn a_drag_gives_round_times_within_the_axis() {
        let scale = Scale { end_s: 1000.0, width: 400.0 };
        assert_eq!(scale.time(LEFT + 200.0), 500.0);
        assert_eq!(scale.time(LEFT + 200.1), 500.0);
        assert_eq!(scale.time(-50.0), 0.0);
        let fine = Scale { end_s: 1.0, width: 400.0 };
        assert_eq!(fine.time(LEFT + 123.0), 0.308);
    }

    #[test]
    fn the_nearest_mark_within_reach_is_caught() {
        let jobs = [job("a", 10.0, 1), job("b", 50.0, 1)];
        let scale = Scale { end_s: 100.0, width: 200.0 };
        assert_eq!(nearest(&jobs, scale, LEFT + 22.0), Some(0));
        assert_eq!(nearest(&jobs, scale, LEFT + 60.0), None);
        assert!((end_s(&jobs) - 55.0).abs() < 1e-9);
    }
}
