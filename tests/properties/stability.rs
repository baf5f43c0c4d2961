//! What must not change a result.

use crate::{instance, random};
use asrpt_core::policy::POLICIES;
use asrpt_core::run::{Run, compare};
use asrpt_core::scenario::{Json, ModelSpec, Scenario, StageSpec};
use asrpt_core::{metrics::Metrics, result};

/// The results of all policies as text; what can't be run says so.
fn results(scenario: &Scenario) -> Vec<String> {
    let instance = instance(scenario.clone());
    let result = |&policy| match Run::simulate(instance.clone(), policy) {
        Ok(run) => result::to_json(&run),
        Err(error) => format!("{error:?}"),
    };
    POLICIES.iter().map(result).collect()
}

fn strange(text: &str) -> Option<String> {
    Some(format!("\u{202e}{text} \"\\\n\0🦀"))
}

#[test]
fn names_and_labels_do_not_move_results() {
    for seed in 0..150 {
        let plain = random::scenario(seed);
        let mut named = plain.clone();
        (named.name, named.description) = (strange("a name"), strange("a description"));
        named.servers.iter_mut().for_each(|server| server.name = strange("server"));
        for job in &mut named.jobs {
            (job.user, job.group, job.name) = (strange("user"), strange("group"), strange("name"));
        }
        named.models.iter_mut().flat_map(|(_, model)| &mut model.stages).for_each(rename_stage);
        assert_eq!(results(&plain), results(&named), "{}", plain.to_json());
    }
}

fn rename_stage(stage: &mut StageSpec) {
    stage.name = strange("stage");
}

/// Ids are names, too: with others the result says the same of the others. Models and stages change the order of
/// their names.
#[test]
fn ids_do_not_move_results() {
    for seed in 0..150 {
        let plain = random::scenario(seed);
        let mut renamed = plain.clone();
        let reversed = |id: &str| format!("{}-{id}", 99 - id[1..].parse::<usize>().unwrap());
        for (name, model) in &mut renamed.models {
            *name = reversed(name);
            model.stages.iter_mut().for_each(|stage| stage.id = reversed(&stage.id));
            model.edges.iter_mut().for_each(|edge| edge.from = reversed(&edge.from));
            model.edges.iter_mut().for_each(|edge| edge.to = reversed(&edge.to));
        }
        for job in &mut renamed.jobs {
            (job.id, job.model) = (reversed(&job.id), reversed(&job.model));
        }
        let mut translated = results(&plain);
        for (job, other) in plain.jobs.iter().zip(&renamed.jobs) {
            let (old, new) = (format!("\"{}\"", job.id), format!("\"{}\"", other.id));
            translated.iter_mut().for_each(|text| *text = text.replace(&old, &new));
        }
        assert_eq!(translated, results(&renamed), "{}", plain.to_json());
    }
}

/// Bigger than any random cluster.
fn giant() -> ModelSpec {
    let stage = |id: &str| StageSpec {
        id: id.to_owned(),
        name: None,
        forward_ms: 1.0,
        backward_ms: 1.0,
        replicas: 500,
        collectives: Vec::new(),
    };
    ModelSpec { stages: vec![stage("x"), stage("y")], edges: Vec::new(), micro_batches: None }
}

#[test]
fn unused_models_do_not_move_results() {
    for seed in 0..150 {
        let plain = random::scenario(seed);
        let mut more = plain.clone();
        more.models.insert(0, ("a giant".to_owned(), giant()));
        more.models.push(("zz".to_owned(), plain.models[0].1.clone()));
        assert_eq!(results(&plain), results(&more), "{}", plain.to_json());
    }
}

#[test]
fn the_view_does_not_move_results() {
    for seed in 0..150 {
        let plain = random::scenario(seed);
        let mut viewed = plain.clone();
        let step = ("step".to_owned(), Json::Number(17.0));
        let policy = ("policy".to_owned(), Json::Object(vec![("kind".to_owned(), Json::Null)]));
        viewed.view = Some(Json::Object(vec![step, policy]));
        assert_eq!(results(&plain), results(&viewed), "{}", plain.to_json());
    }
}

#[test]
fn a_document_says_all_of_a_scenario() {
    for seed in 0..1000 {
        let mut scenario = random::scenario(seed);
        if seed % 2 == 0 {
            scenario.policy.kind = POLICIES[seed as usize / 2 % POLICIES.len()].kind().to_owned();
            scenario.description = strange("a description");
            scenario.jobs[0].user = strange("user");
            scenario.models[0].1.stages[0].name = Some(String::new());
            scenario.view =
                Some(Json::List(vec![Json::Number(0.1), Json::Bool(false), Json::Text(String::new())]));
        }
        let text = scenario.to_json();
        assert_eq!(Scenario::from_json(&text), Ok(scenario), "{text}");
    }
}

/// The table of all policies runs without a log; its figures are those of the runs with one.
#[test]
fn the_comparison_says_what_the_runs_say() {
    for seed in 0..200 {
        let instance = instance(random::scenario(seed));
        for (policy, figures) in compare(&instance) {
            let run: Result<Metrics, _> = Run::simulate(instance.clone(), policy).map(|run| run.metrics);
            assert_eq!(figures, run, "{} of {}", policy.kind(), instance.scenario.to_json());
        }
    }
}
