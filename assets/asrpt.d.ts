// Types of window.asrpt, the JavaScript API of A-SRPT Lab. docs/api.md says how to use it.
// Times are whole microseconds (`_us`); `_s` is seconds, `_mb` 10^6 bytes, `_gb_per_s` 10^9 bytes per second.

export type PolicyKind =
  | "a-srpt"
  | "a-srpt-eager"
  | "fifo"
  | "spjf"
  | "spwf"
  | "wcs-duration"
  | "wcs-workload"
  | "wcs-subtime";

export type StepKind =
  | "completion"
  | "refit"
  | "virtual_completion"
  | "arrival"
  | "preempt"
  | "start"
  | "wait"
  | "block";

export interface Asrpt {
  /** The product's version, such as "0.1.0". */
  readonly version: string;
  /** Rises when the model ever changes what it computes. */
  readonly model_version: number;
  /** Every policy, A-SRPT first. */
  readonly policies: readonly PolicyInfo[];
  /** Every problem of a scenario; empty for a good one. */
  readonly validate: (scenario: Scenario | string) => Problem[];
  /** A result as JSON text, byte for byte that of `asrpt run --json`; parse it as a `Result`. */
  readonly simulate: (scenario: Scenario | string, policy?: PolicyKind | null) => string;
  /** The figures of every policy as JSON text, that of `asrpt compare --json`; parse it as a `Comparison`. */
  readonly compare: (scenario: Scenario | string) => string;
  /** Every decision as a sentence, or the one of a step (counted from 1). */
  readonly explain: {
    (scenario: Scenario | string, policy?: PolicyKind | null): Explanation[];
    (scenario: Scenario | string, policy: PolicyKind | null | undefined, step: number): Explanation;
  };
  /** A link that holds the scenario: `base` with `#…` behind it, or only the part from `#` on. */
  readonly share: (scenario: Scenario | string, base?: string | null) => string;
  /** The scenario in a link (or in its part after `#`), as JSON text. */
  readonly open: (link: string) => string;
}

export interface PolicyInfo {
  kind: PolicyKind;
  label: string;
  summary: string;
}

/** What every function throws for a scenario, policy, step or link that it can't use. */
export interface AsrptError extends Error {
  problems: Problem[];
}

export interface Problem {
  /** Such as "jobs[3].model". */
  path: string;
  message: string;
  hint: string;
}

export interface Scenario {
  format: "asrpt-scenario";
  version: 1;
  name?: string;
  description?: string;
  cluster: Cluster;
  models: { [name: string]: Model };
  jobs: Job[];
  policy?: Policy;
  predictor?: Predictor;
  history?: HistoryRecord[];
  /** What the page keeps for itself; never changes a result. */
  view?: unknown;
}

export interface Cluster {
  servers: Server[];
}

export interface Server {
  gpus: number;
  nvlink_gb_per_s: number;
  nic_gb_per_s: number;
  count?: number;
  gpu_speed?: number;
  name?: string;
}

export interface Model {
  stages: Stage[];
  edges: Edge[];
  micro_batches?: number;
}

export interface Stage {
  id: string;
  forward_ms: number;
  backward_ms: number;
  replicas: number;
  name?: string;
  collectives?: Collective[];
}

export interface Collective {
  kind: "all_reduce" | "all_to_all";
  mb: number;
  per?: "iteration" | "micro_batch";
}

export interface Edge {
  from: string;
  to: string;
  activation_mb: number;
}

export interface Job {
  id: string;
  model: string;
  arrival_s: number;
  iterations: number;
  predicted_iterations?: number;
  user?: string;
  group?: string;
  name?: string;
}

export interface Policy {
  kind: PolicyKind;
  comm_heavy_ratio?: number;
  delay_factor?: number;
}

export interface Predictor {
  kind: "perfect" | "noisy" | "group-mean" | "group-median" | "random-forest";
  seed?: number;
  sigma?: number;
  trees?: number;
  max_depth?: number;
  min_leaf?: number;
  /** Online learning: the predictor is fitted again after so many completions. Off without it. */
  refit_every?: number;
}

export interface HistoryRecord {
  model: string;
  gpus: number;
  iterations: number;
  user?: string;
  group?: string;
}

export interface Result {
  policy: PolicyKind;
  model_version: number;
  jobs: JobResult[];
  /** Time, kind and job of every decision. */
  steps: [number, StepKind, string][];
  /** Who ran on the virtual machine; a-srpt policies only. */
  virtual_segments?: Segment[];
  /** Online learning: when the predictor was fitted again, and on how many records. */
  refits?: [number, number][];
  metrics: Metrics;
}

export interface JobResult {
  id: string;
  gpus: number;
  arrival_us: number;
  start_us: number;
  completion_us: number;
  alpha_s: number;
  alpha_min_s: number;
  alpha_max_s: number;
  min_servers: number;
  /** For each stage, the server of each replica. */
  servers: number[][];
  virtual_size_us?: number;
  virtual_completion_us?: number;
  comm_heavy?: boolean;
  /** Server, NVLink MB and NIC MB per iteration. */
  traffic_mb: [number, number, number][];
  /** Online learning: n̂ as it was made when the job arrived under this policy. */
  predicted_iterations?: number;
}

export interface Segment {
  id: string;
  from_us: number;
  to_us: number;
}

export interface Metrics {
  total_jct_us: number;
  mean_jct_us: number;
  p50_jct_us: number;
  p95_jct_us: number;
  p99_jct_us: number;
  makespan_us: number;
  gpu_utilization: number;
  lower_bound_total_jct_us: number;
  ratio_to_lower_bound: number | null;
}

export interface Comparison {
  model_version: number;
  policies: PolicyResult[];
}

export interface PolicyResult {
  policy: PolicyKind;
  metrics: Metrics;
  /** 1.5 is half as much again as a-srpt. */
  total_jct_to_a_srpt: number | null;
}

export interface Explanation {
  /** Counted from 1. */
  step: number;
  time_us: number;
  kind: StepKind;
  job: string;
  /** The kind in words, such as "Waits by choice". */
  title: string;
  text: string;
}

declare global {
  interface Window {
    readonly asrpt: Asrpt;
  }
}
