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
    let Refused { name, problems, link, rest } = &*props.refused;
    let see = rest.clone().map(|rest| {
        let dispatch = props.dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::OpenAnyway(rest.clone())));
        html! { <button type="button" class="button" {onclick} data-testid="see-the-rest">{ "See what could be read" }</button> }
    });
    let unchanged = if props.fresh { "" } else { " Nothing here has changed." };
    html! {
        <div class="notice" role="alert" data-testid="refused">
            <div class="notice-head">
                <Icon shape={Shape::Warning} />
                <p><b>{ name }</b>{ format!(" wasn't opened: {}.{unchanged}", counted(problems.len())) }</p>
                if let Some(link) = link { { save_link(link) } }
                { for see }
                <button type="button" class="button primary" onclick={keep} data-testid="keep-my-work">{ if props.fresh { "Close" } else { "Keep my work" } }</button>
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
