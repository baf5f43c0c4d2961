//! Light, dark, or as the system wishes. The choice is kept where the browser lets it be.

use web_sys::{Element, Storage};
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};

const KEY: &str = "asrpt-theme";

/// The choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    fn name(self) -> &'static str {
        match self {
            Self::System => "as the system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The value of `data-theme`.
    fn attribute(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    fn from_attribute(value: Option<&str>) -> Self {
        match value {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::System,
        }
    }

    /// The next choice: first the opposite of what is seen.
    fn next(self, system_dark: bool) -> Self {
        match (self, system_dark) {
            (Self::System, true) | (Self::Dark, false) => Self::Light,
            (Self::System, false) | (Self::Light, true) => Self::Dark,
            (Self::Light, false) | (Self::Dark, true) => Self::System,
        }
    }
}

/// `None` where storage is blocked: the choice then holds until the page is left.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}

fn system_dark() -> bool {
    let query = web_sys::window().and_then(|w| w.match_media("(prefers-color-scheme: dark)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

fn apply(theme: Theme) {
    let Some(root) = root() else { return };
    let _ = match theme.attribute() {
        Some(value) => root.set_attribute("data-theme", value),
        None => root.remove_attribute("data-theme"),
    };
    if let Some(storage) = storage() {
        let _ = match theme.attribute() {
            Some(value) => storage.set_item(KEY, value),
            None => storage.remove_item(KEY),
        };
    }
}

/// The toggle. The page itself applies a kept choice before anything is drawn.
#[component]
pub fn ThemeToggle() -> Html {
    let theme = use_state_eq(|| {
        Theme::from_attribute(root().and_then(|root| root.get_attribute("data-theme")).as_deref())
    });
    let onclick = {
        let theme = theme.clone();
        Callback::from(move |_: MouseEvent| {
            let next = theme.next(system_dark());
            apply(next);
            theme.set(next);
        })
    };
    let shape = match *theme {
        Theme::System => Shape::Auto,
        Theme::Light => Shape::Sun,
        Theme::Dark => Shape::Moon,
    };
    let name = format!("Theme: {}", theme.name());
    html! {
        <button type="button" class="tool icon-only" {onclick} aria-label={name.clone()} title={name} data-testid="theme">
            <Icon {shape} />
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_presses_go_round_and_the_first_is_seen() {
        for dark in [false, true] {
            let first = Theme::System.next(dark);
            assert_eq!(first, if dark { Theme::Light } else { Theme::Dark });
            assert_eq!(first.next(dark).next(dark), Theme::System);
        }
    }
}
