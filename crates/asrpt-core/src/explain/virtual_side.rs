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

fn enters_machine(run: &Run, step: usize, job: JobIndex, sentence: Sentence) -> Sentence {
    let now_us = run.log[step].time_us;
    match settled(run, step) {
        (Some(holder), Some(loser)) if holder == job => {
            sentence.text(" has less left than ").job(loser).text(" and takes the virtual machine.")
        }
        (Some(holder), _) if holder == job => sentence.text(" gets the virtual machine, which is free."),
        (Some(holder), _) => {
            let left_us = run.virtual_remaining_us(holder, now_us).unwrap_or(0);
            sentence
                .text(" queues behind ")
                .job(holder)
                .text(", which has ")
                .number(time(left_us))
                .text(" left.")
        }
        (None, _) => sentence.text(" enters the virtual machine."),
    }
}

/// Who holds the virtual machine when this instant is over, and who lost it in this instant.
fn settled(run: &Run, step: usize) -> (Option<JobIndex>, Option<JobIndex>) {
    let now_us = run.log[step].time_us;
    let (mut holder, mut loser) = (None, None);
    for entry in run.log[step..].iter().take_while(|entry| entry.time_us == now_us) {
        match &entry.event {
            Event::Arrival { machine, .. } => holder = machine.after,
            Event::Preempt { job, machine, .. } => (holder, loser) = (machine.after, Some(*job)),
            _ => {}
        }
    }
    (holder, loser)
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

pub(super) fn completion(run: &Run, job: JobIndex, machine: Handover) -> Vec<Span> {
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
        None => sentence.text("Nothing else is left there."),
    }
    .into_spans()
}

fn decimal_iterations(predicted: f64) -> String {
    let decimals = if libm::trunc(predicted) == predicted { 0 } else { 1 };
    decimal(predicted, decimals)
}
