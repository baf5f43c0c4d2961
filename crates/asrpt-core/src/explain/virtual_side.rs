//! Arrivals and what the virtual machine does.

use super::learning::predicted_from;
use super::{Sentence, Span, Symbol};
use crate::format::{count, decimal, time};
use crate::ids::JobIndex;
use crate::log::{Event, Handover};
use crate::policy::{Eligible, Order};
use crate::run::Run;
use crate::time::TimeUs;

pub(super) fn arrival(run: &Run, step: usize, job: JobIndex) -> Vec<Span> {
    let facts = run.instance.job(job);
    let sentence = Sentence::default()
        .job(job)
        .text(" arrives and needs ")
        .number(count(facts.gpus, "GPU"))
        .text(if facts.gpus == 1 { ". " } else { " at once. " })
        .symbol(Symbol::Predicted)
        .text(" = ")
        .number(decimal_iterations(facts.predicted_iterations))
        .text(" iterations are predicted")
        .then(|sentence| predicted_from(run, step, job, sentence))
        .text(". ");
    if run.policy.uses_virtual_machine() {
        let sentence = sentence
            .text("Its virtual job of size ")
            .symbol(Symbol::VirtualSize)
            .text(" = ")
            .number(time(facts.virtual_size_us));
        enters_machine(run, step, job, sentence).then(|s| real_side(run, s)).into_spans()
    } else {
        joins_queue(run, job, sentence).into_spans()
    }
}

/// What the arrival means to the machine at this step, not at a later one of the same instant: the lanes and "why isn't
/// it running" show this step, too.
fn enters_machine(run: &Run, step: usize, job: JobIndex, sentence: Sentence) -> Sentence {
    let Event::Arrival { machine, .. } = &run.log[step].event else { return sentence };
    let now_us = run.log[step].time_us;
    let left_us = |job| run.virtual_remaining_us(job, now_us).unwrap_or(0);
    match machine.after {
        Some(holder) if holder == job => sentence.text(" gets the virtual machine, which is free."),
        Some(holder) if left_us(job) < left_us(holder) => {
            let sentence = sentence.text(" has less left than ").job(holder);
            match next_now(run, step) {
                Some(Event::Preempt { .. }) if takes_over(run, step, job) => {
                    sentence.text(" and takes the virtual machine.")
                }
                Some(Event::Preempt { .. }) => {
                    sentence.text(". Another that arrives at this very moment has even less.")
                }
                _ => sentence.text(UNSETTLED),
            }
        }
        Some(holder) => sentence
            .text(" queues behind ")
            .job(holder)
            .text(", which has ")
            .number(time(left_us(holder)))
            .text(" left."),
        None => sentence.text(" finds the virtual machine free").text(UNSETTLED),
    }
}

/// Between two arrivals of one instant.
pub(super) const UNSETTLED: &str =
    ". Others arrive at this very moment: the one with the least left then gets the machine.";

/// What happens next, if at the same instant.
fn next_now(run: &Run, step: usize) -> Option<&Event> {
    let next = run.log.get(step + 1)?;
    (next.time_us == run.log[step].time_us).then_some(&next.event)
}

fn takes_over(run: &Run, step: usize, job: JobIndex) -> bool {
    matches!(next_now(run, step), Some(Event::Preempt { machine, .. }) if machine.after == Some(job))
}

fn real_side(run: &Run, sentence: Sentence) -> Sentence {
    match run.policy.eligible() {
        Eligible::OnVirtualCompletion => sentence.text(" It may start for real once it is through."),
        Eligible::OnArrival => sentence.text(" For real it may start from now on."),
    }
}

fn joins_queue(run: &Run, job: JobIndex, sentence: Sentence) -> Sentence {
    order_value(run, job, sentence.text("It joins the queue ")).text(".")
}

/// "by …, with its … = …".
pub(super) fn order_value(run: &Run, job: JobIndex, sentence: Sentence) -> Sentence {
    let facts = run.instance.job(job);
    match run.policy.order() {
        Order::Arrival => sentence.text("in the order of arrival"),
        Order::VirtualCompletion => sentence.text("in the order of virtual completion"),
        Order::VirtualSize => sentence
            .text("by virtual size, with ")
            .symbol(Symbol::VirtualSize)
            .text(" = ")
            .number(time(facts.virtual_size_us)),
        Order::PredictedRun => sentence
            .text("by predicted run time, with ")
            .symbol(Symbol::PredictedRun)
            .text(" = ")
            .number(time(facts.predicted_run_us)),
        Order::PredictedWork => {
            sentence.text("by predicted work, with ").symbol(Symbol::PredictedRun).text(" · g = ").number(
                format!("{} GPU-s", decimal(facts.predicted_run_us as f64 / 1e6 * f64::from(facts.gpus), 3)),
            )
        }
    }
}

pub(super) fn preempt(
    job: JobIndex,
    left_us: TimeUs,
    winner_left_us: TimeUs,
    machine: Handover,
) -> Vec<Span> {
    let sentence = Sentence::default().job(job).text(" loses the virtual machine");
    let sentence = match machine.after {
        Some(winner) => {
            sentence.text(" to ").job(winner).text(", which has only ").number(time(winner_left_us))
        }
        None => sentence.text(" to a job with only ").number(time(winner_left_us)),
    };
    sentence
        .text(" left against its own ")
        .number(time(left_us))
        .text(". It keeps what it has done, and goes on when it has the least left again.")
        .into_spans()
}

pub(super) fn completion(run: &Run, step: usize, job: JobIndex, machine: Handover) -> Vec<Span> {
    let sentence = Sentence::default().job(job).text(" is through the virtual machine. ");
    let sentence = match run.policy.eligible() {
        Eligible::OnVirtualCompletion => {
            let place = run.rank_of(job) + 1;
            let sentence = sentence.text("It may start for real from now on, as number ");
            sentence.number(place.to_string()).text(" in the order. ")
        }
        Eligible::OnArrival => {
            sentence.text("This variant doesn't wait for that: the job could start from its arrival on. ")
        }
    };
    match machine.after {
        Some(next) => {
            let now_us = run.outcome(job).virtual_completion_us.unwrap_or(0);
            let left_us = run.virtual_remaining_us(next, now_us).unwrap_or(0);
            sentence
                .text("Least left now: ")
                .job(next)
                .text(" with ")
                .number(time(left_us))
                .text(", which gets the virtual machine.")
        }
        None if matches!(next_now(run, step), Some(Event::Arrival { .. })) => {
            sentence.text("The virtual machine is free").text(UNSETTLED)
        }
        None => sentence.text("Nothing else is left there."),
    }
    .into_spans()
}

fn decimal_iterations(predicted: f64) -> String {
    let decimals = if libm::trunc(predicted) == predicted { 0 } else { 1 };
    decimal(predicted, decimals)
}
