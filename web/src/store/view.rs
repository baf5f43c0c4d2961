//! How the run is looked at. None of it changes a result.

use asrpt_core::ids::JobIndex;

use crate::draw::scale::Window;
use crate::editor::Focus;
use crate::lanes::layout::Chosen;
use crate::playback::Speed;

/// The view.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub playing: bool,
    pub speed: Speed,
    /// `None` shows the whole run.
    pub window: Option<Window>,
    pub selected: Option<JobIndex>,
    /// The job that the lanes' keyboard focus is on.
    pub focused: Option<JobIndex>,
    pub motion: Motion,
    /// Lanes switched on or off by hand.
    pub lanes: Chosen,
    pub future: Future,
    pub patterns: Patterns,
    pub results_open: bool,
    pub results: crate::results::ResultsView,
    pub left_open: bool,
    pub tab: Tab,
    /// The model that is drawn and what is selected of it.
    pub drawn: Focus,
    pub pane: Pane,
    pub help_open: bool,
    pub find_open: bool,
    /// Large, for a projector.
    pub projector: bool,
    pub share_open: bool,
    /// Lanes and transport only, in another page's frame.
    pub embed: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            playing: true,
            speed: Speed::default(),
            window: None,
            selected: None,
            focused: None,
            motion: Motion::Cut,
            lanes: Chosen::default(),
            future: Future::default(),
            patterns: Patterns::default(),
            results_open: true,
            results: crate::results::ResultsView::default(),
            left_open: false,
            tab: Tab::default(),
            drawn: Focus::default(),
            pane: Pane::Lanes,
            help_open: false,
            find_open: false,
            projector: false,
            share_open: false,
            embed: false,
        }
    }
}

/// How the picture gets to the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// One step on: the cursor slides, and what the step moves travels.
    Forward,
    /// Some steps, or back: the cursor slides.
    Slide,
    /// A jump, a scrub, another run: at once.
    Cut,
}

/// What lies ahead of the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Future {
    #[default]
    Pale,
    Full,
    Hidden,
}

impl Future {
    /// The next choice.
    pub fn next(self) -> Self {
        match self {
            Self::Pale => Self::Full,
            Self::Full => Self::Hidden,
            Self::Hidden => Self::Pale,
        }
    }

    /// Its class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Pale => "future-pale",
            Self::Full => "future-full",
            Self::Hidden => "future-hidden",
        }
    }
}

/// How strong the jobs' patterns are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patterns {
    #[default]
    Faint,
    Strong,
    Off,
}

impl Patterns {
    /// The next choice.
    pub fn next(self) -> Self {
        match self {
            Self::Faint => Self::Strong,
            Self::Strong => Self::Off,
            Self::Off => Self::Faint,
        }
    }

    /// Its class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Faint => "patterns-faint",
            Self::Strong => "patterns-strong",
            Self::Off => "patterns-off",
        }
    }
}

/// What a narrow screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    Lanes,
    Cluster,
    Now,
    Results,
}

impl Pane {
    pub const ALL: [Self; 4] = [Self::Lanes, Self::Cluster, Self::Now, Self::Results];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Lanes => "Lanes",
            Self::Cluster => "Edit",
            Self::Now => "Now",
            Self::Results => "Results",
        }
    }

    /// Its class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Lanes => "pane-lanes",
            Self::Cluster => "pane-cluster",
            Self::Now => "pane-now",
            Self::Results => "pane-results",
        }
    }
}

/// A tab of the left panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Cluster,
    Models,
    Jobs,
    Policy,
    Predictor,
}

impl Tab {
    pub const ALL: [Self; 5] = [Self::Cluster, Self::Models, Self::Jobs, Self::Policy, Self::Predictor];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cluster => "Cluster",
            Self::Models => "Models",
            Self::Jobs => "Jobs",
            Self::Policy => "Policy",
            Self::Predictor => "Predictor",
        }
    }

    /// Its name in tests, and the class of the page.
    pub fn class(self) -> &'static str {
        match self {
            Self::Cluster => "tab-cluster",
            Self::Models => "tab-models",
            Self::Jobs => "tab-jobs",
            Self::Policy => "tab-policy",
            Self::Predictor => "tab-predictor",
        }
    }

    /// Where a problem of the scenario can be mended, by its path.
    pub fn of_path(path: &str) -> Option<Self> {
        let head = path.split(['.', '[']).next()?;
        match head {
            "cluster" => Some(Self::Cluster),
            "models" => Some(Self::Models),
            "jobs" => Some(Self::Jobs),
            "policy" => Some(Self::Policy),
            "predictor" | "history" => Some(Self::Predictor),
            _ => None,
        }
    }
}
