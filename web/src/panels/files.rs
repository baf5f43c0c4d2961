//! Opening a scenario file or a trace, by button or drop, and what is pasted. It is read in the worker; whatever is wrong
//! with it, the work at hand stays.

use std::cell::RefCell;
use std::rc::Rc;

use asrpt_core::scenario::Problem;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DataTransfer, DragEvent, File, FileList, HtmlInputElement};
use yew::prelude::*;

use crate::shared::Shared;
use crate::store::{Action, Dispatch, Refused};
use crate::worker::asked::{Asked, Heard, ask};
use crate::worker::{Opened, Request, Turns, rebuild};
use crate::workload::{Ask, Trace};

/// Larger files are refused before they are read.
const LARGEST_BYTES: f64 = 160e6;

/// Opens files, one at a time: a newer one ends the one before. Clones are the same opener.
#[derive(Clone)]
pub struct Opener {
    asked: Rc<RefCell<Option<Asked>>>,
    dispatch: Dispatch,
}

impl PartialEq for Opener {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.asked, &other.asked)
    }
}

impl Opener {
    /// Nothing is being opened.
    pub fn new(dispatch: Dispatch) -> Self {
        Self { asked: Rc::default(), dispatch }
    }

    /// Opens what was chosen or dropped: the first file, and says so if there are more.
    fn open_files(&self, files: &FileList) {
        let Some(file) = files.get(0) else { return };
        if files.length() > 1 {
            let sentence =
                format!("{} is opened; one file at a time, {} left out", file.name(), files.length() - 1);
            self.dispatch.dispatch(Action::Tell(sentence.into()));
        }
        self.open(&file.name(), file.into());
    }

    /// Reads a file and opens it, or asks how to import it, or says everything that is wrong with it.
    pub fn open(&self, name: &str, file: Blob) {
        self.asked.take();
        if file.size() > LARGEST_BYTES {
            let (size, most) = (file.size() / 1e6, LARGEST_BYTES / 1e6);
            let message = format!("it has {size:.0} MB, more than the {most:.0} MB that a file may have");
            return self.refuse(name, message, "open a smaller file");
        }
        self.dispatch.dispatch(Action::Opening(Some(name.into())));
        let heard = {
            let (opener, name, file) = (self.clone(), name.to_owned(), file.clone());
            move |heard| opener.heard(&name, &file, heard)
        };
        self.asked.replace(Some(ask(Request::Open(name.to_owned()), Some(file), heard)));
    }

    /// Ends it because somebody wants so.
    pub fn cancel(&self) {
        self.asked.take();
        self.dispatch.dispatch(Action::Opening(None));
    }

    fn heard(&self, name: &str, file: &Blob, heard: Heard) {
        match heard {
            Heard::Share(_) => {}
            Heard::Unread => {
                self.refuse(
                    name,
                    "it can't be read".to_owned(),
                    "see whether it still exists and may be read",
                );
            }
            Heard::Died(said) => {
                self.refuse(name, format!("the worker stopped while reading it: {said}"), "try it again");
            }
            Heard::Done(bytes) => {
                let Some(given_up) = self.asked.borrow().as_ref().map(Asked::given_up) else { return };
                let (opener, name, file) = (self.clone(), name.to_owned(), file.clone());
                spawn_local(async move {
                    let opened = rebuild::opened(&bytes, &mut Turns::on_page(Rc::clone(&given_up))).await;
                    if !given_up.get() {
                        opener.opened(name, file, opened);
                    }
                });
            }
        }
    }

    fn opened(&self, name: String, file: Blob, opened: Option<Opened>) {
        self.dispatch.dispatch(match opened {
            None => return self.refuse(&name, "what was read of it isn't whole".to_owned(), "try it again"),
            Some(Opened::Scenario(scenario)) => Action::Open(Shared::new(scenario)),
            Some(Opened::Trace { format, columns }) => {
                Action::Ask(Some(Ask::Import(Shared::new(Trace { name, file, format, columns }))))
            }
            Some(Opened::Refused(problems, scenario)) => {
                let rest = scenario.map(Shared::new);
                Action::Refuse(Shared::new(Refused { name, problems, link: None, rest, seen: false }))
            }
        });
    }

    fn refuse(&self, name: &str, message: String, hint: &str) {
        let problem = Problem { path: "the file".to_owned(), message, hint: hint.to_owned() };
        let refused =
            Refused { name: name.to_owned(), problems: vec![problem], link: None, rest: None, seen: false };
        self.dispatch.dispatch(Action::Refuse(Shared::new(refused)));
    }

    /// Opens a text that was pasted, as a file of that name.
    pub fn open_text(&self, name: &str, text: &str) {
        if let Ok(file) = Blob::new_with_str_sequence(&Array::of1(&text.into())) {
            self.open(name, file);
        }
    }
}

/// Whether the first of what is dropped is a folder, where the browser tells.
fn is_folder(data: &DataTransfer) -> bool {
    let entry = || {
        let items = Reflect::get(data, &"items".into()).ok()?;
        let first = Reflect::get_u32(&items, 0).ok()?;
        let ask: Function = Reflect::get(&first, &"webkitGetAsEntry".into()).ok()?.dyn_into().ok()?;
        let entry = ask.call0(&first).ok()?;
        Reflect::get(&entry, &"isDirectory".into()).ok()?.as_bool()
    };
    entry().unwrap_or(false)
}

#[derive(Properties, PartialEq)]
pub struct FileInputProps {
    pub input: NodeRef,
    pub opener: Opener,
}

/// The hidden file chooser.
#[component]
pub fn FileInput(props: &FileInputProps) -> Html {
    let onchange = {
        let opener = props.opener.clone();
        Callback::from(move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            if let Some(files) = input.files() {
                opener.open_files(&files);
            }
            // So that the same file can be chosen again.
            input.set_value("");
        })
    };
    html! {
        <input ref={props.input.clone()} type="file" class="visually-hidden" tabindex="-1" aria-hidden="true"
            accept=".json,.csv,application/json,text/csv" {onchange} data-testid="file-input" />
    }
}

/// Opens the file chooser.
pub fn choose(input: &NodeRef) {
    if let Some(input) = input.cast::<HtmlInputElement>() {
        input.click();
    }
}

/// Whether something that could be a file is being dragged.
fn carries_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

/// What dragging over the page does: whether a file hovers, and the handlers.
pub struct Drop {
    pub hovers: bool,
    pub over: Callback<DragEvent>,
    pub leave: Callback<DragEvent>,
    pub dropped: Callback<DragEvent>,
}

/// Files may be dropped anywhere.
#[hook]
pub fn use_drop(opener: &Opener) -> Drop {
    let hovers = use_state_eq(|| false);
    let over = {
        let hovers = hovers.setter();
        Callback::from(move |event: DragEvent| {
            if carries_files(&event) {
                event.prevent_default();
                hovers.set(true);
            }
        })
    };
    let leave = {
        let hovers = hovers.setter();
        Callback::from(move |event: DragEvent| {
            if event.related_target().is_none_or(|to| to.dyn_into::<web_sys::Element>().is_err()) {
                hovers.set(false);
            }
        })
    };
    let dropped = {
        let (hovers, opener) = (hovers.setter(), opener.clone());
        Callback::from(move |event: DragEvent| {
            hovers.set(false);
            let Some(data) = event.data_transfer() else { return };
            let Some(files) = data.files().filter(|files| files.length() > 0) else { return };
            event.prevent_default();
            if is_folder(&data) {
                let name = files.get(0).map(|file: File| file.name()).unwrap_or_default();
                opener.refuse(&name, "it is a folder".to_owned(), "drop a file that is in it");
            } else {
                opener.open_files(&files);
            }
        })
    };
    Drop { hovers: *hovers, over, leave, dropped }
}
