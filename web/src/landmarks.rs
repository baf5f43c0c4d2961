//! At which step each job's life turns: looked up once per run, so that no lane searches the log.

use asrpt_core::ids::JobIndex;
use asrpt_core::log::Event;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

/// The steps of one job, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    pub arrival: usize,
    pub virtual_completion: Option<usize>,
    pub wait: Option<usize>,
    pub start: usize,
    pub completion: usize,
    /// Whether it takes the virtual machine from another job on arriving.
    pub preempts: bool,
}

/// The steps of every job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmarks {
    turns: Vec<Turns>,
}

impl Landmarks {
    /// Reads the log once.
    pub fn of(run: &Run) -> Self {
        let mut turns = vec![Turns::default(); run.instance.jobs.len()];
        for (step, entry) in (1..).zip(&run.log) {
            let mine = &mut turns[entry.event.job().at()];
            match &entry.event {
                Event::Arrival { .. } => mine.arrival = step,
                Event::VirtualCompletion { .. } => mine.virtual_completion = Some(step),
                Event::Wait { .. } => mine.wait = Some(step),
                Event::Start(_) => mine.start = step,
                Event::Completion { .. } => mine.completion = step,
                Event::Preempt { machine, .. } => {
                    if let Some(winner) = machine.after {
                        turns[winner.at()].preempts = true;
                    }
                }
                Event::Block { .. } | Event::Refit { .. } => {}
            }
        }
        Self { turns }
    }

    /// The steps of a job.
    pub fn of_job(&self, job: JobIndex) -> Turns {
        self.turns[job.at()]
    }
}

/// The last step at or before a moment, counted from 1; 0 before the first.
pub fn step_at(run: &Run, t: TimeUs) -> usize {
    run.log.partition_point(|entry| entry.time_us <= t)
}

/// The next step after (or before) `from` that is about `job`.
pub fn step_of_job(run: &Run, job: JobIndex, from: usize, forward: bool) -> Option<usize> {
    let about = |step: &usize| run.log[*step - 1].event.of_job() == Some(job);
    if forward { (from + 1..=run.log.len()).find(about) } else { (1..from).rev().find(about) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn finds_the_turns_of_a_job() {
        let run = run_of("preemption", "a-srpt");
        let landmarks = Landmarks::of(&run);
        let short = run.instance.find_job("short").unwrap();
        let turns = landmarks.of_job(short);
        assert!(turns.preempts);
        assert_eq!(run.log[turns.arrival - 1].event.kind(), "arrival");
        assert_eq!(run.log[turns.virtual_completion.unwrap() - 1].event.job(), short);
        assert!(turns.arrival < turns.start && turns.start < turns.completion);
        assert!(!landmarks.of_job(run.instance.find_job("long").unwrap()).preempts);
    }

    #[test]
    fn steps_by_time_and_by_job() {
        let run = run_of("delay-runs-out", "a-srpt");
        assert_eq!(run.log.len(), 23);
        assert_eq!(step_at(&run, 0), 2);
        assert_eq!(step_at(&run, 205_824_999), 12);
        assert_eq!(step_at(&run, u64::MAX), 23);
        let heavy = run.instance.find_job("heavy").unwrap();
        assert_eq!(step_of_job(&run, heavy, 1, true), Some(7));
        assert_eq!(step_of_job(&run, heavy, 9, true), Some(13));
        assert_eq!(step_of_job(&run, heavy, 9, false), Some(7));
        assert_eq!(step_of_job(&run, heavy, 7, false), None);
    }
}
