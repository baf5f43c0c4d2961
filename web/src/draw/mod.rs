//! What every picture needs: number formats, the time scale and its ticks, colours and patterns, icons.

pub mod axis;
pub mod colour;
pub mod icon;
pub mod number;
pub mod path;
pub mod scale;
