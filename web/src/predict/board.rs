//! The results' prediction tab: the jobs, the held-out history, errors, figures, and what the predictor goes by.

use asrpt_core::predict::Evaluation;
use yew::prelude::*;

use super::picture::{Picture, Subject};
use super::scored::Scored;
use crate::draw::number::{counted, fixed};
use crate::results::sheet::Sheet;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::store::Dispatch;
use crate::worker::answer::{short, use_answer};
use crate::worker::{Evaluated, Request};

/// A history of more records is looked at when somebody asks: fitting every learner on it takes seconds.
const AT_ONCE: usize = 4_000;

#[derive(Properties, PartialEq)]
pub struct PredictionBoardProps {
    pub simulation: Shared<Simulation>,
    pub as_table: bool,
    pub dispatch: Dispatch,
    /// The picture of the jobs.
    pub children: Html,
}

/// See the module.
#[component]
pub fn PredictionBoard(props: &PredictionBoardProps) -> Html {
    let scenario = &props.simulation.run.instance.scenario;
    let records = scenario.history.len();
    let asked = use_state_eq(|| false);
    let wanted = records <= AT_ONCE || *asked;
    let asking = use_answer::<Evaluated>(wanted.then(|| Request::Evaluate(scenario.clone())), None, short);
    let scored =
        use_memo((props.simulation.clone(), asking.answer.here().cloned()), |(simulation, evaluated)| {
            evaluated.as_ref().map(|evaluated| Shared::new(Scored::of(&simulation.run, evaluated)))
        });
    let ask = {
        let asked = asked.setter();
        Callback::from(move |_: MouseEvent| asked.set(true))
    };
    let picture = |subject: Subject, scored: &Shared<Scored>| {
        html! { <Picture {subject} scored={scored.clone()} name={scenario.name.clone()} as_table={props.as_table} dispatch={props.dispatch.clone()} /> }
    };
    let rest = match &*scored {
        None if !wanted => html! {
            <div class="board-wait">
                <p class="caption">{ format!("How good the predictors are on the last fifth of {} is worked out on demand: it takes some seconds.", counted(records as u64, "record")) }</p>
                <button type="button" class="button" onclick={ask} data-testid="evaluate">{ "Evaluate" }</button>
            </div>
        },
        None => asking.waiting("The predictions are being evaluated"),
        Some(scored) => html! {
            <>
            if !scored.held().is_empty() { { picture(Subject::Held, scored) } }
            { picture(Subject::Errors, scored) }
            <Figures scored={scored.clone()} />
            </>
        },
    };
    html! { <div class="prediction-board" data-testid="prediction-board">{ props.children.clone() }{ rest }</div> }
}

#[derive(Properties, PartialEq)]
struct FiguresProps {
    scored: Shared<Scored>,
}

#[component]
fn Figures(props: &FiguresProps) -> Html {
    let table = use_memo(props.scored.clone(), |scored| Shared::new(scored.table()));
    html! {
        <div class="prediction-figures" data-testid="prediction-figures">
            <Sheet name="How good the predictions are" table={(*table).clone()} />
            { match &props.scored.evaluation {
                Some(evaluation) => importance(evaluation),
                None => html! { <p class="caption">{ "No history to hold anything out of: import a trace or generate a workload with one." }</p> },
            } }
        </div>
    }
}

/// How much worse predictions become when one fact is shuffled.
fn importance(evaluation: &Evaluation) -> Html {
    let most = evaluation.importance.iter().map(|fact| fact.increase).fold(1e-9, f64::max);
    let fitted = format!(
        "Fitted on {}, judged by the {} after them.",
        counted(evaluation.fitted as u64, "record"),
        evaluation.held_out.pairs.len()
    );
    html! {
        <>
        <p class="caption">{ fitted }</p>
        if !evaluation.importance.is_empty() {
            <table class="importance" data-testid="importance">
                <caption>{ "Mean |ln(n̂/n)| rises, with the fact shuffled, by" }</caption>
                <tbody>{ for evaluation.importance.iter().map(|fact| html! {
                    <tr>
                        <th scope="row">{ fact.fact }</th>
                        <td class="importance-bar"><i style={format!("width:{:.1}%", (fact.increase / most).max(0.0) * 100.0)} /></td>
                        <td class="number">{ fixed(fact.increase, 3) }</td>
                    </tr>
                }) }</tbody>
            </table>
        }
        </>
    }
}
