//! One moment of a run: the state after a step, and a time at or after it (scrubbing stops between steps, too).

use asrpt_core::ids::{JobIndex, StageIndex};
use asrpt_core::log::Entry;
use asrpt_core::replay::State;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::landmarks::step_at;

/// A moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    pub state: State,
    pub time_us: TimeUs,
}

impl Moment {
    /// After the first step, or the start of an empty run.
    pub fn first(run: &Run) -> Self {
        let mut moment = Self { state: State::start(run), time_us: 0 };
        moment.go_to_step(run, 1);
        moment
    }

    /// After a step, counted from 1, held within the run.
    pub fn go_to_step(&mut self, run: &Run, step: usize) {
        let step = step.clamp(1.min(run.log.len()), run.log.len());
        self.state.seek(run, step);
        self.time_us = self.state.time_us;
    }

    /// At a time, held within the run.
    pub fn go_to_time(&mut self, run: &Run, time_us: TimeUs) {
        self.go_to_time_until(run, time_us, 0);
    }

    /// At a time up to `until_us`, which may be after this run's end: that of a longer one beside it.
    pub fn go_to_time_until(&mut self, run: &Run, time_us: TimeUs, until_us: TimeUs) {
        let first_us = run.log.first().map_or(0, |entry| entry.time_us);
        let time_us = time_us.clamp(first_us, run.end_us().max(first_us).max(until_us));
        self.go_to_step(run, step_at(run, time_us));
        self.time_us = time_us;
    }

    /// The step, counted from 1; 0 in an empty run.
    pub fn step(&self) -> usize {
        self.state.step
    }

    /// The decision of this step.
    pub fn entry<'a>(&self, run: &'a Run) -> Option<&'a Entry> {
        run.log.get(self.state.step.checked_sub(1)?)
    }

    /// The virtual queue as it stands: who has the machine first, then least work first. Between an arrival and the
    /// preemption that it causes the old order still holds, so that the change can be seen.
    pub fn virtual_queue(&self, run: &Run) -> Vec<(JobIndex, TimeUs)> {
        let inside = |(at, job): (usize, &asrpt_core::replay::JobState)| {
            job.in_virtual_machine.then(|| JobIndex::from_at(at))
        };
        let left = |job| run.virtual_remaining_us(job, self.time_us).unwrap_or(0);
        let mut queue: Vec<_> =
            self.state.jobs.iter().enumerate().filter_map(inside).map(|job| (job, left(job))).collect();
        queue.sort_by_key(|&(job, left_us)| {
            (self.state.virtual_running != Some(job), left_us, run.instance.job(job).arrival_us, job)
        });
        queue
    }

    /// Free GPUs by server.
    pub fn free_by_server(&self) -> Vec<u32> {
        let free = |gpus: &Vec<Option<JobIndex>>| gpus.iter().filter(|gpu| gpu.is_none()).count() as u32;
        self.state.gpus.iter().map(free).collect()
    }

    /// The stage that runs on a GPU.
    pub fn stage_on(&self, run: &Run, server: usize, gpu: usize) -> Option<(JobIndex, StageIndex)> {
        let job = self.state.gpus[server][gpu]?;
        let slot =
            run.start_of(job).gpus.iter().find(|s| s.server.at() == server && s.gpu as usize == gpu)?;
        Some((job, slot.stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn the_old_order_holds_until_the_preemption() {
        let run = run_of("preemption", "a-srpt");
        let mut moment = Moment::first(&run);
        let order = |moment: &Moment| -> Vec<_> {
            moment.virtual_queue(&run).into_iter().map(|(job, us)| (run.instance.job_id(job), us)).collect()
        };
        moment.go_to_step(&run, 2);
        assert_eq!(moment.entry(&run).unwrap().event.kind(), "arrival");
        assert_eq!(order(&moment), [("long", 97_000_000), ("short", 5_000_000)]);
        moment.go_to_step(&run, 3);
        assert_eq!(moment.entry(&run).unwrap().event.kind(), "preempt");
        assert_eq!(order(&moment), [("short", 5_000_000), ("long", 97_000_000)]);
        assert_eq!(moment.free_by_server(), [2]);
    }

    #[test]
    fn times_between_steps_are_moments_too() {
        let run = run_of("delay-runs-out", "a-srpt");
        let mut moment = Moment::first(&run);
        moment.go_to_time(&run, 210_000_000);
        assert_eq!((moment.step(), moment.time_us), (14, 210_000_000));
        assert_eq!(moment.entry(&run).unwrap().event.kind(), "wait");
        moment.go_to_time(&run, u64::MAX);
        assert_eq!((moment.step(), moment.time_us), (23, 363_798_500));
        moment.go_to_time_until(&run, u64::MAX, 400_000_000);
        assert_eq!((moment.step(), moment.time_us), (23, 400_000_000));
        moment.go_to_time_until(&run, u64::MAX, 1);
        assert_eq!((moment.step(), moment.time_us), (23, 363_798_500));
        moment.go_to_step(&run, 0);
        assert_eq!((moment.step(), moment.time_us), (1, 0));
    }
}
