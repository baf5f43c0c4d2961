//! What is wrong with a file or a scenario: everything, each with its place and a way out.

use asrpt_core::scenario::Problem;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::share::browser;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Refused};

#[derive(Properties, PartialEq)]
pub struct RefusedProps {
    pub refused: Shared<Refused>,
    /// Whether there is no work yet that would be kept.
    pub fresh: bool,
    pub dispatch: Dispatch,
}

/// More problems than this are counted only.
const MOST: usize = 200;

/// A bar above the lanes. The work at hand is untouched, and the button says so.
#[component]
pub fn RefusedBar(props: &RefusedProps) -> Html {
    let keep = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::KeepMyWork))
    };
    let Refused { name, problems, link, rest, seen } = &*props.refused;
    let see = rest.as_ref().map(|_| {
        let (dispatch, refused) = (props.dispatch.clone(), props.refused.clone());
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::OpenAnyway(refused.clone())));
        html! { <button type="button" class="button" {onclick} data-testid="see-the-rest">{ "See what could be read" }</button> }
    });
    let said = match (seen, props.fresh) {
        (true, _) => format!(
            ": this is what could be read of it. {}; what was missing or unreadable has a stand-in.",
            sentence(&counted(problems.len())).trim_end_matches('.')
        ),
        (false, true) => format!(" wasn't opened: {}.", counted(problems.len())),
        (false, false) => format!(" wasn't opened: {}. Nothing here has changed.", counted(problems.len())),
    };
    html! {
        <div class="notice" role="alert" data-testid="refused">
            <div class="notice-head">
                <Icon shape={Shape::Warning} />
                <p><b>{ name }</b>{ said }</p>
                if let Some(link) = link { { save_link(link) } }
                { for see }
                <button type="button" class="button primary" onclick={keep} data-testid="keep-my-work">{ if props.fresh || *seen { "Close" } else { "Keep my work" } }</button>
            </div>
            { list(problems) }
        </div>
    }
}

fn counted(n: usize) -> String {
    if n == 1 { "there is a problem".to_owned() } else { format!("there are {n} problems") }
}

/// A link that can't be opened now may be opened by another version.
fn save_link(link: &str) -> Html {
    let link = link.to_owned();
    let onclick =
        Callback::from(move |_: MouseEvent| browser::save("link.txt", "text/plain", link.as_bytes()));
    html! { <button type="button" class="button" {onclick} data-testid="save-link">{ "Save the link's text" }</button> }
}

/// Problems with their places.
pub fn list(problems: &[Problem]) -> Html {
    let more = problems.len().saturating_sub(MOST);
    html! {
        <ol class="problems" data-testid="problems" tabindex="0" aria-label="Problems">
            { for problems.iter().take(MOST).map(|problem| html! {
                <li><code>{ &problem.path }</code><span>{ sentence(&problem.message) }if !problem.hint.is_empty() { <span class="hint">{ " " }{ sentence(&problem.hint) }</span> }</span></li>
            }) }
            if more > 0 { <li>{ format!("and {more} more") }</li> }
        </ol>
    }
}

/// With a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

/// A scenario that can't be run.
pub fn failed(problems: &[Problem]) -> Html {
    html! {
        <div class="notice" role="alert" data-testid="failed">
            <div class="notice-head"><Icon shape={Shape::Warning} /><p>{ "This scenario can't be run: " }{ counted(problems.len()) }{ "." }</p></div>
            { list(problems) }
        </div>
    }
}
