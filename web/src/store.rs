//! The one store: the scenario, its run and the view. [`State::reduce`] is the only way to change it. What is hovered,
//! dragged or half typed stays in the components.

mod opening;
mod reduce;
mod view;

pub use view::{Motion, Pane, View};

use asrpt_core::ids::JobIndex;
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::time::TimeUs;
use yew::UseReducerDispatcher;

use crate::moment::Moment;
use crate::playback::Speed;
use crate::shared::Shared;
use crate::simulation::Simulation;

/// How components change the store.
pub type Dispatch = UseReducerDispatcher<State>;

/// What is being looked at.
#[derive(Clone, PartialEq)]
pub struct State {
    /// The scenario as it is asked for; the run may still show the one before.
    pub scenario: Shared<Scenario>,
    /// Counts what was asked for, so that a stale result is dropped.
    pub asked: u64,
    pub run: RunState,
    pub view: View,
    /// A file that was refused; the work at hand stays.
    pub refused: Option<Shared<Refused>>,
}

/// How far the run is.
#[derive(Clone, PartialEq)]
pub enum RunState {
    /// Nothing has been run yet.
    Idle,
    /// A run, and the moment that is shown.
    Done { simulation: Shared<Simulation>, moment: Shared<Moment> },
    /// The scenario can't be run.
    Failed(Shared<Vec<Problem>>),
}

/// A file that could not be read.
pub struct Refused {
    /// Its name.
    pub name: String,
    pub problems: Vec<Problem>,
}

/// Everything that can be done.
#[derive(Clone, PartialEq)]
pub enum Action {
    /// Another scenario takes the place of this one, and plays.
    Open(Shared<Scenario>),
    /// A file is refused.
    Refuse(Shared<Refused>),
    /// The refusal is read; the work at hand goes on.
    KeepMyWork,
    /// Another policy, at the same moment.
    SetPolicy(&'static str),
    /// A run asked for as number `asked` is over.
    RunEnded { asked: u64, result: Result<Shared<Simulation>, Shared<Vec<Problem>>> },
    /// To a step, counted from 1.
    GoToStep(usize),
    /// A step on (or back).
    Step { forward: bool },
    /// To the first or the last step.
    GoToEnd { last: bool },
    /// To the next step (or the one before) of the selected job.
    StepOfJob { forward: bool },
    /// To a time, by scrubbing.
    Seek(TimeUs),
    /// The clock's next step.
    PlayOn,
    /// Plays, or pauses.
    TogglePlay,
    SetSpeed(Speed),
    ChangeSpeed { faster: bool },
    /// Selects a job, or none.
    Select(Option<JobIndex>),
    /// Moves the lanes' focus to the next job, or the one before.
    FocusNext { forward: bool },
    /// Selects the job in focus.
    SelectFocused,
    /// Closer or wider around a time (the cursor's, if none).
    Zoom { at_us: Option<TimeUs>, factor: f64 },
    /// Earlier or later by a share of the window.
    Pan(f64),
    /// The whole run.
    ShowAll,
    NextFuture,
    NextPatterns,
    ToggleResults,
    /// Opens the results where there is room for them, closes them where there isn't.
    ShowResults(bool),
    /// Opens or closes the left panel where it lies over the lanes.
    ToggleLeft,
    ShowPane(Pane),
    /// Opens or closes the keys and the legend.
    ToggleHelp,
    /// Closes what is open, then clears the selection.
    Escape,
}

impl State {
    /// Nothing run yet.
    pub fn new(scenario: Scenario) -> Self {
        let view = View { window: opening::window(&scenario), ..View::default() };
        Self {
            scenario: Shared::new(scenario),
            asked: 1,
            run: RunState::Idle,
            view,
            refused: None,
        }
    }

    /// The run and the moment, once there is one.
    pub fn shown(&self) -> Option<(&Shared<Simulation>, &Shared<Moment>)> {
        match &self.run {
            RunState::Done { simulation, moment } => Some((simulation, moment)),
            _ => None,
        }
    }

    /// The job that the inspector shows: the selected one, else that of the step.
    pub fn inspected(&self) -> Option<JobIndex> {
        let (simulation, moment) = self.shown()?;
        self.view.selected.or_else(|| moment.entry(&simulation.run).map(|entry| entry.event.job()))
    }
}
