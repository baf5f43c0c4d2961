//! What stands around the lanes.

pub mod alpha_scale;
pub mod cluster_map;
pub mod cost_bars;
pub mod examples_menu;
pub mod files;
pub mod find;
pub mod flash;
pub mod formula;
pub mod free_gpus;
pub mod help;
pub mod inspector;
pub mod left;
pub mod life;
pub mod notes;
pub mod notice;
pub mod now;
pub mod pane_bar;
pub mod placement;
pub mod policy;
pub mod queues;
pub mod spans;
pub mod top_bar;
pub mod transport;
