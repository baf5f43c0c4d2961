//! The JavaScript API, `window.asrpt`. Everything crosses as JSON text, made and read in Rust, so that every number
//! passes the one validator and results are the command line's, byte for byte.
//!
//! [`api`] is what it does, in plain Rust; [`js`] is how JavaScript calls it. `assets/asrpt.d.ts` has its types and
//! `docs/api.md` tells people how to use it.

pub mod api;
mod js;

pub use js::install;

#[cfg(test)]
mod types;
