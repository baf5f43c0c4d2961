//! The inspector: the selected job, or that of the step.

use asrpt_core::ids::JobIndex;
use asrpt_core::replay::Phase;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour::Swatch;
use crate::draw::number::{counted, fixed, grouped, plain, seconds};
use crate::moment::Moment;
use crate::predict::why::Why;
use crate::results::term::Term as Tip;
use crate::results::terms::Term;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::{Action, Dispatch};

use super::flash::Flash;
use super::{alpha_scale, cost_bars, life, placement};

/// What the inspector shows.
pub struct Inspected<'a> {
    pub simulation: &'a Shared<Simulation>,
    pub moment: &'a Moment,
    pub job: JobIndex,
    /// Whether the job was selected; otherwise it is the step's.
    pub selected: bool,
    pub dispatch: &'a Dispatch,
}

/// Where the job is in its life, why it isn't running, and its figures.
pub fn draw(props: &Inspected) -> Html {
    let (run, job) = (&props.simulation.run, props.job);
    let predicted = is_predicted(run, props.moment, job);
    html! {
        <section class="inspector" aria-label="Job" data-testid="inspector">
            { head(props) }
            { life::draw(run, props.moment, job) }
            <Figures key={job.0} simulation={props.simulation.clone()} {job} {predicted} />
            if predicted { <Why simulation={props.simulation.clone()} {job} /> }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct FiguresProps {
    simulation: Shared<Simulation>,
    job: JobIndex,
    /// Whether n̂ has been made.
    predicted: bool,
}

/// Whether n̂ has been made: on arrival, where the predictor learns until then. Without learning nothing can change it,
/// and it is shown from the beginning.
fn is_predicted(run: &Run, moment: &Moment, job: JobIndex) -> bool {
    let given = run.instance.scenario.jobs[job.at()].predicted_iterations.is_some();
    given || !run.instance.learns() || moment.state.jobs[job.at()].phase != Phase::Ahead
}

/// What doesn't change from step to step: where the job stands between its best and its worst, what an iteration
/// takes, where it lies, its times.
#[component]
fn Figures(props: &FiguresProps) -> Html {
    let (run, job) = (&props.simulation.run, props.job);
    html! {
        <>
        { alpha_scale::draw(run, job) }
        { cost_bars::draw(run, job) }
        { placement::draw(run, job) }
        { facts(run, job, props.predicted) }
        </>
    }
}

fn head(props: &Inspected) -> Html {
    let (run, job) = (&props.simulation.run, props.job);
    let facts = run.instance.job(job);
    let clear = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Select(None)))
    };
    let find = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleFind))
    };
    html! {
        <>
        <div class="inspector-head">
            <Swatch {job} size={16} />
            <h2>{ run.instance.job_id(job) }</h2>
            <span class="grow" />
            <button type="button" class="tool icon-only small" onclick={find} aria-label="Find a job" title="Find a job (/)" data-testid="find">
                <crate::draw::icon::Icon shape={crate::draw::icon::Shape::Search} size={14} />
            </button>
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

fn facts(run: &Run, job: JobIndex, is_predicted: bool) -> Html {
    let (facts, outcome) = (run.instance.job(job), run.outcome(job));
    let fact =
        |name: &'static str, value: String| html! { <div><dt>{ name }</dt><dd><Flash {value} /></dd></div> };
    let term = |words: &'static str, of: Term, value: String| html! { <div><dt>{ words }<Tip {of} /></dt><dd><Flash {value} /></dd></div> };
    let jct_us = outcome.completion_us - facts.arrival_us;
    let once_predicted = |value: String| if is_predicted { value } else { "not yet".to_owned() };
    let best_us = facts.iterations as f64 * run.instance.model_of(job).constants.alpha_min_s * 1e6;
    html! {
        <dl class="facts">
            { fact("Arrives", seconds(facts.arrival_us, 1)) }
            if let Some(through_us) = outcome.virtual_completion_us {
                { fact("Virtual done", seconds(through_us, 1)) }
                { term("Virtual size ", Term::VirtualSize, once_predicted(seconds(facts.virtual_size_us, 1))) }
            } else {
                { term("Predicted run ", Term::PredictedRun, once_predicted(seconds(facts.predicted_run_us, 1))) }
            }
            { fact("Starts", seconds(outcome.start_us, 1)) }
            { fact("Ends", seconds(outcome.completion_us, 1)) }
            <div><dt><Tip of={Term::Jct} /></dt><dd><b data-testid="job-jct"><Flash value={seconds(jct_us, 1)} /></b></dd></div>
            { term("", Term::Slowdown, format!("{}\u{a0}×", fixed(jct_us as f64 / best_us.max(1.0), 2))) }
            { term("Iterations ", Term::Iterations, grouped(facts.iterations)) }
            { term("Predicted ", Term::Predicted, once_predicted(predicted(facts.predicted_iterations, facts.iterations))) }
        </dl>
    }
}

/// n̂, and how far it is off.
fn predicted(predicted: f64, iterations: u64) -> String {
    let off = (predicted / iterations as f64 - 1.0) * 100.0;
    let said = plain((predicted * 10.0 + 0.5).floor() / 10.0);
    if off.abs() < 0.05 {
        return format!("{said}, right");
    }
    let sign = if off > 0.0 { "+" } else { "" };
    format!("{said} ({sign}{}\u{a0}%)", fixed(off, if off.abs() < 10.0 { 1 } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prediction_says_how_far_it_is_off() {
        assert_eq!(predicted(1_200.0, 1_000), "1,200 (+20\u{a0}%)");
        assert_eq!(predicted(955.0, 1_000), "955 (\u{2212}4.5\u{a0}%)");
        assert_eq!(predicted(1_000.0, 1_000), "1,000, right");
    }
}
