//! A browser for tests: one Chromium session, shared, behind calls that block.
//!
//! A test is a function `fn(&mut Page) -> Outcome`. It gets a page with nothing left over from the
//! test before, and fails if the browser's console shows an error that it didn't announce.

#![allow(clippy::disallowed_types, reason = "waiting for a browser takes a clock; no result depends on it")]

mod axe;
mod browser;
mod devtools;
mod driver;
mod files;
mod page;
mod pointer;
mod server;
mod suite;

pub use axe::Finding;
pub use browser::Browser;
pub use devtools::{Screen, Theme};
pub use fantoccini::key::Key;
pub use page::Page;
pub use pointer::Place;
pub use server::Server;
pub use suite::{Test, run};

/// What a test or a helper ends with.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Fails a test with a formatted message.
#[macro_export]
macro_rules! fail {
    ($($message:tt)*) => {
        return Err(format!($($message)*).into())
    };
}
