//! The calculator's fields.

use asrpt_core::calculator::{Degrees, Recompute};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::recipe::{Architecture, MOST, MOST_LAYERS, Recipe, Shape};
use crate::edit::field::NumberField;
use crate::edit::rule::Rule;

/// All of them; a layout that isn't even has no degrees to change.
pub fn draw(recipe: &Recipe, set: &Callback<Recipe>) -> Html {
    html! {
        <div class="recipe" role="group" aria-label="Calculator">
            if let Architecture::Own(shape) = &recipe.architecture { { own(recipe, *shape, set) } }
            if let Some(degrees) = recipe.even_degrees() { { spread(recipe, degrees, set) } }
            { training(recipe, set) }
        </div>
    }
}

/// A field that changes the recipe.
fn field(
    recipe: &Recipe,
    set: &Callback<Recipe>,
    label: &'static str,
    unit: &'static str,
    rule: Rule,
    value: f64,
    change: fn(&mut Recipe, f64),
) -> Html {
    let (recipe, set) = (recipe.clone(), set.clone());
    let set = Callback::from(move |value: f64| {
        let mut next = recipe.clone();
        change(&mut next, value);
        set.emit(next);
    });
    let testid = format!("recipe-{}", label.to_lowercase().replace(' ', "-"));
    html! { <NumberField {label} {unit} {rule} value={Some(value)} {set} {testid} /> }
}

fn own(recipe: &Recipe, shape: Shape, set: &Callback<Recipe>) -> Html {
    fn change(recipe: &mut Recipe, act: impl FnOnce(&mut Shape)) {
        if let Architecture::Own(shape) = &mut recipe.architecture {
            act(shape);
        }
    }
    let (count, layers) = (Rule::count(MOST), Rule::count(MOST_LAYERS));
    html! {
        <>
        { field(recipe, set, "Layers", "", layers, shape.layers.into(), |r, x| change(r, |s| s.layers = x as u32)) }
        { field(recipe, set, "Hidden size", "", count, shape.hidden.into(), |r, x| change(r, |s| s.hidden = x as u32)) }
        { field(recipe, set, "Heads", "", count, shape.heads.into(), |r, x| change(r, |s| s.heads = x as u32)) }
        { field(recipe, set, "Vocabulary", "", count, shape.vocabulary.into(), |r, x| change(r, |s| s.vocabulary = x as u32)) }
        { field(recipe, set, "Sequence", "tokens", count, shape.sequence.into(), |r, x| change(r, |s| s.sequence = x as u32)) }
        </>
    }
}

fn spread(recipe: &Recipe, degrees: Degrees, set: &Callback<Recipe>) -> Html {
    fn change(recipe: &mut Recipe, act: impl FnOnce(&mut Degrees)) {
        if let Some(mut degrees) = recipe.even_degrees() {
            act(&mut degrees);
            recipe.degrees = Some(degrees);
        }
    }
    let rule = Rule::count(MOST_LAYERS);
    html! {
        <>
        { field(recipe, set, "Pipeline", "stages", rule, degrees.pipeline.into(), |r, x| change(r, |d| d.pipeline = x as u32)) }
        { field(recipe, set, "Data", "copies", rule, degrees.data.into(), |r, x| change(r, |d| d.data = x as u32)) }
        { field(recipe, set, "Tensor", "GPUs", rule, degrees.tensor.into(), |r, x| change(r, |d| d.tensor = x as u32)) }
        { field(recipe, set, "Expert", "copies", rule, degrees.expert.into(), |r, x| change(r, |d| d.expert = x as u32)) }
        </>
    }
}

fn training(recipe: &Recipe, set: &Callback<Recipe>) -> Html {
    let count = Rule::count(MOST);
    let micro = Rule { least: 0.0, most: f64::from(MOST), whole: true };
    let bytes = Rule::real((0.125, 16.0));
    html! {
        <>
        { field(recipe, set, "Global batch", "samples", count, recipe.batch.into(), |r, x| r.batch = x as u32) }
        { field(recipe, set, "Micro-batch", "0: steady", micro, recipe.micro_batch.unwrap_or(0).into(), |r, x| r.micro_batch = Some(x as u32).filter(|&n| n > 0)) }
        { field(recipe, set, "Activation", "bytes", bytes, recipe.activation_bytes, |r, x| r.activation_bytes = x) }
        { field(recipe, set, "Gradient", "bytes", bytes, recipe.gradient_bytes, |r, x| r.gradient_bytes = x) }
        { field(recipe, set, "GPU peak", "TFLOP/s", Rule::real((0.001, 1e6)), recipe.peak_tflops, |r, x| r.peak_tflops = x) }
        { field(recipe, set, "Efficiency", "of peak", Rule::real((0.001, 1.0)), recipe.efficiency, |r, x| r.efficiency = x) }
        { recompute(recipe, set) }
        </>
    }
}

fn recompute(recipe: &Recipe, set: &Callback<Recipe>) -> Html {
    const CHOICES: [(&str, &str, Recompute); 3] = [
        ("nothing", "nothing", Recompute::Nothing),
        ("attention", "attention", Recompute::Attention),
        ("everything", "every block", Recompute::Everything),
    ];
    let onchange = {
        let (recipe, set) = (recipe.clone(), set.clone());
        Callback::from(move |event: Event| {
            let chosen = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
            if let Some((_, _, recompute)) =
                CHOICES.iter().find(|(value, _, _)| chosen.as_deref() == Some(value))
            {
                set.emit(Recipe { recompute: *recompute, ..recipe.clone() });
            }
        })
    };
    html! {
        <div class="field"><label><span class="field-name">{ "Computed again" }</span>
            <select class="select" {onchange} data-testid="recipe-recompute">
                { for CHOICES.map(|(value, name, own)| html! { <option {value} selected={own == recipe.recompute}>{ name }</option> }) }
            </select>
        </label></div>
    }
}
