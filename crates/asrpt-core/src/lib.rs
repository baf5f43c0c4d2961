//! The A-SRPT scheduling model, pure: no web, no IO, no clock, no global random.
//!
//! Data flows one way: a [`scenario::Scenario`] is made ready as an [`instance::Instance`], an [`engine::Engine`] runs
//! it under a [`policy::Policy`] and writes a [`log`], a [`run::Run`] keeps what the views read, and
//! [`replay::State`] is what they show at a step.
//!
//! Times are whole microseconds ([`time`]); MB = 10^6 bytes and GB/s = 10^9 bytes/s, so MB / (GB/s) = ms.

pub mod bound;
pub mod cluster;
pub mod cost;
pub mod engine;
pub mod explain;
pub mod format;
pub mod heavy_edge;
pub mod ids;
pub mod instance;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod model;
pub mod policy;
pub mod predict;
pub mod replay;
pub mod result;
pub mod run;
pub mod scenario;
pub mod selection;
pub mod share;
pub mod time;
pub mod traffic;
pub mod virtual_machine;
pub mod workload;

/// Rises when the model ever changes what it computes; results and links carry it.
pub const MODEL_VERSION: u32 = 1;
