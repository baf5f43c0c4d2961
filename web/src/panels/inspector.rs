//! The inspector: the selected job, or that of the step.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour::Swatch;
use crate::draw::number::{counted, fixed, grouped, seconds};
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch};

use super::{alpha_scale, cost_bars};

#[derive(Properties, PartialEq)]
pub struct InspectorProps {
    pub simulation: Shared<Simulation>,
    pub job: JobIndex,
    /// Whether the job was selected; otherwise it is the step's.
    pub selected: bool,
    pub dispatch: Dispatch,
}

/// Where the job stands between its best and its worst, what an iteration takes, and its times.
#[component]
pub fn Inspector(props: &InspectorProps) -> Html {
    let (run, job) = (&props.simulation.run, props.job);
    html! {
        <section class="inspector" aria-label="Job" data-testid="inspector">
            { head(props) }
            { alpha_scale::draw(run, job) }
            { cost_bars::draw(run, job) }
            { facts(run, job) }
        </section>
    }
}

fn head(props: &InspectorProps) -> Html {
    let (run, job) = (&props.simulation.run, props.job);
    let facts = run.instance.job(job);
    let clear = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Select(None)))
    };
    html! {
        <>
        <div class="inspector-head">
            <Swatch {job} size={16} />
            <h2>{ run.instance.job_id(job) }</h2>
            <span class="grow" />
            if facts.comm_heavy { <span class="kind hot-kind">{ "comm-heavy" }</span> }
            if props.selected {
                <button type="button" class="tool icon-only small" onclick={clear} aria-label="Follow the steps again" title="Follow the steps again">
                    <crate::draw::icon::Icon shape={crate::draw::icon::Shape::Close} size={14} />
                </button>
            }
        </div>
        <p class="caption inspector-model">{ format!("{}, ", run.instance.model_of(job).name) }{ counted(facts.gpus.into(), "GPU") }{ user(run, job) }</p>
        </>
    }
}

/// Whose job it is, where the file says so.
fn user(run: &Run, job: JobIndex) -> String {
    let spec = &run.instance.scenario.jobs[job.at()];
    let labels: Vec<&str> =
        [&spec.name, &spec.user, &spec.group].into_iter().filter_map(Option::as_deref).collect();
    labels.iter().map(|label| format!(", {label}")).collect()
}

fn facts(run: &Run, job: JobIndex) -> Html {
    let (facts, outcome) = (run.instance.job(job), run.outcome(job));
    let fact = |name: &'static str, value: String| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> };
    let predicted = if facts.predicted_iterations == facts.iterations as f64 {
        grouped(facts.iterations)
    } else {
        format!("{} of {}", fixed(facts.predicted_iterations, 0), grouped(facts.iterations))
    };
    html! {
        <dl class="facts">
            { fact("Arrives", seconds(facts.arrival_us, 1)) }
            if let Some(through_us) = outcome.virtual_completion_us {
                { fact("Virtual done", seconds(through_us, 1)) }
                { fact("Virtual size", seconds(facts.virtual_size_us, 1)) }
            }
            { fact("Starts", seconds(outcome.start_us, 1)) }
            { fact("Ends", seconds(outcome.completion_us, 1)) }
            <div><dt><abbr title="Job completion time: from its arrival to its end">{ "JCT" }</abbr></dt><dd><b>{ seconds(outcome.completion_us - facts.arrival_us, 1) }</b></dd></div>
            { fact("Iterations", predicted) }
        </dl>
    }
}
