//! The page's side of the worker: a request is asked, progress and the answer are heard. Whoever lets go of an [`Asked`]
//! ends its work; nothing of it is heard any more.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, ErrorEvent, Event, MessageEvent, Url, Worker};

use super::task::{Request, begin};
use super::turns::Turns;
use crate::later;

/// A worker that has grown beyond this isn't used again.
const LARGEST_BYTES: f64 = 256e6;
/// How much is done between two looks at the clock where there are no workers.
const SLICE: usize = 512;

/// What is heard of a request.
pub enum Heard {
    /// So much is done.
    Share(f64),
    Done(Vec<u8>),
    /// The file beside it can't be read.
    Unread,
    /// The worker died, and what it said.
    Died(String),
}

/// Work on its way.
pub struct Asked {
    given_up: Rc<Cell<bool>>,
    hand: Rc<RefCell<Option<Hand>>>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.given_up.set(true);
        if let Ok(mut hand) = self.hand.try_borrow_mut() {
            hand.take();
        }
    }
}

impl Asked {
    /// For work that begins by what is heard: it ends with this.
    pub fn given_up(&self) -> Rc<Cell<bool>> {
        Rc::clone(&self.given_up)
    }
}

type Listener = Closure<dyn FnMut(Event)>;

/// A worker. Idle ones wait for the next request: their module is ready.
struct Hand {
    worker: Worker,
    listeners: Option<[Listener; 2]>,
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.worker.terminate();
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        // A listener may be the one that is just being called.
        let listeners = self.listeners.take();
        gloo_timers::callback::Timeout::new(0, move || drop(listeners)).forget();
    }
}

thread_local! {
    static IDLE: RefCell<Option<Hand>> = const { RefCell::new(None) };
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

impl Hand {
    fn idle_or_new() -> Result<Self, JsValue> {
        if let Some(hand) = IDLE.take() {
            return Ok(hand);
        }
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
        Ok(Self { worker: worker?, listeners: None })
    }

    fn put_aside(mut self, memory: Option<f64>) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        let listeners = self.listeners.take();
        gloo_timers::callback::Timeout::new(0, move || drop(listeners)).forget();
        if memory.is_some_and(|bytes| bytes <= LARGEST_BYTES) {
            IDLE.set(Some(self));
        }
    }
}

/// Asks for something; `heard` is told what becomes of it.
pub fn ask(request: Request, file: Option<Blob>, heard: impl Fn(Heard) + 'static) -> Asked {
    let asked = Asked { given_up: Rc::default(), hand: Rc::default() };
    let (given_up, hand) = (Rc::clone(&asked.given_up), Rc::clone(&asked.hand));
    let heard: Rc<dyn Fn(Heard)> = Rc::new(heard);
    spawn_local(async move {
        let mut turns = Turns::on_page(Rc::clone(&given_up));
        let Some(bytes) = request.written(&mut turns).await else { return };
        if post(&bytes, file.as_ref(), &hand, &given_up, &heard).is_err() {
            heard(on_page(&bytes, file, &mut turns, &*heard).await);
        }
    });
    asked
}

/// Hands it to a worker. An error where there are none.
fn post(
    bytes: &[u8],
    file: Option<&Blob>,
    hand: &Rc<RefCell<Option<Hand>>>,
    given_up: &Rc<Cell<bool>>,
    heard: &Rc<dyn Fn(Heard)>,
) -> Result<(), JsValue> {
    let mut mine = Hand::idle_or_new()?;
    let number = COUNT.get() + 1;
    COUNT.set(number);
    let on_message = {
        let (hand, given_up, heard) = (Rc::clone(hand), Rc::clone(given_up), Rc::clone(heard));
        Listener::new(move |event: Event| {
            let Some(message) = event.dyn_ref::<MessageEvent>().map(MessageEvent::data) else { return };
            if !given_up.get() && field(&message, "number") == Some(number.into()) {
                hear(&message, &hand, &*heard);
            }
        })
    };
    let on_error = {
        let (hand, given_up, heard) = (Rc::clone(hand), Rc::clone(given_up), Rc::clone(heard));
        Listener::new(move |event: Event| {
            event.prevent_default();
            hand.take();
            let said = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            if !given_up.get() {
                heard(Heard::Died(said));
            }
        })
    };
    mine.worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    mine.worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    mine.listeners = Some([on_message, on_error]);
    let message = Object::new();
    let request = Uint8Array::from(bytes);
    Reflect::set(&message, &"module".into(), &wasm_bindgen::module())?;
    Reflect::set(&message, &"later".into(), &later::module())?;
    Reflect::set(&message, &"number".into(), &f64::from(number).into())?;
    Reflect::set(&message, &"request".into(), &request)?;
    Reflect::set(&message, &"file".into(), &file.map_or(JsValue::NULL, JsValue::from))?;
    mine.worker.post_message_with_transfer(&message, &Array::of1(&request.buffer()))?;
    hand.replace(Some(mine));
    Ok(())
}

fn field(message: &JsValue, name: &str) -> Option<f64> {
    Reflect::get(message, &name.into()).ok().and_then(|value| value.as_f64())
}

fn hear(message: &JsValue, hand: &RefCell<Option<Hand>>, heard: &dyn Fn(Heard)) {
    if let Some(share) = field(message, "share") {
        return heard(Heard::Share(share));
    }
    if let Some(mine) = hand.take() {
        mine.put_aside(field(message, "memory").or(Some(0.0)));
    }
    let result = Reflect::get(message, &"result".into()).ok().filter(|result| !result.is_undefined());
    heard(result.map_or(Heard::Unread, |result| Heard::Done(Uint8Array::new(&result).to_vec())));
}

/// The same without a worker, in slices.
async fn on_page(request: &[u8], file: Option<Blob>, turns: &mut Turns, heard: &dyn Fn(Heard)) -> Heard {
    let file = match file {
        None => Vec::new(),
        Some(file) => match JsFuture::from(file.array_buffer()).await {
            Ok(bytes) => Uint8Array::new(&bytes).to_vec(),
            Err(_) => return Heard::Unread,
        },
    };
    let Some(mut task) = begin(request, file) else { return Heard::Died("the request is broken".to_owned()) };
    loop {
        if turns.large().await.is_none() {
            // Nobody listens: what is said now is heard by no one.
            return Heard::Share(0.0);
        }
        let share = task.advance(SLICE);
        if share >= 1.0 {
            return Heard::Done(task.finish());
        }
        heard(Heard::Share(share));
    }
}
