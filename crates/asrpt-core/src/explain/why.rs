//! "Why isn't it running now?", for any job at any step under any policy.

use super::virtual_side::{UNSETTLED, order_value};
use super::{Sentence, Span, Symbol};
use crate::format::{count, time};
use crate::ids::JobIndex;
use crate::policy::{Misfit, Treatment};
use crate::replay::{Phase, State};
use crate::run::Run;
use crate::selection::FreeGpus;

/// The answer, with its numbers. For a job that runs or has ended it says so.
pub fn not_running(run: &Run, state: &State, job: JobIndex) -> Vec<Span> {
    let outcome = run.outcome(job);
    let sentence = Sentence::default().job(job);
    match state.jobs[job.at()].phase {
        Phase::Ahead => sentence
            .text(" has not arrived yet: it will at ")
            .number(time(run.instance.job(job).arrival_us))
            .text("."),
        Phase::Running => sentence.text(" is running, since ").number(time(outcome.start_us)).text("."),
        Phase::Done => sentence.text(" ended at ").number(time(outcome.completion_us)).text("."),
        Phase::InVirtualMachine => in_virtual_machine(run, state, job, sentence),
        Phase::Queued => queued(run, state, job, sentence),
    }
    .into_spans()
}

fn in_virtual_machine(run: &Run, state: &State, job: JobIndex, sentence: Sentence) -> Sentence {
    let queue = state.virtual_queue(run);
    let place = queue.iter().position(|&(other, _)| other == job).unwrap_or(0);
    let left_us = queue.get(place).map_or(0, |&(_, left)| left);
    let ahead_us: u64 = queue[..place].iter().map(|&(_, left)| left).sum();
    let sentence = sentence
        .text(" is not through the virtual machine yet: ")
        .number(time(left_us))
        .text(" of ")
        .symbol(Symbol::VirtualSize)
        .text(" = ")
        .number(time(run.instance.job(job).virtual_size_us))
        .text(" are left");
    let sentence = match place {
        0 => sentence.text(", and it has the least left of all"),
        _ => sentence
            .text(", and ")
            .number(count(place as u64, "job"))
            .text(" with less left, ")
            .number(time(ahead_us))
            .text(" together, ")
            .text(if place == 1 { "goes first" } else { "go first" }),
    };
    if state.virtual_running.is_none() {
        return sentence.text(UNSETTLED);
    }
    sentence
        .text(". If nothing else arrived it would be through at ")
        .number(time(state.time_us + ahead_us + left_us))
        .text("; only then may it start for real.")
}

fn queued(run: &Run, state: &State, job: JobIndex, sentence: Sentence) -> Sentence {
    let free = free_gpus(state);
    let gpus = run.instance.job(job).gpus;
    let ahead: Vec<JobIndex> = state.queued_jobs(run).take_while(|&other| other != job).collect();
    let blocker = match run.policy.misfit() {
        Misfit::StopsThePass => {
            ahead.iter().copied().find(|&other| run.instance.job(other).gpus > free.total())
        }
        Misfit::IsPassedOver => None,
    };
    if let Some(blocker) = blocker {
        return behind(run, &free, blocker, ahead.len(), sentence);
    }
    let sentence = place_in_queue(run, job, ahead.len(), sentence);
    if gpus > free.total() {
        return too_few(run, &free, gpus, sentence);
    }
    let min_servers = run.instance.model_of(job).constants.min_servers;
    let needed = free.servers_needed(gpus).unwrap_or(0);
    match state.jobs[job.at()].waits_until_us {
        Some(until_us) if until_us > state.time_us && needed > min_servers => sentence
            .text(" Its ")
            .number(count(gpus, "GPU"))
            .text(" are free, but on ")
            .number(count(needed, "server"))
            .text(" where ")
            .number(min_servers.to_string())
            .text(" would do: it waits for a better place until ")
            .number(time(until_us))
            .text("."),
        _ => its_turn(run, job, sentence),
    }
}

fn behind(run: &Run, free: &FreeGpus, blocker: JobIndex, ahead: usize, sentence: Sentence) -> Sentence {
    let sentence = sentence.text(" stands behind ").job(blocker).text(", which needs ");
    let sentence = sentence
        .number(count(run.instance.job(blocker).gpus, "GPU"))
        .text(" while ")
        .number(free.total().to_string())
        .text(if free.total() == 1 { " is free" } else { " are free" })
        .text(". Nobody may overtake it");
    match ahead {
        1 => sentence.text("."),
        _ => sentence.text("; ").number(count(ahead as u64, "job")).text(" are ahead in the queue."),
    }
}

fn place_in_queue(run: &Run, job: JobIndex, ahead: usize, sentence: Sentence) -> Sentence {
    let sentence = sentence.text(" is number ").number((ahead + 1).to_string()).text(" in the queue, ");
    order_value(run, job, sentence).text(".")
}

fn too_few(run: &Run, free: &FreeGpus, gpus: u32, sentence: Sentence) -> Sentence {
    let sentence = sentence
        .text(" It needs ")
        .number(count(gpus, "GPU"))
        .text(" at once, and ")
        .number(free.total().to_string())
        .text(if free.total() == 1 { " is free." } else { " are free." });
    match run.policy.misfit() {
        Misfit::StopsThePass => sentence.text(" Until then nobody may overtake it."),
        Misfit::IsPassedOver => sentence.text(" Until then jobs that fit overtake it."),
    }
}

fn its_turn(run: &Run, job: JobIndex, sentence: Sentence) -> Sentence {
    match run.policy.treatment(run.instance.job(job)) {
        Treatment::WaitForPlace => sentence.text(
            " Its GPUs are free: this very moment decides whether it starts or waits for a better place.",
        ),
        Treatment::Consolidated | Treatment::Fragments => {
            sentence.text(" Its GPUs are free: it starts at this very moment.")
        }
    }
}

fn free_gpus(state: &State) -> FreeGpus {
    let free = state.gpus.iter().map(|gpus| gpus.iter().filter(|gpu| gpu.is_none()).count());
    FreeGpus::of(free.map(|free| u32::try_from(free).expect("GPUs of a server are limited")).collect())
}
