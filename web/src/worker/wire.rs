//! How a run crosses from the worker: the decisions and outcomes in a compact form, from which the page builds the run
//! again without deciding anything. What follows from the rest (which GPU a replica got, ranks, figures) isn't sent.

use asrpt_core::engine::Outcome;
use asrpt_core::ids::{JobIndex, ServerIndex};
use asrpt_core::log::{Entry, Event, Handover, Start, StartReason};
use asrpt_core::metrics::Metrics;
use asrpt_core::scenario::Problem;
use asrpt_core::virtual_machine::Segment;

/// A run as it crosses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// n̂ by job, so that the page needn't predict again.
    pub predicted: Vec<f64>,
    pub outcomes: Vec<Outcome>,
    /// Without `gpus`.
    pub entries: Vec<Entry>,
    pub segments: Vec<Segment>,
    /// In the order of the policies; `None` where time would pass its limit.
    pub comparison: Vec<Option<Metrics>>,
}

/// The result as bytes: the parts, or what is wrong with the scenario.
pub fn written(result: &Result<Parts, Vec<Problem>>) -> Vec<u8> {
    let mut out = Writer::default();
    match result {
        Ok(parts) => {
            out.whole(0);
            out.list(&parts.predicted, |out, &n| out.real(n));
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
            out.list(&parts.comparison, |out, metrics| out.option(metrics.as_ref(), metrics_out));
        }
        Err(problems) => {
            out.whole(1);
            out.list(problems, |out, problem| {
                for text in [&problem.path, &problem.message, &problem.hint] {
                    out.text(text);
                }
            });
        }
    }
    out.0
}

/// `None` if the bytes aren't whole.
pub fn read(bytes: &[u8]) -> Option<Result<Parts, Vec<Problem>>> {
    let mut from = Reader(bytes);
    let result = match from.whole()? {
        0 => {
            let mut before_us = 0;
            Ok(Parts {
                predicted: from.list(Reader::real)?,
                outcomes: from.list(outcome_in)?,
                entries: from.list(|from| {
                    before_us += from.whole()?;
                    Some(Entry { time_us: before_us, event: event_in(from)? })
                })?,
                segments: from.list(|from| {
                    let (job, from_us) = (from.job()?, from.whole()?);
                    Some(Segment { job, from_us, to_us: from_us + from.whole()? })
                })?,
                comparison: from.list(|from| from.option(metrics_in))?,
            })
        }
        1 => Err(from
            .list(|from| Some(Problem { path: from.text()?, message: from.text()?, hint: from.text()? }))?),
        _ => return None,
    };
    from.0.is_empty().then_some(result)
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

fn outcome_in(from: &mut Reader) -> Option<Outcome> {
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

fn metrics_in(from: &mut Reader) -> Option<Metrics> {
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

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    /// Seven bits a byte, the lowest first.
    fn whole(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    fn large(&mut self, n: u128) {
        self.0.extend_from_slice(&n.to_le_bytes());
    }

    fn real(&mut self, x: f64) {
        self.0.extend_from_slice(&x.to_bits().to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.whole(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn option<T: ?Sized>(&mut self, value: Option<&T>, write: impl FnOnce(&mut Self, &T)) {
        self.whole(value.is_some().into());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.whole(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }

    fn pairs(&mut self, pairs: &[(ServerIndex, u32)]) {
        self.list(pairs, |out, (server, count)| {
            out.whole(server.0.into());
            out.whole((*count).into());
        });
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_at_checked(N)?;
        self.0 = rest;
        head.try_into().ok()
    }

    fn whole(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.bytes()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        self.whole()?.try_into().ok()
    }

    fn job(&mut self) -> Option<JobIndex> {
        self.small().map(JobIndex)
    }

    fn large(&mut self) -> Option<u128> {
        self.bytes().map(u128::from_le_bytes)
    }

    fn real(&mut self) -> Option<f64> {
        self.bytes().map(|bytes| f64::from_bits(u64::from_le_bytes(bytes)))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.whole()?).ok()?;
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(head.to_vec()).ok()
    }

    /// `None` outside: broken; `None` inside: absent.
    #[allow(clippy::option_option, reason = "the outer one is for broken bytes")]
    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.whole()? {
            0 => Some(None),
            1 => read(self).map(Some),
            _ => None,
        }
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = usize::try_from(self.whole()?).ok()?;
        // Every item has at least a byte.
        let mut items = Vec::with_capacity(length.min(self.0.len()));
        for _ in 0..length {
            items.push(read(self)?);
        }
        Some(items)
    }

    fn pairs(&mut self) -> Option<Vec<(ServerIndex, u32)>> {
        self.list(|from| Some((ServerIndex(from.small()?), from.small()?)))
    }
}
