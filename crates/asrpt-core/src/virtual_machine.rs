//! One imaginary machine as fast as the whole cluster, running preemptive SRPT (model §4).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ids::JobIndex;
use crate::time::{TimeUs, add};

/// A virtual job in the order in which the machine prefers them: least remaining, earliest arrival, lowest index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VirtualJob {
    /// What is left of its size.
    pub remaining_us: TimeUs,
    /// When it arrived.
    pub arrival_us: TimeUs,
    /// Who.
    pub job: JobIndex,
}

/// A maximal stretch in which one job runs without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Who.
    pub job: JobIndex,
    /// Its beginning.
    pub from_us: TimeUs,
    /// Its end.
    pub to_us: TimeUs,
}

/// What [`VirtualMachine::settle`] changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preemption {
    /// Who lost the machine, with what is left of it.
    pub loser: VirtualJob,
    /// Who got it.
    pub winner: VirtualJob,
}

/// The machine. At one instant: [`advance_to`](Self::advance_to), [`complete`](Self::complete),
/// [`arrive`](Self::arrive) for each arrival, [`settle`](Self::settle).
#[derive(Debug, Default)]
pub struct VirtualMachine {
    now_us: TimeUs,
    running: Option<VirtualJob>,
    running_since_us: TimeUs,
    waiting: BinaryHeap<Reverse<VirtualJob>>,
}

impl VirtualMachine {
    /// Who runs.
    pub fn running(&self) -> Option<JobIndex> {
        self.running.map(|virtual_job| virtual_job.job)
    }

    /// When the running job will complete if nothing arrives.
    ///
    /// # Errors
    /// The job whose virtual completion isn't below the limit of simulated time.
    pub fn next_completion(&self) -> Result<Option<TimeUs>, JobIndex> {
        self.running.map(|job| add(self.now_us, job.remaining_us).ok_or(job.job)).transpose()
    }

    /// Lets the running job run until `time_us`, which must not lie beyond its completion.
    pub fn advance_to(&mut self, time_us: TimeUs) {
        if let Some(running) = &mut self.running {
            running.remaining_us -= time_us - self.now_us;
        }
        self.now_us = time_us;
    }

    /// The job that completes now, if one does, with its last segment.
    pub fn complete(&mut self) -> Option<Segment> {
        self.running.filter(|job| job.remaining_us == 0)?;
        self.leave()
    }

    /// A virtual job enters.
    pub fn arrive(&mut self, job: JobIndex, size_us: TimeUs) {
        self.waiting.push(Reverse(VirtualJob { remaining_us: size_us, arrival_us: self.now_us, job }));
    }

    /// Gives the machine to the job with the least left. A job that loses it returns its segment.
    pub fn settle(&mut self) -> Option<(Segment, Preemption)> {
        let Reverse(best) = *self.waiting.peek()?;
        let Some(running) = self.running else {
            self.enter();
            return None;
        };
        if best >= running {
            return None;
        }
        let segment = self.leave()?;
        self.enter();
        self.waiting.push(Reverse(running));
        Some((segment, Preemption { loser: running, winner: best }))
    }

    fn enter(&mut self) {
        self.running = self.waiting.pop().map(|Reverse(job)| job);
        self.running_since_us = self.now_us;
    }

    fn leave(&mut self) -> Option<Segment> {
        let job = self.running.take()?.job;
        Some(Segment { job, from_us: self.running_since_us, to_us: self.now_us })
    }
}
