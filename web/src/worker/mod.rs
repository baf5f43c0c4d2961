//! What takes long leaves the page's thread. The worker is a classic one made from a text, so that it also works in a page
//! that is one file; the page's own WebAssembly module is posted to it, so that the core isn't shipped twice. There it is
//! instantiated without its page: every import throws, and only the functions of [`exports`] are called, which need none.
//!
//! - [`task`]: what can be asked, and how it is done, in the worker
//! - [`job`]: a run in slices
//! - [`bytes`], [`carried`], [`wire`]: how questions and answers cross
//! - [`asked`]: the page's side, with progress, the way to end it, and what happens when a worker dies
//! - [`answer`]: what is made of an answer, for components
//! - [`runner`], [`rebuild`]: runs, put together on the page in slices ([`turns`])

pub mod answer;
pub mod asked;
pub(crate) mod bytes;
mod carried;
mod exports;
mod job;
mod kinds;
pub mod progress_bar;
pub mod rebuild;
pub mod runner;
mod task;
mod turns;
mod wire;

pub use task::{Evaluated, Opened, Request};
pub use turns::{Turns, at_once};

/// What the worker answers, at once.
#[cfg(test)]
pub fn evaluated(scenario: asrpt_core::scenario::Scenario) -> Evaluated {
    let request =
        turns::at_once(Request::Evaluate(scenario).written(&mut Turns::none())).expect("it is wanted");
    let mut task = task::begin(&request, Vec::new()).expect("it is whole");
    while task.advance(1) < 1.0 {}
    bytes::whole(&task.finish()).expect("it is whole")
}
