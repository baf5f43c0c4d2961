//! The published page comes in two parts: the first draws and plays the lanes, the later one brings all else and is
//! fetched while the first is at work (see `xtask/src/split.rs`). What is used earlier is fetched at once, without any
//! help from here; but what isn't drawn yet need not be in the first part.

use gloo_events::EventListener;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use yew::prelude::*;

/// The object that the published page's script leaves at the window, and its event.
const LATER: &str = "asrptLater";
const EVENT: &str = "asrptlater";

/// Where the later part is.
#[derive(Clone, Copy, PartialEq)]
pub enum Later {
    /// On its way.
    Coming,
    /// Here, or never apart: a page to work on is in one part.
    Here,
    /// It could not be fetched.
    Lost,
}

/// Where the later part is by now.
#[hook]
pub fn use_later() -> Later {
    let later = use_state_eq(now);
    let setter = later.setter();
    use_effect_with((), move |()| {
        setter.set(now());
        let listener =
            web_sys::window().map(|window| EventListener::new(&window, EVENT, move |_| setter.set(now())));
        move || drop(listener)
    });
    *later
}

/// Does this as soon as the later part is here.
pub fn when_here(act: fn()) {
    if now() == Later::Here {
        return act();
    }
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, EVENT, move |_| {
            // Once is enough, but to do it again changes nothing.
            if now() == Later::Here {
                act();
            }
        })
        .forget();
    }
}

fn now() -> Later {
    let state = object().and_then(|object| Reflect::get(&object, &"state".into()).ok());
    match state.and_then(|state| state.as_string()).as_deref() {
        Some("coming") => Later::Coming,
        Some("lost") => Later::Lost,
        _ => Later::Here,
    }
}

fn object() -> Option<JsValue> {
    let object = Reflect::get(&js_sys::global(), &LATER.into()).ok()?;
    object.is_object().then_some(object)
}

/// The later part, for a worker; undefined where the page is in one part.
pub fn module() -> JsValue {
    object().and_then(|object| Reflect::get(&object, &"module".into()).ok()).unwrap_or(JsValue::UNDEFINED)
}

/// Fetches the later part once more.
pub fn fetch_again() {
    let fetch = object().and_then(|object| {
        let fetch = Reflect::get(&object, &"fetch".into()).ok()?;
        Some((object, fetch.dyn_into::<js_sys::Function>().ok()?))
    });
    if let Some((object, fetch)) = fetch {
        // It tells by its event how it went.
        let _ = fetch.call0(&object);
    }
}

/// What stands beside the lanes until the rest is there.
pub fn coming() -> Html {
    html! { <p class="caption" role="status">{ "The rest of the page is loading …" }</p> }
}

/// What is said above the lanes if the rest doesn't come.
pub fn lost() -> Html {
    html! {
        <div class="notice" role="alert" data-testid="later-lost">
            <div class="notice-head">
                <p>{ "The rest of the page could not be loaded. The lanes play and step without it." }</p>
                <button type="button" class="button primary" onclick={|_: MouseEvent| fetch_again()}>{ "Try again" }</button>
            </div>
        </div>
    }
}
