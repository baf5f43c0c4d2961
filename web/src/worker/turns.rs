//! Long work on the page's thread, in slices: between two of them the page draws and answers.

use std::cell::Cell;
use std::rc::Rc;

use crate::results::courses::a_turn;

/// How long a slice may take.
const PATIENCE_MS: f64 = 12.0;
/// Things done between two looks at the clock.
const LOOK_EVERY: u32 = 256;

/// Work that gives the page its turn, and ends when nobody wants it any more.
pub struct Turns {
    /// `None` for work that goes on to its end at once.
    since_ms: Option<f64>,
    done: u32,
    given_up: Rc<Cell<bool>>,
}

impl Turns {
    /// On the page, until it is given up.
    pub fn on_page(given_up: Rc<Cell<bool>>) -> Self {
        Self { since_ms: Some(js_sys::Date::now()), done: 0, given_up }
    }

    /// All at once.
    pub fn none() -> Self {
        Self { since_ms: None, done: 0, given_up: Rc::default() }
    }

    /// All at once, unless it is given up.
    #[cfg(test)]
    pub fn none_given_up_by(given_up: Rc<Cell<bool>>) -> Self {
        Self { since_ms: None, done: 0, given_up }
    }

    /// Between two small things. `None` once nobody wants the work any more.
    pub async fn small(&mut self) -> Option<()> {
        self.done += 1;
        if self.done < LOOK_EVERY { Some(()) } else { self.large().await }
    }

    /// Between two things that take a millisecond or more.
    pub async fn large(&mut self) -> Option<()> {
        self.done = 0;
        if let Some(since_ms) = self.since_ms
            && js_sys::Date::now() - since_ms > PATIENCE_MS
        {
            a_turn().await;
            self.since_ms = Some(js_sys::Date::now());
        }
        (!self.given_up.get()).then_some(())
    }
}

/// Runs work to its end that never waits, as with [`Turns::none`].
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(work).poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("it waits"),
    }
}
