//! The A-SRPT scheduling model, pure: no web, no IO, no clock, no global random.
//!
//! Data flows one way: a [`scenario::Scenario`] is made ready as an [`instance::Instance`], an [`engine::Engine`] runs
//! it under a [`policy::Policy`] and writes a [`log`], a [`run::Run`] keeps what the views read, and
//! [`replay::State`] is what they show at a step.
//!
//! ```
//! use std::sync::Arc;
//! use asrpt_core::{explain, instance::Instance, policy, run::Run, scenario::Scenario};
//!
//! let scenario = Scenario::from_json(r#"{
//!     "format": "asrpt-scenario", "version": 1,
//!     "cluster": {"servers": [{"gpus": 2, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10}]},
//!     "models": {"solo": {
//!         "stages": [{"id": "s0", "forward_ms": 30, "backward_ms": 70, "replicas": 1}], "edges": []
//!     }},
//!     "jobs": [{"id": "a", "model": "solo", "arrival_s": 0, "iterations": 20}]
//! }"#).unwrap();
//! let instance = Arc::new(Instance::prepare(scenario).unwrap());
//! let run = Run::simulate(instance, policy::find("a-srpt").unwrap()).unwrap();
//!
//! // Half the cluster for 2 s is 1 s of the virtual machine; only then does the job start for real.
//! assert_eq!(run.outcomes[0].start_us, 1_000_000);
//! assert_eq!(run.metrics.total_jct_us, 3_000_000);
//! let why = explain::plain(&run, &explain::entry(&run, 2));
//! assert!(why.starts_with("a has a single GPU and nothing to send"));
//! ```
//!
//! Times are whole microseconds ([`time`]); MB = 10^6 bytes and GB/s = 10^9 bytes/s, so MB / (GB/s) = ms.

pub mod bound;
pub mod calculator;
pub mod cluster;
pub mod cost;
pub mod engine;
pub mod explain;
pub mod format;
pub mod heavy_edge;
pub mod ids;
pub mod instance;
pub mod library;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod model;
pub mod order;
pub mod policy;
pub mod predict;
mod random;
pub mod replay;
pub mod result;
pub mod run;
pub mod scenario;
pub mod selection;
pub mod share;
pub mod time;
pub mod trace;
pub mod traffic;
pub mod virtual_machine;
pub mod workload;

/// Rises when the model ever changes what it computes; results and links carry it.
pub const MODEL_VERSION: u32 = 1;
