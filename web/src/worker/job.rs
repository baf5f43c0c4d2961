//! A run in slices: the scenario's own policy with its full log, then the figures of every policy.

use asrpt_core::bound;
use asrpt_core::engine::{Engine, Outcome, RunError};
use asrpt_core::instance::Instance;
use asrpt_core::log::{FullLog, NoLog};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::{self, POLICIES, Policy};
use asrpt_core::run::queue_order;
use asrpt_core::scenario::{Problem, Scenario};

use super::task::Task;
use super::wire::{self, Parts};
use crate::results::courses::Times;
use crate::simulation::{beyond_time, unknown_policy};

/// A run on its way. The instance lives as long as the worker, which is let go when it has grown large.
pub struct Job {
    instance: &'static Instance,
    stage: Stage,
    parts: Parts,
    bound_us: u128,
    /// Without the figures of other policies.
    alone: bool,
    done: usize,
}

enum Stage {
    Own(Box<Engine<'static, FullLog>>),
    Compared(usize, Box<Engine<'static, NoLog>>),
    Over(Result<(), Vec<Problem>>),
}

impl Job {
    /// Prepares a scenario; `alone` leaves out what other policies make of it.
    pub fn new(scenario: Scenario, alone: bool) -> Result<Self, Vec<Problem>> {
        let instance = Instance::prepare(scenario)?;
        let policy = policy::find(&instance.scenario.policy.kind)
            .ok_or_else(|| vec![unknown_policy(&instance.scenario.policy.kind)])?;
        let instance: &'static Instance = Box::leak(Box::new(instance));
        let sink = FullLog::new(&instance.cluster, instance.jobs.len());
        let predicted = instance.jobs.iter().map(|job| job.predicted_iterations).collect();
        Ok(Self {
            instance,
            stage: Stage::Own(Box::new(Engine::new(instance, policy, sink))),
            parts: Parts { predicted, by_arrival: instance.by_arrival.clone(), ..Parts::default() },
            bound_us: bound::total_jct_us(instance),
            alone,
            done: 0,
        })
    }

    fn own_is_over(&mut self, engine: Engine<'static, FullLog>) -> Stage {
        let finished = engine.finish();
        let kind = &self.instance.scenario.policy.kind;
        if let Some(policy) = policy::find(kind) {
            self.parts.order = queue_order(self.instance, policy, &finished.outcomes);
        }
        self.parts.entries = finished.sink.entries;
        self.parts.segments = finished.sink.segments;
        if self.alone {
            let figures = |policy: &&'static dyn Policy| {
                (policy.kind() == kind).then(|| self.figures(&finished.outcomes))
            };
            self.parts.policies = POLICIES.iter().map(figures).collect();
        }
        self.parts.outcomes = finished.outcomes;
        if self.alone { Stage::Over(Ok(())) } else { self.next(0) }
    }

    fn compared(&mut self, at: usize, engine: Result<Engine<'static, NoLog>, RunError>) -> Stage {
        let figures = engine.ok().map(|engine| self.figures(&engine.finish().outcomes));
        self.parts.policies.push(figures);
        self.next(at + 1)
    }

    fn figures(&self, outcomes: &[Outcome]) -> (Metrics, Times) {
        let metrics = Metrics::new(self.instance, outcomes, self.bound_us);
        (metrics, Times::of(&self.instance.jobs, outcomes))
    }

    fn next(&mut self, at: usize) -> Stage {
        self.done = 0;
        match POLICIES.get(at) {
            Some(&policy) => Stage::Compared(at, Box::new(Engine::new(self.instance, policy, NoLog))),
            None => Stage::Over(Ok(())),
        }
    }

    fn share(&self) -> f64 {
        let jobs = self.instance.jobs.len().max(1) as f64;
        let runs = match self.stage {
            Stage::Own(_) => 0,
            Stage::Compared(at, _) => at + 1,
            Stage::Over(_) => return 1.0,
        };
        // An engine may have more to do when the last job has ended: not yet all.
        let all = if self.alone { 1 } else { POLICIES.len() + 1 };
        ((runs as f64 + self.done as f64 / jobs) / all as f64).min(0.999)
    }
}

impl Task for Job {
    fn advance(&mut self, budget: usize) -> f64 {
        let stage = std::mem::replace(&mut self.stage, Stage::Over(Ok(())));
        self.stage = match stage {
            Stage::Own(mut engine) => match engine.advance(budget) {
                Ok(Some(progress)) => {
                    self.done = progress.done;
                    Stage::Own(engine)
                }
                Ok(None) => self.own_is_over(*engine),
                Err(error) => Stage::Over(Err(vec![beyond_time(self.instance, &error)])),
            },
            Stage::Compared(at, mut engine) => match engine.advance(budget) {
                Ok(Some(progress)) => {
                    self.done = progress.done;
                    Stage::Compared(at, engine)
                }
                Ok(None) => self.compared(at, Ok(*engine)),
                Err(error) => self.compared(at, Err(error)),
            },
            over @ Stage::Over(_) => over,
        };
        self.share()
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        match self.stage {
            Stage::Over(Err(problems)) => wire::written(&Err(problems)),
            _ => wire::written(&Ok(self.parts)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use asrpt_core::run::Run;

    use super::super::rebuild::rebuilt;
    use super::super::turns::{Turns, at_once};
    use super::*;
    use crate::examples::EXAMPLES;
    use crate::simulation::Simulation;
    use crate::testing::run_of_scenario;

    fn done(scenario: Scenario, budget: usize) -> Vec<u8> {
        done_of(Job::new(scenario, false).unwrap(), budget)
    }

    fn done_of(mut job: Job, budget: usize) -> Vec<u8> {
        let mut before = 0.0;
        loop {
            let share = job.advance(budget);
            assert!(share >= before, "{share} after {before}");
            if share >= 1.0 {
                return Box::new(job).finish();
            }
            before = share;
        }
    }

    fn read(scenario: &Scenario, bytes: &[u8]) -> Option<Result<Simulation, Vec<Problem>>> {
        at_once(rebuilt(scenario.clone(), bytes, &mut Turns::none(), |_| ()))
    }

    fn same(a: &Run, b: &Run) {
        assert_eq!(a.outcomes, b.outcomes);
        assert_eq!(a.log, b.log);
        assert_eq!(a.segments, b.segments);
        assert_eq!(a.metrics, b.metrics);
        assert_eq!(a.instance.by_arrival, b.instance.by_arrival);
        for rank in 0..a.outcomes.len() as u32 {
            assert_eq!(a.rank_to_job(rank), b.rank_to_job(rank));
        }
    }

    #[test]
    fn a_run_that_crossed_is_the_same_run() {
        // The last one learns while jobs complete.
        let learning = Scenario::from_json(include_str!("../../../tests/links/learning.json")).unwrap();
        for mut scenario in EXAMPLES.iter().map(|example| example.scenario()).chain([learning]) {
            for policy in POLICIES {
                scenario.policy.kind = policy.kind().to_owned();
                let there = read(&scenario, &done(scenario.clone(), 17)).unwrap().unwrap();
                let here = Simulation::of_run(run_of_scenario(scenario.clone(), policy.kind()));
                same(&there.run, &here.run);
                assert_eq!(there.run.refit_steps(), here.run.refit_steps());
                let predicted = |run: &Run| -> Vec<f64> {
                    run.instance.jobs.iter().map(|job| job.predicted_iterations).collect()
                };
                assert_eq!(predicted(&there.run), predicted(&here.run));
                assert_eq!(predicted_at_first(&there.run), predicted_at_first(&here.run));
                let figures =
                    |s: &Simulation| s.comparison().iter().map(|c| c.metrics.clone()).collect::<Vec<_>>();
                assert_eq!(figures(&there), figures(&here));
                assert_eq!(there.courses().all, here.courses().all);
                assert_eq!(there.landmarks, here.landmarks);
                assert_eq!(there.run.instance.scenario, scenario);
            }
        }
    }

    /// What other policies of the same scenario begin with.
    fn predicted_at_first(run: &Run) -> Vec<f64> {
        run.prepared.jobs.iter().map(|job| job.predicted_iterations).collect()
    }

    #[test]
    fn alone_it_is_the_same_run_without_the_others_figures() {
        for kind in ["a-srpt", "fifo"] {
            let mut scenario = EXAMPLES[1].scenario();
            scenario.policy.kind = kind.to_owned();
            let bytes = done_of(Job::new(scenario.clone(), true).unwrap(), 5);
            let there = read(&scenario, &bytes).unwrap().unwrap();
            let here = Simulation::of_run(run_of_scenario(scenario, kind));
            same(&there.run, &here.run);
            let told: Vec<&str> =
                there.comparison().iter().filter(|c| c.metrics.is_some()).map(|c| c.policy.kind()).collect();
            assert_eq!(told, [kind]);
        }
    }

    #[test]
    fn problems_cross_too() {
        let mut scenario = EXAMPLES[1].scenario();
        scenario.servers.clear();
        let problems = Job::new(scenario.clone(), false).err().unwrap();
        let bytes = wire::written(&Err(problems.clone()));
        assert_eq!(read(&scenario, &bytes).map(|result| result.err()), Some(Some(problems)));
    }

    #[test]
    fn work_that_nobody_wants_any_more_ends() {
        let scenario = EXAMPLES[1].scenario();
        let bytes = done(scenario.clone(), 1_000);
        let given_up = Rc::new(std::cell::Cell::new(true));
        let mut turns = Turns::none_given_up_by(given_up);
        assert!(at_once(rebuilt(scenario, &bytes, &mut turns, |_| ())).is_none());
    }

    #[test]
    fn broken_bytes_are_seen() {
        let scenario = EXAMPLES[1].scenario();
        let bytes = done(scenario.clone(), 1_000);
        for cut in 0..bytes.len() {
            assert!(read(&scenario, &bytes[..cut]).is_none(), "{cut}");
        }
        assert!(bytes.len() < EXAMPLES[1].json.len() * 6, "{} bytes", bytes.len());
    }
}
