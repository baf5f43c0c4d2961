//! What holds for every scenario and every policy, tried on random ones.

#[path = "properties/dice.rs"]
mod dice;
#[path = "properties/overtaking.rs"]
mod overtaking;
#[path = "properties/random.rs"]
mod random;
#[path = "properties/replay.rs"]
mod replay;
#[path = "properties/resources.rs"]
mod resources;
#[path = "properties/stability.rs"]
mod stability;
#[path = "properties/telling.rs"]
mod telling;
#[path = "properties/virtual_machine.rs"]
mod virtual_machine;
#[path = "properties/waiting.rs"]
mod waiting;

use asrpt_core::instance::Instance;
use asrpt_core::log::{Entry, Event};
use asrpt_core::policy::POLICIES;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use std::sync::Arc;

fn instance(scenario: Scenario) -> Arc<Instance> {
    Arc::new(Instance::prepare(scenario).unwrap())
}

/// Every policy's run of the scenarios of these seeds. A run that passes the end of simulated time is left out: some
/// waits are meant to be that long.
fn runs(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Run> {
    seeds.flat_map(|seed| {
        let instance = instance(random::scenario(seed));
        POLICIES.iter().filter_map(move |&policy| Run::simulate(instance.clone(), policy).ok())
    })
}

/// The log cut where the time changes.
fn moments(run: &Run) -> impl Iterator<Item = &[Entry]> {
    run.log.chunk_by(|a, b| a.time_us == b.time_us)
}

fn what(run: &Run) -> String {
    format!("{} of\n{}", run.policy.kind(), run.instance.scenario.to_json())
}

/// Positions of the jobs in the queue of the real cluster, as the log tells it.
#[derive(Default)]
struct Waiting {
    queued: std::collections::BTreeSet<usize>,
}

impl Waiting {
    fn apply(&mut self, run: &Run, event: &Event) {
        let joins = match event {
            Event::Arrival { .. } => run.policy.kind() != "a-srpt",
            Event::VirtualCompletion { .. } => run.policy.kind() == "a-srpt",
            _ => false,
        };
        if joins {
            self.queued.insert(event.job().at());
        }
        if let Event::Start(start) = event {
            assert!(self.queued.remove(&start.job.at()), "starts from the queue: {}", what(run));
        }
    }
}
