//! The left panel: the scenario's parts, each under its tab, and the cluster as it is now.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::edit::about::About;
use crate::edit::cluster::ClusterPanel;
use crate::edit::jobs::JobsPanel;
use crate::edit::models::ModelsPanel;
use crate::edit::policy_panel::PolicyPanel;
use crate::edit::tabs::Tabs;
use crate::editor::ModelEditor;
use crate::predict::panel::PredictorPanel;
use crate::store::{Action, Dispatch, State, Tab};

use super::cluster_map;

#[derive(Properties, PartialEq)]
pub struct LeftProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// On middle widths an icon rail that opens over the lanes.
#[component]
pub fn Left(props: &LeftProps) -> Html {
    let toggle = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ToggleLeft))
    };
    let open = props.state.view.left_open;
    {
        let dispatch = props.dispatch.clone();
        let shown = use_mut_ref(|| props.state.view.tab);
        use_effect_with(props.state.view.tab, move |&tab| {
            let changed = shown.replace(tab) != tab;
            if changed && !open && is_folded() {
                dispatch.dispatch(Action::ToggleLeft);
            }
        });
    }
    let label = if open { "Close the scenario" } else { "The scenario" };
    let tab = props.state.view.tab;
    html! {
        <aside class={classes!("panel", "left", open.then_some("open"))} aria-label="The scenario">
            <div class="rail">
                <button type="button" class="tool icon-only" onclick={toggle} aria-expanded={open.to_string()} aria-controls="left-body" aria-label={label} title={label} data-testid="rail">
                    <Icon shape={if open { Shape::Close } else { Shape::Cluster }} />
                </button>
            </div>
            <Tabs state={props.state.clone()} dispatch={props.dispatch.clone()} />
            <div class={classes!("body", tab.class())} id="left-body" role="tabpanel" aria-labelledby={tab.class()} tabindex="-1">
                { tab_body(props, tab) }
            </div>
        </aside>
    }
}

/// Whether the panel is folded to its rail.
fn is_folded() -> bool {
    let query = web_sys::window().and_then(|w| w.match_media("(max-width: 1199px)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

fn tab_body(props: &LeftProps, tab: Tab) -> Html {
    let (state, dispatch) = (props.state.clone(), props.dispatch.clone());
    match tab {
        Tab::Cluster => {
            html! { <><About state={state.clone()} dispatch={dispatch.clone()} /><hr /><ClusterPanel state={state.clone()} {dispatch} /><hr />{ cluster(&state) }</> }
        }
        Tab::Models => {
            let (scenario, focus) = (state.scenario.clone(), state.view.drawn.clone());
            html! { <ModelEditor {scenario} {focus} dispatch={dispatch.clone()}><ModelsPanel {state} {dispatch} /></ModelEditor> }
        }
        Tab::Jobs => html! { <JobsPanel {state} {dispatch} /> },
        Tab::Policy => html! { <PolicyPanel {state} {dispatch} /> },
        Tab::Predictor => html! { <PredictorPanel {state} {dispatch} /> },
    }
}

fn cluster(state: &State) -> Html {
    let Some((simulation, moment)) = state.shown() else { return Html::default() };
    html! {
        <section aria-label="Cluster now">
            <div class="section">
                <h2>{ "Now" }</h2>
                <span class="caption links-key"><span class="nvlink-key">{ "NVLink" }</span><span class="nic-key">{ "NIC" }</span><span>{ "GB/s" }</span></span>
            </div>
            { cluster_map::draw(&simulation.run, moment) }
        </section>
    }
}
