//! The left panel: the policy, and the cluster as it is now.

use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::draw::number::{counted, plain};
use crate::store::{Action, Dispatch, State};

use super::cluster_map::ClusterMap;
use super::policy::PolicyChoice;

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
    let label = if open { "Close policy and cluster" } else { "Policy and cluster" };
    html! {
        <aside class={classes!("panel", "left", open.then_some("open"))} aria-label="Policy and cluster">
            <div class="rail">
                <button type="button" class="tool icon-only" onclick={toggle} aria-expanded={open.to_string()} aria-controls="left-body" aria-label={label} title={label}>
                    <Icon shape={if open { Shape::Close } else { Shape::Cluster }} />
                </button>
            </div>
            <div class="body" id="left-body">
                { description(&props.state) }
                <PolicyChoice spec={props.state.scenario.policy.clone()} dispatch={props.dispatch.clone()} />
                <hr />
                { cluster(&props.state) }
            </div>
        </aside>
    }
}

fn description(state: &State) -> Html {
    let Some(text) = state.scenario.description.clone() else { return Html::default() };
    html! { <><p class="description" data-testid="description">{ text }</p><hr /></> }
}

fn cluster(state: &State) -> Html {
    let Some((simulation, moment)) = state.shown() else { return Html::default() };
    html! {
        <section aria-labelledby="cluster-title">
            <div class="section">
                <h2 id="cluster-title">{ "Cluster now" }</h2>
                <span class="caption links-key"><span class="nvlink-key">{ "NVLink" }</span><span class="nic-key">{ "NIC" }</span></span>
            </div>
            <ClusterMap simulation={simulation.clone()} moment={moment.clone()} />
            <p class="caption machines">{ machines(state) }</p>
        </section>
    }
}

/// The machines in words, alike ones together.
fn machines(state: &State) -> String {
    let group = |spec: &asrpt_core::scenario::ServerSpec| {
        let speed = if spec.gpu_speed == 1.0 {
            String::new()
        } else {
            format!(", speed {} ×", plain(spec.gpu_speed))
        };
        format!(
            "{} with {}, NVLink {}\u{a0}GB/s per GPU, NIC {}\u{a0}GB/s shared{speed}",
            counted(spec.count.into(), "server"),
            counted(spec.gpus.into(), "GPU"),
            plain(spec.nvlink_gb_per_s),
            plain(spec.nic_gb_per_s)
        )
    };
    state.scenario.servers.iter().map(group).collect::<Vec<_>>().join("; ") + "."
}
