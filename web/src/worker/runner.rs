//! Runs of scenarios: small ones are done at once, others in the worker. A newer run ends the one before, whose result
//! nobody would look at.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::predict::{refit_every, refit_rows};
use asrpt_core::scenario::{Problem, Scenario};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use super::asked::{Asked, Heard, ask};
use super::rebuild::rebuilt;
use super::task::Request;
use super::turns::Turns;
use crate::shared::Shared;
use crate::simulation::{Simulation, simulate};

/// Scenarios up to these are run at once: a few milliseconds.
const SMALL_JOBS: usize = 120;
const SMALL_HISTORY: usize = 200;
/// Rows that online learning looks at under one policy.
const SMALL_ROWS: u64 = 1_000;
/// The share of the work that is the worker's; the rest is putting the run together on the page.
const OF_WORKER: f64 = 0.8;

/// What becomes of a run.
pub enum Told {
    /// So much of it is done.
    GoesOn {
        asked: u64,
        share: f64,
    },
    Ended {
        asked: u64,
        result: Result<Shared<Simulation>, Shared<Vec<Problem>>>,
    },
}

/// Who wants to know.
pub type Tell = Callback<Told>;

/// Runs scenarios. Clones are the same runner.
#[derive(Clone, Default)]
pub struct Runner(Rc<RefCell<Option<(u64, Asked)>>>);

impl Runner {
    /// Runs a scenario as number `asked`, with the figures of all policies.
    pub fn run(&self, asked: u64, scenario: &Shared<Scenario>, tell: &Tell) {
        self.begin(asked, scenario, Request::Run, tell);
    }

    /// Runs a scenario as number `asked` without them.
    pub fn run_alone(&self, asked: u64, scenario: &Shared<Scenario>, tell: &Tell) {
        self.begin(asked, scenario, Request::RunAlone, tell);
    }

    fn begin(&self, asked: u64, scenario: &Shared<Scenario>, request: fn(Scenario) -> Request, tell: &Tell) {
        self.0.take();
        let small = scenario.jobs.len() <= SMALL_JOBS && scenario.history.len() <= SMALL_HISTORY;
        if small && refit_every(scenario).is_none_or(|every| refit_rows(scenario, every) <= SMALL_ROWS) {
            let result = simulate((**scenario).clone()).map(Shared::new).map_err(Shared::new);
            return tell.emit(Told::Ended { asked, result });
        }
        tell.emit(Told::GoesOn { asked, share: 0.0 });
        let heard = {
            let (runner, scenario, tell) = (self.clone(), scenario.clone(), tell.clone());
            move |heard| runner.heard(asked, heard, &scenario, &tell)
        };
        self.0.replace(Some((asked, ask(request((**scenario).clone()), None, heard))));
    }

    /// Ends what nobody would look at any more.
    pub fn end(&self) {
        self.0.take();
    }

    /// Ends a run because somebody wants so.
    pub fn cancel(&self, tell: &Tell) {
        if let Some((asked, _)) = self.0.take() {
            failed(asked, "was cancelled", "run it again, or undo the edit", tell);
        }
    }

    fn heard(&self, asked: u64, heard: Heard, scenario: &Shared<Scenario>, tell: &Tell) {
        match heard {
            Heard::Share(share) => tell.emit(Told::GoesOn { asked, share: share * OF_WORKER }),
            Heard::Done(bytes) => self.put_together(asked, bytes, scenario, tell),
            Heard::Unread => {}
            Heard::Died(said) => {
                let message = if said.is_empty() { "stopped".to_owned() } else { format!("stopped: {said}") };
                failed(asked, &message, "your work is as it was; run it again, or undo the edit", tell);
            }
        }
    }

    fn put_together(&self, asked: u64, bytes: Vec<u8>, scenario: &Shared<Scenario>, tell: &Tell) {
        let Some(given_up) = self.0.borrow().as_ref().map(|(_, asked)| asked.given_up()) else { return };
        let (scenario, tell) = ((**scenario).clone(), tell.clone());
        let goes_on = {
            let tell = tell.clone();
            move |share| {
                let share = OF_WORKER + (1.0 - OF_WORKER) * share;
                tell.emit(Told::GoesOn { asked, share: f64::min(share, 0.99) });
            }
        };
        spawn_local(async move {
            let mut turns = Turns::on_page(Rc::clone(&given_up));
            let result = rebuilt(scenario, &bytes, &mut turns, goes_on).await;
            match result {
                _ if given_up.get() => {}
                None => failed(asked, "ended with a result that isn't whole", "run it again", &tell),
                Some(result) => {
                    let result = result.map(Shared::new).map_err(Shared::new);
                    tell.emit(Told::Ended { asked, result });
                }
            }
        });
    }
}

fn failed(asked: u64, message: &str, hint: &str, tell: &Tell) {
    let problem = Problem { path: RUN.to_owned(), message: message.to_owned(), hint: hint.to_owned() };
    tell.emit(Told::Ended { asked, result: Err(Shared::new(vec![problem])) });
}

/// The path of problems of a run that isn't the scenario's fault.
pub const RUN: &str = "run";
