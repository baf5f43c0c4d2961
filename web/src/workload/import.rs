//! The import dialog: what becomes of a trace is shown before it replaces anything.

use asrpt_core::scenario::Scenario;
use asrpt_core::trace::{self, FORMATS, Moment, Options};
use yew::prelude::*;

use super::fields::{Form, Number, SEED, check, choice, percent, predictors};
use super::modal::{Modal, cancel};
use super::{Trace, cluster, mapping, report};
use crate::edit::field::TextField;
use crate::edit::rule::Rule;
use crate::shared::Shared;
use crate::store::{Action, Dispatch};
use crate::worker::Request;
use crate::worker::answer::use_answer;
use crate::worker::rebuild::imported;

/// So many jobs unless somebody wants more: the lanes stay readable.
const USUAL_JOBS: usize = 1_000;

/// What is asked for.
#[derive(Clone, PartialEq)]
struct Settings {
    format: &'static str,
    options: Options,
    /// As they were typed.
    from: String,
    until: String,
}

impl Settings {
    fn of(trace: &Trace) -> Self {
        let columns = mapping::guessed(&trace.columns);
        let options = Options { jobs: Some(USUAL_JOBS), columns: Some(columns), ..Options::default() };
        Self { format: trace.format, options, from: String::new(), until: String::new() }
    }

    fn maps(&self) -> bool {
        self.format == "csv"
    }

    /// What must be mended first.
    fn missing(&self) -> Option<String> {
        self.options.columns.as_ref().filter(|_| self.maps()).and_then(mapping::missing)
    }
}

/// A moment, or a sentence on what is wrong with it.
fn moment(text: &str) -> Result<Option<Moment>, &'static str> {
    let said = "Seconds after the first row, or a date as 2017-10-03 12:00:00.";
    if text.is_empty() { Ok(None) } else { Moment::parse(text).map(Some).ok_or(said) }
}

/// What the worker is asked.
///
/// # Errors
/// What must be mended first.
fn request(trace: &Trace, settings: &Settings) -> Result<Request, String> {
    let mut options = settings.options.clone();
    options.from = moment(&settings.from)?;
    options.until = moment(&settings.until)?;
    if !settings.maps() {
        options.columns = None;
    }
    let name = trace.name.rsplit_once('.').map_or(&*trace.name, |(stem, _)| stem);
    Ok(Request::Import(settings.format.to_owned(), options, name.to_owned()))
}

const NUMBERS: [Number<Settings>; 4] = [
    Number {
        label: "Jobs at most",
        unit: "",
        rule: Rule::count(asrpt_core::limits::JOBS as u32),
        testid: "import-jobs",
        of: |settings| settings.options.jobs.unwrap_or(USUAL_JOBS) as f64,
        put: |settings, jobs| settings.options.jobs = Some(jobs as usize),
    },
    Number {
        label: "History, the first",
        unit: "% of rows",
        rule: Rule::real((0.0, 99.0)),
        testid: "import-history",
        of: |settings| percent(settings.options.history),
        put: |settings, share| settings.options.history = share / 100.0,
    },
    Number {
        label: "Sample",
        unit: "% of rows",
        rule: Rule::real((0.001, 100.0)),
        testid: "import-sample",
        of: |settings| percent(settings.options.sample),
        put: |settings, share| settings.options.sample = share / 100.0,
    },
    Number {
        label: "Seed",
        unit: "",
        rule: SEED,
        testid: "import-seed",
        of: |settings| settings.options.seed as f64,
        put: |settings, seed| settings.options.seed = seed as u64,
    },
];

#[derive(Properties, PartialEq)]
pub struct ImportProps {
    pub trace: Shared<Trace>,
    /// The work at hand.
    pub scenario: Shared<Scenario>,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn Import(props: &ImportProps) -> Html {
    let settings = use_state_eq(|| Settings::of(&props.trace));
    let set = {
        let settings = settings.setter();
        Callback::from(move |next| settings.set(next))
    };
    let form = Form { value: (*settings).clone(), set };
    let missing = form.value.missing();
    let request = request(&props.trace, &form.value);
    let wanted = request.clone().ok().filter(|_| missing.is_none());
    let asking = use_answer(wanted, Some(props.trace.file.clone()), imported);
    let made = asking.answer.here().cloned();
    let ready = made.as_deref().and_then(|made| made.as_ref().ok()).map(|(scenario, _)| scenario.clone());
    let onclick = {
        let (dispatch, ready) = (props.dispatch.clone(), ready.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(scenario) = &ready {
                dispatch.dispatch(Action::Open(Shared::new(scenario.clone())));
            }
        })
    };
    html! {
        <Modal title={format!("Import {}", props.trace.name)} testid="import-dialog" dispatch={props.dispatch.clone()}>
            <div class="making-body">
                <div class="making-form">{ fields(props, &form) }</div>
                <div class="making-report" aria-live="polite" data-testid="import-report">
                    { match (missing, request, made.as_deref()) {
                        (Some(missing), ..) => html! { <p class="caption" data-testid="mapping-missing">{ missing }</p> },
                        (None, Err(said), _) => report::failed(&said),
                        (None, Ok(_), None) => asking.waiting("The rows are being read"),
                        (None, Ok(_), Some(Ok((_, account)))) => report::draw(account),
                        (None, Ok(_), Some(Err(said))) => report::failed(said),
                    } }
                </div>
            </div>
            <div class="making-acts">
                <p class="caption">{ "It takes the place of the scenario; Undo brings that back." }</p>
                { cancel(&props.dispatch) }
                <button type="button" class="button primary" {onclick} disabled={ready.is_none()} data-testid="import">{ "Import" }</button>
            </div>
        </Modal>
    }
}

fn fields(props: &ImportProps, form: &Form<Settings>) -> Html {
    let settings = &form.value;
    let formats = FORMATS.iter().map(|format| (format.kind().to_owned(), format.kind().to_owned()));
    let summary = trace::find(settings.format).map_or("", trace::Format::summary);
    let set_format = form.change(|settings: &mut Settings, kind: String| {
        settings.format = trace::find(&kind).map_or("csv", trace::Format::kind);
    });
    let servers = Form {
        value: settings.options.servers.clone(),
        set: form.change(|settings: &mut Settings, servers| settings.options.servers = servers),
    };
    html! {
        <>
        <fieldset>
            <legend>{ "Format" }</legend>
            { choice("By the header", formats, settings.format, set_format, "import-format") }
            <p class="caption">{ summary }</p>
        </fieldset>
        if settings.maps() { { columns(props, form) } }
        { cluster::draw(&servers, &props.scenario.servers, Options::default().servers) }
        <fieldset>
            <legend>{ "Rows" }</legend>
            <div class="making-fields">
                { time(form, "Submitted from", settings.from.clone(), |settings, text| settings.from = text, "import-from") }
                { time(form, "until before", settings.until.clone(), |settings, text| settings.until = text, "import-until") }
                { for NUMBERS.iter().map(|number| form.number(number)) }
                <TextField label="Model of rows without one" value={settings.options.model.clone().unwrap_or_default()} placeholder="resnet50, bert-large" testid="import-model"
                    set={form.change(|settings: &mut Settings, model: String| settings.options.model = (!model.is_empty()).then_some(model))} />
                { predictors(&settings.options.predictor, form.change(|settings: &mut Settings, kind| settings.options.predictor = kind)) }
            </div>
            { check(html! { "Leave out exact copies of earlier rows" }, settings.options.drop_copies, form.change(|settings: &mut Settings, drop| settings.options.drop_copies = drop), "import-copies") }
        </fieldset>
        </>
    }
}

fn columns(props: &ImportProps, form: &Form<Settings>) -> Html {
    let columns = Form {
        value: form.value.options.columns.clone().unwrap_or_default(),
        set: form.change(|settings: &mut Settings, columns| settings.options.columns = Some(columns)),
    };
    mapping::draw(&columns, &props.trace.columns)
}

fn time(
    form: &Form<Settings>,
    label: &'static str,
    value: String,
    put: fn(&mut Settings, String),
    testid: &'static str,
) -> Html {
    let problem = moment(&value).err().map(AttrValue::Static);
    html! { <TextField {label} {value} {problem} placeholder="seconds or a date" set={form.change(put)} {testid} /> }
}
