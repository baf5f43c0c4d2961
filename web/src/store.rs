//! The one store: the scenario, its run and the view. [`State::reduce`] is the only way to change it. What is hovered,
//! dragged or half typed stays in the components.

mod change;
mod editing;
mod history;
mod opening;
mod reduce;
mod view;

pub use change::{Change, change, end_gesture};
pub use history::{Gesture, History};
pub use opening::Before;
pub use view::{Motion, Pane, Tab, View};

use std::rc::Rc;

use asrpt_core::ids::JobIndex;
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::time::TimeUs;
use yew::UseReducerDispatcher;

use crate::draw::scale::Window;
use crate::editor::Focus;
use crate::lanes::layout::Chosen;
use crate::moment::Moment;
use crate::playback::Speed;
use crate::share::address::Look;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::workload::Ask;

/// How components change the store.
pub type Dispatch = UseReducerDispatcher<State>;

/// What is being looked at.
#[derive(Clone, PartialEq)]
pub struct State {
    /// The scenario as it is asked for; the run may still show the one before.
    pub scenario: Shared<Scenario>,
    /// The scenario as it was opened.
    pub original: Shared<Scenario>,
    /// What can be undone and done again.
    pub history: Shared<History>,
    /// What is wrong with the scenario since the last edit; the run is then that of the last valid one.
    pub problems: Option<Shared<Vec<Problem>>>,
    /// Said for a while after an act, with an Undo.
    pub toast: Option<Toast>,
    /// How a link wants its run to be looked at, until it is there.
    pub look: Option<Shared<Look>>,
    /// Counts what was asked for, so that a stale result is dropped.
    pub asked: u64,
    pub run: RunState,
    /// A run that isn't over at once.
    pub running: Option<Running>,
    pub view: View,
    /// A file that was refused; the work at hand stays.
    pub refused: Option<Shared<Refused>>,
    /// The file that is being read.
    pub opening: Option<Rc<str>>,
    /// The work at hand until what was opened has been run: it comes back if that can't be.
    pub before: Option<Shared<Before>>,
    /// What a dialog is open for that makes another scenario.
    pub ask: Option<Ask>,
}

/// A run on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    pub asked: u64,
    /// The share that is done.
    pub share: f64,
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

/// A sentence about what was just done.
#[derive(Clone, PartialEq, Eq)]
pub struct Toast {
    pub sentence: Rc<str>,
    /// Tells one from the next, though they may say the same.
    pub number: u64,
    /// Whether it is about something that can be undone.
    pub undo: bool,
}

/// A file that could not be read.
pub struct Refused {
    /// Its name.
    pub name: String,
    pub problems: Vec<Problem>,
    /// The text of a link, so that it can be saved.
    pub link: Option<String>,
    /// What could be read of it.
    pub rest: Option<Shared<Scenario>>,
    /// Whether that is what is shown now.
    pub seen: bool,
}

/// Everything that can be done.
#[derive(Clone, PartialEq)]
pub enum Action {
    /// Another scenario takes the place of this one, and plays.
    Open(Shared<Scenario>),
    /// The scenario of a link.
    OpenLinked {
        scenario: Shared<Scenario>,
        look: Look,
    },
    /// Work that was kept, with what it was when it was opened.
    Restore {
        scenario: Shared<Scenario>,
        original: Shared<Scenario>,
    },
    /// Opens what could be read of something that was refused; its problems stay listed.
    OpenAnyway(Shared<Refused>),
    /// A file of that name is being read; or it no longer is.
    Opening(Option<Rc<str>>),
    /// Something to be said for a while.
    Tell(Rc<str>),
    /// A file is refused.
    Refuse(Shared<Refused>),
    /// Opens the dialog that imports or generates a scenario, or closes it.
    Ask(Option<Ask>),
    /// The refusal is read; the work at hand goes on.
    KeepMyWork,
    /// The scenario is changed by hand. Parts of one gesture become one step of undo.
    Edit {
        scenario: Shared<Scenario>,
        gesture: Gesture,
    },
    /// The same as a change of whatever the scenario is by then: for components, which may hold an older one.
    Change {
        change: Change,
        gesture: Gesture,
    },
    /// The gesture is over: a field is left, a drag ends.
    EndGesture,
    Undo,
    Redo,
    /// Back to the scenario as it was opened.
    Reset,
    /// The toast of that number has been there long enough.
    CloseToast(u64),
    /// Another policy, at the same moment.
    SetPolicy(&'static str),
    /// A run asked for as number `asked` is over.
    RunEnded {
        asked: u64,
        result: Result<Shared<Simulation>, Shared<Vec<Problem>>>,
    },
    /// So much of the run asked for as number `asked` is done.
    RunGoesOn {
        asked: u64,
        share: f64,
    },
    /// Once more, after it was cancelled or stopped.
    RunAgain,
    /// To a step, counted from 1.
    GoToStep(usize),
    /// A step on (or back).
    Step {
        forward: bool,
    },
    /// To the first or the last step.
    GoToEnd {
        last: bool,
    },
    /// To the next step (or the one before) of the selected job.
    StepOfJob {
        forward: bool,
    },
    /// To a time, by scrubbing.
    Seek(TimeUs),
    /// The clock's next step.
    PlayOn,
    /// Plays, or pauses.
    TogglePlay,
    SetSpeed(Speed),
    ChangeSpeed {
        faster: bool,
    },
    /// Selects a job, or none.
    Select(Option<JobIndex>),
    /// Moves the lanes' focus to the next job, or the one before.
    FocusNext {
        forward: bool,
    },
    /// Selects the job in focus.
    SelectFocused,
    /// Closer or wider around a time (the cursor's, if none).
    Zoom {
        at_us: Option<TimeUs>,
        factor: f64,
    },
    /// Earlier or later by a share of the window.
    Pan(f64),
    /// This stretch of time.
    ShowWindow(Window),
    /// Lanes switched on or off by hand.
    ChooseLanes(Chosen),
    /// The whole run.
    ShowAll,
    NextFuture,
    NextPatterns,
    ToggleResults,
    /// How the results are looked at.
    Results(crate::results::Change),
    /// Opens the results where there is room for them, closes them where there isn't.
    ShowResults(bool),
    /// Opens or closes the left panel where it lies over the lanes.
    ToggleLeft,
    ShowPane(Pane),
    /// A tab of the left panel; opens the panel where it is folded.
    ShowTab(Tab),
    /// Opens or closes the share dialog.
    ToggleShare,
    /// Another model is drawn, or something else of it is selected.
    Draw(Focus),
    /// Opens or closes the keys and the legend.
    ToggleHelp,
    /// Opens or closes the search for a job.
    ToggleFind,
    /// Selects a job that was searched for, and shows it.
    Find(JobIndex),
    /// Selects a job by its id, where the run has it, instead of what is selected of the model.
    FindById(Rc<str>),
    /// Shows where a problem is to be mended: the tab and, of a model, the stage or the edge.
    ShowProblem(Rc<str>),
    /// Large text, and back.
    ToggleProjector,
    /// Closes what is open, then clears the selection.
    Escape,
}

impl State {
    /// Nothing run yet.
    pub fn new(scenario: Scenario) -> Self {
        let view = View { window: opening::window(&scenario), ..View::default() };
        let scenario = Shared::new(scenario);
        Self {
            original: scenario.clone(),
            scenario,
            history: Shared::new(History::default()),
            problems: None,
            toast: None,
            look: None,
            asked: 1,
            run: RunState::Idle,
            running: None,
            view,
            refused: None,
            opening: None,
            before: None,
            ask: None,
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
