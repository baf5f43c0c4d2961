//! Opening a scenario file or a trace, by button or drop. Whatever is wrong with it, the work at hand stays.

use asrpt_core::scenario::{Problem, Scenario};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use crate::shared::Shared;
use crate::store::{Action, Dispatch, Refused};
use crate::workload::{Ask, Trace};

/// Larger files are refused before they are read.
const LARGEST_BYTES: f64 = 160e6;

/// Reads a file and opens it, or asks how to import it, or says everything that is wrong with it.
pub fn open(file: File, dispatch: Dispatch) {
    spawn_local(async move {
        let name = file.name();
        let text = match read(&file).await {
            Ok(text) => Trace::found(&name, text),
            Err(problem) => return dispatch.dispatch(refusal(name, vec![problem])),
        };
        dispatch.dispatch(match text.map_err(|text| parse(&text, &name)) {
            Ok(trace) => Action::Ask(Some(Ask::Import(Shared::new(trace)))),
            Err(Ok(scenario)) => Action::Open(Shared::new(scenario)),
            Err(Err(problems)) => refusal(name, problems),
        });
    });
}

fn refusal(name: String, problems: Vec<Problem>) -> Action {
    Action::Refuse(Shared::new(Refused { name, problems, link: None }))
}

/// A scenario without a name gets that of its file.
fn parse(text: &str, file_name: &str) -> Result<Scenario, Vec<Problem>> {
    let mut scenario = Scenario::from_json(text)?;
    if scenario.name.is_none() {
        scenario.name = Some(file_name.trim_end_matches(".json").to_owned());
    }
    Ok(scenario)
}

async fn read(file: &File) -> Result<String, Problem> {
    let problem =
        |message: String, hint: &str| Problem { path: "the file".to_owned(), message, hint: hint.to_owned() };
    if file.size() > LARGEST_BYTES {
        let message = format!(
            "it has {:.0} MB, more than the {:.0} MB that a file may have",
            file.size() / 1e6,
            LARGEST_BYTES / 1e6
        );
        return Err(problem(message, "open a smaller file"));
    }
    let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
    text.ok_or_else(|| problem("it can't be read".to_owned(), "see whether it still exists and may be read"))
}

#[derive(Properties, PartialEq)]
pub struct FileInputProps {
    pub input: NodeRef,
    pub dispatch: Dispatch,
}

/// The hidden file chooser.
#[component]
pub fn FileInput(props: &FileInputProps) -> Html {
    let onchange = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                open(file, dispatch.clone());
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
pub fn use_drop(dispatch: Dispatch) -> Drop {
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
        let hovers = hovers.setter();
        Callback::from(move |event: DragEvent| {
            hovers.set(false);
            let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
            if let Some(file) = file {
                event.prevent_default();
                open(file, dispatch.clone());
            }
        })
    };
    Drop { hovers: *hovers, over, leave, dropped }
}
