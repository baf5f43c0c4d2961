//! The model editor: a model drawn as on a whiteboard, with what it means on the cluster while it is drawn.
//!
//! What is pure comes first: [`graph`] and [`models`] change scenarios, [`places`] and [`tidy`] say where cards lie,
//! [`geometry`], [`viewport`] and [`route`] where things are on the screen, [`figures`] what it all costs.

mod align;
mod ask;
mod board;
mod canvas;
mod card;
mod chooser;
mod chosen;
mod clipboard;
mod desk;
mod dot;
mod drawing;
mod exchange;
mod fields;
mod figures;
mod focus;
mod footer;
mod geometry;
mod graph;
mod hand;
mod in_place;
mod keys;
mod library_view;
mod menu;
mod minimap;
mod models;
mod narrow;
mod outline;
mod panel;
mod places;
mod pointer;
mod recipe;
mod recipe_fields;
mod route;

mod scene;
mod sources;
mod stage_facts;
mod stage_panel;
mod tidy;
mod toolbar;
mod viewport;
mod walk;
mod walk_view;
mod wire;

pub use focus::Focus;
pub use panel::{ModelEditor, StageAside};
