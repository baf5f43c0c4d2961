//! A run in slices: the scenario's own policy with its full log, then the figures of every policy.

use asrpt_core::bound;
use asrpt_core::engine::{Engine, RunError};
use asrpt_core::instance::Instance;
use asrpt_core::log::{FullLog, NoLog};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::{self, POLICIES};
use asrpt_core::scenario::{Problem, Scenario};

use super::wire::{self, Parts};
use crate::simulation::{beyond_time, unknown_policy};

/// A run on its way. The instance lives as long as the worker, which is let go when it has grown large.
pub struct Job {
    instance: &'static Instance,
    stage: Stage,
    parts: Parts,
    bound_us: u128,
    done: usize,
}

enum Stage {
    Own(Box<Engine<'static, FullLog>>),
    Compared(usize, Box<Engine<'static, NoLog>>),
    Over(Result<(), Vec<Problem>>),
}

impl Job {
    /// Reads and prepares a scenario.
    pub fn new(text: &str) -> Result<Self, Vec<Problem>> {
        let instance = Instance::prepare(Scenario::from_json(text)?)?;
        let policy = policy::find(&instance.scenario.policy.kind)
            .ok_or_else(|| vec![unknown_policy(&instance.scenario.policy.kind)])?;
        let instance: &'static Instance = Box::leak(Box::new(instance));
        let sink = FullLog::new(&instance.cluster, instance.jobs.len());
        let predicted = instance.jobs.iter().map(|job| job.predicted_iterations).collect();
        Ok(Self {
            instance,
            stage: Stage::Own(Box::new(Engine::new(instance, policy, sink))),
            parts: Parts { predicted, ..Parts::default() },
            bound_us: bound::total_jct_us(instance),
            done: 0,
        })
    }

    /// Does so many instants; the share that is done, 1 when all is.
    pub fn advance(&mut self, budget: usize) -> f64 {
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

    fn own_is_over(&mut self, engine: Engine<'static, FullLog>) -> Stage {
        let finished = engine.finish();
        self.parts.outcomes = finished.outcomes;
        self.parts.entries = finished.sink.entries;
        self.parts.segments = finished.sink.segments;
        self.next(0)
    }

    fn compared(&mut self, at: usize, engine: Result<Engine<'static, NoLog>, RunError>) -> Stage {
        let metrics =
            engine.ok().map(|engine| Metrics::new(self.instance, &engine.finish().outcomes, self.bound_us));
        self.parts.comparison.push(metrics);
        self.next(at + 1)
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
        ((runs as f64 + self.done as f64 / jobs) / (POLICIES.len() + 1) as f64).min(0.999)
    }

    /// The result of a run that is over.
    pub fn finish(self) -> Vec<u8> {
        match self.stage {
            Stage::Over(Err(problems)) => wire::written(&Err(problems)),
            _ => wire::written(&Ok(self.parts)),
        }
    }
}

#[cfg(test)]
mod tests {
    use asrpt_core::run::Run;

    use super::*;
    use crate::examples::EXAMPLES;
    use crate::simulation::Simulation;
    use crate::testing::run_of;

    fn done(text: &str, budget: usize) -> Vec<u8> {
        let mut job = Job::new(text).unwrap();
        let mut before = 0.0;
        loop {
            let share = job.advance(budget);
            assert!(share >= before, "{share} after {before}");
            if share >= 1.0 {
                return job.finish();
            }
            before = share;
        }
    }

    fn same(a: &Run, b: &Run) {
        assert_eq!(a.outcomes, b.outcomes);
        assert_eq!(a.log, b.log);
        assert_eq!(a.segments, b.segments);
        assert_eq!(a.metrics, b.metrics);
    }

    #[test]
    fn a_run_that_crossed_is_the_same_run() {
        for example in EXAMPLES {
            for policy in POLICIES {
                let mut scenario = example.scenario();
                scenario.policy.kind = policy.kind().to_owned();
                let parts = wire::read(&done(&scenario.to_json(), 17)).unwrap().unwrap();
                let there = Simulation::of_parts(scenario.clone(), parts).unwrap();
                let here = run_of(example.slug, policy.kind());
                same(&there.run, &here);
                let figures =
                    |s: &Simulation| s.comparison.iter().map(|c| c.metrics.clone()).collect::<Vec<_>>();
                assert_eq!(figures(&there), figures(&Simulation::of_run(here)));
                assert_eq!(there.run.instance.scenario, scenario);
            }
        }
    }

    #[test]
    fn problems_cross_too() {
        let problems = Job::new("{").err().unwrap();
        let bytes = wire::written(&Err(problems.clone()));
        assert_eq!(wire::read(&bytes), Some(Err(problems)));
    }

    #[test]
    fn broken_bytes_are_seen() {
        let bytes = done(EXAMPLES[1].json, 1_000);
        for cut in 0..bytes.len() {
            assert!(wire::read(&bytes[..cut]).is_none(), "{cut}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            // Another result or none, but no panic and no flood of memory.
            let _ = wire::read(&changed);
        }
        let text = EXAMPLES[1].json;
        assert!(bytes.len() < text.len() * 4, "{} bytes", bytes.len());
    }
}
