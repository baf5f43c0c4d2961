//! Models from the library and from the calculator: an architecture, how it is spread over GPUs and trained; what that
//! makes, and where each number comes from.

use asrpt_core::calculator::{Estimate, Quantity};
use asrpt_core::library::{self, Entry};
use asrpt_core::scenario::{Problem, Scenario, ServerSpec};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlSelectElement};
use yew::prelude::*;

use super::figures::{self, Meaning};
use super::recipe::{Architecture, Recipe};
use super::recipe_fields;
use super::{chooser, models, sources};
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, fixed, grouped, iteration_ms, plain};
use crate::shared::Shared;
use crate::store::{Dispatch, Gesture};

#[derive(Properties, PartialEq)]
pub struct LibraryProps {
    pub scenario: Shared<Scenario>,
    pub dispatch: Dispatch,
    pub close: Callback<()>,
}

/// The value of the choice that is no entry.
const OWN: &str = "own";

/// The dialog; it is there only while it is open.
#[component]
pub fn Library(props: &LibraryProps) -> Html {
    let dialog = use_node_ref();
    let recipe =
        use_state_eq(|| Recipe::of_entry(library::entries().next().expect("the library has entries")));
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) =
                dialog.cast::<web_sys::Element>().and_then(|d| d.dyn_into::<HtmlDialogElement>().ok())
            {
                let _ = dialog.show_modal();
            }
        });
    }
    let made = use_memo((*recipe).clone(), Recipe::estimate);
    let onchange = {
        let recipe = recipe.setter();
        Callback::from(move |event: Event| {
            let Some(id) = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value()) else {
                return;
            };
            recipe.set(library::find(&id).map_or_else(Recipe::own, Recipe::of_entry));
        })
    };
    let set = {
        let recipe = recipe.setter();
        Callback::from(move |next: Recipe| recipe.set(next))
    };
    let onclose = props.close.reform(|_: Event| ());
    let onclick = props.close.reform(|_: MouseEvent| ());
    // Keys are for the dialog, not for the canvas below it.
    let onkeydown = Callback::from(|event: KeyboardEvent| event.stop_propagation());
    html! {
        <dialog class="dialog library" ref={dialog} {onclose} {onkeydown} aria-labelledby="library-title" data-testid="library">
            <div class="dialog-head">
                <h2 id="library-title">{ "Models from the library" }</h2>
                <button type="button" class="tool icon-only" {onclick} aria-label="Close"><Icon shape={Shape::Close} /></button>
            </div>
            <div class="library-body">
                <label class="library-choice"><span class="field-name">{ "Architecture and layout" }</span>
                    <select class="select" {onchange} data-testid="library-entry">
                        { for families().into_iter().map(|(title, entries)| group(title, &entries, &recipe)) }
                        <option value={OWN} selected={matches!(recipe.architecture, Architecture::Own(_))}>{ "A transformer of your own" }</option>
                    </select>
                </label>
                { about(&recipe) }
                { recipe_fields::draw(&recipe, &set) }
                { match &*made {
                    Ok(estimate) => result(props, &recipe, estimate),
                    Err(problems) => refused(problems),
                } }
            </div>
        </dialog>
    }
}

/// Entries by architecture.
fn families() -> Vec<(&'static str, Vec<&'static Entry>)> {
    let mut families: Vec<(&str, Vec<&Entry>)> = Vec::new();
    for entry in library::entries() {
        match families.last_mut() {
            Some((title, entries)) if *title == entry.title => entries.push(entry),
            _ => families.push((&entry.title, vec![entry])),
        }
    }
    families
}

fn group(title: &'static str, entries: &[&'static Entry], recipe: &Recipe) -> Html {
    let option = |entry: &&'static Entry| {
        let selected = matches!(&recipe.architecture, Architecture::Entry(id) if *id == entry.id);
        html! { <option value={entry.id.clone()} {selected}>{ format!("{title}, {}: {}", counted(entry.gpus.into(), "GPU"), entry.layout) }</option> }
    };
    html! { <optgroup label={title}>{ for entries.iter().map(option) }</optgroup> }
}

fn about(recipe: &Recipe) -> Html {
    let Some(entry) = recipe.entry() else {
        return html! { <p class="caption">{ "A decoder-only transformer as GPT: a feed-forward size of 4 · h, tied embeddings." }</p> };
    };
    html! {
        <>
        <p class="library-about">{ &entry.description }</p>
        <details class="caption"><summary>{ "Sources" }</summary><ul>{ for entry.sources.iter().map(|source| html! { <li>{ linked(source) }</li> }) }</ul></details>
        </>
    }
}

/// What is wrong.
fn refused(problems: &[Problem]) -> Html {
    html! {
        <div class="library-refused" role="alert" data-testid="library-refused">
            { for problems.iter().take(4).map(|problem| html! { <p><Icon shape={Shape::Warning} size={14} />{ problem.to_string() }</p> }) }
        </div>
    }
}

fn result(props: &LibraryProps, recipe: &Recipe, estimate: &Estimate) -> Html {
    let gpus: u64 = estimate.model.stages.iter().map(|stage| u64::from(stage.replicas)).sum();
    let onclick = {
        let (scenario, dispatch, close) =
            (props.scenario.clone(), props.dispatch.clone(), props.close.clone());
        let (recipe, model) = (recipe.clone(), estimate.model.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some((mut scenario, name)) = models::add(&scenario, &recipe.name(&model), model.clone()) {
                sources::keep(&mut scenario, &name, &recipe);
                chooser::replace(&dispatch, scenario, Some(&name), Gesture::once(format!("add {name}")));
            }
            close.emit(());
        })
    };
    html! {
        <>
        <div class="library-result" data-testid="library-result">
            <p>
                <b>{ counted(gpus, "GPU") }</b>{ format!(" in {}, {} parameters on the fullest GPU, {} FLOP per iteration. ",
                    counted(estimate.model.stages.len() as u64, "stage"), amount(estimate.parameters_per_gpu), amount(estimate.hardware_flops)) }
                { here(&estimate.model, &props.scenario.servers) }
            </p>
            <button type="button" class="button primary" {onclick} data-testid="library-add">{ "Add to the scenario" }</button>
        </div>
        <details class="library-derivation" data-testid="derivation">
            <summary>{ format!("Where the {} come from", counted(estimate.derivation.quantities.len() as u64, "number")) }</summary>
            { derivation(&estimate.derivation.quantities) }
        </details>
        </>
    }
}

/// What it would be on the cluster as it is.
fn here(model: &asrpt_core::scenario::ModelSpec, servers: &[ServerSpec]) -> String {
    match figures::of_model(model, servers) {
        Meaning::Known(figures) => format!(
            "On this cluster {} per iteration at best, on {}.",
            iteration_ms(figures.constants.alpha_min_s),
            counted(figures.constants.min_servers.into(), "server")
        ),
        Meaning::TooLarge { total, .. } => format!("This cluster has only {}.", counted(total, "GPU")),
        _ => String::new(),
    }
}

/// `1.3 · 10⁹` in words of thousands.
fn amount(x: f64) -> String {
    let units = [(1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    units
        .iter()
        .find(|(unit, _)| x >= *unit)
        .map_or_else(|| plain(x), |(unit, name)| format!("{}\u{a0}{name}", fixed(x / unit, 1)))
}

/// Every quantity with its formula and its source.
fn derivation(quantities: &[Quantity]) -> Html {
    html! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Where the numbers come from">
            <table class="derivation">
                <thead><tr><th scope="col">{ "Quantity" }</th><th scope="col">{ "Value" }</th><th scope="col">{ "How" }</th><th scope="col">{ "Source" }</th></tr></thead>
                <tbody>{ for quantities.iter().map(|q| html! {
                    <tr class={q.sets.as_ref().map(|_| "sets")}>
                        <th scope="row">{ &q.name }</th>
                        <td>{ value(q) }</td><td>{ &q.formula }</td><td>{ linked(&q.source) }</td>
                    </tr>
                }) }</tbody>
            </table>
        </div>
    }
}

/// A source's text with its addresses as links: nothing is asked of them until somebody follows one.
pub fn linked(source: &str) -> Html {
    let part = |part: &str| match part.trim_end_matches([';', ',', '.']) {
        address if address.starts_with("https://") => {
            let rest = part[address.len()..].to_owned();
            html! { <><a href={address.to_owned()} target="_blank" rel="noopener noreferrer">{ address }</a>{ rest }</> }
        }
        _ => html! { { part } },
    };
    source
        .split_inclusive(' ')
        .map(|word| match word.strip_suffix(' ') {
            Some(word) => html! { <>{ part(word) }{ " " }</> },
            None => part(word),
        })
        .collect()
}

/// A quantity with its unit.
pub fn value(quantity: &Quantity) -> String {
    let x = quantity.value;
    let number = match x.abs() {
        n if n >= 1e15 => format!("{x:e}"),
        n if n >= 1e5 && x.fract() == 0.0 => grouped(x as u64),
        _ => plain(x),
    };
    if quantity.unit.is_empty() { number } else { format!("{number}\u{a0}{}", quantity.unit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_in_thousands() {
        assert_eq!(amount(1.3e10), "13.0\u{a0}G");
        assert_eq!(amount(2.5e18), "2.5\u{a0}E");
        assert_eq!(amount(12.0), "12");
    }

    #[test]
    fn families_hold_every_entry_once() {
        let listed: usize = families().iter().map(|(_, entries)| entries.len()).sum();
        assert_eq!(listed, library::entries().count());
    }
}
