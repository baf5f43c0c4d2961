//! Which model is drawn, and what can be done with models as a whole.

use asrpt_core::scenario::{Problem, Scenario};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::chosen::on_chosen;
use super::drawing::Drawing;
use super::focus::Focus;
use super::graph::shortened;
use super::menu::{Item, Menu};
use super::models;
use super::places::{self, SOURCES};
use super::{dot, exchange};
use crate::draw::number::counted;
use crate::export::save_text;
use crate::share::browser::file_name;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Gesture};

#[derive(Properties, PartialEq)]
pub struct ChooserProps {
    pub scenario: Shared<Scenario>,
    /// The model that is drawn.
    pub model: Option<std::rc::Rc<str>>,
    pub dispatch: Dispatch,
    /// What is to be said or asked below the bar.
    pub ask: Callback<Option<Ask>>,
}

/// What stands below the bar until it is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A new name is typed.
    Rename,
    /// The library is open.
    Library,
    /// A model is in use: why it isn't deleted alone.
    Delete(String),
    /// A file or a name was refused.
    Refused(String),
}

/// Puts a changed scenario in place, and a model on the canvas.
pub fn replace(dispatch: &Dispatch, scenario: Scenario, model: Option<&str>, gesture: Gesture) {
    dispatch.dispatch(Action::Edit { scenario: Shared::new(scenario), gesture });
    dispatch.dispatch(Action::Draw(model.map_or_else(Focus::default, Focus::on)));
}

/// See the module.
#[component]
pub fn Chooser(props: &ChooserProps) -> Html {
    let input = use_node_ref();
    let onchange = {
        let (dispatch, ask) = (props.dispatch.clone(), props.ask.clone());
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                dispatch.dispatch(Action::Draw(Focus::on(select.value())));
                ask.emit(None);
            }
        })
    };
    let models = &props.scenario.models;
    html! {
        <>
        if !models.is_empty() {
            <select class="select model-choice" {onchange} aria-label="Model" data-testid="model">
                { for models.iter().map(|(name, spec)| html! {
                    <option key={name.clone()} value={name.clone()} selected={props.model.as_deref() == Some(name.as_str())}>
                        { format!("{}\u{2003}{}", shortened(name), counted(spec.stages.iter().map(|s| u64::from(s.replicas)).sum(), "GPU")) }
                    </option>
                }) }
            </select>
        }
        <Menu label="Models" testid="model-acts" items={items(props, &input)} />
        <input ref={input} type="file" class="visually-hidden" tabindex="-1" aria-hidden="true" accept=".json,.dot,.gv,application/json,text/vnd.graphviz"
            onchange={on_chosen(import(props))} data-testid="model-file" />
        </>
    }
}

fn items(props: &ChooserProps, input: &NodeRef) -> Vec<Item> {
    let with = |act: fn(&ChooserActs)| {
        let acts = ChooserActs::of(props);
        Callback::from(move |()| act(&acts))
    };
    let choose = {
        let input = input.clone();
        Callback::from(move |()| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let item = |name, testid, act| Item { name, testid, act };
    let mut items = vec![
        item("New model", "model-new", with(ChooserActs::add)),
        item("From the library …", "model-library", with(|acts| acts.ask.emit(Some(Ask::Library)))),
    ];
    if props.model.is_some() {
        items.push(item("Duplicate", "model-duplicate", with(ChooserActs::duplicate)));
        items.push(item("Rename", "model-rename", with(|acts| acts.ask.emit(Some(Ask::Rename)))));
        items.push(item("Delete", "model-delete", with(ChooserActs::delete)));
    }
    items.push(item("Import a model …", "model-import", choose));
    if props.model.is_some() {
        items.push(item("Export as JSON", "model-json", with(ChooserActs::export_json)));
        items.push(item("Export for Graphviz (DOT)", "model-dot", with(ChooserActs::export_dot)));
    }
    items
}

/// What the acts need.
struct ChooserActs {
    scenario: Shared<Scenario>,
    model: String,
    dispatch: Dispatch,
    ask: Callback<Option<Ask>>,
}

impl ChooserActs {
    fn of(props: &ChooserProps) -> Self {
        Self {
            scenario: props.scenario.clone(),
            model: props.model.as_deref().unwrap_or_default().to_owned(),
            dispatch: props.dispatch.clone(),
            ask: props.ask.clone(),
        }
    }

    fn take(&self, added: Option<(Scenario, String)>, label: &'static str) {
        match added {
            Some((scenario, name)) => {
                replace(&self.dispatch, scenario, Some(&name), Gesture::once(label));
                self.ask.emit(None);
            }
            None => {
                self.ask.emit(Some(Ask::Refused("There are as many models as are simulated.".to_owned())))
            }
        }
    }

    fn add(&self) {
        self.take(models::add_new(&self.scenario), "add a model");
    }

    fn duplicate(&self) {
        self.take(models::duplicate(&self.scenario, &self.model), "duplicate a model");
    }

    fn delete(&self) {
        match models::keeps(&self.scenario, &self.model) {
            Some(reason) => self.ask.emit(Some(Ask::Delete(reason))),
            None => {
                let gesture =
                    Gesture::once("delete a model").told(format!("Deleted {}", shortened(&self.model)));
                replace(&self.dispatch, models::delete(&self.scenario, &self.model), None, gesture);
            }
        }
    }

    fn export_json(&self) {
        if let Some(drawing) = Drawing::of(&self.scenario, &self.model) {
            let all = drawing.spec.stages.iter().map(|stage| stage.id.clone()).collect();
            let mut named = drawing.part(&self.model, &all);
            named.source = places::get(&self.scenario, SOURCES, &self.model).cloned();
            save_text(&file_name(Some(&self.model), "json"), "application/json", &exchange::to_json(&named));
        }
    }

    fn export_dot(&self) {
        if let Some(spec) = models::find(&self.scenario, &self.model) {
            save_text(
                &file_name(Some(&self.model), "dot"),
                "text/vnd.graphviz",
                &dot::write(&self.model, spec),
            );
        }
    }
}

/// Adds the models of a file under free names; whatever is wrong with it is said, and nothing changes.
fn import(props: &ChooserProps) -> Callback<Result<String, String>> {
    let acts = ChooserActs::of(props);
    Callback::from(move |text: Result<String, String>| {
        let read = text.and_then(|text| exchange::read(&text).map_err(|problems| all(&problems)));
        match read {
            Ok(read) => {
                let mut added = ((*acts.scenario).clone(), String::new());
                for model in &read {
                    let Some((mut scenario, name)) = models::add(&added.0, &model.name, model.spec.clone())
                    else {
                        break;
                    };
                    places::keep(&mut scenario, &name, &model.spec, &model.places);
                    places::set(&mut scenario, SOURCES, &name, model.source.clone());
                    added = (scenario, name);
                }
                acts.take(Some(added).filter(|(_, name)| !name.is_empty()), "import a model");
            }
            Err(problem) => acts.ask.emit(Some(Ask::Refused(problem))),
        }
    })
}

/// What is wrong with a file, the first of it and how much more there is.
fn all(problems: &[Problem]) -> String {
    let first = problems.first().map(ToString::to_string).unwrap_or_default();
    match problems.len() {
        0 | 1 => first,
        n => format!("{first}, and {} more", counted(n as u64 - 1, "problem")),
    }
}
