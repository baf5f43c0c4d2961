//! How the results are looked at; a part of the view in the store.

use asrpt_core::time::TimeUs;

/// What the results show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Policies,
    Distribution,
    Slowdown,
    Utilisation,
    Prediction,
    SideBySide,
    Jobs,
}

impl Tab {
    /// All of them, in the order of the bar.
    pub const ALL: [Self; 7] = [
        Self::Policies,
        Self::Distribution,
        Self::Slowdown,
        Self::Utilisation,
        Self::Prediction,
        Self::SideBySide,
        Self::Jobs,
    ];

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Policies => "All policies",
            Self::Distribution => "JCT distribution",
            Self::Slowdown => "Slowdown",
            Self::Utilisation => "Utilisation",
            Self::Prediction => "Prediction",
            Self::SideBySide => "Side by side",
            Self::Jobs => "Jobs",
        }
    }

    /// Its name in files, tests and the page's structure.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Policies => "policies",
            Self::Distribution => "jct-distribution",
            Self::Slowdown => "slowdown",
            Self::Utilisation => "utilisation",
            Self::Prediction => "prediction",
            Self::SideBySide => "side-by-side",
            Self::Jobs => "jobs",
        }
    }

    /// The one with that slug.
    pub fn find(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.slug() == slug)
    }
}

/// The state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultsView {
    pub tab: Tab,
    /// Over the whole page instead of below the lanes.
    pub tall: bool,
    /// Tables in place of pictures.
    pub as_table: bool,
    /// What this policy is set beside.
    pub second: Option<&'static str>,
    /// When the run beside it ends; 0 while there is none. The cursor goes so far.
    pub until_us: TimeUs,
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    ShowTab(Tab),
    ToggleTall,
    ToggleTable,
    CompareWith(&'static str),
    Until(TimeUs),
}

impl ResultsView {
    /// Does it.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::ShowTab(tab) => self.tab = tab,
            Change::ToggleTall => self.tall = !self.tall,
            Change::ToggleTable => self.as_table = !self.as_table,
            Change::CompareWith(kind) => self.second = Some(kind),
            Change::Until(until_us) => self.until_us = until_us,
        }
    }

    /// The moment, where a tab shows it: the others needn't follow every step.
    pub fn moment<T: Clone>(&self, moment: &T) -> Option<T> {
        (self.tab == Tab::SideBySide).then(|| moment.clone())
    }

    /// The second policy beside `own`: the one chosen, else FIFO, else A-SRPT.
    pub fn second_beside(&self, own: &str) -> &'static str {
        let default = if own == "fifo" { "a-srpt" } else { "fifo" };
        self.second.filter(|&kind| kind != own).unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_policy_stands_beside_itself() {
        let mut view = ResultsView::default();
        assert_eq!((view.second_beside("a-srpt"), view.second_beside("fifo")), ("fifo", "a-srpt"));
        view.apply(Change::CompareWith("spjf"));
        assert_eq!((view.second_beside("a-srpt"), view.second_beside("spjf")), ("spjf", "fifo"));
    }

    #[test]
    fn tabs_are_found_by_name() {
        for tab in Tab::ALL {
            assert_eq!(Tab::find(tab.slug()), Some(tab));
        }
        assert_eq!(Tab::find("x"), None);
    }
}
