//! The page's side: small runs are done at once, others in the worker. A newer run ends the one before, whose result
//! nobody would look at.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::predict::{refit_every, refit_rows};
use asrpt_core::scenario::{Problem, Scenario};
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, ErrorEvent, Event, MessageEvent, Url, Worker};

use super::wire;
use crate::shared::Shared;
use crate::simulation::{Simulation, simulate};
use crate::store::{Action, Dispatch};

/// Scenarios up to these are run at once: a few milliseconds.
const SMALL_JOBS: usize = 120;
const SMALL_HISTORY: usize = 200;
/// Rows that online learning looks at under one policy.
const SMALL_ROWS: u64 = 1_000;
/// A worker that has grown beyond this isn't used again.
const LARGEST_BYTES: f64 = 256e6;

/// Runs scenarios. Clones are the same runner.
#[derive(Clone, Default)]
pub struct Runner(Rc<RefCell<Option<Running>>>);

/// A worker, with what listens to it.
struct Running {
    worker: Worker,
    /// The run that it is at, if any.
    at: Option<(u64, Shared<Scenario>)>,
    _listeners: [Closure<dyn FnMut(Event)>; 2],
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Runner {
    /// Runs a scenario as number `asked`; what becomes of it is dispatched.
    pub fn run(&self, asked: u64, scenario: &Shared<Scenario>, dispatch: &Dispatch) {
        self.give_up();
        let small = scenario.jobs.len() <= SMALL_JOBS && scenario.history.len() <= SMALL_HISTORY;
        let small =
            small && refit_every(scenario).is_none_or(|every| refit_rows(scenario, every) <= SMALL_ROWS);
        if small || self.run_apart(asked, scenario, dispatch).is_err() {
            let result = simulate((**scenario).clone()).map(Shared::new).map_err(Shared::new);
            dispatch.dispatch(Action::RunEnded { asked, result });
        }
    }

    /// Ends the run that the worker is at.
    pub fn give_up(&self) {
        let busy = self.0.borrow().as_ref().is_some_and(|running| running.at.is_some());
        if busy {
            self.0.take();
        }
    }

    /// Ends it because somebody wants so.
    pub fn cancel(&self, dispatch: &Dispatch) {
        let at = self.0.borrow().as_ref().and_then(|running| running.at.clone());
        self.give_up();
        if let Some((asked, _)) = at {
            failed(asked, "was cancelled", "run it again, or undo the edit", dispatch);
        }
    }

    /// An error where there are no workers.
    fn run_apart(&self, asked: u64, scenario: &Shared<Scenario>, dispatch: &Dispatch) -> Result<(), JsValue> {
        if self.0.borrow().is_none() {
            let running = self.start(dispatch)?;
            self.0.replace(Some(running));
        }
        let message = Object::new();
        Reflect::set(&message, &"module".into(), &wasm_bindgen::module())?;
        Reflect::set(&message, &"number".into(), &(asked as f64).into())?;
        Reflect::set(&message, &"text".into(), &scenario.to_json().into())?;
        if let Some(running) = self.0.borrow_mut().as_mut() {
            running.worker.post_message(&message)?;
            running.at = Some((asked, scenario.clone()));
        }
        dispatch.dispatch(Action::RunGoesOn { asked, share: 0.0 });
        Ok(())
    }

    fn start(&self, dispatch: &Dispatch) -> Result<Running, JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type("text/javascript");
        let parts = Array::of1(&include_str!("worker.js").into());
        let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let worker = Worker::new(&url);
        // The worker has its script by then, or none.
        gloo_timers::callback::Timeout::new(10_000, move || {
            let _ = Url::revoke_object_url(&url);
        })
        .forget();
        let worker = worker?;
        let on_message = {
            let (runner, dispatch) = (self.clone(), dispatch.clone());
            Closure::<dyn FnMut(Event)>::new(move |event: Event| runner.heard(&event, &dispatch))
        };
        let on_error = {
            let (runner, dispatch) = (self.clone(), dispatch.clone());
            Closure::<dyn FnMut(Event)>::new(move |event: Event| runner.died(&event, &dispatch))
        };
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Running { worker, at: None, _listeners: [on_message, on_error] })
    }

    fn heard(&self, event: &Event, dispatch: &Dispatch) {
        let Some(data) = event.dyn_ref::<MessageEvent>().map(MessageEvent::data) else { return };
        let number = |name: &str| Reflect::get(&data, &name.into()).ok().and_then(|value| value.as_f64());
        let at = self.0.borrow().as_ref().and_then(|running| running.at.clone());
        let Some((asked, scenario)) = at.filter(|(asked, _)| number("number") == Some(*asked as f64)) else {
            return;
        };
        if let Some(share) = number("share") {
            dispatch.dispatch(Action::RunGoesOn { asked, share });
            return;
        }
        let bytes = Reflect::get(&data, &"result".into()).map(|result| Uint8Array::new(&result).to_vec());
        self.free(number("memory"));
        match bytes.ok().and_then(|bytes| wire::read(&bytes)) {
            None => failed(asked, "ended with a result that isn't whole", "run it again", dispatch),
            Some(result) => {
                let result = result.and_then(|parts| Simulation::of_parts((*scenario).clone(), parts));
                let result = result.map(Shared::new).map_err(Shared::new);
                dispatch.dispatch(Action::RunEnded { asked, result });
            }
        }
    }

    /// The worker is free again, or let go if it has grown large.
    fn free(&self, memory: Option<f64>) {
        if memory.is_none_or(|bytes| bytes > LARGEST_BYTES) {
            self.let_go();
        } else if let Some(running) = self.0.borrow_mut().as_mut() {
            running.at = None;
        }
    }

    /// Not at once: a listener of it is being called.
    fn let_go(&self) {
        let running = self.0.take();
        gloo_timers::callback::Timeout::new(0, move || drop(running)).forget();
    }

    fn died(&self, event: &Event, dispatch: &Dispatch) {
        event.prevent_default();
        let at = self.0.borrow().as_ref().and_then(|running| running.at.clone());
        let said = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
        self.let_go();
        if let Some((asked, _)) = at {
            let message = if said.is_empty() { "stopped".to_owned() } else { format!("stopped: {said}") };
            failed(asked, &message, "your work is as it was; run it again, or undo the edit", dispatch);
        }
    }
}

fn failed(asked: u64, message: &str, hint: &str, dispatch: &Dispatch) {
    let problem = Problem { path: RUN.to_owned(), message: message.to_owned(), hint: hint.to_owned() };
    dispatch.dispatch(Action::RunEnded { asked, result: Err(Shared::new(vec![problem])) });
}

/// The path of problems of a run that isn't the scenario's fault.
pub const RUN: &str = "run";
