//! Why a job's prediction is what it is: what it rests on, the records most like it, and how far the trees agree.

use asrpt_core::ids::JobIndex;
use asrpt_core::predict::{Basis, Nearest, Why as Reasons, job_of_record, seen_by};
use yew::prelude::*;

use super::parameter::label;
use super::spread;
use crate::draw::number::{counted, grouped, plain};
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::worker::Request;
use crate::worker::answer::{short, use_answer};

/// With a history of more records the predictor is asked about a job when somebody wishes: steps must stay quick.
const AT_ONCE: usize = 1_000;
/// Records that are shown.
const NEAREST: usize = 5;

#[derive(Properties, PartialEq)]
pub struct WhyProps {
    pub simulation: Shared<Simulation>,
    pub job: JobIndex,
}

/// Folded until somebody asks: it fits the predictor again.
#[component]
pub fn Why(props: &WhyProps) -> Html {
    let open = use_state_eq(|| false);
    let asked = use_state_eq(|| None::<JobIndex>);
    let records = props.simulation.run.instance.scenario.history.len();
    let wanted = *open && (records <= AT_ONCE || *asked == Some(props.job));
    let key = (props.simulation.clone(), props.job, wanted);
    let request = use_memo(key, |(simulation, job, wanted)| {
        let run = &simulation.run;
        wanted.then(|| {
            let seen = if run.instance.learns() { seen_by(run, *job) } else { run.instance.scenario.clone() };
            Request::Why(seen, *job, NEAREST)
        })
    });
    let asking = use_answer::<Reasons>((*request).clone(), None, short);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let ask = {
        let (asked, job) = (asked.setter(), props.job);
        Callback::from(move |_: MouseEvent| asked.set(Some(job)))
    };
    html! {
        <section class="why-predicted" aria-label="Why this prediction">
            <button type="button" class="link-button" onclick={toggle} aria-expanded={open.to_string()} data-testid="why-prediction">
                { "Why this prediction" }<crate::draw::icon::Icon shape={if *open { crate::draw::icon::Shape::Up } else { crate::draw::icon::Shape::Down }} size={13} />
            </button>
            if *open {
                { match asking.answer.here() {
                    Some(reasons) => told(&props.simulation, props.job, reasons),
                    None if wanted => asking.waiting("The predictor is being asked"),
                    None => html! { <button type="button" class="button" onclick={ask} data-testid="ask-why">{ format!("Ask it about {}", props.simulation.run.instance.job_id(props.job)) }</button> },
                } }
            }
        </section>
    }
}

fn told(simulation: &Simulation, job: JobIndex, reasons: &Reasons) -> Html {
    let instance = &simulation.run.instance;
    let truth = instance.job(job).iterations;
    let predicted = reasons.made.unwrap_or(reasons.prediction.iterations);
    let kind = label(&instance.scenario.predictor.kind);
    html! {
        <div data-testid="why-told">
            <p>{ basis(reasons.prediction.basis, &kind) }</p>
            if let Some(made) = reasons.made { <p>{ format!("{kind} itself would say {}.", plain((made + 0.5).floor())) }</p> }
            if let Some(spread) = &reasons.spread { { spread::draw(spread, predicted, truth) } }
            if !reasons.nearest.is_empty() { { nearest(simulation, &reasons.nearest) } }
        </div>
    }
}

/// What a prediction rests on, in a sentence.
fn basis(basis: Basis, kind: &str) -> String {
    let records = |number: usize| counted(number as u64, "record");
    match basis {
        Basis::Given => "The scenario gives this prediction with the job.".to_owned(),
        Basis::Truth if kind == "Perfect" => "It is the true n: the perfect predictor sees it.".to_owned(),
        Basis::Truth => format!("{kind} sees the true n and puts an error on it."),
        Basis::Group(number) => format!("{kind}. Its group has {} in the history.", records(number)),
        Basis::User(number) => {
            format!("{kind}. It has no group that the history knows; its user has {}.", records(number))
        }
        Basis::All(number) => {
            format!(
                "{kind}. It has no group or user that the history knows: all {} stand for it.",
                records(number)
            )
        }
        Basis::Prior => {
            "Nothing was known: without any history every job is predicted 1,000 iterations.".to_owned()
        }
    }
}

fn nearest(simulation: &Simulation, records: &[Nearest]) -> Html {
    let run = &simulation.run;
    let name = |record: usize| match job_of_record(run, record) {
        Some(job) => format!("{}, completed", run.instance.job_id(job)),
        None => format!("history[{record}]"),
    };
    let mark = |same: bool| if same { "same" } else { "–" };
    html! {
        <table class="nearest" data-testid="nearest-records">
            <caption>{ "Most like it in the history" }</caption>
            <thead><tr><th scope="col">{ "Iterations" }</th><th scope="col">{ "GPUs" }</th><th scope="col">{ "Group" }</th><th scope="col">{ "User" }</th><th scope="col">{ "Model" }</th></tr></thead>
            <tbody>{ for records.iter().map(|record| html! {
                <tr title={name(record.record)}>
                    <td>{ grouped(record.iterations) }</td><td>{ record.gpus }</td>
                    <td>{ mark(record.same_group) }</td><td>{ mark(record.same_user) }</td><td>{ mark(record.same_model) }</td>
                </tr>
            }) }</tbody>
        </table>
    }
}
