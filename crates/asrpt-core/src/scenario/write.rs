//! The canonical document: keys in the order of the format page, defaults left out.

use super::prediction::{write_predictor, write_record};
use super::{
    CollectiveSpec, EdgeSpec, JobSpec, Json, ModelSpec, PolicySpec, Scenario, ServerSpec, StageSpec,
};

pub(super) fn write(scenario: &Scenario) -> String {
    serde_json::to_string(&document(scenario)).expect("the tree holds finite numbers and text")
}

/// Fields in order; what is `None` is left out.
pub(super) fn object(fields: impl IntoIterator<Item = (&'static str, Option<Json>)>) -> Json {
    let present = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Json::Object(present.collect())
}

pub(super) fn text(value: &str) -> Option<Json> {
    Some(Json::Text(value.to_owned()))
}

pub(super) fn optional_text(value: Option<&String>) -> Option<Json> {
    value.cloned().map(Json::Text)
}

pub(super) fn number(value: impl Into<f64>) -> Option<Json> {
    Some(Json::Number(value.into()))
}

pub(super) fn unless_default(value: f64, default: f64) -> Option<Json> {
    (value != default).then_some(Json::Number(value))
}

fn list<T>(items: &[T], write: impl Fn(&T) -> Json) -> Option<Json> {
    Some(Json::List(items.iter().map(write).collect()))
}

fn document(scenario: &Scenario) -> Json {
    let models = scenario.models.iter().map(|(name, spec)| (name.clone(), model(spec)));
    let is_default_policy = scenario.policy == PolicySpec::default();
    object([
        ("format", text("asrpt-scenario")),
        ("version", number(1)),
        ("name", optional_text(scenario.name.as_ref())),
        ("description", optional_text(scenario.description.as_ref())),
        ("cluster", Some(object([("servers", list(&scenario.servers, server))]))),
        ("models", Some(Json::Object(models.collect()))),
        ("jobs", list(&scenario.jobs, job)),
        ("policy", (!is_default_policy).then(|| policy(&scenario.policy))),
        ("predictor", write_predictor(&scenario.predictor)),
        ("history", (!scenario.history.is_empty()).then(|| list(&scenario.history, write_record)).flatten()),
        ("view", scenario.view.clone()),
    ])
}

fn server(server: &ServerSpec) -> Json {
    object([
        ("name", optional_text(server.name.as_ref())),
        ("count", unless_default(server.count.into(), 1.0)),
        ("gpus", number(server.gpus)),
        ("nvlink_gb_per_s", number(server.nvlink_gb_per_s)),
        ("nic_gb_per_s", number(server.nic_gb_per_s)),
        ("gpu_speed", unless_default(server.gpu_speed, 1.0)),
    ])
}

fn model(model: &ModelSpec) -> Json {
    object([
        ("stages", list(&model.stages, stage)),
        ("edges", list(&model.edges, edge)),
        ("micro_batches", model.micro_batches.and_then(number)),
    ])
}

fn stage(stage: &StageSpec) -> Json {
    let collectives = (!stage.collectives.is_empty()).then(|| list(&stage.collectives, collective));
    object([
        ("id", text(&stage.id)),
        ("name", optional_text(stage.name.as_ref())),
        ("forward_ms", number(stage.forward_ms)),
        ("backward_ms", number(stage.backward_ms)),
        ("replicas", number(stage.replicas)),
        ("collectives", collectives.flatten()),
    ])
}

fn collective(collective: &CollectiveSpec) -> Json {
    let is_default = collective.per == collective.kind.default_per();
    object([
        ("kind", text(collective.kind.name())),
        ("mb", number(collective.mb)),
        ("per", if is_default { None } else { text(collective.per.name()) }),
    ])
}

fn edge(edge: &EdgeSpec) -> Json {
    object([
        ("from", text(&edge.from)),
        ("to", text(&edge.to)),
        ("activation_mb", number(edge.activation_mb)),
    ])
}

fn job(job: &JobSpec) -> Json {
    object([
        ("id", text(&job.id)),
        ("model", text(&job.model)),
        ("arrival_s", number(job.arrival_s)),
        // Below 2^53, so exact as a double.
        ("iterations", number(job.iterations as f64)),
        ("predicted_iterations", job.predicted_iterations.and_then(number)),
        ("user", optional_text(job.user.as_ref())),
        ("group", optional_text(job.group.as_ref())),
        ("name", optional_text(job.name.as_ref())),
    ])
}

fn policy(policy: &PolicySpec) -> Json {
    object([
        ("kind", text(&policy.kind)),
        ("comm_heavy_ratio", unless_default(policy.comm_heavy_ratio, PolicySpec::DEFAULT_COMM_HEAVY_RATIO)),
        ("delay_factor", unless_default(policy.delay_factor, PolicySpec::DEFAULT_DELAY_FACTOR)),
    ])
}
