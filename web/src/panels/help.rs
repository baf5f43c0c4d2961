//! Keys and legend, in a dialog of the browser's own.

use yew::prelude::*;

use crate::dialog::use_dialog;
use crate::draw::icon::{Icon, Shape};
use crate::model_page;
use crate::store::{Action, Dispatch};

#[derive(Properties, PartialEq)]
pub struct HelpProps {
    pub open: bool,
    /// Whether the page is large, for a projector.
    pub projector: bool,
    pub dispatch: Dispatch,
}

const KEYS: &[(&str, &str)] = &[
    ("← →", "step back, on"),
    ("Space", "play, pause"),
    ("Shift ← →", "previous, next step of the job in the inspector"),
    ("Home End", "first, last step"),
    ("↑ ↓", "previous, next job, with the lanes in focus"),
    ("Enter", "open that job in the inspector"),
    ("+ − 0", "zoom in, out, all"),
    ("Wheel", "with Ctrl zooms the lanes, with Shift moves them"),
    (
        "Fingers",
        "on the lanes: one moves the time axis, two zoom, a tap or one on the ruler moves the cursor",
    ),
    ("[ ]", "slower, faster"),
    ("F", "what lies ahead: pale, in full, hidden"),
    ("/", "find a job"),
    ("L", "large text for a projector, and the keys of a clicker"),
    ("P", "patterns: faint, strong, off"),
    ("R", "results open, closed"),
    ("1 2 3 4 5", "cluster, models, jobs, policy, predictor"),
    ("N E T S", "on the model canvas: new stage, new edge, tidy, select several"),
    ("Ctrl+D C V", "stages: duplicate, copy, paste"),
    ("Ctrl+Z", "undo"),
    ("Ctrl+Shift+Z", "redo"),
    ("Ctrl O", "open a file"),
    ("Ctrl S", "save the scenario as a file"),
    ("Esc", "close, clear the selection"),
    ("?", "this help"),
];

const TERMS: &[(&str, &str)] = &[
    (
        "Virtual machine",
        "an imagined machine as fast as the whole cluster. It always runs the job with the least work left (SRPT), and may preempt.",
    ),
    (
        "Order",
        "a line from the moment a job may start to its start. Steep is prompt, flat is late, a crossing is an overtaking.",
    ),
    (
        "Waits by choice",
        "a communication-heavy job lets GPUs pass that lie on too many servers, until its delay runs out.",
    ),
    (
        "α",
        "the time of one iteration. α_min: on the best placement. α_max: with every replica alone on its server.",
    ),
    ("JCT", "job completion time, from arrival to end."),
    ("Lower bound", "no schedule without preemption can have a smaller total JCT."),
];

/// The dialog.
#[component]
pub fn Help(props: &HelpProps) -> Html {
    let dialog = use_dialog(props.open);
    let page = use_state_eq(|| HelpPage::Keys);
    let close = {
        let (dispatch, open) = (props.dispatch.clone(), props.open);
        move || {
            if open {
                dispatch.dispatch(Action::ToggleHelp);
            }
        }
    };
    let onclose = {
        let close = close.clone();
        Callback::from(move |_: Event| close())
    };
    let onclick = Callback::from(move |_: MouseEvent| close());
    let projector = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleProjector))
    };
    html! {
        <dialog class="dialog" ref={dialog} {onclose} aria-labelledby="help-title" data-testid="help-dialog">
            <div class="dialog-head">
                <h2 id="help-title" class="visually-hidden">{ "Help" }</h2>
                <div class="help-pages" role="group" aria-label="Help">{ for HelpPage::ALL.map(|to| page_button(&page, to)) }</div>
                <span class="grow" />
                <button type="button" class="button" onclick={projector} aria-pressed={props.projector.to_string()} data-testid="projector">{ "Large, for a projector" }</button>
                <button type="button" class="tool icon-only" {onclick} aria-label="Close"><Icon shape={Shape::Close} /></button>
            </div>
            <div class="help-body" tabindex="0" role="region" aria-label={page.label()}>{ help_body(*page) }</div>
        </dialog>
    }
}

/// The pages of the help.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HelpPage {
    Keys,
    Model,
    Glossary,
    Scripting,
}

impl HelpPage {
    const ALL: [Self; 4] = [Self::Keys, Self::Model, Self::Glossary, Self::Scripting];

    fn label(self) -> &'static str {
        match self {
            Self::Keys => "Keys and legend",
            Self::Model => "Model",
            Self::Glossary => "Glossary",
            Self::Scripting => "Scripting",
        }
    }
}

fn page_button(page: &UseStateHandle<HelpPage>, to: HelpPage) -> Html {
    let onclick = {
        let page = page.clone();
        Callback::from(move |_: MouseEvent| page.set(to))
    };
    let id = format!("help-{}", to.label().split(' ').next().unwrap_or_default().to_lowercase());
    html! {
        <button key={id.clone()} type="button" class="help-page" {onclick} aria-pressed={(**page == to).to_string()} data-testid={id}>{ to.label() }</button>
    }
}

fn help_body(page: HelpPage) -> Html {
    match page {
        HelpPage::Keys => keys_and_legend(),
        HelpPage::Model => model_page::model(),
        HelpPage::Glossary => model_page::glossary(),
        HelpPage::Scripting => model_page::scripting(),
    }
}

fn keys_and_legend() -> Html {
    html! {
        <div class="dialog-body">
            <table class="keys"><tbody>
                { for KEYS.iter().map(|(keys, does)| html! {
                    <tr><th scope="row">{ for keys.split(' ').map(|key| html! { <kbd>{ key }</kbd> }) }</th><td>{ *does }</td></tr>
                }) }
            </tbody></table>
            <dl class="terms">
                { for TERMS.iter().map(|(term, said)| html! { <><dt>{ *term }</dt><dd>{ *said }</dd></> }) }
            </dl>
        </div>
    }
}
