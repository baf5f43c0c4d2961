//! What changes the scenario by hand, and back.

use std::rc::Rc;

use asrpt_core::policy;
use asrpt_core::scenario::Scenario;

use super::history::Document;
use super::{Change, Gesture, RunState, State, Toast, opening};
use crate::shared::Shared;

impl State {
    pub(super) fn edit(&mut self, scenario: Shared<Scenario>, gesture: &Gesture) {
        if *scenario == *self.scenario {
            return;
        }
        let before = self.document();
        self.change_history(|history| history.note(gesture, &before, &scenario));
        self.toast = gesture.sentence().map(|sentence| self.next_toast(sentence.clone()));
        self.before = None;
        self.scenario = scenario;
        self.asked += 1;
    }

    pub(super) fn change(&mut self, change: &Change, gesture: &Gesture) {
        let mut scenario = (*self.scenario).clone();
        change.apply(&mut scenario);
        self.edit(Shared::new(scenario), gesture);
    }

    /// Opening is a step, too: the work at hand can be had back.
    pub(super) fn note_opening(&mut self, opened: &Scenario) {
        let before = self.document();
        let name = opened.name.as_deref().unwrap_or("a scenario");
        let gesture = Gesture::once(format!("open {name}"));
        self.change_history(|history| history.note(&gesture, &before, opened));
        self.toast.take_if(|toast| toast.undo);
    }

    pub(super) fn end_gesture(&mut self) {
        self.change_history(super::History::close);
    }

    pub(super) fn undo(&mut self) {
        let now = self.document();
        let mut back = None;
        self.change_history(|history| back = history.undo(&now));
        self.go_to(back);
    }

    pub(super) fn redo(&mut self) {
        let now = self.document();
        let mut on = None;
        self.change_history(|history| on = history.redo(&now));
        self.go_to(on);
    }

    /// As any other edit, so that it can be undone.
    pub(super) fn reset(&mut self) {
        let gesture = Gesture::once("reset to the original").told("Reset to the original");
        self.edit(self.original.clone(), &gesture);
    }

    pub(super) fn close_toast(&mut self, number: u64) {
        self.toast.take_if(|toast| toast.number == number);
    }

    pub(super) fn set_policy(&mut self, kind: &'static str) {
        if self.scenario.policy.kind == kind {
            return;
        }
        let mut scenario = (*self.scenario).clone();
        scenario.policy.kind = kind.to_owned();
        let label = policy::find(kind).map_or(kind, policy::Policy::label);
        self.edit(Shared::new(scenario), &Gesture::once(format!("policy {label}")));
    }

    fn document(&self) -> Document {
        Document { scenario: self.scenario.clone(), original: self.original.clone() }
    }

    fn go_to(&mut self, document: Option<Document>) {
        let Some(Document { scenario, original }) = document else { return };
        self.toast = None;
        self.before = None;
        if original != self.original {
            // Another scenario: nothing of the old run says anything about it.
            self.run = RunState::Idle;
            self.view.window = opening::window(&scenario);
            self.view.selected = None;
            self.view.focused = None;
        }
        self.scenario = scenario;
        self.original = original;
        self.asked += 1;
    }

    fn next_toast(&self, sentence: Rc<str>) -> Toast {
        Toast { sentence, number: self.asked, undo: true }
    }

    /// A sentence about what can't be undone, or needn't be.
    pub(super) fn tell(&mut self, sentence: Rc<str>) {
        self.toast = Some(Toast { undo: false, ..self.next_toast(sentence) });
    }

    fn change_history(&mut self, change: impl FnOnce(&mut super::History)) {
        let mut history = (*self.history).clone();
        change(&mut history);
        self.history = Shared::new(history);
    }
}

#[cfg(test)]
mod tests {
    use asrpt_core::scenario::{JobSpec, Problem};

    use super::*;
    use crate::examples::EXAMPLES;
    use crate::store::Action;
    use crate::testing::simulation_of;

    fn opened() -> State {
        let mut state = State::new(EXAMPLES[1].scenario());
        let result = Ok(Shared::new(simulation_of(EXAMPLES[1].slug, "a-srpt")));
        state.apply(Action::RunEnded { asked: state.asked, result });
        state
    }

    fn edit(state: &mut State, gesture: Gesture, change: impl FnOnce(&mut Scenario)) {
        let mut scenario = (*state.scenario).clone();
        change(&mut scenario);
        state.apply(Action::Edit { scenario: Shared::new(scenario), gesture });
    }

    /// Draws without a library: a linear congruence is random enough to mix actions.
    struct Draw(u64);

    impl Draw {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
    }

    fn some_action(state: &mut State, draw: &mut Draw) {
        let at = draw.below(state.scenario.jobs.len() as u64 + 1) as usize;
        match draw.below(16) {
            0 => edit(state, Gesture::once("add a job"), |scenario| {
                let (id, model) = (format!("n{}", draw.0), scenario.models[0].0.clone());
                let (predicted_iterations, user, group, name) = (None, None, None, None);
                scenario.jobs.push(JobSpec {
                    id,
                    model,
                    arrival_s: 0.1 + 0.2,
                    iterations: 7,
                    predicted_iterations,
                    user,
                    group,
                    name,
                });
            }),
            1 => edit(state, Gesture::once("delete").told("Deleted"), |scenario| {
                if at < scenario.jobs.len() {
                    scenario.jobs.remove(at);
                }
            }),
            2 | 3 => {
                edit(state, Gesture::running("iterations", format!("jobs[{at}].iterations")), |scenario| {
                    if let Some(job) = scenario.jobs.get_mut(at) {
                        job.iterations = draw.below(1000);
                    }
                })
            }
            4 => edit(state, Gesture::running("servers", "servers"), |scenario| {
                scenario.servers[0].gpus = draw.below(9) as u32;
                scenario.servers[0].nic_gb_per_s = f64::NAN.max(draw.below(100) as f64 / 7.0);
            }),
            5 => state.apply(Action::SetPolicy(["fifo", "a-srpt", "spjf"][draw.below(3) as usize])),
            6 => state.apply(Action::Reset),
            7 => state.apply(Action::EndGesture),
            8 => state.apply(Action::Open(some_scenario(draw))),
            9 => {
                let look = crate::share::address::Look::default();
                state.apply(Action::OpenLinked { scenario: some_scenario(draw), look });
            }
            10 => {
                let (name, rest) = ("x".to_owned(), Some(some_scenario(draw)));
                let refused =
                    crate::store::Refused { name, problems: Vec::new(), link: None, rest, seen: false };
                state.apply(Action::OpenAnyway(Shared::new(refused)));
            }
            11 => {
                let (scenario, original) = (some_scenario(draw), some_scenario(draw));
                state.apply(Action::Restore { scenario, original });
            }
            12 => {
                let change = crate::store::Change::new(|scenario| scenario.predictor.sigma += 0.25);
                state.apply(Action::Change { change, gesture: Gesture::running("σ", "predictor.sigma") });
            }
            // What was asked for ends well, can't be run, or is of an earlier request.
            13 => end_some_run(state, draw),
            14 => state.apply(Action::RunAgain),
            _ => state.apply(if draw.below(2) == 0 { Action::Undo } else { Action::Redo }),
        }
    }

    fn some_scenario(draw: &mut Draw) -> Shared<Scenario> {
        Shared::new(EXAMPLES[draw.below(6) as usize].scenario())
    }

    fn end_some_run(state: &mut State, draw: &mut Draw) {
        let asked = state.asked - draw.below(2);
        let problem =
            Problem { path: "jobs[0]".to_owned(), message: "can't be run".to_owned(), hint: String::new() };
        let result = match draw.below(3) {
            0 => Err(Shared::new(vec![problem])),
            _ => Ok(Shared::new(simulation_of(EXAMPLES[1].slug, "fifo"))),
        };
        state.apply(Action::RunEnded { asked, result });
    }

    #[test]
    fn any_actions_undone_give_the_start_byte_for_byte_and_redone_the_end() {
        for seed in 0..200 {
            let mut draw = Draw(seed);
            let mut state = opened();
            let start = state.scenario.to_json();
            for _ in 0..draw.below(60) {
                some_action(&mut state, &mut draw);
            }
            while state.history.redoes().is_some() {
                state.apply(Action::Redo);
            }
            let end = state.scenario.to_json();
            let mut steps = 0;
            while state.history.undoes().is_some() {
                state.apply(Action::Undo);
                steps += 1;
            }
            assert_eq!(state.scenario.to_json(), start, "seed {seed}");
            assert_eq!(state.original.to_json(), start, "seed {seed}");
            for _ in 0..steps {
                state.apply(Action::Redo);
            }
            assert_eq!(state.scenario.to_json(), end, "seed {seed}");
        }
    }

    #[test]
    fn an_edit_asks_for_a_run_and_an_empty_one_does_not() {
        let mut state = opened();
        let asked = state.asked;
        edit(&mut state, Gesture::once("nothing"), |_| {});
        assert_eq!((state.asked, state.history.undoes()), (asked, None));
        edit(&mut state, Gesture::once("delete short").told("Deleted short"), |scenario| {
            scenario.jobs.remove(1);
        });
        assert_eq!((state.asked, state.history.undoes()), (asked + 1, Some("delete short")));
        assert_eq!(state.toast.as_ref().map(|toast| &*toast.sentence), Some("Deleted short"));
        state.apply(Action::Undo);
        assert!(state.toast.is_none());
        assert_eq!(state.history.redoes(), Some("delete short"));
    }

    #[test]
    fn an_invalid_scenario_keeps_the_last_run_and_says_why() {
        let mut state = opened();
        edit(&mut state, Gesture::once("no servers"), |scenario| scenario.servers.clear());
        let problem =
            Problem { path: "cluster.servers".to_owned(), message: String::new(), hint: String::new() };
        state.apply(Action::RunEnded { asked: state.asked, result: Err(Shared::new(vec![problem])) });
        assert!(state.shown().is_some());
        assert_eq!(state.problems.as_ref().unwrap()[0].path, "cluster.servers");
        state.apply(Action::Undo);
        let result = Ok(Shared::new(simulation_of(EXAMPLES[1].slug, "a-srpt")));
        state.apply(Action::RunEnded { asked: state.asked, result });
        assert!(state.problems.is_none());
    }

    #[test]
    fn the_selection_follows_its_job() {
        let mut state = opened();
        let (simulation, _) = state.shown().unwrap();
        let short = simulation.run.instance.find_job("short").unwrap();
        state.apply(Action::Select(Some(short)));
        edit(&mut state, Gesture::once("delete"), |scenario| {
            scenario.jobs.remove(0);
        });
        let run = crate::testing::run_of_scenario((*state.scenario).clone(), "a-srpt");
        let result = Ok(Shared::new(crate::simulation::Simulation::of_run(run)));
        state.apply(Action::RunEnded { asked: state.asked, result });
        let (simulation, _) = state.shown().unwrap();
        assert_eq!(simulation.run.instance.job_id(state.view.selected.unwrap()), "short");
    }

    #[test]
    fn a_toast_goes_by_its_number() {
        let mut state = opened();
        edit(&mut state, Gesture::once("a").told("A"), |scenario| scenario.name = None);
        let number = state.toast.as_ref().unwrap().number;
        state.apply(Action::CloseToast(number + 1));
        assert!(state.toast.is_some());
        state.apply(Action::CloseToast(number));
        assert!(state.toast.is_none());
    }
}
