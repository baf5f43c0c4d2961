//! A bar of tabs is one stop for the keyboard: arrows go from tab to tab, round and round.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The tab that a key goes to.
pub fn neighbour<T: Copy + PartialEq>(all: &[T], now: T, key: &str) -> Option<T> {
    let (at, count) = (all.iter().position(|&tab| tab == now)?, all.len());
    let to = match key {
        "ArrowRight" => (at + 1) % count,
        "ArrowLeft" => (at + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    all.get(to).copied()
}

/// Gives the focus to the tab with this id.
pub fn focus(id: &str) {
    let element = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round() {
        let to = |now, key| neighbour(&["a", "b", "c"], now, key);
        assert_eq!((to("a", "ArrowLeft"), to("c", "ArrowRight")), (Some("c"), Some("a")));
        assert_eq!((to("b", "Home"), to("b", "End")), (Some("a"), Some("c")));
        assert_eq!((to("b", "x"), to("gone", "Home")), (None, None));
    }
}
