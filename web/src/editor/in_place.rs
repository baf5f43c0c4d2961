//! A number that is edited where it stands. Enter and leaving set it, Escape takes it back, Tab goes on to the next
//! number of the stage, arrows step it.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::fields::Field;
use crate::edit::rule::written;

/// How a field is left.
#[derive(Clone, Debug, PartialEq)]
pub enum Leave {
    /// By the pointer: the focus is elsewhere by now.
    Blur,
    /// By Enter or Escape: the focus goes back to the card.
    Done,
    /// To the next field, or the one before.
    Next { forward: bool },
    /// It stays: what is typed is refused.
    Refused(String),
}

#[derive(Properties, PartialEq)]
pub struct InPlaceProps {
    pub field: Field,
    pub label: AttrValue,
    pub value: f64,
    pub set: Callback<(Field, f64)>,
    pub left: Callback<(Field, Leave)>,
}

/// See the module.
#[component]
pub fn InPlace(props: &InPlaceProps) -> Html {
    let node = use_node_ref();
    let refused = use_state_eq(|| None::<String>);
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            if let Some(input) = node.cast::<HtmlInputElement>() {
                let _ = input.focus();
                input.select();
            }
        });
    }
    let commit = commit(props, &refused);
    let onkeydown = keys(props, &refused, commit.clone());
    let onblur = {
        let (field, left) = (props.field.clone(), props.left.clone());
        Callback::from(move |event: FocusEvent| {
            commit(event.target_dyn_into());
            left.emit((field.clone(), Leave::Blur));
        })
    };
    html! {
        <span class={classes!("in-place", refused.is_some().then_some("refused"))}>
            <input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" ref={node} {onkeydown} {onblur}
                value={written(props.value)} aria-label={format!("{}, {}", props.label, props.field.unit())}
                aria-invalid={refused.is_some().then_some("true")} title={refused.as_ref().cloned()} data-testid="in-place" />
            <span class="unit">{ props.field.unit() }</span>
        </span>
    }
}

/// Sets what was typed, if it can be.
fn commit(
    props: &InPlaceProps,
    refused: &UseStateHandle<Option<String>>,
) -> impl Fn(Option<HtmlInputElement>) -> bool + Clone + 'static {
    let (field, value, set, left) = (props.field.clone(), props.value, props.set.clone(), props.left.clone());
    let refused = refused.setter();
    move |input| {
        let Some(input) = input else { return false };
        match field.rule().read(&input.value()) {
            Ok(number) => {
                refused.set(None);
                if number != value {
                    set.emit((field.clone(), number));
                }
                true
            }
            Err(reason) => {
                left.emit((field.clone(), Leave::Refused(format!("{reason}."))));
                refused.set(Some(reason));
                false
            }
        }
    }
}

fn keys(
    props: &InPlaceProps,
    refused: &UseStateHandle<Option<String>>,
    commit: impl Fn(Option<HtmlInputElement>) -> bool + 'static,
) -> Callback<KeyboardEvent> {
    let (field, value, set, left) = (props.field.clone(), props.value, props.set.clone(), props.left.clone());
    let refused = refused.setter();
    Callback::from(move |event: KeyboardEvent| {
        // The canvas has keys of its own.
        event.stop_propagation();
        let input: Option<HtmlInputElement> = event.target_dyn_into();
        let leave = match event.key().as_str() {
            "Enter" if commit(input.clone()) => Leave::Done,
            "Tab" if commit(input.clone()) => Leave::Next { forward: !event.shift_key() },
            "Escape" => {
                if let Some(input) = input {
                    input.set_value(&written(value));
                }
                refused.set(None);
                Leave::Done
            }
            key @ ("ArrowUp" | "ArrowDown") => {
                let Some(input) = input else { return };
                let from = field.rule().read(&input.value()).unwrap_or(value);
                let stepped = field.rule().stepped(from, key == "ArrowUp", event.shift_key());
                input.set_value(&written(stepped));
                refused.set(None);
                set.emit((field.clone(), stepped));
                event.prevent_default();
                return;
            }
            "Enter" | "Tab" => {
                event.prevent_default();
                return;
            }
            _ => return,
        };
        event.prevent_default();
        left.emit((field.clone(), leave));
    })
}
