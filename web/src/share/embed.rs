//! The embed view: a strip with the title, the lanes, the transport. It lives in a frame of another page.

use asrpt_core::share;
use yew::prelude::*;

use super::address::{Look, Mark};
use super::browser;
use crate::draw::icon::{Icon, Shape, logo};
use crate::store::State;

#[derive(Properties, PartialEq)]
pub struct EmbedStripProps {
    pub name: AttrValue,
    pub state: State,
}

/// The strip, with the way to the whole page at the same moment.
#[component]
pub fn EmbedStrip(props: &EmbedStripProps) -> Html {
    let code = use_memo(props.state.scenario.clone(), |scenario| share::encode(scenario).unwrap_or_default());
    let at = props.state.shown().map(|(simulation, moment)| Mark::of(&simulation.run, moment));
    let look = Look { at, ..Look::default() };
    let href = format!("{}#{}{}", browser::home(), *code, look.written());
    html! {
        <header class="embed-strip">
            { logo() }<b data-testid="document-name">{ &props.name }</b><span class="grow" />
            <a class="tool" {href} target="_blank" rel="noopener" aria-label="Open in A-SRPT Lab" data-testid="open-whole"><span class="tool-name">{ "Open in A-SRPT Lab" }</span><Icon shape={Shape::External} /></a>
        </header>
    }
}
