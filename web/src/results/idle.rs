//! Why GPUs are idle while jobs wait, read from the log; and how many jobs wait, over time.
//!
//! It is decided once an instant is over, from what the pass has left behind. A policy that stops at the first job
//! that doesn't fit is judged by the front of its queue alone: nobody behind it was asked.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use asrpt_core::ids::JobIndex;
use asrpt_core::log::Event;
use asrpt_core::policy::{Eligible, Misfit};
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::worker::Turns;

/// Why GPUs are idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A job that would fit waits for a better place.
    ByChoice,
    /// The next job needs more GPUs than are free.
    TooBig,
    /// A job that would fit isn't through the virtual machine yet.
    HeldBack,
}

/// A stretch of time with idle GPUs and one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    pub from_us: TimeUs,
    pub to_us: TimeUs,
    pub why: Why,
}

/// How many jobs wait from a moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub from_us: TimeUs,
    /// In the queue of the real cluster.
    pub ready: u32,
    /// Not through the virtual machine yet.
    pub held_back: u32,
}

/// Both, over a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    pub idle: Vec<Idle>,
    pub waiting: Vec<Waiting>,
}

/// Reads a run's log once.
pub fn story(run: &Run) -> Story {
    let mut sweep = Sweep::new(run);
    let mut at = 0;
    while sweep.moment(&mut at) {}
    sweep.story
}

/// The same in slices; `None` once nobody wants it any more.
pub async fn story_in_turns(run: &Run, turns: &mut Turns) -> Option<Story> {
    let mut sweep = Sweep::new(run);
    let mut at = 0;
    while sweep.moment(&mut at) {
        turns.small().await?;
    }
    Some(sweep.story)
}

struct Sweep<'a> {
    run: &'a Run,
    free: u32,
    /// Ranks of the jobs in the queue.
    queue: BTreeSet<u32>,
    /// Jobs that wait by choice.
    choosing: BTreeSet<JobIndex>,
    ends_of_choice: BinaryHeap<Reverse<(TimeUs, JobIndex)>>,
    /// GPUs needed by jobs that aren't through the virtual machine, counted.
    held_back: BTreeMap<u32, u32>,
    held_back_jobs: u32,
    story: Story,
}

impl<'a> Sweep<'a> {
    fn new(run: &'a Run) -> Self {
        Self {
            run,
            free: run.instance.cluster.total_gpus,
            queue: BTreeSet::new(),
            choosing: BTreeSet::new(),
            ends_of_choice: BinaryHeap::new(),
            held_back: BTreeMap::new(),
            held_back_jobs: 0,
            story: Story::default(),
        }
    }

    /// Everything of the next moment; false if there is none.
    fn moment(&mut self, at: &mut usize) -> bool {
        let Some(now_us) = self.next_moment(*at) else { return false };
        while let Some(entry) = self.run.log.get(*at).filter(|entry| entry.time_us == now_us) {
            self.apply(&entry.event);
            *at += 1;
        }
        self.look(now_us);
        true
    }

    /// The next entry's time, or an end of waiting by choice before it.
    fn next_moment(&self, at: usize) -> Option<TimeUs> {
        let entry = self.run.log.get(at)?.time_us;
        let end = self.ends_of_choice.peek().map_or(entry, |Reverse((until_us, _))| *until_us);
        Some(entry.min(end))
    }

    fn gpus(&self, job: JobIndex) -> u32 {
        self.run.instance.job(job).gpus
    }

    fn apply(&mut self, event: &Event) {
        let job = event.job();
        let held = self.run.policy.eligible() == Eligible::OnVirtualCompletion;
        match event {
            Event::Arrival { .. } if held => {
                *self.held_back.entry(self.gpus(job)).or_default() += 1;
                self.held_back_jobs += 1;
            }
            Event::VirtualCompletion { .. } if held => {
                let gpus = self.gpus(job);
                self.held_back_jobs -= 1;
                if let Some(count) = self.held_back.get_mut(&gpus) {
                    *count -= 1;
                    if *count == 0 {
                        self.held_back.remove(&gpus);
                    }
                }
                self.queue.insert(self.run.rank_of(job));
            }
            Event::Arrival { .. } => {
                self.queue.insert(self.run.rank_of(job));
            }
            Event::Wait { until_us, .. } => {
                self.choosing.insert(job);
                self.ends_of_choice.push(Reverse((*until_us, job)));
            }
            Event::Start(_) => {
                self.queue.remove(&self.run.rank_of(job));
                self.choosing.remove(&job);
                self.free -= self.gpus(job);
            }
            Event::Completion { .. } => self.free += self.gpus(job),
            Event::VirtualCompletion { .. }
            | Event::Preempt { .. }
            | Event::Block { .. }
            | Event::Refit { .. } => {}
        }
    }

    /// What holds from now on.
    fn look(&mut self, now_us: TimeUs) {
        while let Some(&Reverse((until_us, job))) = self.ends_of_choice.peek() {
            if until_us > now_us {
                break;
            }
            self.ends_of_choice.pop();
            self.choosing.remove(&job);
        }
        let why = self.why();
        let story = &mut self.story;
        if let Some(last) = story.idle.last_mut().filter(|idle| idle.to_us == TimeUs::MAX) {
            last.to_us = now_us;
        }
        if story.idle.last().is_some_and(|idle| idle.from_us == now_us) {
            story.idle.pop();
        }
        if let Some(why) = why {
            match story.idle.last_mut().filter(|last| last.to_us == now_us && last.why == why) {
                Some(last) => last.to_us = TimeUs::MAX,
                None => story.idle.push(Idle { from_us: now_us, to_us: TimeUs::MAX, why }),
            }
        }
        let waiting =
            Waiting { from_us: now_us, ready: self.queue.len() as u32, held_back: self.held_back_jobs };
        match story.waiting.last_mut() {
            Some(last) if last.from_us == now_us => *last = waiting,
            Some(last) if (last.ready, last.held_back) == (waiting.ready, waiting.held_back) => {}
            _ => story.waiting.push(waiting),
        }
    }

    fn why(&self) -> Option<Why> {
        if self.free == 0 {
            return None;
        }
        let chooses = |job: JobIndex| self.choosing.contains(&job) && self.gpus(job) <= self.free;
        let Some(&front) = self.queue.first() else {
            let least = self.held_back.first_key_value().map(|(&gpus, _)| gpus);
            return least.is_some_and(|gpus| gpus <= self.free).then_some(Why::HeldBack);
        };
        let by_choice = match self.run.policy.misfit() {
            Misfit::StopsThePass => chooses(self.run.rank_to_job(front)),
            Misfit::IsPassedOver => self.choosing.iter().any(|&job| chooses(job)),
        };
        Some(if by_choice { Why::ByChoice } else { Why::TooBig })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    fn of(example: &str, kind: &str) -> Story {
        story(&run_of(example, kind))
    }

    #[test]
    fn a_delay_that_runs_out_is_time_idle_by_choice() {
        let run = run_of("delay-runs-out", "a-srpt");
        let heavy = run.instance.find_job("heavy").unwrap();
        let (since_us, until_us) = run.outcome(heavy).wait_us.unwrap();
        let by_choice: Vec<Idle> =
            story(&run).idle.into_iter().filter(|idle| idle.why == Why::ByChoice).collect();
        assert_eq!(by_choice.first().unwrap().from_us, since_us);
        assert!(by_choice.iter().all(|idle| idle.to_us <= until_us));
    }

    #[test]
    fn stretches_follow_one_another_and_end() {
        for kind in ["a-srpt", "a-srpt-eager", "fifo", "wcs-duration"] {
            let run = run_of("fifty-jobs", kind);
            let story = story(&run);
            for pair in story.idle.windows(2) {
                assert!(
                    pair[0].from_us < pair[0].to_us && pair[0].to_us <= pair[1].from_us,
                    "{kind} {pair:?}"
                );
            }
            assert!(story.idle.iter().all(|idle| idle.to_us <= run.end_us()), "{kind}");
            let last = story.waiting.last().unwrap();
            assert_eq!((last.ready, last.held_back), (0, 0), "{kind}");
        }
    }

    #[test]
    fn only_a_srpt_holds_jobs_back_and_only_it_and_eager_choose() {
        let whys = |kind| -> BTreeSet<String> {
            of("fifty-jobs", kind).idle.iter().map(|idle| format!("{:?}", idle.why)).collect()
        };
        assert!(whys("a-srpt").contains("HeldBack"));
        assert!(whys("fifo").iter().all(|why| why == "TooBig"));
        assert!(!whys("a-srpt-eager").contains("HeldBack"));
        assert!(of("fifty-jobs", "fifo").waiting.iter().all(|waiting| waiting.held_back == 0));
    }

    #[test]
    fn the_first_job_of_a_srpt_is_held_back_while_all_gpus_are_free() {
        let story = of("preemption", "a-srpt");
        let first = story.idle[0];
        assert_eq!((first.from_us, first.why), (0, Why::HeldBack));
        assert_eq!(story.waiting[0], Waiting { from_us: 0, ready: 0, held_back: 1 });
    }
}
