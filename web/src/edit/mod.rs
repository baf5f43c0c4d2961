//! Editing the scenario: undo and redo, what was changed, and the panels.

pub mod changes;
pub mod changes_menu;
pub mod history_buttons;
pub mod stale_bar;
pub mod toast;
