//! Every decision as a sentence with its numbers, for the command line and for the page alike.

mod learning;
mod real;
mod virtual_side;
mod why;

pub use why::not_running;

use crate::ids::JobIndex;
use crate::log::Event;
use crate::run::Run;

/// A piece of a sentence; pages render jobs as buttons and numbers strong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Text(String),
    /// A job.
    Job(JobIndex),
    /// A number with its unit.
    Number(String),
    /// A symbol of the model.
    Symbol(Symbol),
}

/// Symbols of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// α, the time of one iteration.
    Alpha,
    /// α_min, its time under the best placement.
    AlphaMin,
    /// α_max, its time with every replica alone.
    AlphaMax,
    /// n̂, the predicted iterations.
    Predicted,
    /// d, the predicted run time.
    PredictedRun,
    /// w, the virtual size.
    VirtualSize,
}

impl Symbol {
    /// As plain text.
    pub fn plain(self) -> &'static str {
        match self {
            Self::Alpha => "α",
            Self::AlphaMin => "α_min",
            Self::AlphaMax => "α_max",
            Self::Predicted => "n̂",
            Self::PredictedRun => "d",
            Self::VirtualSize => "w",
        }
    }
}

/// The name of a kind of step, for people.
pub fn title(event: &Event) -> &'static str {
    match event {
        Event::Completion { .. } => "Completes",
        Event::Refit { .. } => "Refit",
        Event::VirtualCompletion { .. } => "Virtual job done",
        Event::Arrival { .. } => "Arrives",
        Event::Preempt { .. } => "Preempted",
        Event::Start(_) => "Starts",
        Event::Wait { .. } => "Waits by choice",
        Event::Block { .. } => "Waits for GPUs",
    }
}

/// What happened at the log's entry `step` (from 0), why, and what follows.
pub fn entry(run: &Run, step: usize) -> Vec<Span> {
    let entry = &run.log[step];
    match &entry.event {
        Event::Arrival { job, .. } => virtual_side::arrival(run, step, *job),
        Event::Preempt { job, remaining_us, winner_remaining_us, machine } => {
            virtual_side::preempt(*job, *remaining_us, *winner_remaining_us, *machine)
        }
        Event::VirtualCompletion { job, machine } => virtual_side::completion(run, step, *job, *machine),
        Event::Start(start) => real::start(run, entry.time_us, start),
        Event::Wait { job, offered, until_us } => real::wait(run, *job, offered, *until_us),
        Event::Block { job, free_gpus } => real::block(run, *job, *free_gpus),
        Event::Completion { job } => real::completion(run, *job),
        Event::Refit { before, records, .. } => learning::refit(run, *before, *records),
    }
}

/// Spans as plain text.
pub fn plain(run: &Run, spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) | Span::Number(text) => text.as_str(),
            Span::Job(job) => run.instance.job_id(*job),
            Span::Symbol(symbol) => symbol.plain(),
        })
        .collect()
}

/// Puts sentences together: `Sentence::default().job(j).text(" starts").into_spans()`.
#[derive(Default)]
struct Sentence(Vec<Span>);

impl Sentence {
    fn text(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span::Text(text.into()));
        self
    }

    fn job(mut self, job: JobIndex) -> Self {
        self.0.push(Span::Job(job));
        self
    }

    fn number(mut self, number: impl Into<String>) -> Self {
        self.0.push(Span::Number(number.into()));
        self
    }

    fn symbol(mut self, symbol: Symbol) -> Self {
        self.0.push(Span::Symbol(symbol));
        self
    }

    fn then(self, more: impl FnOnce(Self) -> Self) -> Self {
        more(self)
    }

    fn into_spans(self) -> Vec<Span> {
        self.0
    }
}
