//! Clusters that exist, each number with its source. A preset is a scenario file without models and jobs.

use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use crate::draw::icon::{Icon, Shape};
use crate::store::{Dispatch, Gesture, change};

const PRESETS: &[&str] = &[
    include_str!("../../../../assets/clusters/a100.json"),
    include_str!("../../../../assets/clusters/v100.json"),
    include_str!("../../../../assets/clusters/workstations.json"),
];

/// All of them.
pub fn presets() -> Vec<Scenario> {
    PRESETS.iter().filter_map(|json| Scenario::from_json(json).ok()).collect()
}

#[derive(Properties, PartialEq)]
pub struct PresetsProps {
    pub dispatch: Dispatch,
}

/// A list that unfolds.
#[component]
pub fn Presets(props: &PresetsProps) -> Html {
    let open = use_state_eq(|| false);
    let presets = use_memo((), |()| presets());
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let choose = |preset: &Scenario| {
        let (dispatch, open, preset) = (props.dispatch.clone(), open.setter(), preset.clone());
        Callback::from(move |_: MouseEvent| {
            let name = preset.name.clone().unwrap_or_default();
            let servers = preset.servers.clone();
            let gesture = Gesture::once(format!("cluster {name}")).told(format!("The cluster is now {name}"));
            change(&dispatch, gesture, move |scenario| scenario.servers.clone_from(&servers));
            open.set(false);
        })
    };
    html! {
        <div class="presets">
            <button type="button" class="tool fold" onclick={toggle} aria-expanded={open.to_string()} data-testid="presets">
                { "Clusters that exist" }<Icon shape={if *open { Shape::Up } else { Shape::Down }} />
            </button>
            if *open {
                <ul>{ for presets.iter().enumerate().map(|(at, preset)| html! {
                    <li><button type="button" class="menu-item" onclick={choose(preset)} data-testid={format!("preset-{at}")}>
                        <b>{ preset.name.clone() }</b><span>{ preset.description.clone() }</span>
                    </button></li>
                }) }</ul>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_cluster_with_its_sources() {
        for json in PRESETS {
            let preset = Scenario::from_json(json).unwrap();
            assert!(!preset.servers.is_empty() && preset.jobs.is_empty());
            assert!(preset.description.unwrap().len() > 100);
        }
    }
}
