//! How a run crosses from the worker: the decisions and outcomes in a compact form, from which the page builds the run
//! again ([`super::rebuild`]) without deciding anything. What follows from the rest (which GPU a replica got, steps) isn't
//! sent; what takes sorting is.

use asrpt_core::engine::Outcome;
use asrpt_core::ids::{JobIndex, ServerIndex};
use asrpt_core::log::{Entry, Event, Handover, Start, StartReason};
use asrpt_core::metrics::Metrics;
use asrpt_core::scenario::Problem;
use asrpt_core::virtual_machine::Segment;

use super::bytes::{Reader, Wired, Writer};
use crate::results::courses::Times;

/// A run as it crosses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// n̂ by job, so that the page needn't predict again.
    pub predicted: Vec<f64>,
    pub by_arrival: Vec<JobIndex>,
    /// Jobs in the order of the real queue.
    pub order: Vec<JobIndex>,
    pub outcomes: Vec<Outcome>,
    /// Without `gpus`.
    pub entries: Vec<Entry>,
    pub segments: Vec<Segment>,
    /// In the order of the policies; `None` where time would pass its limit.
    pub policies: Vec<Option<(Metrics, Times)>>,
}

/// The result as bytes: the parts, or what is wrong with the scenario.
pub fn written(result: &Result<Parts, Vec<Problem>>) -> Vec<u8> {
    let mut out = Writer::default();
    match result {
        Ok(parts) => {
            out.whole(0);
            parts.predicted.put(&mut out);
            parts.by_arrival.put(&mut out);
            parts.order.put(&mut out);
            out.list(&parts.outcomes, outcome_out);
            let mut before_us = 0;
            out.list(&parts.entries, |out, entry| {
                out.whole(entry.time_us - before_us);
                before_us = entry.time_us;
                event_out(out, &entry.event);
            });
            out.list(&parts.segments, |out, segment| {
                out.whole(segment.job.0.into());
                out.whole(segment.from_us);
                out.whole(segment.to_us - segment.from_us);
            });
            out.list(&parts.policies, |out, policy| {
                out.option(policy.as_ref(), |out, (metrics, times)| {
                    metrics_out(out, metrics);
                    times.start_us.put(out);
                    times.completion_us.put(out);
                    times.sorted_jct_us.put(out);
                });
            });
        }
        Err(problems) => {
            out.whole(1);
            problems.put(&mut out);
        }
    }
    out.0
}

/// The next decision, after one at `before_us`.
pub fn entry_in(from: &mut Reader, before_us: u64) -> Option<Entry> {
    let time_us = before_us.checked_add(from.whole()?)?;
    Some(Entry { time_us, event: event_in(from)? })
}

/// The next stretch of the virtual machine.
pub fn segment_in(from: &mut Reader) -> Option<Segment> {
    let (job, from_us) = (from.job()?, from.whole()?);
    Some(Segment { job, from_us, to_us: from_us.checked_add(from.whole()?)? })
}

fn outcome_out(out: &mut Writer, outcome: &Outcome) {
    out.whole(outcome.eligible_us);
    out.option(outcome.virtual_completion_us.as_ref(), |out, &us| out.whole(us));
    out.option(outcome.wait_us.as_ref(), |out, &(from_us, to_us)| {
        out.whole(from_us);
        out.whole(to_us);
    });
    out.option(outcome.blocked_since_us.as_ref(), |out, &us| out.whole(us));
    out.whole(outcome.start_us);
    out.whole(outcome.completion_us);
    out.real(outcome.alpha_s);
    out.option(outcome.learned.as_ref(), |out, &n| out.real(n));
}

/// What became of a job.
pub fn outcome_in(from: &mut Reader) -> Option<Outcome> {
    Some(Outcome {
        eligible_us: from.whole()?,
        virtual_completion_us: from.option(Reader::whole)?,
        wait_us: from.option(|from| Some((from.whole()?, from.whole()?)))?,
        blocked_since_us: from.option(Reader::whole)?,
        start_us: from.whole()?,
        completion_us: from.whole()?,
        alpha_s: from.real()?,
        learned: from.option(Reader::real)?,
    })
}

fn event_out(out: &mut Writer, event: &Event) {
    let kind = match event {
        Event::Completion { .. } => 0,
        Event::VirtualCompletion { .. } => 1,
        Event::Arrival { .. } => 2,
        Event::Preempt { .. } => 3,
        Event::Start(_) => 4,
        Event::Wait { .. } => 5,
        Event::Block { .. } => 6,
        Event::Refit { .. } => 7,
    };
    out.whole(kind);
    out.whole(event.job().0.into());
    match event {
        Event::Completion { .. } => {}
        Event::VirtualCompletion { machine, .. } | Event::Arrival { machine, .. } => {
            machine_out(out, *machine)
        }
        Event::Preempt { remaining_us, winner_remaining_us, machine, .. } => {
            out.whole(*remaining_us);
            out.whole(*winner_remaining_us);
            machine_out(out, *machine);
        }
        Event::Start(start) => start_out(out, start),
        Event::Wait { offered, until_us, .. } => {
            out.pairs(offered);
            out.whole(*until_us);
        }
        Event::Block { free_gpus, .. } => out.whole((*free_gpus).into()),
        Event::Refit { before, records, .. } => {
            out.whole(*before as u64);
            out.whole(*records as u64);
        }
    }
}

fn event_in(from: &mut Reader) -> Option<Event> {
    let (kind, job) = (from.whole()?, from.job()?);
    Some(match kind {
        0 => Event::Completion { job },
        1 => Event::VirtualCompletion { job, machine: machine_in(from)? },
        2 => Event::Arrival { job, machine: machine_in(from)? },
        3 => Event::Preempt {
            job,
            remaining_us: from.whole()?,
            winner_remaining_us: from.whole()?,
            machine: machine_in(from)?,
        },
        4 => Event::Start(Box::new(start_in(from, job)?)),
        5 => Event::Wait { job, offered: from.pairs()?, until_us: from.whole()? },
        6 => Event::Block { job, free_gpus: from.small()? },
        7 => Event::Refit { job, before: from.small()? as usize, records: from.small()? as usize },
        _ => return None,
    })
}

fn machine_out(out: &mut Writer, machine: Handover) {
    for job in [machine.before, machine.after] {
        out.option(job.as_ref(), |out, job| out.whole(job.0.into()));
    }
}

fn machine_in(from: &mut Reader) -> Option<Handover> {
    Some(Handover { before: from.option(Reader::job)?, after: from.option(Reader::job)? })
}

fn start_out(out: &mut Writer, start: &Start) {
    match start.reason {
        StartReason::Consolidated => out.whole(0),
        StartReason::LightOnFragments => out.whole(1),
        StartReason::HeavyWellPlaced { waited_since_us } => {
            out.whole(2);
            out.option(waited_since_us.as_ref(), |out, &us| out.whole(us));
        }
        StartReason::DelayRanOut { waited_since_us, until_us } => {
            out.whole(3);
            out.whole(waited_since_us);
            out.whole(until_us);
        }
    }
    out.pairs(&start.selection);
    out.list(&start.placement, |out, stage| out.pairs(stage));
    out.list(&start.servers, |out, stage| out.list(stage, |out, server| out.whole(server.0.into())));
    out.real(start.alpha_s);
    out.whole(start.completion_us);
    out.whole(start.free_gpus_before.into());
}

fn start_in(from: &mut Reader, job: JobIndex) -> Option<Start> {
    let reason = match from.whole()? {
        0 => StartReason::Consolidated,
        1 => StartReason::LightOnFragments,
        2 => StartReason::HeavyWellPlaced { waited_since_us: from.option(Reader::whole)? },
        3 => StartReason::DelayRanOut { waited_since_us: from.whole()?, until_us: from.whole()? },
        _ => return None,
    };
    Some(Start {
        job,
        reason,
        selection: from.pairs()?,
        placement: from.list(Reader::pairs)?,
        servers: from.list(|from| from.list(|from| Some(ServerIndex(from.small()?))))?,
        gpus: Vec::new(),
        alpha_s: from.real()?,
        completion_us: from.whole()?,
        free_gpus_before: from.small()?,
    })
}

fn metrics_out(out: &mut Writer, metrics: &Metrics) {
    out.large(metrics.total_jct_us);
    out.real(metrics.mean_jct_us);
    for us in [metrics.p50_jct_us, metrics.p95_jct_us, metrics.p99_jct_us, metrics.makespan_us] {
        out.whole(us);
    }
    out.real(metrics.gpu_utilization);
    out.large(metrics.lower_bound_total_jct_us);
    out.option(metrics.ratio_to_lower_bound.as_ref(), |out, &ratio| out.real(ratio));
}

/// Figures.
pub fn metrics_in(from: &mut Reader) -> Option<Metrics> {
    Some(Metrics {
        total_jct_us: from.large()?,
        mean_jct_us: from.real()?,
        p50_jct_us: from.whole()?,
        p95_jct_us: from.whole()?,
        p99_jct_us: from.whole()?,
        makespan_us: from.whole()?,
        gpu_utilization: from.real()?,
        lower_bound_total_jct_us: from.large()?,
        ratio_to_lower_bound: from.option(Reader::real)?,
    })
}
