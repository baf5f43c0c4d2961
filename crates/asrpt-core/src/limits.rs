//! Explicit limits on sizes: large enough for every published trace, small enough that no input hangs a browser.

/// Bytes of a scenario document.
pub const DOCUMENT_BYTES: usize = 256 * 1024 * 1024;
/// Characters of an id, a label or a name.
pub const NAME_CHARS: usize = 200;
/// Characters of a description.
pub const DESCRIPTION_CHARS: usize = 20_000;
/// Servers, with `count` unfolded.
pub const SERVERS: u32 = 16_384;
/// GPUs of one server.
pub const SERVER_GPUS: u32 = 1_024;
/// GPUs of the cluster.
pub const CLUSTER_GPUS: u32 = 262_144;
/// Model graphs.
pub const MODELS: usize = 10_000;
/// Stages of one model graph.
pub const STAGES: usize = 1_000;
/// Edges of one model graph.
pub const EDGES: usize = 10_000;
/// Collectives of one stage.
pub const COLLECTIVES: usize = 100;
/// Jobs.
pub const JOBS: usize = 2_000_000;
/// Micro-batches of an iteration.
pub const MICRO_BATCHES: u32 = 1_000_000;
/// Megabytes of an edge or a collective.
pub const MEGABYTES: f64 = 1e9;
/// Milliseconds of a stage's forward or backward pass: above, no iteration fits into simulated time.
pub const MILLISECONDS: f64 = 1e12;
/// Least and greatest bandwidth in GB/s.
pub const GB_PER_S: (f64, f64) = (1e-6, 1e9);
/// Least and greatest GPU speed.
pub const GPU_SPEED: (f64, f64) = (1e-6, 1e6);
/// Greatest `comm_heavy_ratio` and `delay_factor`.
pub const PARAMETER: f64 = 1e9;
/// Records of the past.
pub const HISTORY: usize = 2_000_000;
/// Greatest σ of the noisy predictor: e^10, a factor of 22,000 at one σ.
pub const SIGMA: f64 = 10.0;
/// Trees of a forest.
pub const TREES: u32 = 1_000;
/// Depth of a tree.
pub const TREE_DEPTH: u32 = 64;
/// Greatest least number of records in a leaf.
pub const LEAF: u32 = 1_000_000;
/// Greatest number of completions between two refits of online learning.
pub const REFIT_EVERY: u32 = 1_000_000;
/// Rows that all refits of one run may look at, a row once for every tree that sees it: seconds, not hours.
pub const REFIT_ROWS: u64 = 10_000_000;
/// Problems that are listed before the rest is only counted.
pub const PROBLEMS: usize = 200;
