//! Rows to a scenario: models from the library, iterations from durations.

use std::collections::{BTreeMap, BTreeSet};

use super::report::Report;
use super::row::{Refusal, Row, Rows};
use super::{Format, Options, date, models, select};
use crate::cluster::Cluster;
use crate::cost::Constants;
use crate::format::count;
use crate::model::ModelGraph;
use crate::scenario::{HistoryRecord, JobSpec, ModelSpec, PredictorSpec, Scenario, validate};
use crate::time::TIME_LIMIT_US;

/// A model of the scenario to be.
struct Made {
    name: String,
    spec: ModelSpec,
    alpha_min_s: f64,
}

/// Models by what the trace says, made once each.
struct Library<'a> {
    options: &'a Options,
    cluster: Cluster,
    made: Vec<Made>,
    by_facts: BTreeMap<(Option<String>, u32), Result<usize, Refusal>>,
}

pub(super) fn scenario(
    format: &dyn Format,
    mut rows: Rows,
    options: &Options,
) -> Result<(Scenario, Report), String> {
    let mut report = Report {
        format: format.kind(),
        rows: rows.read(),
        refused: Vec::new(),
        outside: 0,
        not_sampled: 0,
        copies_dropped: 0,
        history: 0,
        jobs: 0,
        beyond: 0,
        notes: std::mem::take(&mut rows.notes),
    };
    let mut library = Library::new(options)?;
    let resolved = resolve(&mut rows, &mut library);
    if rows.rounded_up > 0 {
        report.notes.push(format!(
            "shares of a GPU are rounded up to whole ones ({})",
            count(rows.rounded_up as u64, "row")
        ));
    }
    report.notes.extend(substitutes(&resolved, &library));
    report.refused = rows.refusals.into_list();
    let [past, jobs] = select::select(resolved, rows.dated, options, &mut report)?;
    (report.history, report.jobs) = (past.len(), jobs.len());
    let Some((first, _)) = jobs.first() else {
        return Err(format!("no row is left to import\n{}", report.lines().join("\n")));
    };
    if rows.dated {
        report.notes.push(format!("time 0 is {} on the trace's clock", date::to_text(first.submit_s)));
    }
    let scenario = assemble(format, &library, past, &jobs, options);
    let problems = validate(&scenario);
    if problems.is_empty() {
        Ok((scenario, report))
    } else {
        Err(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }
}

impl<'a> Library<'a> {
    fn new(options: &'a Options) -> Result<Self, String> {
        // Only the cluster is to be checked here.
        let empty = Scenario { servers: options.servers.clone(), ..Scenario::default() };
        if let Some(problem) = validate(&empty).first() {
            return Err(problem.to_string());
        }
        let cluster = Cluster::new(&options.servers);
        Ok(Self { options, cluster, made: Vec::new(), by_facts: BTreeMap::new() })
    }

    fn model(&mut self, row: &Row) -> Result<usize, Refusal> {
        let total = self.cluster.total_gpus;
        if row.gpus > f64::from(total) {
            let detail = format!("{} GPUs, the cluster has {total}", row.gpus);
            return Err(Refusal::new("needs more GPUs than the cluster has", detail));
        }
        let facts = (row.model.clone(), row.gpus as u32);
        if let Some(known) = self.by_facts.get(&facts) {
            return known.clone();
        }
        let made = self.make(row.model.as_deref(), facts.1);
        self.by_facts.insert(facts, made.clone());
        made
    }

    fn make(&mut self, named: Option<&str>, gpus: u32) -> Result<usize, Refusal> {
        let name = named.or(self.options.model.as_deref()).unwrap_or_else(|| models::by_gpus(gpus));
        let (name, spec) = models::find(name, gpus)
            .map_err(|missing| Refusal::new("the library has no such model", missing))?;
        if let Some(at) = self.made.iter().position(|made| made.name == name) {
            return Ok(at);
        }
        let graph = ModelGraph::new(&spec).expect("models of the library are DAGs");
        let alpha_min_s = Constants::new(&graph, &self.cluster).alpha_min_s;
        self.made.push(Made { name, spec, alpha_min_s });
        Ok(self.made.len() - 1)
    }
}

/// Good rows with the positions of their models; the others are refused.
fn resolve(rows: &mut Rows, library: &mut Library<'_>) -> Vec<(Row, usize)> {
    let mut ids = BTreeSet::new();
    let mut resolved = Vec::with_capacity(rows.good.len());
    for row in std::mem::take(&mut rows.good) {
        let id = row.id.clone();
        if id.as_ref().is_some_and(|id| ids.contains(id)) {
            let detail = format!("id {:?}", id.unwrap_or_default());
            rows.refusals.add(row.at, Refusal::new("another row has the same id", detail));
            continue;
        }
        ids.extend(id);
        match library.model(&row) {
            Ok(model) => resolved.push((row, model)),
            Err(refusal) => rows.refusals.add(row.at, refusal),
        }
    }
    resolved
}

/// Names of the trace that the library gives another model for.
fn substitutes(rows: &[(Row, usize)], library: &Library<'_>) -> Vec<String> {
    let mut counted: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (row, model) in rows {
        let Some(named) = row.model.as_deref() else { continue };
        let taken = library.made[*model].name.rsplit_once('-').map_or("", |(architecture, _)| architecture);
        if !models::same_name(named, taken) {
            *counted.entry((named, taken)).or_default() += 1;
        }
    }
    let say =
        |((named, taken), rows): ((&str, &str), usize)| format!("{named} is taken as {taken} ({rows} rows)");
    counted.into_iter().map(say).collect()
}

fn assemble(
    format: &dyn Format,
    library: &Library<'_>,
    past: Vec<(Row, usize)>,
    jobs: &[(Row, usize)],
    options: &Options,
) -> Scenario {
    let first_s = jobs.first().map_or(0.0, |(row, _)| row.submit_s);
    let used: BTreeSet<usize> = jobs.iter().map(|(_, model)| *model).collect();
    let models = used.iter().map(|&at| (library.made[at].name.clone(), library.made[at].spec.clone()));
    let kind = if past.is_empty() { PredictorSpec::default().kind } else { options.predictor.clone() };
    Scenario {
        name: Some(format!("{} of a {} trace", count(jobs.len() as u64, "job"), format.kind())),
        description: Some(format!("Imported: {}.", format.summary())),
        servers: options.servers.clone(),
        models: models.collect(),
        jobs: jobs.iter().map(|(row, model)| job(row, &library.made[*model], first_s)).collect(),
        predictor: PredictorSpec { kind, seed: options.seed, ..PredictorSpec::default() },
        history: past.into_iter().map(|(row, model)| record(row, &library.made[model])).collect(),
        ..Scenario::default()
    }
}

fn job(row: &Row, model: &Made, first_s: f64) -> JobSpec {
    JobSpec {
        id: row.id.clone().unwrap_or_else(|| format!("row-{}", row.at)),
        model: model.name.clone(),
        // To the millisecond, as traces are at best.
        arrival_s: libm::floor((row.submit_s - first_s) * 1_000.0 + 0.5) / 1_000.0,
        iterations: iterations(row.duration_s, model.alpha_min_s),
        predicted_iterations: None,
        user: row.user.clone(),
        group: row.group.clone(),
        name: None,
    }
}

fn record(row: Row, model: &Made) -> HistoryRecord {
    HistoryRecord {
        user: row.user,
        group: row.group,
        model: model.name.clone(),
        gpus: row.gpus as u32,
        iterations: iterations(row.duration_s, model.alpha_min_s),
    }
}

/// max(1, ⌊duration / α_min⌉).
fn iterations(duration_s: f64, alpha_min_s: f64) -> u64 {
    let real = libm::floor(duration_s / alpha_min_s + 0.5);
    real.clamp(1.0, (TIME_LIMIT_US - 1) as f64) as u64
}
