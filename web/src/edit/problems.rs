//! Problems of the scenario at their places in the panels.

use asrpt_core::scenario::Problem;
use yew::AttrValue;

use crate::store::{State, Tab};

fn all(state: &State) -> &[Problem] {
    match (&state.problems, &state.run) {
        (Some(problems), _) | (None, crate::store::RunState::Failed(problems)) => problems,
        _ => &[],
    }
}

/// What is wrong at a place.
pub fn at(state: &State, path: &str) -> Option<AttrValue> {
    let problem = all(state).iter().find(|problem| problem.path == path)?;
    Some(AttrValue::from(format!(
        "{}. The lanes show the scenario before this edit.",
        capital(&problem.message)
    )))
}

/// Whether something is wrong at a place or below it.
pub fn any_below(state: &State, path: &str) -> bool {
    all(state).iter().any(|problem| is_below(&problem.path, path))
}

fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// How many problems a tab has.
pub fn count(state: &State, tab: Tab) -> usize {
    all(state).iter().filter(|problem| Tab::of_path(&problem.path) == Some(tab)).count()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_below_their_own() {
        assert!(is_below("jobs[1].id", "jobs[1]"));
        assert!(!is_below("jobs[10].id", "jobs[1]"));
        assert!(is_below("jobs[1]", "jobs[1]"));
        assert_eq!(Tab::of_path("jobs[1].id"), Some(Tab::Jobs));
        assert_eq!(Tab::of_path("name"), None);
    }
}
