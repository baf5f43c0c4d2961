//! Fields of a value that lives in a dialog: each reads and sets one part of it.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::edit::field::NumberField;
use crate::edit::rule::Rule;

/// A value, and how it is changed.
pub struct Form<T: 'static> {
    pub value: T,
    pub set: Callback<T>,
}

/// A number of the value.
pub struct Number<T> {
    pub label: &'static str,
    pub unit: &'static str,
    pub rule: Rule,
    pub testid: &'static str,
    pub of: fn(&T) -> f64,
    pub put: fn(&mut T, f64),
}

/// A whole number from 0.
pub const fn from_zero(most: f64) -> Rule {
    Rule { least: 0.0, most, whole: true }
}

/// A share in percent.
pub const PERCENT: Rule = Rule::real((0.0, 100.0));
/// The greatest seed that a file's number can carry.
pub const SEED: Rule = from_zero(9_007_199_254_740_991.0);

/// A share as percent, without the dust of multiplying.
pub fn percent(share: f64) -> f64 {
    (share * 1e8 + 0.5).floor() / 1e6
}

impl<T: Clone + 'static> Form<T> {
    /// A callback that changes the value.
    pub fn change<V: 'static>(&self, put: impl Fn(&mut T, V) + 'static) -> Callback<V> {
        let (value, set) = (self.value.clone(), self.set.clone());
        Callback::from(move |part: V| {
            let mut value = value.clone();
            put(&mut value, part);
            set.emit(value);
        })
    }

    /// A number field.
    pub fn number(&self, number: &Number<T>) -> Html {
        html! {
            <NumberField key={number.testid} label={number.label} value={Some((number.of)(&self.value))} rule={number.rule} unit={number.unit}
                set={self.change(number.put)} testid={number.testid} />
        }
    }
}

/// A list to choose from: names of the options with what is shown, and the one that is chosen.
pub fn choice(
    label: &'static str,
    options: impl Iterator<Item = (String, String)>,
    chosen: &str,
    set: Callback<String>,
    testid: &'static str,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            set.emit(select.value());
        }
    });
    html! {
        <label class="field">
            <span class="field-name">{ label }</span>
            <select class="select" {onchange} data-testid={testid}>
                { for options.map(|(value, shown)| html! { <option selected={value == chosen} value={value.clone()}>{ shown }</option> }) }
            </select>
        </label>
    }
}

/// A box to tick.
pub fn check(label: Html, checked: bool, set: Callback<bool>, testid: &'static str) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            set.emit(input.checked());
        }
    });
    html! { <label class="check"><input type="checkbox" {checked} {onchange} data-testid={testid} /><span>{ label }</span></label> }
}

/// Kinds of predictors to choose from.
pub fn predictors(chosen: &str, set: Callback<String>) -> Html {
    let kinds = asrpt_core::predict::PREDICTORS.iter();
    let kinds = kinds.map(|p| (p.kind().to_owned(), crate::predict::label(p.kind())));
    choice("Predictor", kinds, chosen, set, "make-predictor")
}
