//! The decision log: what happened, in the order of the model's §7, each entry with the numbers that decided it.
//!
//! The engine hands entries to a [`Sink`]; the lanes need them all ([`FullLog`]), a table of policies needs none
//! ([`NoLog`]): outcomes are kept by the engine anyway.

use crate::cluster::Cluster;
use crate::cost::Placement;
use crate::ids::{JobIndex, ServerIndex, StageIndex};
use crate::selection::Selection;
use crate::time::TimeUs;
use crate::virtual_machine::Segment;

/// One decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When.
    pub time_us: TimeUs,
    /// What, and why.
    pub event: Event,
}

/// The kinds of decisions, in their order within one instant.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A job ends and frees its GPUs.
    Completion {
        /// Who.
        job: JobIndex,
    },
    /// The predictor is fitted again (online learning only), after the completions of this instant.
    Refit {
        /// The last that completed.
        job: JobIndex,
        /// Records that the last fit saw.
        before: usize,
        /// Records that this one sees: all jobs that have completed so far are among them.
        records: usize,
    },
    /// A virtual job ends (a-srpt policies only).
    VirtualCompletion {
        /// Who.
        job: JobIndex,
        /// Who runs on the virtual machine before and after this entry.
        machine: Handover,
    },
    /// A job arrives.
    Arrival {
        /// Who.
        job: JobIndex,
        /// Who runs on the virtual machine before and after this entry (a-srpt policies only).
        machine: Handover,
    },
    /// A virtual job loses the machine to one with less left (a-srpt policies only).
    Preempt {
        /// Who lost it; the winner is `machine.after`.
        job: JobIndex,
        /// Remaining virtual size of the loser.
        remaining_us: TimeUs,
        /// Remaining virtual size of the winner.
        winner_remaining_us: TimeUs,
        /// Who runs on the virtual machine before and after this entry.
        machine: Handover,
    },
    /// A gang starts on the real cluster.
    Start(Box<Start>),
    /// A communication-heavy job begins to wait for a better place (once per job).
    Wait {
        /// Who.
        job: JobIndex,
        /// The servers that the consolidated selection would have taken, each with the GPUs free on it.
        offered: Selection,
        /// When the wait runs out.
        until_us: TimeUs,
    },
    /// A job that doesn't fit stops the pass for the first time (once per job).
    Block {
        /// Who.
        job: JobIndex,
        /// GPUs free at that moment.
        free_gpus: u32,
    },
}

/// Who runs on the virtual machine before and after an entry: kept so that the entry can be reverted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// Before.
    pub before: Option<JobIndex>,
    /// After.
    pub after: Option<JobIndex>,
}

/// A start with its placement.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Who.
    pub job: JobIndex,
    /// How the servers were chosen.
    pub reason: StartReason,
    /// The servers offered, each with the GPUs free on it.
    pub selection: Selection,
    /// Replicas by stage and server.
    pub placement: Placement,
    /// The server of each replica: for each stage, in replica order.
    pub servers: Vec<Vec<ServerIndex>>,
    /// Which GPU each replica got, in the same order as `servers`: the lowest free one of its server. Filled by
    /// [`FullLog`]; the model itself knows only servers.
    pub gpus: Vec<GpuSlot>,
    /// Time of one iteration with this placement, in seconds.
    pub alpha_s: f64,
    /// When it will end.
    pub completion_us: TimeUs,
    /// GPUs free just before the start.
    pub free_gpus_before: u32,
}

/// One replica on one GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuSlot {
    /// On which server.
    pub server: ServerIndex,
    /// Which GPU of that server, from 0.
    pub gpu: u32,
    /// Stage of the replica.
    pub stage: StageIndex,
    /// Number of the replica within its stage, from 0.
    pub replica: u32,
}

/// Why a job started, and why there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartReason {
    /// Its turn, on consolidated GPUs (baselines).
    Consolidated,
    /// Not communication-heavy: fragments will do.
    LightOnFragments,
    /// Communication-heavy, and the free GPUs need no more servers than its best placement.
    HeavyWellPlaced {
        /// Since when it had waited for that, if it had.
        waited_since_us: Option<TimeUs>,
    },
    /// Communication-heavy, and its wait has run out.
    DelayRanOut {
        /// When the wait began.
        waited_since_us: TimeUs,
        /// When it ran out.
        until_us: TimeUs,
    },
}

impl Event {
    /// The kind's name in results and links.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Completion { .. } => "completion",
            Self::Refit { .. } => "refit",
            Self::VirtualCompletion { .. } => "virtual_completion",
            Self::Arrival { .. } => "arrival",
            Self::Preempt { .. } => "preempt",
            Self::Start(_) => "start",
            Self::Wait { .. } => "wait",
            Self::Block { .. } => "block",
        }
    }

    /// The job whose decision it is: a refit is nobody's, though a job's completion brought it about.
    pub fn of_job(&self) -> Option<JobIndex> {
        if matches!(self, Self::Refit { .. }) { None } else { Some(self.job()) }
    }

    /// The job that the entry is about; of a refit the one that completed last.
    pub fn job(&self) -> JobIndex {
        match self {
            Self::Completion { job }
            | Self::Refit { job, .. }
            | Self::VirtualCompletion { job, .. }
            | Self::Arrival { job, .. }
            | Self::Preempt { job, .. }
            | Self::Wait { job, .. }
            | Self::Block { job, .. } => *job,
            Self::Start(start) => start.job,
        }
    }
}

/// Takes what the engine decides.
pub trait Sink {
    /// Whether entries are kept at all: the engine doesn't make them for nobody.
    const KEEPS: bool;
    /// The next decision.
    fn record(&mut self, time_us: TimeUs, event: Event);
    /// The next stretch of the virtual machine, in time order.
    fn segment(&mut self, segment: Segment);
}

/// Keeps nothing: for tables of policies and for large runs.
#[derive(Debug, Default)]
pub struct NoLog;

impl Sink for NoLog {
    const KEEPS: bool = false;
    fn record(&mut self, _time_us: TimeUs, _event: Event) {}
    fn segment(&mut self, _segment: Segment) {}
}

/// Keeps everything, and gives each replica a GPU of its server.
#[derive(Debug)]
pub struct FullLog {
    /// Decisions in their order.
    pub entries: Vec<Entry>,
    /// The virtual machine's stretches in time order.
    pub segments: Vec<Segment>,
    occupied: Vec<Vec<bool>>,
    slots_of: Vec<Vec<GpuSlot>>,
}

impl FullLog {
    /// Empty, for a cluster and that many jobs.
    pub fn new(cluster: &Cluster, jobs: usize) -> Self {
        let occupied = cluster.servers.iter().map(|server| vec![false; server.gpus as usize]).collect();
        Self { entries: Vec::new(), segments: Vec::new(), occupied, slots_of: vec![Vec::new(); jobs] }
    }

    fn occupy(&mut self, start: &Start) -> Vec<GpuSlot> {
        let mut slots = Vec::new();
        for (stage, servers) in start.servers.iter().enumerate() {
            for (replica, &server) in servers.iter().enumerate() {
                let row = &mut self.occupied[server.at()];
                let gpu =
                    row.iter().position(|taken| !taken).expect("the engine starts gangs on free GPUs only");
                row[gpu] = true;
                slots.push(GpuSlot {
                    server,
                    gpu: u32::try_from(gpu).expect("GPUs of a server are limited"),
                    stage: StageIndex::from_at(stage),
                    replica: u32::try_from(replica).expect("replicas are limited"),
                });
            }
        }
        slots
    }

    fn vacate(&mut self, job: JobIndex) {
        for slot in std::mem::take(&mut self.slots_of[job.at()]) {
            self.occupied[slot.server.at()][slot.gpu as usize] = false;
        }
    }
}

impl Sink for FullLog {
    const KEEPS: bool = true;

    fn record(&mut self, time_us: TimeUs, mut event: Event) {
        match &mut event {
            Event::Start(start) => {
                start.gpus = self.occupy(start);
                self.slots_of[start.job.at()] = start.gpus.clone();
            }
            Event::Completion { job } => self.vacate(*job),
            _ => {}
        }
        self.entries.push(Entry { time_us, event });
    }

    fn segment(&mut self, segment: Segment) {
        self.segments.push(segment);
    }
}
