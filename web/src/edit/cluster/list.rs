//! The groups as a list to choose from: one by a click, more with Ctrl or Shift, all with Ctrl A.

use asrpt_core::scenario::ServerSpec;
use yew::prelude::*;

use crate::draw::number::{counted, grouped};

/// More groups than this are counted only: a list of so many isn't read.
const MOST: usize = 500;

#[derive(Properties, PartialEq)]
pub struct GroupListProps {
    pub groups: Vec<ServerSpec>,
    pub chosen: Vec<usize>,
    /// With problems.
    pub bad: Vec<usize>,
    pub choose: Callback<Vec<usize>>,
}

/// See the module.
#[component]
pub fn GroupList(props: &GroupListProps) -> Html {
    let onkeydown = {
        let (choose, count) = (props.choose.clone(), props.groups.len());
        Callback::from(move |event: KeyboardEvent| {
            if (event.ctrl_key() || event.meta_key()) && event.key().eq_ignore_ascii_case("a") {
                choose.emit((0..count).collect());
                event.prevent_default();
            }
        })
    };
    let more = props.groups.len().saturating_sub(MOST);
    let mut first = 0;
    let rows = props.groups.iter().enumerate().take(MOST).map(|(at, group)| {
        let name = name(group, first);
        first += group.count;
        row(props, at, group, name)
    });
    html! {
        <ul class="group-list" {onkeydown} aria-label="Server groups">
            { for rows }
            if more > 0 { <li class="caption">{ format!("and {} more, edited together by Ctrl A", grouped(more as u64)) }</li> }
        </ul>
    }
}

/// s0, or s0 to s3, unless it has a name.
fn name(group: &ServerSpec, first: u32) -> String {
    match (&group.name, group.count) {
        (Some(name), _) => name.clone(),
        (None, 0 | 1) => format!("s{first}"),
        (None, count) => format!("s{first} to s{}", first + count - 1),
    }
}

fn row(props: &GroupListProps, at: usize, group: &ServerSpec, name: String) -> Html {
    let onclick = {
        let (choose, chosen) = (props.choose.clone(), props.chosen.clone());
        Callback::from(move |event: MouseEvent| {
            let together = event.ctrl_key() || event.meta_key();
            choose.emit(clicked(&chosen, at, together, event.shift_key()));
        })
    };
    let chosen = props.chosen.contains(&at);
    let bad = props.bad.contains(&at).then_some("bad");
    html! {
        <li key={at}>
            <button type="button" class={classes!("group-row", bad)} {onclick} aria-pressed={chosen.to_string()} data-testid={format!("group-{at}")}>
                <b>{ name }</b><span>{ format!("{} × {}", grouped(group.count.into()), counted(group.gpus.into(), "GPU")) }</span>
            </button>
        </li>
    }
}

/// What is chosen after a click. At least one group always is.
fn clicked(chosen: &[usize], at: usize, together: bool, range: bool) -> Vec<usize> {
    let mut next = match chosen.first() {
        Some(&from) if range => (from.min(at)..=from.max(at)).collect(),
        _ if together && chosen.contains(&at) => {
            chosen.iter().copied().filter(|&other| other != at).collect()
        }
        _ if together => [chosen, &[at]].concat(),
        _ => vec![at],
    };
    if next.is_empty() {
        next.push(at);
    }
    next.sort_unstable();
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_choose_one_more_or_a_range() {
        assert_eq!(clicked(&[0], 2, false, false), [2]);
        assert_eq!(clicked(&[2], 0, true, false), [0, 2]);
        assert_eq!(clicked(&[0, 2], 0, true, false), [2]);
        assert_eq!(clicked(&[2], 2, true, false), [2]);
        assert_eq!(clicked(&[1], 4, false, true), [1, 2, 3, 4]);
    }

    #[test]
    fn groups_are_called_by_their_servers() {
        let group = |name: Option<&str>, count| ServerSpec {
            name: name.map(str::to_owned),
            count,
            gpus: 1,
            nvlink_gb_per_s: 1.0,
            nic_gb_per_s: 1.0,
            gpu_speed: 1.0,
        };
        assert_eq!(name(&group(None, 1), 3), "s3");
        assert_eq!(name(&group(None, 4), 3), "s3 to s6");
        assert_eq!(name(&group(Some("fast"), 4), 3), "fast");
    }
}
