//! Policies, each described by what it does differently: when a job becomes eligible, the order of the queue, what
//! happens to a job that doesn't fit, and how a job's servers are chosen. The engine does the rest, alike for all.
//!
//! A new policy is one file and one line in [`POLICIES`].

mod a_srpt;
mod fifo;
mod plain;
mod shortest_first;
mod work_conserving;

use crate::instance::Job;
use crate::time::TimeUs;

/// One policy.
pub trait Policy: Sync {
    /// Its name in the file and on the command line.
    fn kind(&self) -> &'static str;
    /// Its name for people.
    fn label(&self) -> &'static str;
    /// What it does, in a sentence or two.
    fn summary(&self) -> &'static str;
    /// The order of its queue.
    fn order(&self) -> Order;
    /// What happens to a job that needs more GPUs than are free.
    fn misfit(&self) -> Misfit;

    /// When a job enters the queue of the real cluster.
    fn eligible(&self) -> Eligible {
        Eligible::OnArrival
    }

    /// Whether the virtual machine runs beside the real cluster.
    fn uses_virtual_machine(&self) -> bool {
        false
    }

    /// How the servers of a job are chosen.
    fn treatment(&self, _job: &Job) -> Treatment {
        Treatment::Consolidated
    }
}

/// All policies, A-SRPT first.
pub const POLICIES: &[&dyn Policy] = &[
    &a_srpt::ASrpt,
    &a_srpt::ASrptEager,
    &fifo::FIFO,
    &shortest_first::SPJF,
    &shortest_first::SPWF,
    &work_conserving::DURATION,
    &work_conserving::WORKLOAD,
    &work_conserving::SUBTIME,
];

/// The policy of that kind.
pub fn find(kind: &str) -> Option<&'static dyn Policy> {
    POLICIES.iter().copied().find(|policy| policy.kind() == kind)
}

/// When a job enters the queue of the real cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eligible {
    /// At once.
    OnArrival,
    /// When its virtual job completes.
    OnVirtualCompletion,
}

/// What happens to a job that needs more GPUs than are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It stops the pass: nobody overtakes.
    StopsThePass,
    /// It is passed over: work-conserving.
    IsPassedOver,
}

/// How the servers of a job are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// Few servers, at once.
    Consolidated,
    /// Leftovers, at once.
    Fragments,
    /// No more servers than the best placement, or a wait for that with an end.
    WaitForPlace,
}

/// What a queue is ordered by; ties: arrival, then index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Arrival.
    Arrival,
    /// When the virtual job completed.
    VirtualCompletion,
    /// w.
    VirtualSize,
    /// d.
    PredictedRun,
    /// d · g.
    PredictedWork,
}

impl Order {
    /// The sort key of a job that became eligible at `eligible_us`. d · g can pass 2^64.
    pub fn key(self, job: &Job, eligible_us: TimeUs) -> u128 {
        match self {
            Self::Arrival => u128::from(job.arrival_us),
            Self::VirtualCompletion => u128::from(eligible_us),
            Self::VirtualSize => u128::from(job.virtual_size_us),
            Self::PredictedRun => u128::from(job.predicted_run_us),
            Self::PredictedWork => u128::from(job.predicted_run_us) * u128::from(job.gpus),
        }
    }
}
