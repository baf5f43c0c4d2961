//! The display state at any step: log entries applied and reverted on a small state.
//!
//! A step back costs what a step forward costs. What flows continuously between steps (remaining virtual sizes) is a
//! pure function of the run and the time, see [`crate::run::Run::virtual_remaining_us`].

use std::collections::BTreeSet;

use crate::ids::JobIndex;
use crate::log::{Event, GpuSlot};
use crate::order::sort_by_key;
use crate::policy::Eligible;
use crate::run::Run;
use crate::time::TimeUs;

/// Where a job is in its life on the real cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Not here yet.
    Ahead,
    /// Arrived, not yet through the virtual machine (a-srpt only).
    InVirtualMachine,
    /// In the queue of the real cluster.
    Queued,
    /// On its GPUs.
    Running,
    /// Ended.
    Done,
}

/// One job's part of the display state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobState {
    /// Where it is.
    pub phase: Phase,
    /// Whether its virtual job is on the virtual machine or waits for it (a-srpt policies).
    pub in_virtual_machine: bool,
    /// When its wait for a better place runs out, from its `wait` step on (it stays set once the job has started).
    pub waits_until_us: Option<TimeUs>,
    /// Whether it has stopped a pass.
    pub blocked: bool,
}

/// All that the page shows of one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// How many log entries have been applied: 0 is before the first. The entry shown is `step - 1`.
    pub step: usize,
    /// Time of the last applied entry, 0 before the first.
    pub time_us: TimeUs,
    /// By job index.
    pub jobs: Vec<JobState>,
    /// By server, by GPU: who runs on it.
    pub gpus: Vec<Vec<Option<JobIndex>>>,
    /// The queue of the real cluster as ranks: `run.rank_to_job(rank)` gives the job, ascending is front to back.
    pub queue: BTreeSet<u32>,
    /// Who runs on the virtual machine.
    pub virtual_running: Option<JobIndex>,
    /// Records that the predictor was last fitted on: more than the history with online learning alone.
    pub records: usize,
}

impl State {
    /// Before the first step.
    pub fn start(run: &Run) -> Self {
        let job =
            JobState { phase: Phase::Ahead, in_virtual_machine: false, waits_until_us: None, blocked: false };
        let servers = run.instance.cluster.servers.iter();
        Self {
            step: 0,
            time_us: 0,
            jobs: vec![job; run.instance.jobs.len()],
            gpus: servers.map(|server| vec![None; server.gpus as usize]).collect(),
            queue: BTreeSet::new(),
            virtual_running: None,
            records: run.instance.scenario.history.len(),
        }
    }

    /// One step on; whether there was one.
    pub fn forward(&mut self, run: &Run) -> bool {
        let Some(entry) = run.log.get(self.step) else {
            return false;
        };
        self.apply(run, &entry.event);
        self.step += 1;
        self.time_us = entry.time_us;
        true
    }

    /// One step back; whether there was one.
    pub fn back(&mut self, run: &Run) -> bool {
        let Some(entry) = self.step.checked_sub(1).and_then(|step| run.log.get(step)) else {
            return false;
        };
        self.revert(run, &entry.event);
        self.step -= 1;
        self.time_us = self.step.checked_sub(1).map_or(0, |step| run.log[step].time_us);
        true
    }

    /// To a step, from wherever it is; beyond the last is the last.
    pub fn seek(&mut self, run: &Run, step: usize) {
        let step = step.min(run.log.len());
        if let Some(near) =
            run.checkpoint_near(step).filter(|near| near.step.abs_diff(step) < self.step.abs_diff(step))
        {
            self.clone_from(near);
        }
        while self.step > step && self.back(run) {}
        while self.step < step && self.forward(run) {}
    }

    /// GPUs that nobody runs on.
    pub fn free_gpus(&self) -> usize {
        self.gpus.iter().flatten().filter(|gpu| gpu.is_none()).count()
    }

    /// The queue of the real cluster, front to back.
    pub fn queued_jobs<'a>(&'a self, run: &'a Run) -> impl Iterator<Item = JobIndex> + 'a {
        self.queue.iter().map(|&rank| run.rank_to_job(rank))
    }

    /// Virtual jobs with what is left of them now, least first: the order in which SRPT would run them.
    pub fn virtual_queue(&self, run: &Run) -> Vec<(JobIndex, TimeUs)> {
        let inside = self.jobs.iter().enumerate().filter(|(_, job)| job.in_virtual_machine);
        let mut queue: Vec<(JobIndex, TimeUs)> = inside
            .map(|(at, _)| {
                let job = JobIndex::from_at(at);
                (job, run.virtual_remaining_us(job, self.time_us).unwrap_or(0))
            })
            .collect();
        sort_by_key(&mut queue, |&(job, remaining)| (remaining, run.instance.job(job).arrival_us, job));
        queue
    }

    fn apply(&mut self, run: &Run, event: &Event) {
        let at = event.job().at();
        match event {
            Event::Arrival { job, machine } => {
                self.virtual_running = machine.after;
                self.jobs[at].in_virtual_machine = run.policy.uses_virtual_machine();
                self.jobs[at].phase = phase_on_arrival(run);
                if self.jobs[at].phase == Phase::Queued {
                    self.queue.insert(run.rank_of(*job));
                }
            }
            Event::VirtualCompletion { job, machine } => {
                self.virtual_running = machine.after;
                self.jobs[at].in_virtual_machine = false;
                if self.jobs[at].phase == Phase::InVirtualMachine {
                    self.jobs[at].phase = Phase::Queued;
                    self.queue.insert(run.rank_of(*job));
                }
            }
            Event::Preempt { machine, .. } => self.virtual_running = machine.after,
            Event::Refit { records, .. } => self.records = *records,
            Event::Wait { until_us, .. } => self.jobs[at].waits_until_us = Some(*until_us),
            Event::Block { .. } => self.jobs[at].blocked = true,
            Event::Start(start) => {
                self.jobs[at].phase = Phase::Running;
                self.queue.remove(&run.rank_of(start.job));
                self.set_gpus(&start.gpus, Some(start.job));
            }
            Event::Completion { job } => {
                self.jobs[at].phase = Phase::Done;
                self.set_gpus(&run.start_of(*job).gpus, None);
            }
        }
    }

    fn revert(&mut self, run: &Run, event: &Event) {
        let at = event.job().at();
        match event {
            Event::Arrival { job, machine } => {
                self.virtual_running = machine.before;
                self.jobs[at].in_virtual_machine = false;
                self.jobs[at].phase = Phase::Ahead;
                self.queue.remove(&run.rank_of(*job));
            }
            Event::VirtualCompletion { job, machine } => {
                self.virtual_running = machine.before;
                self.jobs[at].in_virtual_machine = true;
                if phase_on_arrival(run) == Phase::InVirtualMachine {
                    self.jobs[at].phase = Phase::InVirtualMachine;
                    self.queue.remove(&run.rank_of(*job));
                }
            }
            Event::Preempt { machine, .. } => self.virtual_running = machine.before,
            Event::Refit { before, .. } => self.records = *before,
            Event::Wait { .. } => self.jobs[at].waits_until_us = None,
            Event::Block { .. } => self.jobs[at].blocked = false,
            Event::Start(start) => {
                self.jobs[at].phase = Phase::Queued;
                self.queue.insert(run.rank_of(start.job));
                self.set_gpus(&start.gpus, None);
            }
            Event::Completion { job } => {
                self.jobs[at].phase = Phase::Running;
                self.set_gpus(&run.start_of(*job).gpus, Some(*job));
            }
        }
    }

    fn set_gpus(&mut self, slots: &[GpuSlot], job: Option<JobIndex>) {
        for slot in slots {
            self.gpus[slot.server.at()][slot.gpu as usize] = job;
        }
    }
}

fn phase_on_arrival(run: &Run) -> Phase {
    match run.policy.eligible() {
        Eligible::OnArrival => Phase::Queued,
        Eligible::OnVirtualCompletion => Phase::InVirtualMachine,
    }
}
