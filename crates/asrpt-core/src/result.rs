//! The result as JSON text (format: one policy's object), the same bytes natively and in wasm.

use serde::Serialize;

use crate::MODEL_VERSION;
use crate::ids::{JobIndex, ServerIndex};
use crate::log::Event;
use crate::metrics::Metrics;
use crate::policy::Policy;
use crate::run::Run;
use crate::time::TimeUs;
use crate::traffic;

#[derive(Serialize)]
struct ResultDocument<'a> {
    policy: &'static str,
    model_version: u32,
    jobs: Vec<JobResult<'a>>,
    steps: Vec<(TimeUs, &'static str, &'a str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    virtual_segments: Option<Vec<SegmentResult<'a>>>,
    /// Online learning: when the predictor was fitted again, and on how many records.
    #[serde(skip_serializing_if = "Option::is_none")]
    refits: Option<Vec<(TimeUs, usize)>>,
    metrics: &'a Metrics,
}

#[derive(Serialize)]
struct JobResult<'a> {
    id: &'a str,
    gpus: u32,
    arrival_us: TimeUs,
    start_us: TimeUs,
    completion_us: TimeUs,
    alpha_s: f64,
    alpha_min_s: f64,
    alpha_max_s: f64,
    min_servers: u32,
    servers: &'a [Vec<ServerIndex>],
    #[serde(flatten)]
    virtual_job: Option<VirtualResult>,
    traffic_mb: Vec<(ServerIndex, f64, f64)>,
    /// Online learning: n̂ as it was made when the job arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted_iterations: Option<f64>,
}

#[derive(Serialize)]
struct VirtualResult {
    virtual_size_us: TimeUs,
    virtual_completion_us: TimeUs,
    comm_heavy: bool,
}

#[derive(Serialize)]
struct SegmentResult<'a> {
    id: &'a str,
    from_us: TimeUs,
    to_us: TimeUs,
}

/// One policy's result as one line of JSON.
pub fn to_json(run: &Run) -> String {
    let instance = &run.instance;
    let steps =
        run.log.iter().map(|entry| (entry.time_us, entry.event.kind(), instance.job_id(entry.event.job())));
    let segments = run.segments.iter().map(|segment| SegmentResult {
        id: instance.job_id(segment.job),
        from_us: segment.from_us,
        to_us: segment.to_us,
    });
    let document = ResultDocument {
        policy: run.policy.kind(),
        model_version: MODEL_VERSION,
        jobs: (0..instance.jobs.len()).map(|at| job_result(run, JobIndex::from_at(at))).collect(),
        steps: steps.collect(),
        virtual_segments: run.policy.uses_virtual_machine().then(|| segments.collect()),
        refits: instance.learns().then(|| refits(run)),
        metrics: &run.metrics,
    };
    serde_json::to_string(&document).expect("numbers are finite and keys are text")
}

#[derive(Serialize)]
struct ComparisonDocument<'a> {
    model_version: u32,
    policies: Vec<PolicyResult<'a>>,
}

#[derive(Serialize)]
struct PolicyResult<'a> {
    policy: &'static str,
    metrics: &'a Metrics,
    /// 1.5 is half as much again as a-srpt.
    total_jct_to_a_srpt: Option<f64>,
}

/// The figures of policies as one line of JSON.
pub fn comparison_to_json<'a>(figures: impl Iterator<Item = (&'static dyn Policy, &'a Metrics)>) -> String {
    let figures: Vec<_> = figures.collect();
    let a_srpt = figures.iter().find(|(policy, _)| policy.kind() == "a-srpt");
    let a_srpt_us = a_srpt.map_or(0, |(_, metrics)| metrics.total_jct_us);
    let policies = figures.iter().map(|&(policy, metrics)| PolicyResult {
        policy: policy.kind(),
        metrics,
        total_jct_to_a_srpt: (a_srpt_us > 0).then(|| metrics.total_jct_us as f64 / a_srpt_us as f64),
    });
    let document = ComparisonDocument { model_version: MODEL_VERSION, policies: policies.collect() };
    serde_json::to_string(&document).expect("figures are finite")
}

fn refits(run: &Run) -> Vec<(TimeUs, usize)> {
    let refits = run.log.iter().filter_map(|entry| match entry.event {
        Event::Refit { records, .. } => Some((entry.time_us, records)),
        _ => None,
    });
    refits.collect()
}

fn job_result(run: &Run, job: JobIndex) -> JobResult<'_> {
    let (instance, outcome, start) = (&run.instance, run.outcome(job), run.start_of(job));
    let (facts, model) = (instance.job(job), instance.model_of(job));
    let traffic = traffic::of_placement(&model.graph, &start.placement);
    JobResult {
        id: instance.job_id(job),
        gpus: facts.gpus,
        arrival_us: facts.arrival_us,
        start_us: outcome.start_us,
        completion_us: outcome.completion_us,
        alpha_s: outcome.alpha_s,
        alpha_min_s: model.constants.alpha_min_s,
        alpha_max_s: model.constants.alpha_max_s,
        min_servers: model.constants.min_servers,
        servers: &start.servers,
        virtual_job: outcome.virtual_completion_us.map(|virtual_completion_us| VirtualResult {
            virtual_size_us: facts.virtual_size_us,
            virtual_completion_us,
            comm_heavy: facts.comm_heavy,
        }),
        traffic_mb: traffic.iter().map(|at| (at.server, at.nvlink_mb, at.nic_mb)).collect(),
        predicted_iterations: instance.learns().then_some(facts.predicted_iterations),
    }
}
