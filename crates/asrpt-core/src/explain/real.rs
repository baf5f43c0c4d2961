//! What happens on the real cluster.

use super::virtual_side::order_value;
use super::{Sentence, Span, Symbol};
use crate::format::{alpha, count, decimal, time};
use crate::ids::JobIndex;
use crate::log::{Start, StartReason};
use crate::order;
use crate::policy::Misfit;
use crate::run::Run;
use crate::selection::Selection;
use crate::time::TimeUs;

pub(super) fn start(run: &Run, now_us: TimeUs, start: &Start) -> Vec<Span> {
    let job = start.job;
    let sentence = match start.reason {
        StartReason::Consolidated => its_turn(run, start),
        StartReason::LightOnFragments => light(run, start),
        StartReason::HeavyWellPlaced { waited_since_us } => well_placed(run, now_us, start, waited_since_us),
        StartReason::DelayRanOut { waited_since_us, until_us } => {
            delay_ran_out(run, start, waited_since_us, until_us)
        }
    };
    iteration(run, start, sentence)
        .text(" It will complete at ")
        .number(time(run.outcome(job).completion_us))
        .text(".")
        .into_spans()
}

fn its_turn(run: &Run, start: &Start) -> Sentence {
    let gpus = run.instance.job(start.job).gpus;
    let queued =
        Sentence::default().job(start.job).text(", queued ").then(|s| order_value(run, start.job, s));
    let turn = match run.policy.misfit() {
        Misfit::StopsThePass => queued.text(", is at the front: it gets "),
        Misfit::IsPassedOver => queued.text(", is the next that fits: it gets "),
    };
    turn.number(gpus.to_string())
        .text(" of the ")
        .number(count(start.free_gpus_before, "free GPU"))
        .text(" on ")
        .then(|s| server_names(run, start, s))
        .text(".")
}

fn light(run: &Run, start: &Start) -> Sentence {
    let gpus = run.instance.job(start.job).gpus;
    let sentence = Sentence::default().job(start.job);
    let sentence = if gpus == 1 {
        sentence.text(" has a single GPU and nothing to send, so any free one will do")
    } else {
        ratio(run, start.job, sentence.text(" is not communication-heavy ("), " < ")
            .text("), so leftovers will do")
    };
    sentence.text(": it starts on ").then(|s| server_names(run, start, s)).text(".")
}

fn well_placed(run: &Run, now_us: TimeUs, start: &Start, waited_since_us: Option<TimeUs>) -> Sentence {
    let constants = &run.instance.model_of(start.job).constants;
    let sentence = Sentence::default().job(start.job);
    let sentence = match waited_since_us {
        Some(since_us) => {
            sentence.text(" has waited ").number(time(now_us - since_us)).text(" for a better place: its ")
        }
        None => ratio(run, start.job, sentence.text(" is communication-heavy ("), " ≥ ").text("), and its "),
    };
    sentence
        .number(count(constants.gpus, "GPU"))
        .text(" are free on ")
        .number(count(start.selection.len() as u64, "server"))
        .text(", no more than its best placement takes. It starts on ")
        .then(|s| server_names(run, start, s))
        .text(".")
}

fn delay_ran_out(run: &Run, start: &Start, since_us: TimeUs, until_us: TimeUs) -> Sentence {
    let constants = &run.instance.model_of(start.job).constants;
    Sentence::default()
        .job(start.job)
        .text(" has waited for a better place since ")
        .number(time(since_us))
        .text("; its delay ran out at ")
        .number(time(until_us))
        .text(". It takes what is free: ")
        .number(count(start.selection.len() as u64, "server"))
        .text(" where ")
        .number(constants.min_servers.to_string())
        .text(" would do, ")
        .then(|s| server_names(run, start, s))
        .text(".")
}

/// "An iteration takes α = 460.0 ms, 4.2 × its best."
fn iteration(run: &Run, start: &Start, sentence: Sentence) -> Sentence {
    let best_s = run.instance.model_of(start.job).constants.alpha_min_s;
    let sentence =
        sentence.text(" An iteration takes ").symbol(Symbol::Alpha).text(" = ").number(alpha(start.alpha_s));
    if start.alpha_s > best_s && best_s > 0.0 {
        let factor = start.alpha_s / best_s;
        sentence
            .text(", ")
            .number(format!("{} ×", decimal(factor, 2)))
            .text(" its ")
            .symbol(Symbol::AlphaMin)
            .text(".")
    } else {
        sentence.text(", its best.")
    }
}

pub(super) fn wait(run: &Run, job: JobIndex, offered: &Selection, until_us: TimeUs) -> Vec<Span> {
    let constants = &run.instance.model_of(job).constants;
    ratio(run, job, Sentence::default().job(job).text(" is communication-heavy ("), " ≥ ")
        .text("). The ")
        .number(count(constants.gpus, "GPU"))
        .text(" it would get lie on ")
        .number(count(offered.len() as u64, "server"))
        .text(" where ")
        .number(constants.min_servers.to_string())
        .text(" would do, so it waits until ")
        .number(time(until_us))
        .text(" for a better place.")
        .into_spans()
}

/// "α_max / α_min = 5.9 ≥ 1.5".
fn ratio(run: &Run, job: JobIndex, sentence: Sentence, relation: &str) -> Sentence {
    let constants = &run.instance.model_of(job).constants;
    let threshold = run.instance.scenario.policy.comm_heavy_ratio;
    let sentence = sentence.symbol(Symbol::AlphaMax).text(" / ").symbol(Symbol::AlphaMin).text(" = ");
    let value = if constants.alpha_min_s > 0.0 {
        decimal_apart(constants.alpha_max_s / constants.alpha_min_s, threshold)
    } else {
        "undefined".to_owned()
    };
    sentence.number(value).text(relation).text(threshold.to_string())
}

/// With as many digits as it takes to see on which side of the threshold it is: 1.19998 isn't shown as 1.2.
fn decimal_apart(value: f64, threshold: f64) -> String {
    let enough = (1..=9)
        .find(|&decimals| value == threshold || decimal(value, decimals) != decimal(threshold, decimals));
    decimal(value, enough.unwrap_or(9))
}

pub(super) fn block(run: &Run, job: JobIndex, free_gpus: u32) -> Vec<Span> {
    let gpus = run.instance.job(job).gpus;
    let sentence = Sentence::default().job(job).text(" needs ").number(count(gpus, "GPU"));
    let sentence = match free_gpus {
        0 => sentence.text(", and none is free. "),
        1 => sentence.text(", but only ").number("1").text(" is free. "),
        _ => sentence.text(", but only ").number(free_gpus.to_string()).text(" are free. "),
    };
    sentence.text("It waits for GPUs, and nobody behind it may overtake.").into_spans()
}

pub(super) fn completion(run: &Run, job: JobIndex) -> Vec<Span> {
    let (facts, outcome) = (run.instance.job(job), run.outcome(job));
    Sentence::default()
        .job(job)
        .text(" completes ")
        .number(decimal(facts.iterations as f64, 0))
        .text(if facts.iterations == 1 { " iteration" } else { " iterations" })
        .text(" and frees ")
        .number(count(facts.gpus, "GPU"))
        .text(". JCT ")
        .number(time(outcome.completion_us - facts.arrival_us))
        .text(": ")
        .number(time(outcome.start_us - facts.arrival_us))
        .text(" until its start and ")
        .number(time(outcome.completion_us - outcome.start_us))
        .text(" running.")
        .into_spans()
}

/// "s0 and s1", "s0, s1 and 3 more servers".
fn server_names(run: &Run, start: &Start, sentence: Sentence) -> Sentence {
    let mut used: Vec<_> = start.gpus.iter().map(|slot| slot.server).collect();
    order::sort(&mut used);
    used.dedup();
    let names: Vec<&str> =
        used.iter().map(|&server| run.instance.cluster.server(server).name.as_str()).collect();
    match names.as_slice() {
        [] => sentence,
        [only] => sentence.number(*only),
        [first @ .., last] if first.len() <= 3 => {
            sentence.number(first.join(", ")).text(" and ").number(*last)
        }
        [a, b, rest @ ..] => {
            sentence.number(format!("{a}, {b}")).text(" and ").number(count(rest.len() as u64, "more server"))
        }
    }
}
