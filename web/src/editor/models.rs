//! What can be done to the models of a scenario. Jobs follow a model's new name; a model in use isn't deleted unless
//! its jobs go with it.

use asrpt_core::limits;
use asrpt_core::scenario::{ModelSpec, Scenario};

use super::geometry::Point;
use super::graph::{add_stage, check_name, free_name, shortened};
use super::places;

/// A model by its name.
pub fn find<'a>(scenario: &'a Scenario, name: &str) -> Option<&'a ModelSpec> {
    scenario.models.iter().find(|(own, _)| own == name).map(|(_, spec)| spec)
}

/// The scenario with a model's graph and places changed.
pub fn put(scenario: &Scenario, name: &str, spec: ModelSpec, at: &[Point]) -> Scenario {
    let mut scenario = scenario.clone();
    places::keep(&mut scenario, name, &spec, at);
    if let Some((_, own)) = scenario.models.iter_mut().find(|(own, _)| own == name) {
        *own = spec;
    }
    scenario
}

/// The jobs of a model with their numbers, in the order of the file.
pub fn used_by<'a>(scenario: &'a Scenario, name: &str) -> Vec<(usize, &'a str)> {
    let jobs = scenario.jobs.iter().enumerate().filter(|(_, job)| job.model == name);
    jobs.map(|(at, job)| (at, job.id.as_str())).collect()
}

/// `base`, or the next free name like it.
pub fn free(scenario: &Scenario, base: &str) -> String {
    free_name(base, |name| find(scenario, name).is_some())
}

/// Adds a model under a free name, which is given back; `None` where there are as many as are simulated.
pub fn add(scenario: &Scenario, base: &str, spec: ModelSpec) -> Option<(Scenario, String)> {
    if scenario.models.len() >= limits::MODELS {
        return None;
    }
    let name = free(scenario, base);
    let mut scenario = scenario.clone();
    places::forget(&mut scenario, &name);
    scenario.models.push((name.clone(), spec));
    Some((scenario, name))
}

/// A model of one stage, to draw on.
pub fn add_new(scenario: &Scenario) -> Option<(Scenario, String)> {
    let mut spec = ModelSpec::default();
    add_stage(&mut spec);
    add(scenario, "model", spec)
}

/// A model once more.
pub fn duplicate(scenario: &Scenario, name: &str) -> Option<(Scenario, String)> {
    let spec = find(scenario, name)?.clone();
    let (mut scenario, copy) = add(scenario, name, spec)?;
    places::copy(&mut scenario, name, &copy);
    Some((scenario, copy))
}

/// Gives a model another name; its jobs and its places follow.
///
/// # Errors
/// Why not, as a sentence.
pub fn rename(scenario: &Scenario, old: &str, new: &str) -> Result<Scenario, String> {
    check_name(new)?;
    if new != old && find(scenario, new).is_some() {
        return Err(format!("There is another model {}.", shortened(new)));
    }
    let mut scenario = scenario.clone();
    if new == old {
        return Ok(scenario);
    }
    for (name, _) in scenario.models.iter_mut().filter(|(name, _)| name == old) {
        new.clone_into(name);
    }
    for job in scenario.jobs.iter_mut().filter(|job| job.model == old) {
        new.clone_into(&mut job.model);
    }
    places::rename(&mut scenario, old, new);
    Ok(scenario)
}

/// Why a model can't be deleted alone; `None` where it can.
pub fn keeps(scenario: &Scenario, name: &str) -> Option<String> {
    let jobs = used_by(scenario, name);
    match jobs[..] {
        [] => None,
        [(_, job)] => Some(format!("Job {} uses {}.", shortened(job), shortened(name))),
        [(_, first), ..] => {
            Some(format!("{} jobs use {}, {} among them.", jobs.len(), shortened(name), shortened(first)))
        }
    }
}

/// Takes a model away, with its jobs if there are any.
pub fn delete(scenario: &Scenario, name: &str) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.models.retain(|(own, _)| own != name);
    scenario.jobs.retain(|job| job.model != name);
    places::forget(&mut scenario, name);
    scenario
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::EXAMPLES;

    fn scenario() -> Scenario {
        EXAMPLES.iter().find(|example| example.slug == "flush-dag").unwrap().scenario()
    }

    #[test]
    fn jobs_and_places_follow_a_new_name() {
        let before = scenario();
        let spec = find(&before, "dag").unwrap().clone();
        let at = places::of_model(&before, "dag", &spec);
        let before = put(&before, "dag", spec.clone(), &at);
        let after = rename(&before, "dag", "branching").unwrap();
        assert_eq!(used_by(&after, "branching"), used_by(&before, "dag"));
        assert!(used_by(&after, "dag").is_empty());
        assert_eq!(places::of_model(&after, "branching", &spec), at);
        assert!(asrpt_core::scenario::validate(&after).is_empty());
        assert_eq!(rename(&after, "branching", "flush").unwrap_err(), "There is another model flush.");
        assert_eq!(rename(&after, "branching", "dag").unwrap(), before);
    }

    #[test]
    fn a_model_in_use_says_so_and_takes_its_jobs_along() {
        let before = scenario();
        let jobs = used_by(&before, "dag").len();
        assert!(jobs > 1);
        assert!(keeps(&before, "dag").unwrap().starts_with(&format!("{jobs} jobs use dag, ")));
        let after = delete(&before, "dag");
        assert_eq!(after.jobs.len(), before.jobs.len() - jobs);
        assert!(asrpt_core::scenario::validate(&after).is_empty());
        assert_eq!(keeps(&after, "dag"), None);
    }

    #[test]
    fn new_models_and_copies_are_valid_and_get_free_names() {
        let (with_new, name) = add_new(&scenario()).unwrap();
        assert_eq!(name, "model");
        let (with_copy, copy) = duplicate(&with_new, "dag").unwrap();
        assert_eq!(copy, "dag-2");
        assert_eq!(find(&with_copy, "dag-2"), find(&with_copy, "dag"));
        assert!(asrpt_core::scenario::validate(&with_copy).is_empty());
    }
}
