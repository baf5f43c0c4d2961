//! From text to a [`Scenario`]: structure only; what numbers and names mean is checked by `validate`.

use super::object::Object;
use super::prediction::{read_predictor, read_record};
use super::problems::{Problems, join, shown};
use super::{
    CollectiveKind, CollectiveSpec, EdgeSpec, JobSpec, Json, ModelSpec, Per, PolicySpec, PredictorSpec,
    Scenario, ServerSpec, StageSpec,
};
use crate::limits;
use crate::time::TIME_LIMIT_US;

const FORMAT: &str = "asrpt-scenario";
const VERSION: f64 = 1.0;
/// What stands in for a name that could not be read; its problem is listed already.
const UNREADABLE: &str = "?";

pub(super) fn read(text: &str, problems: &mut Problems) -> Option<Scenario> {
    let document = parse(text, problems)?;
    let mut object = Object::open(&document, "", problems)?;
    if !is_ours(&mut object, problems) {
        return None;
    }
    let scenario = Scenario {
        name: object.optional_text("name", problems),
        description: object.optional_text("description", problems),
        servers: cluster(&mut object, problems),
        models: models(&mut object, problems),
        jobs: items(object.list("jobs", problems), "jobs", problems, job).into(),
        policy: object.get("policy").map_or_else(PolicySpec::default, |value| policy(value, problems)),
        predictor: object
            .get("predictor")
            .map_or_else(PredictorSpec::default, |value| read_predictor(value, problems)),
        history: items(object.optional_list("history", problems), "history", problems, read_record).into(),
        view: object.get("view").cloned(),
    };
    object.close(problems);
    Some(scenario)
}

fn parse(text: &str, problems: &mut Problems) -> Option<Json> {
    // Some editors put a byte order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > limits::DOCUMENT_BYTES {
        let limit_mb = limits::DOCUMENT_BYTES / 1_000_000;
        problems.add("document", format!("is larger than {limit_mb} MB"), "split the scenario");
        return None;
    }
    if text.trim().is_empty() {
        problems.add("document", "is empty", "a scenario is a JSON object; the examples show one");
        return None;
    }
    match serde_json::from_str(text) {
        Ok(json) => Some(json),
        Err(error) => {
            let place = format!("line {}, column {}", error.line(), error.column());
            problems.add(place, syntax_message(&error), "the text is not complete, valid JSON");
            None
        }
    }
}

/// serde_json's words without the place, which the path says already.
fn syntax_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Another format or a newer version is refused by name, before anything else can be said of the document.
fn is_ours(object: &mut Object<'_>, problems: &mut Problems) -> bool {
    let format = object.text("format", problems);
    let version = object.number("version", problems);
    match format.as_deref() {
        Some(FORMAT) | None => {}
        Some(other) => {
            problems.add(
                "format",
                format!("is {}, not \"{FORMAT}\"", shown(other)),
                "this opens A-SRPT Lab scenarios",
            );
        }
    }
    match version {
        Some(VERSION) | None => {}
        Some(newer) if newer > VERSION => {
            let message = format!("is {newer}; this program reads version {VERSION}");
            problems.add("version", message, "a newer A-SRPT Lab reads it");
        }
        Some(other) => problems.add("version", format!("there is no version {other}"), "write 1"),
    }
    problems.is_empty()
}

fn items<T>(
    values: &[Json],
    path: &str,
    problems: &mut Problems,
    read: impl Fn(&mut Object<'_>, &mut Problems) -> T,
) -> Vec<T> {
    let mut items = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        if problems.are_too_many() {
            break;
        }
        if let Some(mut object) = Object::open(value, &format!("{path}[{at}]"), problems) {
            items.push(read(&mut object, problems));
            object.close(problems);
        }
    }
    items
}

fn cluster(object: &mut Object<'_>, problems: &mut Problems) -> Vec<ServerSpec> {
    let Some(mut cluster) = object.object("cluster", problems) else {
        return Vec::new();
    };
    let servers = items(cluster.list("servers", problems), "cluster.servers", problems, server);
    cluster.close(problems);
    servers
}

fn server(object: &mut Object<'_>, problems: &mut Problems) -> ServerSpec {
    ServerSpec {
        name: object.optional_text("name", problems),
        count: small(object.optional_whole("count", limits::SERVERS.into(), problems)),
        gpus: small(object.whole("gpus", limits::SERVER_GPUS.into(), problems)),
        nvlink_gb_per_s: object.number("nvlink_gb_per_s", problems).unwrap_or(1.0),
        nic_gb_per_s: object.number("nic_gb_per_s", problems).unwrap_or(1.0),
        gpu_speed: object.optional_number("gpu_speed", problems).unwrap_or(1.0),
    }
}

/// A whole number whose limit is far below 2^32; 1 where it is missing or was refused.
fn small(number: Option<u64>) -> u32 {
    number.and_then(|number| u32::try_from(number).ok()).unwrap_or(1)
}

fn models(object: &mut Object<'_>, problems: &mut Problems) -> Vec<(String, ModelSpec)> {
    let Some(models) = object.object("models", problems) else {
        return Vec::new();
    };
    let mut read = Vec::new();
    for (name, value) in models.entries() {
        let path = join("models", name);
        if let Some(mut model) = Object::open(value, &path, problems) {
            read.push((name.clone(), model_graph(&mut model, problems)));
            model.close(problems);
        }
    }
    read
}

fn model_graph(object: &mut Object<'_>, problems: &mut Problems) -> ModelSpec {
    let (stages_path, edges_path) = (object.at("stages"), object.at("edges"));
    ModelSpec {
        stages: items(object.list("stages", problems), &stages_path, problems, stage),
        edges: items(object.list("edges", problems), &edges_path, problems, edge),
        micro_batches: object
            .optional_whole("micro_batches", limits::MICRO_BATCHES.into(), problems)
            .map(|number| small(Some(number))),
    }
}

fn stage(object: &mut Object<'_>, problems: &mut Problems) -> StageSpec {
    let collectives_path = object.at("collectives");
    StageSpec {
        id: object.text("id", problems).unwrap_or_else(|| UNREADABLE.to_owned()),
        name: object.optional_text("name", problems),
        forward_ms: object.number("forward_ms", problems).unwrap_or(0.0),
        backward_ms: object.number("backward_ms", problems).unwrap_or(0.0),
        replicas: small(object.whole("replicas", limits::CLUSTER_GPUS.into(), problems)),
        collectives: items(
            object.optional_list("collectives", problems),
            &collectives_path,
            problems,
            collective,
        ),
    }
}

fn collective(object: &mut Object<'_>, problems: &mut Problems) -> CollectiveSpec {
    let kinds = [CollectiveKind::AllReduce, CollectiveKind::AllToAll];
    let kind_name = object.text("kind", problems);
    let kind = one_of(kind_name, &object.at("kind"), &kinds, CollectiveKind::name, problems)
        .unwrap_or(CollectiveKind::AllReduce);
    let per_name = object.optional_text("per", problems);
    let per = one_of(per_name, &object.at("per"), &[Per::Iteration, Per::MicroBatch], Per::name, problems);
    CollectiveSpec {
        kind,
        mb: object.number("mb", problems).unwrap_or(0.0),
        per: per.unwrap_or_else(|| kind.default_per()),
    }
}

fn one_of<T: Copy>(
    text: Option<String>,
    path: &str,
    choices: &[T],
    name: fn(T) -> &'static str,
    problems: &mut Problems,
) -> Option<T> {
    let text = text?;
    let found = choices.iter().copied().find(|&choice| name(choice) == text);
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|&choice| name(choice)).collect();
        problems.add(path, format!("there is no {}", shown(&text)), format!("one of: {}", names.join(", ")));
    }
    found
}

fn edge(object: &mut Object<'_>, problems: &mut Problems) -> EdgeSpec {
    EdgeSpec {
        from: object.text("from", problems).unwrap_or_else(|| UNREADABLE.to_owned()),
        to: object.text("to", problems).unwrap_or_else(|| UNREADABLE.to_owned()),
        activation_mb: object.number("activation_mb", problems).unwrap_or(0.0),
    }
}

fn job(object: &mut Object<'_>, problems: &mut Problems) -> JobSpec {
    JobSpec {
        id: object.text("id", problems).unwrap_or_else(|| UNREADABLE.to_owned()),
        model: object.text("model", problems).unwrap_or_else(|| UNREADABLE.to_owned()),
        arrival_s: object.number("arrival_s", problems).unwrap_or(0.0),
        iterations: object.whole("iterations", TIME_LIMIT_US - 1, problems).unwrap_or(1),
        predicted_iterations: object.optional_number("predicted_iterations", problems),
        user: object.optional_text("user", problems),
        group: object.optional_text("group", problems),
        name: object.optional_text("name", problems),
    }
}

fn policy(value: &Json, problems: &mut Problems) -> PolicySpec {
    let default = PolicySpec::default();
    let Some(mut object) = Object::open(value, "policy", problems) else {
        return default;
    };
    let policy = PolicySpec {
        kind: object.text("kind", problems).unwrap_or(default.kind),
        comm_heavy_ratio: object
            .optional_number("comm_heavy_ratio", problems)
            .unwrap_or(default.comm_heavy_ratio),
        delay_factor: object.optional_number("delay_factor", problems).unwrap_or(default.delay_factor),
    };
    object.close(problems);
    policy
}
