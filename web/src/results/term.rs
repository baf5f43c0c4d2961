//! A term with what it means, shown on hover and focus. The note can be pointed at, and Escape closes it.

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::terms::{Name, Term as Entry};

/// How wide a note may get, and its distance from the window's edge.
const WIDTH: f64 = 280.0;
const MARGIN: f64 = 8.0;

/// A name as it is written: letters in italics, indices below.
pub fn written(name: Name) -> Html {
    html! {
        <>
        if let Some(letter) = name.letter { <i class="symbol">{ letter }</i> }
        if let Some(index) = name.index { <sub>{ index }</sub> }
        { name.words }
        </>
    }
}

#[derive(Properties, PartialEq)]
pub struct TermProps {
    pub of: Entry,
    /// Other words for it; its name if there are none.
    #[prop_or_default]
    pub children: Html,
}

/// A term in running text or in a label, as a stop for the keyboard.
#[component]
pub fn Term(props: &TermProps) -> Html {
    let said =
        if props.children == Html::default() { written(props.of.name()) } else { props.children.clone() };
    html! { <Tip of={props.of}><span class="term" tabindex="0">{ said }</span></Tip> }
}

/// Where a note stands: at the left and top of the window, or from its bottom.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    left: f64,
    edge: f64,
    above: bool,
}

/// What a term means, beside anything that can be pointed at or focused.
#[component]
pub fn Tip(props: &TermProps) -> Html {
    let anchor = use_node_ref();
    let place = use_state_eq(|| None::<Place>);
    let show = {
        let (anchor, place) = (anchor.clone(), place.setter());
        Callback::from(move |()| place.set(anchor.cast::<Element>().and_then(|element| place_at(&element))))
    };
    let hide = {
        let place = place.setter();
        Callback::from(move |()| place.set(None))
    };
    let onkeydown = {
        let (hide, open) = (hide.clone(), place.is_some());
        Callback::from(move |event: KeyboardEvent| {
            if open && event.key() == "Escape" {
                event.prevent_default();
                hide.emit(());
            }
        })
    };
    html! {
        <span class="tip-anchor" ref={anchor} {onkeydown}
            onmouseenter={show.reform(|_: MouseEvent| ())} onmouseleave={hide.reform(|_: MouseEvent| ())}
            onfocusin={show.reform(|_: FocusEvent| ())} onfocusout={hide.reform(|_: FocusEvent| ())}>
            { props.children.clone() }
            <span class="visually-hidden">{ " (" }{ props.of.meaning() }{ ")" }</span>
            if let Some(place) = *place { { note(props.of, place) } }
        </span>
    }
}

fn note(term: Entry, place: Place) -> Html {
    let side = if place.above { "bottom" } else { "top" };
    let style = format!("left:{:.0}px;{side}:{:.0}px;max-width:{WIDTH:.0}px", place.left, place.edge);
    html! { <span class="tip" role="tooltip" {style} data-testid="tip" aria-hidden="true"><b>{ written(term.name()) }</b>{ " " }{ term.meaning() }</span> }
}

/// Below the element where there is room, else above; always within the window.
fn place_at(element: &Element) -> Option<Place> {
    let window = web_sys::window()?;
    let size = |value: Result<wasm_bindgen::JsValue, _>| value.ok()?.as_f64();
    let (width, height) = (size(window.inner_width())?, size(window.inner_height())?);
    let rect = element
        .first_element_child()
        .unwrap_or_else(|| element.clone())
        .unchecked_into::<Element>()
        .get_bounding_client_rect();
    let above = rect.bottom() + 110.0 > height;
    let left = rect.left().min(width - WIDTH - MARGIN).max(MARGIN);
    Some(Place { left, edge: if above { height - rect.top() + 4.0 } else { rect.bottom() + 4.0 }, above })
}
