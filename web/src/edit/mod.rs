//! Editing the scenario: undo and redo, what was changed, and the panels.

pub mod about;
pub mod changes;
pub mod changes_menu;
pub mod cluster;
pub mod field;
pub mod history_buttons;
pub mod jobs;
pub mod models;
pub mod policy_panel;
pub mod problems;
pub mod rule;
pub mod stale_bar;
pub mod tabs;
pub mod toast;
