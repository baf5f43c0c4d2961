//! The cluster that a scenario is made for: one that exists, this scenario's, or servers alike.

use asrpt_core::scenario::ServerSpec;
use yew::prelude::*;

use super::fields::{Form, Number, choice};
use crate::draw::number::{counted, grouped};
use crate::edit::cluster::presets;
use crate::edit::rule::Rule;

type Servers = Vec<ServerSpec>;

const FIELDS: [Number<Servers>; 4] = [
    Number {
        label: "Servers",
        unit: "",
        rule: Rule::SERVERS,
        testid: "make-servers",
        of: |servers| servers[0].count.into(),
        put: |servers, count| servers[0].count = count as u32,
    },
    Number {
        label: "GPUs of each",
        unit: "",
        rule: Rule::GPUS,
        testid: "make-gpus",
        of: |servers| servers[0].gpus.into(),
        put: |servers, gpus| servers[0].gpus = gpus as u32,
    },
    Number {
        label: "NVLink per GPU",
        unit: "GB/s",
        rule: Rule::BANDWIDTH,
        testid: "make-nvlink",
        of: |servers| servers[0].nvlink_gb_per_s,
        put: |servers, rate| servers[0].nvlink_gb_per_s = rate,
    },
    Number {
        label: "NIC per server",
        unit: "GB/s",
        rule: Rule::BANDWIDTH,
        testid: "make-nic",
        of: |servers| servers[0].nic_gb_per_s,
        put: |servers, rate| servers[0].nic_gb_per_s = rate,
    },
];

/// Fields for clusters of servers alike; of others, how many GPUs they have.
pub fn draw(form: &Form<Servers>, here: &Servers, usual: Servers) -> Html {
    let mut known: Vec<(String, Servers)> = vec![("Servers alike".to_owned(), usual)];
    known.push(("The cluster of this scenario".to_owned(), here.clone()));
    known.extend(presets().into_iter().map(|preset| (preset.name.unwrap_or_default(), preset.servers)));
    let chosen = known.iter().rposition(|(_, servers)| *servers == form.value).unwrap_or(0).to_string();
    let options: Vec<(String, String)> =
        known.iter().enumerate().map(|(at, (name, _))| (at.to_string(), name.clone())).collect();
    let set = form.change(move |servers, at: String| {
        if let Some((_, known)) = at.parse().ok().and_then(|at: usize| known.get(at)) {
            servers.clone_from(known);
        }
    });
    let gpus: u64 = form.value.iter().map(|group| u64::from(group.count) * u64::from(group.gpus)).sum();
    html! {
        <fieldset>
            <legend>{ "Cluster" }</legend>
            { choice("Servers of", options.into_iter(), &chosen, set, "make-cluster") }
            if form.value.len() == 1 {
                <div class="making-fields">{ for FIELDS.iter().map(|number| form.number(number)) }</div>
            }
            <p class="caption">{ format!("{} in {} of servers", counted(gpus, "GPU"), grouped_groups(form.value.len())) }</p>
        </fieldset>
    }
}

fn grouped_groups(groups: usize) -> String {
    if groups == 1 { "one group".to_owned() } else { format!("{} groups", grouped(groups as u64)) }
}
