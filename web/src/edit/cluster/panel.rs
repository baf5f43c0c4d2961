//! The cluster's panel: which groups, their numbers, and what they do now.

use asrpt_core::scenario::{Scenario, ServerSpec};
use yew::prelude::*;

use super::groups::{self, Number};
use super::list::GroupList;
use super::presets::Presets;
use crate::draw::icon::{Icon, Shape};
use crate::draw::number::counted;
use crate::edit::field::{NumberField, TextField};
use crate::edit::problems;
use crate::edit::rule::Rule;
use crate::store::{Dispatch, Gesture, State, change, end_gesture};

#[derive(Properties, PartialEq)]
pub struct ClusterPanelProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn ClusterPanel(props: &ClusterPanelProps) -> Html {
    let chosen = use_state_eq(|| vec![0_usize]);
    let servers = &props.state.scenario.servers;
    let mut now: Vec<usize> = chosen.iter().copied().filter(|&at| at < servers.len()).collect();
    if now.is_empty() && !servers.is_empty() {
        now.push(servers.len() - 1);
    }
    let choose = {
        let chosen = chosen.setter();
        Callback::from(move |next| chosen.set(next))
    };
    let bad =
        (0..servers.len()).filter(|at| problems::any_below(&props.state, &place(*at))).collect::<Vec<_>>();
    html! {
        <section class="cluster-panel" aria-label="Servers">
            <div class="section">
                <h2 data-testid="cluster-title">{ title(servers, &now) }</h2>
                { add_button(props, &chosen) }
            </div>
            if servers.len() > 1 { <GroupList groups={servers.clone()} chosen={now.clone()} {bad} {choose} /> }
            if !now.is_empty() {
                { fields(props, &now) }
                { acts(props, &now, &chosen) }
            } else { <p class="caption">{ "none" }</p> }
            <Presets dispatch={props.dispatch.clone()} />
        </section>
    }
}

fn place(at: usize) -> String {
    format!("cluster.servers[{at}]")
}

/// "4 servers alike", or how many of the groups are edited.
fn title(servers: &[ServerSpec], chosen: &[usize]) -> String {
    match (servers, chosen) {
        ([], _) => "No servers".to_owned(),
        ([one], _) if one.count == 1 => "1 server".to_owned(),
        ([one], _) => format!("{} alike", counted(one.count.into(), "server")),
        (_, [_]) => format!("{} of servers", counted(servers.len() as u64, "group")),
        _ => format!("{} of {} groups", chosen.len(), servers.len()),
    }
}

fn add_button(props: &ClusterPanelProps, chosen: &UseStateHandle<Vec<usize>>) -> Html {
    let (dispatch, chosen, at) =
        (props.dispatch.clone(), chosen.setter(), props.state.scenario.servers.len());
    let onclick = Callback::from(move |_: MouseEvent| {
        change(&dispatch, Gesture::once("add servers"), |scenario| groups::add(&mut scenario.servers));
        chosen.set(vec![at]);
    });
    html! { <button type="button" class="link-button" {onclick} data-testid="add-servers"><Icon shape={Shape::Plus} size={14} />{ "Add" }</button> }
}

fn fields(props: &ClusterPanelProps, chosen: &[usize]) -> Html {
    let servers = &props.state.scenario.servers;
    let field = |number: Number, label: &'static str, unit: &'static str, rule: Rule| {
        let path = format!("{}.{}", place(chosen[0]), number.key());
        let set = {
            let (dispatch, chosen) = (props.dispatch.clone(), chosen.to_vec());
            Callback::from(move |value: f64| {
                let gesture = Gesture::running(label, format!("cluster {} {chosen:?}", number.key()));
                let chosen = chosen.clone();
                change(&dispatch, gesture, move |scenario| set_all(scenario, &chosen, number, value));
            })
        };
        html! {
            <NumberField {label} value={number.of_all(servers, chosen)} {rule} {unit} path={path.clone()} {set}
                problem={problems::at(&props.state, &path)} left={end_gesture(&props.dispatch)} testid={format!("servers-{}", number.key())} />
        }
    };
    html! {
        <div class="fields">
            { field(Number::Count, "Servers", "alike", Rule::SERVERS) }
            { field(Number::Gpus, "GPUs each", "", Rule::GPUS) }
            { field(Number::Nvlink, "NVLink per GPU", "GB/s", Rule::BANDWIDTH) }
            { field(Number::Nic, "NIC, shared", "GB/s", Rule::BANDWIDTH) }
            { field(Number::Speed, "GPU speed", "×", Rule::SPEED) }
            if let [at] = chosen { { name_field(props, *at) } }
        </div>
    }
}

fn set_all(scenario: &mut Scenario, chosen: &[usize], number: Number, value: f64) {
    for &at in chosen {
        if let Some(group) = scenario.servers.get_mut(at) {
            number.set(group, value);
        }
    }
}

fn name_field(props: &ClusterPanelProps, at: usize) -> Html {
    let name = props.state.scenario.servers[at].name.clone().unwrap_or_default();
    let path = format!("{}.name", place(at));
    let dispatch = props.dispatch.clone();
    let set = Callback::from(move |name: String| {
        let name = (!name.is_empty()).then_some(name);
        change(&dispatch, Gesture::once("name of servers"), move |scenario| {
            if let Some(group) = scenario.servers.get_mut(at) {
                group.name.clone_from(&name);
            }
        });
    });
    html! {
        <TextField label="Name" value={name} placeholder="s0, s1, …" path={path.clone()} {set}
            problem={problems::at(&props.state, &path)} testid="servers-name" />
    }
}

/// What can be done with the chosen groups.
fn acts(props: &ClusterPanelProps, now: &[usize], chosen: &UseStateHandle<Vec<usize>>) -> Html {
    let several = props.state.scenario.servers.len() > 1;
    let duplicate = {
        let (dispatch, now) = (props.dispatch.clone(), now.to_vec());
        Callback::from(move |_: MouseEvent| {
            let now = now.clone();
            change(&dispatch, Gesture::once("duplicate servers"), move |s| {
                groups::duplicate(&mut s.servers, &now)
            });
        })
    };
    let remove = {
        let (dispatch, now) = (props.dispatch.clone(), now.to_vec());
        Callback::from(move |_: MouseEvent| {
            let what = if now.len() == 1 {
                "a group of servers".to_owned()
            } else {
                format!("{} groups of servers", now.len())
            };
            let gesture = Gesture::once(format!("remove {what}")).told(format!("Removed {what}"));
            let now = now.clone();
            change(&dispatch, gesture, move |s| groups::remove(&mut s.servers, &now));
        })
    };
    let shift = |up: bool| {
        let (dispatch, now, chosen) = (props.dispatch.clone(), now.to_vec(), chosen.setter());
        let servers = props.state.scenario.servers.clone();
        Callback::from(move |_: MouseEvent| {
            chosen.set(groups::shift(&mut servers.clone(), &now, up));
            let now = now.clone();
            change(&dispatch, Gesture::once("reorder servers"), move |s| {
                groups::shift(&mut s.servers, &now, up);
            });
        })
    };
    html! {
        <div class="acts">
            <button type="button" class="tool" onclick={duplicate} data-testid="duplicate-servers"><Icon shape={Shape::Copy} />{ "Duplicate" }</button>
            if several {
                <button type="button" class="tool icon-only" onclick={shift(true)} aria-label="Move up" title="Move up" data-testid="servers-up"><Icon shape={Shape::Up} /></button>
                <button type="button" class="tool icon-only" onclick={shift(false)} aria-label="Move down" title="Move down" data-testid="servers-down"><Icon shape={Shape::Down} /></button>
                <button type="button" class="tool" onclick={remove} data-testid="remove-servers"><Icon shape={Shape::Trash} />{ "Remove" }</button>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_counts() {
        let group = |count| ServerSpec {
            name: None,
            count,
            gpus: 4,
            nvlink_gb_per_s: 1.0,
            nic_gb_per_s: 1.0,
            gpu_speed: 1.0,
        };
        assert_eq!(title(&[], &[]), "No servers");
        assert_eq!(title(&[group(1)], &[0]), "1 server");
        assert_eq!(title(&[group(4)], &[0]), "4\u{a0}servers alike");
        assert_eq!(title(&[group(4), group(2)], &[0]), "2\u{a0}groups of servers");
        assert_eq!(title(&[group(4), group(2)], &[0, 1]), "2 of 2 groups");
    }
}
