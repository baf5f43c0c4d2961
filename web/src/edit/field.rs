//! Fields: half-typed text stays in them. Enter and leaving set it, Escape takes it back, arrows step a number.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::rule::{Rule, written};
use crate::draw::icon::{Icon, Shape};

#[derive(Properties, PartialEq)]
pub struct NumberFieldProps {
    pub label: AttrValue,
    /// `None` where several things with different numbers are edited at once.
    pub value: Option<f64>,
    pub rule: Rule,
    #[prop_or_default]
    pub unit: &'static str,
    /// The place in the scenario, so that a problem's button finds it.
    #[prop_or_default]
    pub path: AttrValue,
    /// What the core says is wrong with the number that is set.
    #[prop_or_default]
    pub problem: Option<AttrValue>,
    pub set: Callback<f64>,
    #[prop_or_default]
    pub left: Callback<()>,
    pub testid: AttrValue,
}

/// A number with its unit inside the field.
#[component]
pub fn NumberField(props: &NumberFieldProps) -> Html {
    let shown = props.value.map(written).unwrap_or_default();
    let draft = use_state_eq(|| None::<String>);
    let refused = draft.as_deref().and_then(|text| refusal(text, props));
    let commit = commit(props, &draft);
    let oninput = {
        let draft = draft.setter();
        Callback::from(move |event: InputEvent| draft.set(text_of(&event)))
    };
    let onblur = {
        let (commit, left) = (commit.clone(), props.left.clone());
        Callback::from(move |_: FocusEvent| {
            commit(false);
            left.emit(());
        })
    };
    let onkeydown = keys(props, &draft, commit);
    let problem = refused.map(AttrValue::from).or_else(|| props.problem.clone());
    let note = format!("{}-note", props.testid);
    html! {
        <div class={classes!("field", problem.is_some().then_some("refused"))}>
            <label>
                <span class="field-name">{ props.label.clone() }</span>
                <span class="field-box">
                    <input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" {oninput} {onblur} {onkeydown}
                        value={draft.as_ref().cloned().unwrap_or(shown)} placeholder={props.value.is_none().then_some("differ")}
                        aria-invalid={problem.is_some().then_some("true")} aria-describedby={problem.is_some().then(|| note.clone())}
                        data-settled={draft.is_none().then_some("")} data-path={props.path.clone()} data-testid={props.testid.clone()} />
                    if !props.unit.is_empty() { <span class="unit">{ props.unit }</span> }
                </span>
            </label>
            if let Some(problem) = problem { { note_line(note, problem) } }
        </div>
    }
}

/// One line under a field, with the sign.
fn note_line(id: String, problem: AttrValue) -> Html {
    html! { <p class="field-note" {id} role="alert"><Icon shape={Shape::Warning} size={13} /><span>{ problem }</span></p> }
}

/// An untouched or emptied field of several numbers sets nothing.
fn refusal(text: &str, props: &NumberFieldProps) -> Option<String> {
    if props.value.is_none() && text.trim().is_empty() {
        return None;
    }
    let reason = props.rule.read(text).err()?;
    Some(format!("{reason}. The lanes show the scenario before this edit."))
}

fn text_of(event: &InputEvent) -> Option<String> {
    event.target_dyn_into::<HtmlInputElement>().map(|input| input.value())
}

/// Sets what was typed. A refused text stays, so that it can be mended; `take_back` drops it.
fn commit(
    props: &NumberFieldProps,
    draft: &UseStateHandle<Option<String>>,
) -> impl Fn(bool) + Clone + 'static {
    let (rule, value, set, draft) = (props.rule, props.value, props.set.clone(), draft.clone());
    move |take_back| {
        let Some(text) = draft.as_deref() else { return };
        match rule.read(text) {
            _ if take_back => draft.set(None),
            Ok(number) => {
                draft.set(None);
                if value != Some(number) {
                    set.emit(number);
                }
            }
            Err(_) if value.is_none() && text.trim().is_empty() => draft.set(None),
            Err(_) => {}
        }
    }
}

fn keys(
    props: &NumberFieldProps,
    draft: &UseStateHandle<Option<String>>,
    commit: impl Fn(bool) + 'static,
) -> Callback<KeyboardEvent> {
    let (rule, value, set, draft) = (props.rule, props.value, props.set.clone(), draft.clone());
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => commit(false),
        "Escape" if draft.is_some() => {
            commit(true);
            event.stop_propagation();
            event.prevent_default();
        }
        key @ ("ArrowUp" | "ArrowDown") => {
            let from = draft.as_deref().and_then(|text| rule.read(text).ok()).or(value);
            if let Some(from) = from {
                draft.set(None);
                set.emit(rule.stepped(from, key == "ArrowUp", event.shift_key()));
            }
            event.prevent_default();
        }
        _ => {}
    })
}

#[derive(Properties, PartialEq)]
pub struct TextFieldProps {
    pub label: AttrValue,
    pub value: AttrValue,
    #[prop_or_default]
    pub placeholder: AttrValue,
    #[prop_or_default]
    pub path: AttrValue,
    #[prop_or_default]
    pub problem: Option<AttrValue>,
    pub set: Callback<String>,
    pub testid: AttrValue,
}

/// A name.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let draft = use_state_eq(|| None::<String>);
    let commit = {
        let (draft, value, set) = (draft.clone(), props.value.clone(), props.set.clone());
        move || {
            if let Some(text) = draft.as_deref() {
                draft.set(None);
                if text.trim() != value.as_str() {
                    set.emit(text.trim().to_owned());
                }
            }
        }
    };
    let oninput = {
        let draft = draft.setter();
        Callback::from(move |event: InputEvent| draft.set(text_of(&event)))
    };
    let onblur = {
        let commit = commit.clone();
        Callback::from(move |_: FocusEvent| commit())
    };
    let onkeydown = {
        let draft = draft.clone();
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" => commit(),
            "Escape" if draft.is_some() => {
                draft.set(None);
                event.stop_propagation();
                event.prevent_default();
            }
            _ => {}
        })
    };
    let note = format!("{}-note", props.testid);
    html! {
        <div class={classes!("field", props.problem.is_some().then_some("refused"))}>
            <label>
                <span class="field-name">{ props.label.clone() }</span>
                <span class="field-box">
                    <input type="text" autocomplete="off" spellcheck="false" {oninput} {onblur} {onkeydown}
                        value={draft.as_ref().cloned().map_or_else(|| props.value.clone(), AttrValue::from)} placeholder={props.placeholder.clone()}
                        aria-invalid={props.problem.is_some().then_some("true")} aria-describedby={props.problem.is_some().then(|| note.clone())}
                        data-settled={draft.is_none().then_some("")} data-path={props.path.clone()} data-testid={props.testid.clone()} />
                </span>
            </label>
            if let Some(problem) = props.problem.clone() { { note_line(note, problem) } }
        </div>
    }
}
