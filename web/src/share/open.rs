//! Opening what comes as text: the link in the address, and what is pasted onto the page.

use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::share::{self, LinkError};
use asrpt_core::trace;
use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element};
use yew::prelude::*;

use super::address::Look;
use super::{browser, kept};
use crate::examples;
use crate::panels::files::Opener;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Refused, State};

/// The page as it starts: with the link in its address, else with the tab's work, else with an example. What can't be
/// opened is said; the example is never shown in silence.
pub fn start() -> State {
    let fragment = browser::fragment();
    let look = Look::read(&fragment);
    let kept = if look.embed { Ok(None) } else { kept::of_tab() };
    let (kept, lost) = (kept.as_ref().ok().cloned().flatten(), kept.is_err());
    if let Some(work) = kept.clone().filter(|work| work.fragment == fragment) {
        return State::restored(work.scenario, work.original);
    }
    if has_code(&fragment) {
        return match share::decode(&fragment) {
            Ok(scenario) => State::linked(scenario, look),
            Err(error) => {
                let shown = if kept.is_some() { "your work" } else { "an example" };
                let refused = refused_link(error, fragment, &format!("Below is {shown} instead."));
                let mut state =
                    kept.map_or_else(State::demo, |work| State::restored(work.scenario, work.original));
                state.view.embed = look.embed;
                state.view.playing = false;
                state.refused = Some(Shared::new(refused));
                state
            }
        };
    }
    let mut state = kept.map_or_else(State::demo, |work| State::restored(work.scenario, work.original));
    if lost {
        state.refused = Some(Shared::new(lost_work()));
    }
    state
}

impl State {
    fn demo() -> Self {
        Self::new(examples::demo())
    }

    fn restored(scenario: Scenario, original: Scenario) -> Self {
        let mut state = Self::new(scenario);
        if *state.scenario != original {
            state.original = Shared::new(original);
        }
        state.view.playing = false;
        state
    }

    fn linked(scenario: Scenario, look: Look) -> Self {
        let mut state = Self::new(scenario);
        state.look_at(look);
        state
    }
}

fn has_code(fragment: &str) -> bool {
    fragment.split('&').next().is_some_and(|code| !code.is_empty())
}

fn lost_work() -> Refused {
    let problem = Problem {
        path: "storage".to_owned(),
        message: "what the browser kept of it is damaged".to_owned(),
        hint: "below is an example instead".to_owned(),
    };
    Refused {
        name: "Your last work".to_owned(),
        problems: vec![problem],
        link: None,
        rest: None,
        seen: false,
    }
}

/// A refused link, with its text, so that it can be saved, and with what could be read of it.
fn refused_link(error: LinkError, text: String, after: &str) -> Refused {
    let (problems, rest) = match error {
        LinkError::Invalid { problems, scenario } => (problems, Some(Shared::new(*scenario))),
        other => {
            let hint = after.to_owned();
            (vec![Problem { path: "link".to_owned(), message: other.to_string(), hint }], None)
        }
    };
    Refused { name: "The link".to_owned(), problems, link: Some(text), rest, seen: false }
}

/// Opens a link's text, or says what is wrong with it.
pub fn open_link(text: &str, dispatch: &Dispatch) {
    dispatch.dispatch(match share::decode(text) {
        Ok(scenario) => {
            let look = Look::read(text.rsplit_once('#').map_or(text, |(_, fragment)| fragment));
            Action::OpenLinked { scenario: Shared::new(scenario), look: Look { embed: false, ..look } }
        }
        Err(error) => Action::Refuse(Shared::new(refused_link(error, text.to_owned(), ""))),
    });
}

/// What a pasted text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pasted {
    Scenario,
    Link,
    Trace,
}

/// `None` for a text that isn't meant for the page.
fn kind_of(text: &str) -> Option<Pasted> {
    let text = text.trim();
    if text.starts_with('{') && text.contains("\"format\"") {
        return Some(Pasted::Scenario);
    }
    // A table pasted by accident is no trace: its header or its keys must say that it is one.
    if trace::detect(text).is_ok() {
        return Some(Pasted::Trace);
    }
    let is_word = !text.contains(char::is_whitespace) || text.contains("#1");
    let code =
        text.rsplit_once('#').map(|(_, code)| code).or_else(|| text.starts_with('1').then_some(text))?;
    let is_code = code.len() > 40 || (text.contains("://") && code.starts_with(|c: char| c.is_ascii_digit()));
    (is_word && is_code).then_some(Pasted::Link)
}

/// A scenario, a link or a trace pasted anywhere but into a field is opened.
#[hook]
pub fn use_paste(dispatch: Dispatch, opener: Opener) {
    use_effect_with((), move |()| {
        let document = web_sys::window().and_then(|window| window.document()).expect("a page has a document");
        let listener = EventListener::new(&document, "paste", move |event| {
            let types = |element: Element| {
                element.closest("input, textarea, [role=grid], dialog").ok().flatten().is_some()
            };
            let in_field =
                event.target().and_then(|target| target.dyn_into::<Element>().ok()).is_some_and(types);
            let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
            let text = data.and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
            if in_field || event.default_prevented() {
                return;
            }
            match kind_of(&text) {
                Some(Pasted::Link) => open_link(&text, &dispatch),
                Some(Pasted::Scenario) => opener.open_text("The pasted text", &text),
                Some(Pasted::Trace) => opener.open_text("The pasted rows", &text),
                None => {}
            }
        });
        move || drop(listener)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_texts_are_told_apart() {
        let code = share::encode(&examples::demo()).unwrap();
        assert_eq!(kind_of(examples::EXAMPLES[0].json), Some(Pasted::Scenario));
        assert_eq!(kind_of(&code), Some(Pasted::Link));
        assert_eq!(kind_of(&format!("https://lab.example/#{code}&view=embed")), Some(Pasted::Link));
        assert_eq!(kind_of("https://lab.example/#2xyz"), Some(Pasted::Link));
        for trace in [
            include_str!("../../../tests/extracts/muri.csv"),
            include_str!("../../../tests/extracts/philly.json"),
        ] {
            assert_eq!(kind_of(trace), Some(Pasted::Trace), "{trace:.80}");
        }
        for other in ["", "hello", "1,200", "see #1 and #2", "{\"a\": 1}", "a\tb\n1\t2"] {
            assert_eq!(kind_of(other), None, "{other}");
        }
    }

    #[test]
    fn every_link_error_has_a_message_of_its_own() {
        let errors = [
            LinkError::Empty,
            LinkError::Foreign,
            LinkError::Newer { version: 2 },
            LinkError::Cut { have: 1, of: 2 },
            LinkError::Damaged,
            LinkError::TooLarge,
        ];
        let said: std::collections::BTreeSet<String> = errors
            .iter()
            .map(|error| refused_link(error.clone(), String::new(), "").problems[0].message.clone())
            .collect();
        assert_eq!(said.len(), errors.len());
    }
}
