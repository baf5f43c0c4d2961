//! What each action does.

use std::rc::Rc;

use asrpt_core::ids::JobIndex;
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::time::TimeUs;
use yew::Reducible;

use super::{Action, Motion, Pane, Refused, RunState, Running, State, Tab, opening};
use crate::landmarks::step_of_job;
use crate::moment::Moment;
use crate::results::Change;
use crate::share::address::Look;
use crate::shared::Shared;
use crate::simulation::Simulation;

/// A jump over more steps than this cuts.
const LONGEST_SLIDE: usize = 12;

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut state = (*self).clone();
        state.apply(action);
        Rc::new(state)
    }
}

impl State {
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Open(scenario) => self.open(scenario),
            Action::OpenLinked { scenario, look } => {
                self.open(scenario);
                self.look_at(look);
            }
            Action::Restore { scenario, original } => self.open_as(scenario, original),
            Action::OpenAnyway(refused) => self.open_anyway(&refused),
            Action::Opening(name) => self.opening = name,
            Action::Tell(sentence) => self.tell(sentence),
            Action::Refuse(refused) => {
                self.opening = None;
                self.refused = Some(refused);
            }
            Action::Ask(ask) => {
                self.opening = None;
                self.ask = ask;
            }
            Action::KeepMyWork => self.refused = None,
            Action::Edit { scenario, gesture } => self.edit(scenario, &gesture),
            Action::Change { change, gesture } => self.change(&change, &gesture),
            Action::EndGesture => self.end_gesture(),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Reset => self.reset(),
            Action::CloseToast(number) => self.close_toast(number),
            Action::SetPolicy(kind) => self.set_policy(kind),
            Action::RunEnded { asked, result } => self.run_ended(asked, result),
            Action::RunGoesOn { asked, share } if asked == self.asked => {
                self.running = Some(Running { asked, share });
            }
            Action::RunGoesOn { .. } => {}
            Action::RunAgain => {
                self.problems = None;
                self.asked += 1;
            }
            Action::GoToStep(step) => self.stop_at(step),
            Action::Step { forward: true } if self.is_at_last() => self.seek(self.view.results.until_us),
            Action::Step { forward } => {
                let step = self.step();
                self.stop_at(if forward { step + 1 } else { step.saturating_sub(1) });
            }
            Action::GoToEnd { last: true } if self.is_at_last() => self.seek(self.view.results.until_us),
            Action::GoToEnd { last } => self.stop_at(if last { usize::MAX } else { 1 }),
            Action::StepOfJob { forward } => self.step_of_job(forward),
            Action::Seek(time_us) => self.seek(time_us),
            Action::PlayOn => self.play_on(),
            Action::TogglePlay => self.toggle_play(),
            Action::SetSpeed(speed) => self.view.speed = speed,
            Action::ChangeSpeed { faster } => self.view.speed = self.view.speed.changed(faster),
            Action::Select(job) => self.select(job),
            Action::FocusNext { forward } => self.focus_next(forward),
            Action::SelectFocused => self.select(self.view.focused.or(self.view.selected)),
            Action::Zoom { at_us, factor } => self.zoom(at_us, factor),
            Action::Pan(share) => self.pan(share),
            Action::ShowWindow(window) => self.view.window = Some(window),
            Action::ChooseLanes(lanes) => self.view.lanes = lanes,
            Action::ShowAll => self.view.window = None,
            Action::NextFuture => self.view.future = self.view.future.next(),
            Action::NextPatterns => self.view.patterns = self.view.patterns.next(),
            Action::ToggleResults => self.view.results_open = !self.view.results_open,
            Action::Results(change) => self.change_results(change),
            Action::ShowResults(open) => self.view.results_open = open,
            Action::ToggleLeft => self.view.left_open = !self.view.left_open,
            Action::ShowPane(pane) => self.view.pane = pane,
            Action::ShowTab(tab) => self.show_tab(tab),
            Action::ToggleShare => self.view.share_open = !self.view.share_open,
            Action::Draw(focus) => self.view.drawn = focus,
            Action::ToggleHelp => self.view.help_open = !self.view.help_open,
            Action::ToggleFind => self.view.find_open = !self.view.find_open && self.shown().is_some(),
            Action::Find(job) => self.find(job),
            Action::FindById(id) => self.find_by_id(&id),
            Action::ShowProblem(path) => self.show_problem(&path),
            Action::ToggleProjector => self.view.projector = !self.view.projector,
            Action::Escape => self.escape(),
        }
    }

    fn open(&mut self, scenario: Shared<Scenario>) {
        self.open_as(scenario.clone(), scenario);
    }

    fn open_anyway(&mut self, refused: &Refused) {
        let Some(scenario) = refused.rest.clone() else { return };
        self.open(scenario);
        self.before = None;
        let (name, problems) = (refused.name.clone(), refused.problems.clone());
        self.refused = Some(Shared::new(Refused { name, problems, link: None, rest: None, seen: true }));
    }

    fn open_as(&mut self, scenario: Shared<Scenario>, original: Shared<Scenario>) {
        self.before = self.before.take().or_else(|| self.work_at_hand());
        self.opening = None;
        if *scenario != *self.scenario || *original != *self.original {
            self.note_opening(&scenario);
        }
        self.view.window = opening::window(&scenario);
        self.original = original;
        self.scenario = scenario;
        self.problems = None;
        self.look = None;
        self.asked += 1;
        self.run = RunState::Idle;
        self.refused = None;
        self.ask = None;
        self.view.playing = true;
        self.view.selected = None;
        self.view.focused = None;
        self.view.motion = Motion::Cut;
        self.view.pane = Pane::Lanes;
    }

    /// The moment is kept: the same time in the new run. Where the scenario can't be run, the last run stays.
    fn run_ended(&mut self, asked: u64, result: Result<Shared<Simulation>, Shared<Vec<Problem>>>) {
        if asked != self.asked {
            return;
        }
        self.running = None;
        if let (Err(problems), Some(before)) = (&result, self.before.take()) {
            return self.back_to_work(&before, problems);
        }
        self.problems = result.as_ref().err().cloned();
        match result {
            Err(_) if self.shown().is_some() => return,
            Err(problems) => self.run = RunState::Failed(problems),
            Ok(simulation) => self.show(simulation),
        }
        self.view.motion = Motion::Cut;
        self.view.playing &= self.shown().is_some_and(|(simulation, _)| simulation.steps() > 0);
        self.follow();
    }

    fn show(&mut self, simulation: Shared<Simulation>) {
        let mut moment = Moment::first(&simulation.run);
        if let Some((old, before)) = self.shown() {
            moment.go_to_time(&simulation.run, before.time_us);
            let same = |job: JobIndex| simulation.run.instance.find_job(old.run.instance.job_id(job));
            let (selected, focused) = (self.view.selected.and_then(same), self.view.focused.and_then(same));
            (self.view.selected, self.view.focused) = (selected, focused);
        }
        if let Some(look) = self.look.take() {
            if let Some(mark) = &look.at {
                mark.go(&simulation.run, &mut moment);
            }
            self.view.selected = look.job_in(&simulation.run);
        }
        self.run = RunState::Done { simulation, moment: Shared::new(moment) };
    }

    /// At once what needs no run, the rest once the run is there.
    pub fn look_at(&mut self, look: Look) {
        self.view.embed = look.embed;
        self.view.window = look.window.or(self.view.window);
        self.view.playing = look.at.is_none();
        self.look = Some(Shared::new(look));
    }

    fn step(&self) -> usize {
        self.shown().map_or(0, |(_, moment)| moment.step())
    }

    /// To a step by hand: playing ends.
    fn stop_at(&mut self, step: usize) {
        self.view.playing = false;
        self.go_to_step(step);
    }

    fn go_to_step(&mut self, step: usize) {
        let from = self.step();
        self.change_moment(|simulation, moment| moment.go_to_step(&simulation.run, step));
        let to = self.step();
        self.view.motion = match to.abs_diff(from) {
            1 if to > from => Motion::Forward,
            0..=LONGEST_SLIDE => Motion::Slide,
            _ => Motion::Cut,
        };
        self.follow();
    }

    fn step_of_job(&mut self, forward: bool) {
        let Some(job) = self.inspected() else { return };
        let Some((simulation, moment)) = self.shown() else { return };
        if let Some(step) = step_of_job(&simulation.run, job, moment.step(), forward) {
            self.view.selected = Some(job);
            self.stop_at(step);
        }
    }

    fn seek(&mut self, time_us: TimeUs) {
        self.view.playing = false;
        self.view.motion = Motion::Cut;
        let until_us = self.view.results.until_us;
        self.change_moment(|simulation, moment| moment.go_to_time_until(&simulation.run, time_us, until_us));
    }

    /// Whether this run has no step more, but a longer one beside it goes on.
    fn is_at_last(&self) -> bool {
        self.shown().is_some_and(|(simulation, moment)| {
            moment.step() >= simulation.steps() && moment.time_us < self.view.results.until_us
        })
    }

    fn play_on(&mut self) {
        let step = self.step();
        if !self.view.playing {
            return;
        }
        self.go_to_step(step + 1);
        self.view.playing = self.step() > step;
    }

    /// From the last step playing starts over.
    fn toggle_play(&mut self) {
        self.view.playing = !self.view.playing;
        let ended = self.shown().is_some_and(|(simulation, moment)| moment.step() >= simulation.steps());
        if self.view.playing && ended {
            self.go_to_step(1);
        }
    }

    fn change_moment(&mut self, change: impl FnOnce(&Simulation, &mut Moment)) {
        if let RunState::Done { simulation, moment } = &mut self.run {
            let mut changed = (**moment).clone();
            change(simulation, &mut changed);
            *moment = Shared::new(changed);
        }
    }

    /// Moves the window so that the cursor stays in it.
    fn follow(&mut self) {
        let Some(window) = self.view.window else { return };
        let Some((simulation, moment)) = self.shown() else { return };
        self.view.window = Some(window.following(moment.time_us, simulation.all()));
    }

    fn zoom(&mut self, at_us: Option<TimeUs>, factor: f64) {
        let Some((simulation, moment)) = self.shown() else { return };
        let all = simulation.all();
        let window = self.view.window.unwrap_or(all).zoomed(at_us.unwrap_or(moment.time_us), factor, all);
        self.view.window = (window != all).then_some(window);
    }

    fn pan(&mut self, share: f64) {
        let Some((simulation, _)) = self.shown() else { return };
        self.view.window = self.view.window.map(|window| window.moved(share, simulation.all()));
    }

    /// On narrow screens the view of the panel comes up.
    fn show_tab(&mut self, tab: Tab) {
        self.view.tab = tab;
        self.view.pane = Pane::Cluster;
    }

    fn select(&mut self, job: Option<JobIndex>) {
        self.view.selected = job;
        self.view.focused = job.or(self.view.focused);
    }

    /// The window moves to the job's start, if it isn't seen.
    fn find(&mut self, job: JobIndex) {
        self.view.find_open = false;
        self.view.playing = false;
        self.select(Some(job));
        let (Some(window), Some((simulation, _))) = (self.view.window, self.shown()) else { return };
        let start_us = simulation.run.outcome(job).start_us;
        self.view.window = Some(window.following(start_us, simulation.all()));
    }

    /// Beside the model the inspector shows a job while no stage is selected; on a phone it is a view of its own.
    fn find_by_id(&mut self, id: &str) {
        let job = self.shown().and_then(|(simulation, _)| simulation.run.instance.find_job(id));
        if let Some(job) = job {
            self.view.drawn = self.view.drawn.with_stages(std::collections::BTreeSet::new());
            self.view.pane = Pane::Now;
            self.find(job);
        }
    }

    fn show_problem(&mut self, path: &str) {
        if let Some(tab) = Tab::of_path(path) {
            self.show_tab(tab);
        }
        if let Some(focus) = crate::editor::Focus::of_path(&self.scenario, path) {
            self.view.drawn = focus;
        }
    }

    fn focus_next(&mut self, forward: bool) {
        let Some((simulation, _)) = self.shown() else { return };
        let jobs = simulation.run.instance.jobs.len();
        if jobs == 0 {
            return;
        }
        let from = self.view.focused.or_else(|| self.inspected());
        let to = match (from, forward) {
            (None, _) => 0,
            (Some(job), true) => (job.at() + 1) % jobs,
            (Some(job), false) => (job.at() + jobs - 1) % jobs,
        };
        self.view.focused = Some(JobIndex::from_at(to));
    }

    /// Choosing a tab opens the results.
    fn change_results(&mut self, change: Change) {
        self.view.results.apply(change);
        self.view.results_open |= matches!(change, Change::ShowTab(_));
        // The cursor comes back from where no run is any more.
        let until_us = self.view.results.until_us;
        let time_us = self.shown().map_or(0, |(_, moment)| moment.time_us);
        let end_us = self.shown().map_or(0, |(simulation, _)| simulation.run.end_us());
        if time_us > end_us.max(until_us) {
            self.seek(time_us);
        }
    }

    fn escape(&mut self) {
        if self.ask.is_some() {
            self.ask = None;
        } else if self.view.help_open {
            self.view.help_open = false;
        } else if self.view.results.tall {
            self.view.results.tall = false;
        } else if self.view.share_open {
            self.view.share_open = false;
        } else if self.view.left_open {
            self.view.left_open = false;
        } else {
            self.view.selected = None;
            self.view.focused = None;
        }
    }
}

#[cfg(test)]
mod tests;
