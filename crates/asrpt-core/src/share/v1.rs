//! The wire form of version 1. Frozen: links made with it are read for ever.

use super::columns::{Columns, MOST_ROWS, Reader, Writer};
use crate::scenario::{
    CollectiveKind, CollectiveSpec, EdgeSpec, JobSpec, Json, ModelSpec, Per, PolicySpec, PredictorSpec,
    Scenario, ServerSpec, StageSpec, from_parameters, parameters_to_json,
};

/// A scenario by columns.
#[derive(Default)]
struct Wire {
    /// Name, description, policy kind, predictor kind, parameters of predictors as JSON, view as JSON.
    texts: [Vec<Option<String>>; 6],
    comm_heavy_ratio: Vec<f64>,
    delay_factor: Vec<f64>,
    servers: Servers,
    models: Models,
    jobs: Jobs,
}

#[derive(Default)]
struct Servers {
    rows: usize,
    names: Vec<Option<String>>,
    counts: Vec<u64>,
    gpus: Vec<u64>,
    nvlink: Vec<f64>,
    nic: Vec<f64>,
    speed: Vec<f64>,
}

/// Stages, collectives and edges of all models stand in one column each; `…_of` says how many belong to each.
#[derive(Default)]
struct Models {
    rows: usize,
    names: Vec<Option<String>>,
    stages_of: Vec<u64>,
    edges_of: Vec<u64>,
    /// 0 is a steady pipeline.
    micro_batches: Vec<u64>,
    stage_ids: Vec<Option<String>>,
    stage_names: Vec<Option<String>>,
    forward: Vec<f64>,
    backward: Vec<f64>,
    replicas: Vec<u64>,
    collectives_of: Vec<u64>,
    /// 1 for all_to_all, + 2 per micro-batch.
    collective_kinds: Vec<u64>,
    collective_mb: Vec<f64>,
    /// Positions within the model.
    edge_from: Vec<u64>,
    edge_to: Vec<u64>,
    edge_mb: Vec<f64>,
}

#[derive(Default)]
struct Jobs {
    rows: usize,
    ids: Vec<Option<String>>,
    models: Vec<u64>,
    arrivals: Vec<f64>,
    iterations: Vec<u64>,
    has_predicted: Vec<u64>,
    predicted: Vec<f64>,
    users: Vec<Option<String>>,
    groups: Vec<Option<String>>,
    names: Vec<Option<String>>,
}

/// The wire form, for both directions.
fn pass(columns: &mut impl Columns, wire: &mut Wire) -> Option<()> {
    for text in &mut wire.texts {
        columns.texts(1, text)?;
    }
    columns.reals(1, PolicySpec::DEFAULT_COMM_HEAVY_RATIO, &mut wire.comm_heavy_ratio)?;
    columns.reals(1, PolicySpec::DEFAULT_DELAY_FACTOR, &mut wire.delay_factor)?;
    pass_servers(columns, &mut wire.servers)?;
    pass_models(columns, &mut wire.models)?;
    pass_jobs(columns, &mut wire.jobs)
}

fn pass_servers(columns: &mut impl Columns, servers: &mut Servers) -> Option<()> {
    columns.rows(&mut servers.rows)?;
    let rows = servers.rows;
    columns.integers(rows, 8, &mut servers.gpus)?;
    columns.texts(rows, &mut servers.names)?;
    columns.integers(rows, 1, &mut servers.counts)?;
    columns.reals(rows, 0.0, &mut servers.nvlink)?;
    columns.reals(rows, 0.0, &mut servers.nic)?;
    columns.reals(rows, 1.0, &mut servers.speed)
}

fn pass_models(columns: &mut impl Columns, models: &mut Models) -> Option<()> {
    columns.rows(&mut models.rows)?;
    columns.texts(models.rows, &mut models.names)?;
    columns.integers(models.rows, 1, &mut models.stages_of)?;
    columns.integers(models.rows, 0, &mut models.edges_of)?;
    columns.integers(models.rows, 0, &mut models.micro_batches)?;
    let stages = total(&models.stages_of)?;
    columns.texts(stages, &mut models.stage_ids)?;
    columns.texts(stages, &mut models.stage_names)?;
    columns.reals(stages, 0.0, &mut models.forward)?;
    columns.reals(stages, 0.0, &mut models.backward)?;
    columns.integers(stages, 1, &mut models.replicas)?;
    columns.integers(stages, 0, &mut models.collectives_of)?;
    let collectives = total(&models.collectives_of)?;
    columns.integers(collectives, 0, &mut models.collective_kinds)?;
    columns.reals(collectives, 0.0, &mut models.collective_mb)?;
    let edges = total(&models.edges_of)?;
    columns.integers(edges, 0, &mut models.edge_from)?;
    columns.integers(edges, 1, &mut models.edge_to)?;
    columns.reals(edges, 0.0, &mut models.edge_mb)
}

fn pass_jobs(columns: &mut impl Columns, jobs: &mut Jobs) -> Option<()> {
    columns.rows(&mut jobs.rows)?;
    let rows = jobs.rows;
    columns.integers(rows, 0, &mut jobs.iterations)?;
    columns.texts(rows, &mut jobs.ids)?;
    columns.integers(rows, 0, &mut jobs.models)?;
    columns.reals(rows, 0.0, &mut jobs.arrivals)?;
    columns.integers(rows, 0, &mut jobs.has_predicted)?;
    let predicted = total(&jobs.has_predicted)?;
    columns.reals(predicted, 0.0, &mut jobs.predicted)?;
    columns.texts(rows, &mut jobs.users)?;
    columns.texts(rows, &mut jobs.groups)?;
    columns.texts(rows, &mut jobs.names)
}

fn total(counts: &[u64]) -> Option<usize> {
    let sum = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))?;
    usize::try_from(sum).ok().filter(|&rows| rows <= MOST_ROWS)
}

/// `None` for more rows than are ever read back.
pub(super) fn write(scenario: &Scenario) -> Option<Vec<u8>> {
    let mut wire = Wire {
        texts: texts(scenario).map(|text| vec![text]),
        comm_heavy_ratio: vec![scenario.policy.comm_heavy_ratio],
        delay_factor: vec![scenario.policy.delay_factor],
        servers: write_servers(&scenario.servers),
        models: write_models(&scenario.models),
        jobs: write_jobs(scenario),
    };
    let mut writer = Writer::default();
    pass(&mut writer, &mut wire)?;
    let rows = [wire.servers.rows, wire.models.rows, wire.jobs.rows];
    rows.into_iter().all(|rows| rows <= MOST_ROWS).then(|| writer.finish())
}

fn texts(scenario: &Scenario) -> [Option<String>; 6] {
    let unless_default = |kind: &String, default: String| (*kind != default).then(|| kind.clone());
    [
        scenario.name.clone(),
        scenario.description.clone(),
        unless_default(&scenario.policy.kind, PolicySpec::default().kind),
        unless_default(&scenario.predictor.kind, PredictorSpec::default().kind),
        parameters_to_json(&scenario.predictor),
        scenario.view.as_ref().and_then(|view| serde_json::to_string(view).ok()),
    ]
}

/// `None` for bytes that no version of this program wrote.
pub(super) fn read(bytes: &[u8]) -> Option<Scenario> {
    let mut reader = Reader::new(bytes)?;
    let mut wire = Wire::default();
    pass(&mut reader, &mut wire)?;
    if !reader.is_over() {
        return None;
    }
    let [name, description, policy, predictor, parameters, view] =
        wire.texts.map(|mut text| text.pop().flatten());
    let models = read_models(wire.models)?;
    Some(Scenario {
        name,
        description,
        servers: read_servers(wire.servers)?,
        jobs: read_jobs(wire.jobs, &models)?.into(),
        models,
        policy: PolicySpec {
            kind: policy.unwrap_or_else(|| PolicySpec::default().kind),
            comm_heavy_ratio: *wire.comm_heavy_ratio.first()?,
            delay_factor: *wire.delay_factor.first()?,
        },
        predictor: from_parameters(
            predictor.unwrap_or_else(|| PredictorSpec::default().kind),
            parameters.as_deref(),
        )?,
        history: Vec::new().into(),
        view: match view {
            None => None,
            Some(text) => Some(serde_json::from_str::<Json>(&text).ok()?),
        },
    })
}

fn collect<T, V>(items: &[T], value: impl Fn(&T) -> V) -> Vec<V> {
    items.iter().map(value).collect()
}

fn small(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}

fn write_servers(servers: &[ServerSpec]) -> Servers {
    Servers {
        rows: servers.len(),
        names: collect(servers, |server| server.name.clone()),
        counts: collect(servers, |server| server.count.into()),
        gpus: collect(servers, |server| server.gpus.into()),
        nvlink: collect(servers, |server| server.nvlink_gb_per_s),
        nic: collect(servers, |server| server.nic_gb_per_s),
        speed: collect(servers, |server| server.gpu_speed),
    }
}

/// Every column of a reader has as many rows as it was asked for, so that rows are taken by position.
fn read_servers(mut wire: Servers) -> Option<Vec<ServerSpec>> {
    (0..wire.rows)
        .map(|at| {
            Some(ServerSpec {
                name: wire.names[at].take(),
                count: small(wire.counts[at])?,
                gpus: small(wire.gpus[at])?,
                nvlink_gb_per_s: wire.nvlink[at],
                nic_gb_per_s: wire.nic[at],
                gpu_speed: wire.speed[at],
            })
        })
        .collect()
}

fn write_models(models: &[(String, ModelSpec)]) -> Models {
    let stages: Vec<&StageSpec> = models.iter().flat_map(|(_, model)| &model.stages).collect();
    let edges: Vec<(&ModelSpec, &EdgeSpec)> =
        models.iter().flat_map(|(_, model)| model.edges.iter().map(move |edge| (model, edge))).collect();
    let collectives: Vec<&CollectiveSpec> = stages.iter().flat_map(|stage| &stage.collectives).collect();
    Models {
        rows: models.len(),
        names: collect(models, |(name, _)| Some(name.clone())),
        stages_of: collect(models, |(_, model)| model.stages.len() as u64),
        edges_of: collect(models, |(_, model)| model.edges.len() as u64),
        micro_batches: collect(models, |(_, model)| model.micro_batches.unwrap_or(0).into()),
        stage_ids: collect(&stages, |stage| Some(stage.id.clone())),
        stage_names: collect(&stages, |stage| stage.name.clone()),
        forward: collect(&stages, |stage| stage.forward_ms),
        backward: collect(&stages, |stage| stage.backward_ms),
        replicas: collect(&stages, |stage| stage.replicas.into()),
        collectives_of: collect(&stages, |stage| stage.collectives.len() as u64),
        collective_kinds: collect(&collectives, |collective| collective_code(collective)),
        collective_mb: collect(&collectives, |collective| collective.mb),
        edge_from: collect(&edges, |(model, edge)| stage_position(model, &edge.from)),
        edge_to: collect(&edges, |(model, edge)| stage_position(model, &edge.to)),
        edge_mb: collect(&edges, |(_, edge)| edge.activation_mb),
    }
}

fn collective_code(collective: &CollectiveSpec) -> u64 {
    let all_to_all = u64::from(collective.kind == CollectiveKind::AllToAll);
    all_to_all + 2 * u64::from(collective.per == Per::MicroBatch)
}

fn collective(code: u64, mb: f64) -> Option<CollectiveSpec> {
    let kind = if code & 1 == 0 { CollectiveKind::AllReduce } else { CollectiveKind::AllToAll };
    let per = if code & 2 == 0 { Per::Iteration } else { Per::MicroBatch };
    (code < 4).then_some(CollectiveSpec { kind, mb, per })
}

fn stage_position(model: &ModelSpec, id: &str) -> u64 {
    let position = model.stages.iter().position(|stage| stage.id == id);
    position.expect("only valid scenarios are shared") as u64
}

fn read_models(mut wire: Models) -> Option<Vec<(String, ModelSpec)>> {
    let collectives = wire.collective_kinds.iter().zip(&wire.collective_mb);
    let collectives: Vec<CollectiveSpec> =
        collectives.map(|(&code, &mb)| collective(code, mb)).collect::<Option<_>>()?;
    let (mut collectives, mut stage_at, mut edge_at) = (collectives.into_iter(), 0, 0);
    let mut models = Vec::new();
    for at in 0..wire.rows {
        let stage_rows = stage_at..stage_at + usize::try_from(wire.stages_of[at]).ok()?;
        let edge_rows = edge_at..edge_at + usize::try_from(wire.edges_of[at]).ok()?;
        (stage_at, edge_at) = (stage_rows.end, edge_rows.end);
        let stages: Vec<StageSpec> = stage_rows
            .map(|row| {
                let own = usize::try_from(wire.collectives_of[row]).ok()?;
                Some(StageSpec {
                    id: wire.stage_ids[row].take()?,
                    name: wire.stage_names[row].take(),
                    forward_ms: wire.forward[row],
                    backward_ms: wire.backward[row],
                    replicas: small(wire.replicas[row])?,
                    collectives: collectives.by_ref().take(own).collect(),
                })
            })
            .collect::<Option<_>>()?;
        let id_at = |at: u64| Some(stages.get(usize::try_from(at).ok()?)?.id.clone());
        let edges = edge_rows.map(|row| {
            let (from, to) = (id_at(wire.edge_from[row])?, id_at(wire.edge_to[row])?);
            Some(EdgeSpec { from, to, activation_mb: wire.edge_mb[row] })
        });
        let edges = edges.collect::<Option<_>>()?;
        let micro_batches = Some(small(wire.micro_batches[at])?).filter(|&number| number > 0);
        models.push((wire.names[at].take()?, ModelSpec { stages, edges, micro_batches }));
    }
    Some(models)
}

fn write_jobs(scenario: &Scenario) -> Jobs {
    let jobs = &scenario.jobs;
    let names = scenario.models.iter().map(|(name, _)| name.as_str());
    let position: std::collections::BTreeMap<&str, u64> = names.zip(0..).collect();
    Jobs {
        rows: jobs.len(),
        ids: collect(jobs, |job| Some(job.id.clone())),
        models: collect(jobs, |job| position[job.model.as_str()]),
        arrivals: collect(jobs, |job| job.arrival_s),
        iterations: collect(jobs, |job| job.iterations),
        has_predicted: collect(jobs, |job| job.predicted_iterations.is_some().into()),
        predicted: jobs.iter().filter_map(|job| job.predicted_iterations).collect(),
        users: collect(jobs, |job| job.user.clone()),
        groups: collect(jobs, |job| job.group.clone()),
        names: collect(jobs, |job| job.name.clone()),
    }
}

fn read_jobs(mut wire: Jobs, models: &[(String, ModelSpec)]) -> Option<Vec<JobSpec>> {
    let mut predicted = wire.predicted.into_iter();
    (0..wire.rows)
        .map(|at| {
            Some(JobSpec {
                id: wire.ids[at].take()?,
                model: models.get(usize::try_from(wire.models[at]).ok()?)?.0.clone(),
                arrival_s: wire.arrivals[at],
                iterations: wire.iterations[at],
                predicted_iterations: match wire.has_predicted[at] {
                    0 => None,
                    1 => Some(predicted.next()?),
                    _ => return None,
                },
                user: wire.users[at].take(),
                group: wire.groups[at].take(),
                name: wire.names[at].take(),
            })
        })
        .collect()
}
