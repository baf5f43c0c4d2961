//! Which recipe a model was made by, under `view.sources`, and how its numbers are traced back to it.

use asrpt_core::calculator::Quantity;
use asrpt_core::scenario::Scenario;

use super::fields::Field;
use super::places::{self, SOURCES};
use super::recipe::Recipe;
use asrpt_core::scenario::ModelSpec;

/// Keeps how a model was made.
pub fn keep(scenario: &mut Scenario, model: &str, recipe: &Recipe) {
    places::set(scenario, SOURCES, model, Some(recipe.to_json()));
}

/// How a model was made.
pub fn of_model(scenario: &Scenario, model: &str) -> Option<Recipe> {
    Recipe::from_json(places::get(scenario, SOURCES, model)?)
}

/// The numbers of a stage that are still those of the calculator, each with its history.
pub fn traces(recipe: &Recipe, spec: &ModelSpec, stage: &str) -> Vec<Quantity> {
    let Ok(estimate) = recipe.estimate() else { return Vec::new() };
    let trace = |field: &Field| {
        let value = field.value(spec)?;
        Recipe::trace(&estimate, &field.path(spec)?, value)
    };
    Field::of_stage(spec, stage).iter().filter_map(trace).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asrpt_core::library;

    #[test]
    fn numbers_lead_back_to_the_calculator_until_they_are_changed() {
        let recipe = Recipe::of_entry(library::find("gpt-13b-64gpu").unwrap());
        let mut spec = recipe.estimate().unwrap().model;
        let stage = spec.stages[1].id.clone();
        let before = traces(&recipe, &spec, &stage);
        assert!(before.iter().any(|quantity| quantity.sets.as_deref() == Some("stages[1].forward_ms")));
        assert!(before.iter().any(|quantity| quantity.sets.as_deref() == Some("edges[1].activation_mb")));
        spec.stages[1].forward_ms += 1.0;
        assert_eq!(traces(&recipe, &spec, &stage).len(), before.len() - 1);
    }

    #[test]
    fn the_recipe_stays_with_its_model() {
        let recipe = Recipe::own();
        let mut scenario = Scenario::default();
        keep(&mut scenario, "m", &recipe);
        places::rename(&mut scenario, "m", "n");
        assert_eq!(of_model(&scenario, "n"), Some(recipe));
        assert_eq!(of_model(&scenario, "m"), None);
        places::forget(&mut scenario, "n");
        assert_eq!(scenario.view, None);
    }
}
