//! Answers for components: asked when they are wanted, with their progress; stale ones are never seen.

use std::pin::Pin;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;
use yew::prelude::*;

use super::asked::{Asked, Heard, ask};
use super::bytes::{Wired, whole};
use super::task::Request;
use super::turns::Turns;
use crate::shared::Shared;

/// Long enough for the page to be drawn, and for somebody to type on.
const SOON_MS: u32 = 30;

/// What has become of a question.
#[derive(PartialEq)]
pub enum Answer<T> {
    /// Nobody has asked.
    Unasked,
    /// So much is done.
    Coming(f64),
    Here(Shared<T>),
    /// It was cancelled, or the worker died: a sentence.
    Failed(Rc<str>),
}

impl<T> Clone for Answer<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Unasked => Self::Unasked,
            Self::Coming(share) => Self::Coming(*share),
            Self::Here(value) => Self::Here(value.clone()),
            Self::Failed(said) => Self::Failed(Rc::clone(said)),
        }
    }
}

impl<T> Answer<T> {
    /// The value, once it is there.
    pub fn here(&self) -> Option<&Shared<T>> {
        match self {
            Self::Here(value) => Some(value),
            _ => None,
        }
    }
}

/// An answer, and what can be done about it.
pub struct Asking<T> {
    pub answer: Answer<T>,
    cancel: Callback<()>,
    again: Callback<()>,
}

/// Reads an answer, in slices where it is long.
pub type Read<T> = fn(Vec<u8>, Turns) -> Pin<Box<dyn Future<Output = Option<T>>>>;

/// For answers that are short.
pub fn short<T: Wired + 'static>(bytes: Vec<u8>, _: Turns) -> Pin<Box<dyn Future<Output = Option<T>>>> {
    Box::pin(async move { whole(&bytes) })
}

/// The answer to a request (with the file that goes beside it), as soon as it is there.
#[hook]
pub fn use_answer<T: 'static>(request: Option<Request>, file: Option<Blob>, read: Read<T>) -> Asking<T> {
    let held = use_state(|| None::<(Request, Answer<T>)>);
    let tries = use_state(|| 0_u32);
    let asked = use_mut_ref(|| None::<Asked>);
    let answer = match (&request, &*held) {
        (None, _) => Answer::Unasked,
        (Some(request), Some((of, answer))) if of == request => answer.clone(),
        _ => Answer::Coming(0.0),
    };
    {
        let (asked, setter) = (asked.clone(), held.setter());
        let missing = request.clone().filter(|_| answer.here().is_none());
        use_effect_with((missing, *tries), move |(request, _)| {
            asked.take();
            let soon = request.clone().map(|request| {
                Timeout::new(SOON_MS, move || {
                    setter.set(Some((request.clone(), Answer::Coming(0.0))));
                    let heard = {
                        let (asked, request) = (asked.clone(), request.clone());
                        move |heard| hear(heard, &request, &asked, setter.clone(), read)
                    };
                    asked.replace(Some(ask(request, file, heard)));
                })
            });
            move || drop(soon)
        });
    }
    {
        let asked = asked.clone();
        use_effect_with((), move |()| move || drop(asked.take()));
    }
    let again = {
        let tries = tries.clone();
        Callback::from(move |()| tries.set(*tries + 1))
    };
    let cancel = {
        let held = held.setter();
        Callback::from(move |()| {
            asked.take();
            held.set(request.clone().map(|request| (request, Answer::Failed("It was cancelled.".into()))));
        })
    };
    Asking { answer, cancel, again }
}

fn hear<T: 'static>(
    heard: Heard,
    request: &Request,
    asked: &Rc<std::cell::RefCell<Option<Asked>>>,
    setter: UseStateSetter<Option<(Request, Answer<T>)>>,
    read: Read<T>,
) {
    let request = request.clone();
    let failed = |said: &str| Answer::Failed(said.into());
    let answer = match heard {
        Heard::Share(share) => Answer::Coming(share),
        Heard::Unread => failed("The file can't be read any more."),
        Heard::Died(said) => Answer::Failed(format!("The worker stopped: {said}").into()),
        Heard::Done(bytes) => {
            let Some(given_up) = asked.borrow().as_ref().map(Asked::given_up) else { return };
            spawn_local(async move {
                let value = read(bytes, Turns::on_page(Rc::clone(&given_up))).await;
                let answer = value.map_or_else(
                    || Answer::Failed("The answer isn't whole.".into()),
                    |value| Answer::Here(Shared::new(value)),
                );
                if !given_up.get() {
                    setter.set(Some((request, answer)));
                }
            });
            return;
        }
    };
    setter.set(Some((request, answer)));
}

impl<T> Asking<T> {
    /// While it isn't there: what is done, how much of it, and the way to end it or to try again.
    pub fn waiting(&self, what: &'static str) -> Html {
        match &self.answer {
            Answer::Coming(share) => {
                let percent = (share * 100.0).floor();
                let said =
                    if percent > 0.0 { format!("{what}, {percent} % done") } else { format!("{what} …") };
                let onclick = self.cancel.reform(|_: MouseEvent| ());
                html! {
                    <div class="coming" role="status" data-testid="coming"><p class="caption">{ said }</p>
                        <button type="button" class="button" {onclick} data-testid="cancel-coming">{ "Cancel" }</button></div>
                }
            }
            Answer::Failed(said) => {
                let onclick = self.again.reform(|_: MouseEvent| ());
                html! {
                    <div class="coming" role="alert" data-testid="not-coming"><p class="caption">{ said.to_string() }</p>
                        <button type="button" class="button" {onclick} data-testid="ask-again">{ "Try again" }</button></div>
                }
            }
            Answer::Unasked | Answer::Here(_) => Html::default(),
        }
    }
}
