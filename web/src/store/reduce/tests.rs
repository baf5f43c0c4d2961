//! What actions do to the state.

use super::*;
use crate::examples::EXAMPLES;
use crate::testing::simulation_of;

fn opened(example: &str) -> State {
    let scenario = EXAMPLES.iter().find(|e| e.slug == example).unwrap().scenario();
    let mut state = State::new(scenario);
    end_run(&mut state, example, "a-srpt");
    state
}

fn end_run(state: &mut State, example: &str, kind: &str) {
    let result = Ok(Shared::new(simulation_of(example, kind)));
    state.apply(Action::RunEnded { asked: state.asked, result });
}

#[test]
fn plays_from_the_first_step_to_the_last() {
    let mut state = opened("preemption");
    assert!(state.view.playing);
    assert_eq!(state.step(), 1);
    for _ in 0..40 {
        state.apply(Action::PlayOn);
    }
    assert_eq!(state.step(), 18);
    assert!(!state.view.playing);
    state.apply(Action::TogglePlay);
    assert_eq!((state.step(), state.view.playing), (1, true));
}

#[test]
fn stepping_by_hand_pauses_and_stays_within_the_run() {
    let mut state = opened("preemption");
    state.apply(Action::Step { forward: true });
    assert_eq!((state.step(), state.view.playing, state.view.motion), (2, false, Motion::Forward));
    state.apply(Action::Step { forward: false });
    state.apply(Action::Step { forward: false });
    assert_eq!((state.step(), state.view.motion), (1, Motion::Slide));
    state.apply(Action::GoToEnd { last: true });
    assert_eq!((state.step(), state.view.motion), (18, Motion::Cut));
}

#[test]
fn the_cursor_follows_a_longer_run_beside_this_one() {
    let mut state = opened("preemption");
    let end_us = state.shown().unwrap().0.run.end_us();
    let time_us = |state: &State| state.shown().unwrap().1.time_us;
    state.apply(Action::Results(Change::Until(end_us + 7_000)));
    state.apply(Action::Seek(end_us + 5_000));
    assert_eq!((state.step(), time_us(&state)), (18, end_us + 5_000));
    state.apply(Action::Step { forward: true });
    assert_eq!(time_us(&state), end_us + 7_000);
    state.apply(Action::GoToEnd { last: true });
    assert_eq!((state.step(), time_us(&state)), (18, end_us), "and back to its own last step");
    state.apply(Action::GoToEnd { last: true });
    assert_eq!(time_us(&state), end_us + 7_000);
    state.apply(Action::Results(Change::Until(0)));
    assert_eq!(time_us(&state), end_us, "the longer run is gone");
    state.apply(Action::Seek(u64::MAX));
    assert_eq!(time_us(&state), end_us);
}

#[test]
fn another_policy_keeps_the_moment() {
    let mut state = opened("delay-runs-out");
    state.apply(Action::GoToStep(13));
    state.apply(Action::SetPolicy("fifo"));
    assert_eq!(state.scenario.policy.kind, "fifo");
    let before = state.asked;
    end_run(&mut state, "delay-runs-out", "fifo");
    assert_eq!(state.asked, before);
    let (simulation, moment) = state.shown().unwrap();
    assert_eq!(moment.time_us, 205_825_000);
    assert_eq!(simulation.run.policy.kind(), "fifo");
}

#[test]
fn a_stale_result_is_dropped() {
    let mut state = opened("preemption");
    let stale = state.asked;
    state.apply(Action::SetPolicy("fifo"));
    state.apply(Action::RunEnded { asked: stale, result: Err(Shared::new(Vec::new())) });
    assert!(state.shown().is_some());
}

#[test]
fn the_steps_of_one_job() {
    let mut state = opened("delay-runs-out");
    state.apply(Action::GoToStep(7));
    state.apply(Action::StepOfJob { forward: true });
    assert_eq!(state.step(), 9);
    state.apply(Action::StepOfJob { forward: true });
    assert_eq!(state.step(), 13);
    state.apply(Action::Escape);
    assert_eq!(state.view.selected, None);
}

#[test]
fn the_window_follows_the_cursor() {
    let mut state = opened("delay-runs-out");
    state.apply(Action::Zoom { at_us: None, factor: 0.25 });
    let window = state.view.window.unwrap();
    state.apply(Action::GoToEnd { last: true });
    let moved = state.view.window.unwrap();
    assert_ne!(moved, window);
    assert!(moved.holds(363_798_500));
    state.apply(Action::ShowAll);
    assert_eq!(state.view.window, None);
}

#[test]
fn a_job_that_is_found_is_selected_and_seen() {
    let mut state = opened("delay-runs-out");
    state.apply(Action::Zoom { at_us: None, factor: 0.1 });
    let later = state.shown().unwrap().0.run.instance.find_job("later").unwrap();
    let start_us = state.shown().unwrap().0.run.outcome(later).start_us;
    assert!(!state.view.window.unwrap().holds(start_us));
    state.apply(Action::ToggleFind);
    state.apply(Action::Find(later));
    assert_eq!((state.view.selected, state.view.find_open), (Some(later), false));
    assert!(state.view.window.unwrap().holds(start_us));
}

#[test]
fn a_job_of_the_model_takes_the_place_of_its_stage() {
    let mut state = opened("flush-dag");
    state.apply(Action::ShowProblem("models.dag.stages[1].forward_ms".into()));
    assert_eq!((state.view.tab, state.view.drawn.stages.len()), (Tab::Models, 1));
    let job = state.scenario.jobs[2].id.clone();
    state.apply(Action::FindById(job.as_str().into()));
    assert_eq!((state.view.selected, state.view.drawn.stages.len()), (Some(JobIndex(2)), 0));
    state.apply(Action::FindById("gone".into()));
    assert_eq!(state.view.selected, Some(JobIndex(2)));
}

#[test]
fn the_focus_goes_round_the_jobs() {
    let mut state = opened("preemption");
    state.apply(Action::FocusNext { forward: false });
    assert_eq!(state.view.focused, Some(JobIndex(3)));
    state.apply(Action::FocusNext { forward: true });
    assert_eq!(state.view.focused, Some(JobIndex(0)));
    state.apply(Action::SelectFocused);
    assert_eq!(state.view.selected, Some(JobIndex(0)));
}

fn broken(scenario: &Scenario) -> Shared<Scenario> {
    Shared::new(Scenario { servers: Vec::new(), name: Some("Broken".to_owned()), ..scenario.clone() })
}

#[test]
fn what_cannot_be_run_does_not_take_the_place_of_the_work() {
    let mut state = opened("preemption");
    state.apply(Action::GoToStep(5));
    let (scenario, undoes) = (state.scenario.clone(), state.history.undoes().map(str::to_owned));
    state.apply(Action::Open(broken(&scenario)));
    let problem =
        Problem { path: "cluster.servers".to_owned(), message: "m".to_owned(), hint: String::new() };
    let failed = Err(Shared::new(vec![problem]));
    state.apply(Action::RunEnded { asked: state.asked, result: failed.clone() });
    assert!(state.scenario == scenario && state.original == scenario && state.problems.is_none());
    assert_eq!((state.step(), state.history.undoes().map(str::to_owned)), (5, undoes));
    let refused = state.refused.clone().unwrap();
    assert_eq!((refused.name.as_str(), refused.problems.len()), ("Broken", 1));
    let rest = refused.rest.clone().unwrap();
    state.apply(Action::OpenAnyway(refused));
    state.apply(Action::RunEnded { asked: state.asked, result: failed });
    assert!(state.scenario == rest);
    assert!(state.refused.as_ref().is_some_and(|refused| refused.seen && refused.problems.len() == 1));
    assert!(matches!(&state.run, RunState::Failed(problems) if problems.len() == 1));
    state.apply(Action::Undo);
    assert!(state.scenario == scenario);
}

#[test]
fn once_it_ran_it_is_the_work() {
    let mut state = opened("preemption");
    state.apply(Action::Open(Shared::new(EXAMPLES[1].scenario())));
    end_run(&mut state, EXAMPLES[1].slug, "a-srpt");
    assert!(state.before.is_none());
    state.apply(Action::RunEnded { asked: state.asked, result: Err(Shared::new(Vec::new())) });
    assert!(state.refused.is_none() && state.shown().is_some());
}

#[test]
fn a_refused_file_leaves_the_work_at_hand() {
    let mut state = opened("preemption");
    let refused = super::super::Refused {
        name: "x.json".to_owned(),
        problems: Vec::new(),
        link: None,
        rest: None,
        seen: false,
    };
    state.apply(Action::Refuse(Shared::new(refused)));
    assert!(state.refused.is_some() && state.shown().is_some());
    state.apply(Action::KeepMyWork);
    assert!(state.refused.is_none());
}
