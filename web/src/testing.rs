//! Runs of the shipped examples, for the tests of pure code.

use std::sync::Arc;

use asrpt_core::instance::Instance;
use asrpt_core::policy;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;

use crate::examples;
use crate::lanes::layout::{Chosen, Layout, Wanted};
use crate::simulation::Simulation;

/// The run of an example under a policy.
pub fn run_of(example: &str, kind: &str) -> Run {
    let json = examples::EXAMPLES.iter().find(|e| e.slug == example).expect("an example of that name").json;
    run_of_scenario(Scenario::from_json(json).expect("examples are valid"), kind)
}

/// The run of a scenario under a policy.
pub fn run_of_scenario(scenario: Scenario, kind: &str) -> Run {
    let instance = Arc::new(Instance::prepare(scenario).expect("examples can be run"));
    Run::simulate(instance, policy::find(kind).expect("a policy")).expect("examples end")
}

/// The same with all that goes with it.
pub fn simulation_of(example: &str, kind: &str) -> Simulation {
    Simulation::of_run(run_of(example, kind))
}

/// A desk-sized layout for a run.
pub fn layout_for(run: &Run) -> Layout {
    Layout::fit(840.0, 560.0, false, &Wanted::of(run, Chosen::default()))
}

/// How every policy does on a run's scenario.
pub fn courses_of(run: &Run) -> crate::results::courses::Courses {
    let again = run_of_scenario(run.instance.scenario.clone(), run.policy.kind());
    (**Simulation::of_run(again).courses()).clone()
}
