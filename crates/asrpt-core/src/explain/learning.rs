//! Online learning: what the predictor was fitted on.

use super::{Sentence, Span};
use crate::format::count;
use crate::ids::JobIndex;
use crate::run::Run;

pub(super) fn refit(run: &Run, before: usize, records: usize) -> Vec<Span> {
    let scenario = &run.instance.scenario;
    let joined = records - before;
    Sentence::default()
        .number(count(joined as u64, "job"))
        .text(if joined == 1 { " has" } else { " have" })
        .text(" completed since the last fit: the ")
        .text(scenario.predictor.kind.as_str())
        .text(" predictor is fitted again, now on ")
        .number(count(records as u64, "record"))
        .then(|sentence| parts(sentence, scenario.history.len(), records))
        .text(". Jobs that arrive from now on are predicted from them.")
        .into_spans()
}

/// "4 of the history and 3 of completed jobs", as far as there are both.
fn parts(sentence: Sentence, history: usize, records: usize) -> Sentence {
    match history {
        0 => sentence.text(", all of completed jobs"),
        _ => sentence
            .text(": ")
            .number(history.to_string())
            .text(" of the history and ")
            .number((records - history).to_string())
            .text(" of completed jobs"),
    }
}

/// "from 7 records, 3 of them of completed jobs", for a job that arrives.
pub(super) fn predicted_from(run: &Run, step: usize, job: JobIndex, sentence: Sentence) -> Sentence {
    let scenario = &run.instance.scenario;
    let records = run.records_at(step);
    let given = scenario.jobs[job.at()].predicted_iterations.is_some();
    if !run.instance.learns() || records == 0 || given {
        return sentence;
    }
    let learned = records - scenario.history.len();
    let sentence = sentence.text(" from ").number(count(records as u64, "record"));
    match learned {
        0 => sentence,
        _ if learned == records => sentence.text(" of completed jobs"),
        _ => sentence.text(", ").number(learned.to_string()).text(" of them of completed jobs"),
    }
}
