//! The share dialog: the link with its length, the QR code, the frame for a web page, and the file as the way out.

use std::cell::RefCell;

use asrpt_core::scenario::Scenario;
use asrpt_core::share::{self, LinkError, learns_in_links};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use super::address::{Look, Mark};
use super::address_bar::packs_quickly;
use super::length::{MARKS, MOST_JOBS, QR_CHARS, Travels, share};
use super::{browser, qr};
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, grouped};
use crate::export::{self, Kind};
use crate::shared::Shared;
use crate::store::{Action, Dispatch, State};
use crate::worker::Request;
use crate::worker::answer::{short, use_answer};
use crate::worker::asked::{Asked, Heard, ask};

/// The side of a saved code; a PNG has twice as many pixels.
const CODE_PX: u32 = 600;
/// A file of so many jobs or records is written in some milliseconds.
const WRITTEN_AT_ONCE: usize = 5_000;

#[derive(Properties, PartialEq)]
pub struct ShareDialogProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// The dialog of the browser's own; its inside is made only while it is open.
#[component]
pub fn ShareDialog(props: &ShareDialogProps) -> Html {
    let node = use_node_ref();
    let open = props.state.view.share_open;
    {
        let node = node.clone();
        use_effect_with(open, move |&open| {
            let element =
                node.cast::<web_sys::Element>().and_then(|d| d.dyn_into::<HtmlDialogElement>().ok());
            let Some(dialog) = element else { return };
            if open && !dialog.open() {
                let _ = dialog.show_modal();
            } else if !open && dialog.open() {
                dialog.close();
            }
        });
    }
    let onclose = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: Event| {
            if open {
                dispatch.dispatch(Action::ToggleShare);
            }
        })
    };
    let close = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleShare))
    };
    html! {
        <dialog class="dialog share" ref={node} {onclose} aria-labelledby="share-title" data-testid="share-dialog">
            <div class="dialog-head">
                <h2 id="share-title">{ "Share this scenario" }</h2>
                <button type="button" class="tool icon-only" onclick={close} aria-label="Close"><Icon shape={Shape::Close} /></button>
            </div>
            if open { <Inside state={props.state.clone()} /> }
        </dialog>
    }
}

#[derive(Properties, PartialEq)]
struct InsideProps {
    state: State,
}

#[component]
fn Inside(props: &InsideProps) -> Html {
    let with_moment = use_state_eq(|| true);
    let with_view = use_state_eq(|| true);
    let key = (props.state.scenario.clone(), *with_view);
    let (shared, quick) = {
        let mut scenario = (*key.0).clone();
        if !key.1 {
            scenario.view = None;
        }
        let quick = packs_quickly(&scenario);
        (scenario, quick)
    };
    let too_large = shared.jobs.len() > MOST_JOBS;
    let request = (!quick && !too_large).then(|| Request::Share(shared.clone()));
    let asking = use_answer::<Result<String, String>>(request, None, short);
    let at_once = use_memo(key, |_| match () {
        () if too_large => Err(LinkError::TooLarge.to_string()),
        () if quick => share::encode(&shared).map_err(|error| error.to_string()),
        () => Err(String::new()),
    });
    if props.state.problems.is_some() {
        return html! { <div class="share-body"><p data-testid="share-invalid">{ "The scenario has problems, so a link to it couldn't be opened. The lanes name them." }</p>{ file_button(&props.state) }</div> };
    }
    let look = if *with_moment { look(&props.state) } else { Look::default() };
    let code = if quick || too_large {
        (*at_once).clone()
    } else {
        match asking.answer.here() {
            Some(code) => (**code).clone(),
            None => {
                return html! { <div class="share-body">{ asking.waiting("The link is being made") }{ file_button(&props.state) }</div> };
            }
        }
    };
    let link = code.as_ref().map(|code| format!("{}#{code}{}", browser::home(), look.written()));
    html! {
        <div class="share-body">
            <div class="share-left">
                { link_part(link.as_deref().map_err(|said| (*said).clone())) }
                { choices(&props.state, &with_moment, &with_view) }
                <div class="share-acts">
                    if let Ok(link) = &link { <CopyButton text={link.clone()} name="Copy link" primary={true} testid="copy-link" /> }
                    { file_button(&props.state) }
                </div>
                if let Ok(code) = &code { { frame_part(code, &look, &props.state) } }
            </div>
            <div class="share-right">{ code_part(link.as_deref().ok(), &props.state) }</div>
        </div>
    }
}

/// How the lanes are looked at now.
fn look(state: &State) -> Look {
    let at = state.shown().map(|(simulation, moment)| Mark::of(&simulation.run, moment));
    let selected = state.view.selected.zip(state.shown());
    let selected = selected.map(|(job, (simulation, _))| simulation.run.instance.job_id(job).to_owned());
    Look { embed: false, at, selected, window: state.view.window }
}

fn link_part(link: Result<&str, String>) -> Html {
    let link = match link {
        Ok(link) => link.to_owned(),
        Err(said) => {
            return html! { <p class="field-note" role="alert" data-testid="no-link"><Icon shape={Shape::Warning} size={13} /><span>{ said }</span></p> };
        }
    };
    let chars = link.chars().count();
    let travels = Travels::of(chars);
    let (home, rest) = link.split_once('#').unwrap_or((&link, ""));
    let mark = |at: usize| html! { <span class="length-mark" style={format!("left:{:.2}%", share(at) * 100.0)}>{ grouped(at as u64) }</span> };
    html! {
        <>
        <h3>{ "Link" }</h3>
        <p class="share-link" tabindex="0" role="textbox" aria-readonly="true" aria-multiline="true" aria-label="Link" data-testid="link"><b>{ home }</b>{ "#" }{ rest }</p>
        <div class={classes!("length", travels.class())}>
            <div class="length-bar" aria-hidden="true"><i style={format!("width:{:.2}%", share(chars) * 100.0)} />
                { for MARKS.map(|at| html! { <u style={format!("left:{:.2}%", share(at) * 100.0)} /> }) }
            </div>
            <div class="length-words"><b data-testid="link-length">{ travels.said(chars) }</b><span aria-hidden="true">{ for MARKS.map(mark) }</span></div>
            <p class="caption">{ "Some chat and mail tools cut links after 2,000 characters, some servers after 8,000." }</p>
        </div>
        </>
    }
}

fn choices(state: &State, with_moment: &UseStateHandle<bool>, with_view: &UseStateHandle<bool>) -> Html {
    let check = |handle: &UseStateHandle<bool>, testid: &'static str, label: Html| {
        let (setter, checked) = (handle.setter(), **handle);
        let onchange = Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                setter.set(input.checked());
            }
        });
        html! { <label class="check"><input type="checkbox" {checked} {onchange} data-testid={testid} /><span>{ label }</span></label> }
    };
    let step = state.shown().map_or(0, |(_, moment)| moment.step());
    let selected = look(state).selected;
    html! {
        <>
        { check(with_moment, "with-moment", html! {
            <>{ format!("Open at step {}", grouped(step as u64)) }if let Some(job) = selected { { ", with " }<b>{ job }</b>{ " selected" } }</>
        }) }
        if learns_in_links(&state.scenario) { <p class="caption" data-testid="link-learns">{ learns(&state.scenario) }</p> }
        if state.scenario.view.is_some() {
            { check(with_view, "with-view", html! { { "With what the page keeps in the scenario: window, places of boxes, notes" } }) }
        }
        </>
    }
}

/// What a link carries where jobs are learned from, which no frozen prediction could replace.
fn learns(scenario: &asrpt_core::scenario::Scenario) -> String {
    let history = match scenario.history.len() {
        0 => "no history to carry".to_owned(),
        records => format!("the {} of history go along", counted(records as u64, "record")),
    };
    format!(
        "The predictor learns while jobs complete: {history}, and whoever opens the link learns the same again."
    )
}

/// The file carries what no link can.
fn file_button(state: &State) -> Html {
    let scenario = state.scenario.clone();
    let onclick = Callback::from(move |_: MouseEvent| save_file(&scenario));
    html! { <button type="button" class="button" {onclick} data-testid="save-file">{ "Save the file instead" }</button> }
}

/// Saves the scenario as its file; a long one is written by the worker.
pub fn save_file(scenario: &Shared<Scenario>) {
    let name = browser::file_name(scenario.name.as_deref(), "json");
    if scenario.jobs.len().max(scenario.history.len()) <= WRITTEN_AT_ONCE {
        return browser::save(&name, "application/json", scenario.to_json().as_bytes());
    }
    thread_local!(static SAVING: RefCell<Option<Asked>> = const { RefCell::new(None) });
    let heard = move |heard| {
        if let Heard::Done(bytes) = heard {
            browser::save(&name, "application/json", &bytes);
        }
    };
    SAVING.replace(Some(ask(Request::Write((**scenario).clone()), None, heard)));
}

fn frame_part(code: &str, look: &Look, state: &State) -> Html {
    let look = Look { embed: true, selected: None, ..look.clone() };
    let title =
        state.scenario.name.as_deref().unwrap_or("A-SRPT Lab").replace('&', "&amp;").replace('"', "&quot;");
    let address = format!("{}#{code}{}", browser::home(), look.written()).replace('&', "&amp;");
    let frame = format!("<iframe src=\"{address}\" width=\"640\" height=\"360\" title=\"{title}\"></iframe>");
    html! {
        <>
        <h3>{ "Embed in a page" }</h3>
        <p class="share-frame" tabindex="0" role="textbox" aria-readonly="true" aria-multiline="true" aria-label="Embed code" data-testid="frame">{ &frame }</p>
        <div><CopyButton text={frame} name="Copy embed code" primary={false} testid="copy-frame" /></div>
        </>
    }
}

fn code_part(link: Option<&str>, state: &State) -> Html {
    let chars = link.map_or(0, |link| link.chars().count());
    let drawn = link.filter(|_| chars <= QR_CHARS).and_then(|link| Some((link, qr::path(link)?)));
    let Some((link, (path, side))) = drawn else {
        let said = if link.is_some() {
            format!(
                "No QR code: with {} characters its squares would be too small for a camera. Up to {} it works.",
                grouped(chars as u64),
                grouped(QR_CHARS as u64)
            )
        } else {
            "No QR code without a link.".to_owned()
        };
        return html! { <p class="caption" data-testid="no-qr">{ said }</p> };
    };
    let save = |kind: Kind, said: &'static str, testid: &'static str| {
        let link = link.to_owned();
        let name = export::file_name(state.scenario.name.as_deref(), "qr");
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(svg) = qr::svg(&link, CODE_PX) {
                export::save_drawn(kind, &name, &svg, (CODE_PX.into(), CODE_PX.into()));
            }
        });
        html! { <button type="button" class="button" {onclick} aria-label={format!("Save the code as {said}")} data-testid={testid}>{ said }</button> }
    };
    html! {
        <>
        <svg class="qr" viewBox={format!("0 0 {side} {side}")} role="img" aria-label="QR code of the link" shape-rendering="crispEdges" data-testid="qr"><path d={path} /></svg>
        <div class="qr-save"><span class="caption">{ "Save as" }</span>{ save(Kind::Svg, "SVG", "save-qr") }{ save(Kind::Png, "PNG", "save-qr-png") }</div>
        <p class="caption">{ "All of the scenario is in the part after #. Browsers never send that part to a server." }</p>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct CopyButtonProps {
    text: String,
    name: &'static str,
    primary: bool,
    testid: &'static str,
}

/// Says whether it was copied, on itself.
#[component]
fn CopyButton(props: &CopyButtonProps) -> Html {
    let said = use_state_eq(|| None::<&'static str>);
    {
        let said = said.setter();
        use_effect_with(props.text.clone(), move |_| said.set(None));
    }
    let onclick = {
        let (said, text) = (said.setter(), props.text.clone());
        Callback::from(move |_: MouseEvent| {
            let (said, text) = (said.clone(), text.clone());
            spawn_local(async move {
                said.set(Some(if browser::copy(text).await {
                    "Copied"
                } else {
                    "Not allowed here: mark it and press Ctrl C"
                }));
            });
        })
    };
    html! {
        <button type="button" class={classes!("button", props.primary.then_some("primary"))} {onclick} data-testid={props.testid}>
            <span role="status">{ said.unwrap_or(props.name) }</span>
        </button>
    }
}
