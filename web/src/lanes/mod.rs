//! The lanes: the picture of a run on one time axis.
//!
//! Each lane is a pure function of the run, the window of time and the pixels, and returns marks ([`marks`]). They are
//! rendered once per run, window and size; a step only moves the cursor and swaps the few marks of [`highlight`].

pub mod arcs;
pub mod cluster;
pub mod cursor;
mod drawn;
mod fingers;
pub mod gutter;
pub mod highlight;
pub mod label;
pub mod layout;
pub mod legend;
pub mod links;
pub mod machine;
pub mod marks;
pub mod menu;
mod merged;
pub mod now_layer;
pub mod order;
pub mod overview;
mod pointer;
pub mod render;
pub mod ruler;
pub mod scene;
pub mod selection;
pub mod stack;
pub mod view;
pub mod work_left;
