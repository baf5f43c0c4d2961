//! The cluster: groups of servers alike.

mod groups;
mod list;
mod panel;
mod presets;

pub use panel::ClusterPanel;
pub use presets::presets;
