//! The lanes on the page. The scene is drawn anew only when the run, the window or the size changes; a step moves the
//! cursor (whose easing is the style sheet's) and swaps a few marks.

use asrpt_core::ids::JobIndex;
use yew::prelude::*;

use crate::draw::path::px;
use crate::draw::scale::Window;
use crate::keys::lane_meaning;
use crate::moment::Moment;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::size::use_size;
use crate::store::{Dispatch, View};

use super::arcs::Arcs;
use super::drawn::{Asked, Drawn, use_drawn};
use super::layout::Layout;
use super::pointer::{Seen, use_pointer};
use super::scene::{Picture, Scene};
use super::{cursor, gutter, legend, menu, now_layer, render, ruler, selection};

#[derive(Properties, PartialEq)]
pub struct LanesProps {
    pub simulation: Shared<Simulation>,
    pub moment: Shared<Moment>,
    pub view: View,
    /// With all that the first part of the published page does without.
    pub whole: bool,
    pub dispatch: Dispatch,
}

/// How many jobs on each side of the one in focus are in the page for screen readers.
const NEAR: usize = 60;
/// How much larger everything is for a projector.
const PROJECTOR: f64 = 1.4;

/// All lanes with their cursor.
#[component]
pub fn Lanes(props: &LanesProps) -> Html {
    let stage = use_node_ref();
    let zoom = zoom(&props.view);
    let (width, height) = use_size(stage.clone());
    let (width, height) = (width / zoom, height / zoom);
    let window = props.view.window.unwrap_or_else(|| props.simulation.all());
    let drawn = use_drawn(Asked {
        simulation: props.simulation.clone(),
        window,
        width: width.floor(),
        height: height.floor(),
        lanes: props.view.lanes,
    });
    let window = drawn.window;
    let seen = Seen {
        scale: drawn.layout.scale(window),
        zoom,
        all: props.simulation.all(),
        whole: props.view.window.is_none(),
    };
    let pointer = use_pointer(&stage, seen, &props.dispatch);
    let content = if width > 0.0 { content(props, &drawn, window) } else { Html::default() };
    html! {
        <div class={classes!("stage", props.view.future.class(), motion_class(&props.view))} ref={stage}
            onpointerdown={pointer.down} onpointermove={pointer.moved} onpointerup={pointer.up}
            onpointercancel={pointer.cancel} onwheel={pointer.wheel}>
            { content }
            if props.whole { { job_list(props) } }
            if props.whole && !props.view.embed { { menu::draw(props, &drawn.layout) } }
        </div>
    }
}

/// How much larger the lanes are drawn.
fn zoom(view: &View) -> f64 {
    if view.projector { PROJECTOR } else { 1.0 }
}

fn motion_class(view: &View) -> &'static str {
    use crate::store::Motion;
    match view.motion {
        Motion::Cut => "cut",
        Motion::Forward | Motion::Slide => "slide",
    }
}

#[inline(never)]
fn arcs(props: &LanesProps, layout: &Layout, window: Window) -> Html {
    let (simulation, moment) = (props.simulation.clone(), props.moment.clone());
    let focused = props.view.focused.or(props.view.selected);
    html! { <Arcs {simulation} {moment} layout={layout.clone()} {window} {focused} /> }
}

fn content(props: &LanesProps, drawn: &Drawn, window: Window) -> Html {
    let picture = Picture::new(&props.simulation, &drawn.layout, window);
    let step = props.moment.step();
    let (layout, scene) = (&drawn.layout, &drawn.scene);
    let layer = |part: Part, step: usize| html! { <Layer scene={drawn.layer(part as usize).clone()} {part} {step} /> };
    let still = |part| layer(part, usize::MAX);
    let x = picture.scale.x(props.moment.time_us);
    let zoom = zoom(&props.view);
    html! {
        <svg class="lanes" viewBox={format!("0 0 {} {}", layout.width, layout.height)} width={px(layout.width * zoom)} height={px(layout.height * zoom)} role="img"
            aria-label="The run on one time axis: virtual machine, work left, order, cluster and links">
            { cursor::veils(layout, x) }
            { still(Part::Ground) }
            { render::groups(&[ruler::labels(&picture, cursor::flag(&picture, props.moment.time_us))], usize::MAX) }
            { gutter::draw(&picture, scene, &props.moment) }
            <g clip-path="url(#lanes-clip)">
                <g mask="url(#veil-imagined)">{ still(Part::Imagined) }{ still(Part::Slopes) }</g>
                <g mask="url(#veil-real)">{ still(Part::Blocks) }{ still(Part::Stitches) }{ still(Part::Links) }</g>
                { layer(Part::Points, step) }
                { now_layer::stack(&picture, scene, &props.moment) }
                if let Some(job) = props.view.selected {
                    { render::groups(&[selection::selected(&picture, scene, job)], step) }
                }
                { now_layer::lit(&picture, &props.moment) }
                <g class="block-names ahead" clip-path="url(#ahead)">{ still(Part::BlockNames) }</g>
                <g class="block-names reached" clip-path="url(#reached)">{ still(Part::BlockNames) }</g>
                <g class="names">{ still(Part::Names) }</g>
                if let Some(job) = props.view.focused {
                    <g class="focus-marks">{ render::groups(&[selection::focused(&picture, job)], step) }</g>
                }
                if props.whole { { arcs(props, layout, window) } }
                { now_layer::travellers(&picture, &props.moment, props.view.motion) }
            </g>
            { cursor::draw(&picture, props.moment.time_us, x) }
            { legend::draw(layout, props.simulation.run.policy.uses_virtual_machine(), props.simulation.run.instance.learns()) }
        </svg>
    }
}

/// A layer of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Ground,
    Imagined,
    Slopes,
    Points,
    Blocks,
    BlockNames,
    Names,
    Stitches,
    Links,
}

#[derive(Properties, PartialEq)]
struct LayerProps {
    scene: Shared<Scene>,
    part: Part,
    step: usize,
}

/// One layer; rendered again only for another scene, or where it depends on the step.
#[component]
fn Layer(props: &LayerProps) -> Html {
    let scene = &props.scene;
    let groups = match props.part {
        Part::Ground => &scene.ground,
        Part::Imagined => &scene.imagined,
        Part::Slopes => &scene.slopes,
        Part::Points => &scene.points,
        Part::Blocks => &scene.blocks,
        Part::BlockNames => &scene.block_names,
        Part::Names => &scene.names,
        Part::Stitches => &scene.stitches,
        Part::Links => &scene.links,
    };
    render::groups(groups, props.step)
}

/// The lanes for the keyboard and for screen readers: one tab stop, arrows move the focus from job to job.
fn job_list(props: &LanesProps) -> Html {
    let run = &props.simulation.run;
    let onkeydown = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(action) = lane_meaning(&event.key()) {
                event.prevent_default();
                dispatch.dispatch(action);
            }
        })
    };
    let jobs = run.instance.jobs.len();
    let option = |at: usize| {
        let job = JobIndex::from_at(at);
        html! {
            <div key={at} id={format!("job-{at}")} role="option" aria-selected={(props.view.selected == Some(job)).to_string()}
                aria-posinset={(at + 1).to_string()} aria-setsize={jobs.to_string()}>
                { selection::announcement(run, &props.moment, job) }
            </div>
        }
    };
    if jobs == 0 {
        return Html::default();
    }
    html! {
        <div class="job-list" role="listbox" tabindex="0" aria-label="Jobs in the lanes" {onkeydown}
            aria-activedescendant={props.view.focused.map(|job| format!("job-{}", job.0))}>
            { for near(props.view.focused, jobs).map(option) }
        </div>
    }
}

/// The jobs around the one in focus: of very many only these are in the page.
fn near(focused: Option<JobIndex>, jobs: usize) -> std::ops::Range<usize> {
    let at = focused.map_or(0, JobIndex::at);
    let from = at.saturating_sub(NEAR).min(jobs.saturating_sub(2 * NEAR));
    from..jobs.min(from + 2 * NEAR)
}
