//! The scenario: the one input value. The file, the link, the page's editor and the JS API all carry it.
//!
//! [`Scenario::from_json`] reads the document of version 1 and reports *every* problem with its path and a hint;
//! [`Scenario::to_json`] writes the canonical document.

mod json;
mod object;
mod prediction;
mod problems;
mod read;
mod rows;
mod validate;
mod write;

pub use json::Json;
pub use prediction::{HistoryRecord, PredictorSpec};
pub(crate) use prediction::{from_parameters, parameters_to_json};
pub use problems::join;
pub use rows::Rows;
pub use validate::validate;

use serde::Serialize;

/// What is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The place, as `jobs[3].model`; for text that is no JSON `line 4, column 7`.
    pub path: String,
    /// What is wrong there.
    pub message: String,
    /// A way out.
    pub hint: String,
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), hint: hint.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, " ({})", self.hint) }
    }
}

/// All that a run needs.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scenario {
    /// Shown to people.
    pub name: Option<String>,
    /// Shown to people.
    pub description: Option<String>,
    /// Server groups in the order of the file.
    pub servers: Vec<ServerSpec>,
    /// Model graphs by name, in the order of the file.
    pub models: Vec<(String, ModelSpec)>,
    /// Jobs in the order of the file; a job's position is its index.
    pub jobs: Rows<JobSpec>,
    /// The policy asked for.
    pub policy: PolicySpec,
    /// How predictions are made where a job doesn't give its own.
    pub predictor: PredictorSpec,
    /// Jobs of the past in the order in which they ended, for predictors that learn.
    pub history: Rows<HistoryRecord>,
    /// What the browser keeps for itself; never changes a result.
    pub view: Option<Json>,
}

/// `count` servers alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSpec {
    /// Shown to people; s0, s1, … otherwise.
    pub name: Option<String>,
    /// How many servers alike.
    pub count: u32,
    /// GPUs of one server.
    pub gpus: u32,
    /// Intra-server bandwidth ν per GPU.
    pub nvlink_gb_per_s: f64,
    /// NIC bandwidth B of the server, shared equally by its GPUs.
    pub nic_gb_per_s: f64,
    /// 1 = the GPU on which compute times were measured.
    pub gpu_speed: f64,
}

/// A model graph: stages and the traffic between them.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ModelSpec {
    /// Stages in the order of the file.
    pub stages: Vec<StageSpec>,
    /// Edges in the order of the file.
    pub edges: Vec<EdgeSpec>,
    /// Micro-batches M of a pipeline that is flushed every iteration; `None` is a steady pipeline.
    pub micro_batches: Option<u32>,
}

/// A pipeline stage with its replicas (one GPU each).
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpec {
    /// Unique within the model.
    pub id: String,
    /// Shown to people.
    pub name: Option<String>,
    /// Forward compute time per iteration.
    pub forward_ms: f64,
    /// Backward compute time per iteration.
    pub backward_ms: f64,
    /// Replicas k, one GPU each.
    pub replicas: u32,
    /// Collectives over the replicas, in the order of the file.
    pub collectives: Vec<CollectiveSpec>,
}

/// A collective over the replicas of one stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollectiveSpec {
    /// Which.
    pub kind: CollectiveKind,
    /// h, the total of one iteration.
    pub mb: f64,
    /// When it happens.
    pub per: Per,
}

/// The collectives that the model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectiveKind {
    /// Ring all-reduce of h MB.
    AllReduce,
    /// All-to-all of h MB per replica.
    AllToAll,
}

impl CollectiveKind {
    /// The name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::AllReduce => "all_reduce",
            Self::AllToAll => "all_to_all",
        }
    }

    /// When it happens where the file doesn't say.
    pub fn default_per(self) -> Per {
        match self {
            Self::AllReduce => Per::Iteration,
            Self::AllToAll => Per::MicroBatch,
        }
    }
}

/// When a collective happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Once per iteration.
    Iteration,
    /// Within each micro-batch.
    MicroBatch,
}

impl Per {
    /// The name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Iteration => "iteration",
            Self::MicroBatch => "micro_batch",
        }
    }
}

/// Traffic between two stages.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeSpec {
    /// Id of the stage that sends activations.
    pub from: String,
    /// Id of the stage that receives them.
    pub to: String,
    /// MB of activations forward, and as much of gradients backward, per iteration.
    pub activation_mb: f64,
}

/// A job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSpec {
    /// Unique.
    pub id: String,
    /// Name of its model graph.
    pub model: String,
    /// When it arrives.
    pub arrival_s: f64,
    /// The true number of iterations n, unknown to the scheduler until the job ends.
    pub iterations: u64,
    /// A prediction n̂ given with the job; the predictor's otherwise.
    pub predicted_iterations: Option<f64>,
    /// Label.
    pub user: Option<String>,
    /// Label.
    pub group: Option<String>,
    /// Shown to people.
    pub name: Option<String>,
}

/// The policy and the two parameters of A-SRPT (they hold for a-srpt-eager as well).
#[derive(Clone, Debug, PartialEq)]
pub struct PolicySpec {
    /// A kind of [`crate::policy::POLICIES`].
    pub kind: String,
    /// A job is communication-heavy if α_max ≥ this · α_min.
    pub comm_heavy_ratio: f64,
    /// A heavy job waits at most this · its predicted best run time for a better place.
    pub delay_factor: f64,
}

impl PolicySpec {
    /// The model's default of `comm_heavy_ratio`.
    pub const DEFAULT_COMM_HEAVY_RATIO: f64 = 1.2;
    /// The model's default of `delay_factor`.
    pub const DEFAULT_DELAY_FACTOR: f64 = 2.0;
}

impl Default for PolicySpec {
    fn default() -> Self {
        Self {
            kind: "a-srpt".to_owned(),
            comm_heavy_ratio: Self::DEFAULT_COMM_HEAVY_RATIO,
            delay_factor: Self::DEFAULT_DELAY_FACTOR,
        }
    }
}

impl Scenario {
    /// Reads a document of version 1.
    ///
    /// # Errors
    /// Every problem of the text, one a place: first of its structure (syntax, unknown keys, wrong types), then of its
    /// meaning (numbers out of range, dangling references, cycles, jobs larger than the cluster).
    pub fn from_json(text: &str) -> Result<Self, Vec<Problem>> {
        let (scenario, problems) = Self::read(text);
        scenario.filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// What can be read of a document, with everything that is wrong with it: what is missing or of the wrong type has a
    /// stand-in. `None` where it is no scenario at all.
    pub fn read(text: &str) -> (Option<Self>, Vec<Problem>) {
        let mut problems = problems::Problems::default();
        let scenario = read::read(text, &mut problems);
        if let Some(scenario) = &scenario {
            validate::check(scenario, &mut problems);
        }
        (scenario, problems.into_list())
    }

    /// The canonical document: keys in the order of the format page, defaults left out.
    pub fn to_json(&self) -> String {
        write::write(self)
    }
}
