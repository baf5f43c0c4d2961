//! How a scenario wants to be seen when it is opened, from its `view`. What isn't understood there is passed over: it
//! never changes a result.

use asrpt_core::ids::JobIndex;
use asrpt_core::scenario::{Json, Problem, Scenario};
use asrpt_core::time::time_from_real;

use super::history::Document;
use super::{History, Refused, RunState, State};
use crate::draw::scale::Window;
use crate::shared::Shared;

/// The work at hand while another scenario is being opened.
pub struct Before {
    document: Document,
    history: Shared<History>,
    run: RunState,
    problems: Option<Shared<Vec<Problem>>>,
    window: Option<Window>,
    selected: Option<JobIndex>,
    focused: Option<JobIndex>,
}

impl State {
    /// What comes back if what is opened can't be run; nothing on a page that has shown nothing yet.
    pub(super) fn work_at_hand(&self) -> Option<Shared<Before>> {
        if self.run == RunState::Idle {
            return None;
        }
        Some(Shared::new(Before {
            document: Document { scenario: self.scenario.clone(), original: self.original.clone() },
            history: self.history.clone(),
            run: self.run.clone(),
            problems: self.problems.clone(),
            window: self.view.window,
            selected: self.view.selected,
            focused: self.view.focused,
        }))
    }

    /// What was opened can't be run: the work at hand comes back, and what is wrong is said.
    pub(super) fn back_to_work(&mut self, before: &Before, problems: &[Problem]) {
        let name = self.scenario.name.clone().unwrap_or_else(|| "The scenario".to_owned());
        let rest = Some(self.scenario.clone());
        self.refused =
            Some(Shared::new(Refused { name, problems: problems.to_vec(), link: None, rest, seen: false }));
        self.scenario = before.document.scenario.clone();
        self.original = before.document.original.clone();
        self.history = before.history.clone();
        self.run = before.run.clone();
        self.problems.clone_from(&before.problems);
        self.look = None;
        self.view.window = before.window;
        self.view.selected = before.selected;
        self.view.focused = before.focused;
        self.view.playing = false;
    }
}

/// `view.window_s`: the stretch of time to show, in seconds.
pub fn window(scenario: &Scenario) -> Option<Window> {
    let Json::List(ends) = field(scenario.view.as_ref()?, "window_s")? else { return None };
    let [Json::Number(from_s), Json::Number(to_s)] = ends[..] else { return None };
    let (from_us, to_us) = (time_from_real(from_s * 1e6)?, time_from_real(to_s * 1e6)?);
    (from_us < to_us).then_some(Window { from_us, to_us })
}

fn field<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(fields) = json else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_view(view: &str) -> Scenario {
        let json = crate::examples::EXAMPLES[0].json.trim_end().trim_end_matches('}');
        let json = json.split(",\n \"view\"").next().unwrap();
        Scenario::from_json(&format!("{json}, \"view\": {view}}}")).unwrap()
    }

    #[test]
    fn the_window_of_the_file_is_taken_if_it_makes_sense() {
        let window = |view| window(&with_view(view));
        assert_eq!(
            window(r#"{"window_s": [1.5, 60]}"#),
            Some(Window { from_us: 1_500_000, to_us: 60_000_000 })
        );
        for foreign in
            ["{}", "7", r#"{"window_s": [60, 1]}"#, r#"{"window_s": [0, 1e300]}"#, r#"{"window_s": "all"}"#]
        {
            assert_eq!(window(foreign), None, "{foreign}");
        }
    }
}
