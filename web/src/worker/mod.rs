//! Long runs leave the page's thread. The worker is a classic one made from a text, so that it also works in a page that
//! is one file; the page's own WebAssembly module is posted to it, so that the core isn't shipped twice. There it is
//! instantiated without its page: every import throws, and only the functions of [`exports`] are called, which need none.
//!
//! - [`job`]: a run in slices, in the worker
//! - [`wire`]: how its result crosses
//! - [`runner`]: the page's side, with progress, Cancel and what happens when a worker dies

mod exports;
mod job;
pub mod progress_bar;
pub mod runner;
mod wire;

pub use wire::Parts;
