//! The gutter: the lanes' names, a fact or two about now, and the names of rows.

use yew::prelude::*;

use crate::draw::number::{gb_per_s, grouped, seconds};
use crate::draw::path::px;
use crate::moment::Moment;

use super::label;
use super::layout::{Band, Layout};
use super::links::{self, Load};
use super::marks::{Group, Mark};
use super::order;
use super::render::groups;
use super::scene::{Picture, Scene};

/// Names and facts.
pub fn draw(picture: &Picture, scene: &Scene, moment: &Moment) -> Html {
    let mut marks = machine(picture, moment);
    marks.extend(work_left(picture, scene, moment));
    marks.extend(order_rails(picture));
    marks.extend(cluster(picture, moment));
    marks.extend(links_facts(picture, scene));
    html! {
        <>
        { groups(&[Group::plain(marks)], usize::MAX) }
        { links_now(picture, moment) }
        </>
    }
}

/// What a full height stands for, and the servers' names.
fn links_facts(picture: &Picture, scene: &Scene) -> Vec<Mark> {
    let layout = picture.layout;
    let (Some(top), Some(first)) = (scene.links_top, layout.links.first()) else { return Vec::new() };
    let y = first.top + if layout.compact { -1.0 } else { 9.0 };
    let mut marks = title(layout, y, ("Links", "Links"), &[]);
    if !layout.compact {
        let x = title_x(layout);
        marks.extend([
            Mark::rect("link-nic-key", x, y + 7.0, 10.0, 7.0),
            Mark::text("lane-fact", x + 14.0, y + 14.0, format!("NIC {}", gb_per_s(top.nic))),
            Mark::line("link-nvlink-key", x, y + 23.5, x + 10.0, y + 23.5),
            Mark::text("lane-fact", x + 14.0, y + 27.0, format!("NVLink {}", gb_per_s(top.nvlink))),
            Mark::text("lane-fact", x, y + 40.0, "top, GB/s"),
        ]);
    }
    let mut named_to = if layout.compact { y } else { f64::NEG_INFINITY };
    for (server, band) in picture.simulation.run.instance.cluster.servers.iter().zip(&layout.links) {
        if band.bottom() - named_to >= 11.0 {
            named_to = band.bottom();
            let name =
                label::cut(&server.name, 34.0).unwrap_or_else(|| server.name.chars().take(3).collect());
            marks.push(Mark::text("row-name", layout.left - 9.0, band.bottom() - 1.0, name));
        }
    }
    marks
}

/// Each server's load now against what its links can carry, for whoever points at its row.
fn links_now(picture: &Picture, moment: &Moment) -> Html {
    let (run, layout) = (&picture.simulation.run, picture.layout);
    if layout.links.is_empty() {
        return Html::default();
    }
    let loads = links::now(run, moment);
    let row = |(at, band): (usize, &Band)| {
        html! {
            <rect key={at} class="link-row" x="0" y={px(band.top)} width={px(layout.width)} height={px(band.height)} data-testid="link-row">
                <title>{ load_in_words(&run.instance.cluster.servers[at].name, loads[at], Load::capacity(run, at)) }</title>
            </rect>
        }
    };
    html! { <g>{ for layout.links.iter().enumerate().map(row) }</g> }
}

/// `s1 now: NIC 0.70 of 12.5 GB/s, NVLink 19.2 of 600 GB/s`.
pub fn load_in_words(name: &str, load: Load, capacity: Load) -> String {
    let of = |load, capacity| format!("{} of {}\u{a0}GB/s", gb_per_s(load), gb_per_s(capacity));
    format!("{name} now: NIC {}, NVLink {}", of(load.nic, capacity.nic), of(load.nvlink, capacity.nvlink))
}

fn title_x(layout: &Layout) -> f64 {
    if layout.compact { 8.0 } else { 16.0 }
}

/// A lane's name with facts under it; on small screens the short name alone.
fn title(layout: &Layout, y: f64, (long, short): (&str, &str), facts: &[String]) -> Vec<Mark> {
    let x = title_x(layout);
    let mut marks = vec![Mark::text("lane-title", x, y, if layout.compact { short } else { long })];
    if !layout.compact {
        marks.extend((1..).zip(facts).map(|(line, fact)| {
            let text = label::cut(fact, layout.left - x - 6.0).unwrap_or_default();
            Mark::text("lane-fact", x, y + 1.0 + 13.0 * f64::from(line), text)
        }));
    }
    marks
}

fn machine(picture: &Picture, moment: &Moment) -> Vec<Mark> {
    let (run, layout) = (&picture.simulation.run, picture.layout);
    let names = ("Virtual machine", "Virtual");
    if !run.policy.uses_virtual_machine() {
        let y = layout.machine.top + 16.0;
        let mut marks = title(layout, y, names, &[]);
        let text = format!("{} does without a virtual machine", run.policy.label());
        marks.push(Mark::text("lane-note", layout.left, y, text));
        return marks;
    }
    let inside = moment.state.jobs.iter().filter(|job| job.in_virtual_machine).count();
    let fact = match moment.state.virtual_running {
        Some(job) => {
            runs(run.instance.job_id(job), inside.saturating_sub(1), layout.left - title_x(layout) - 6.0)
        }
        // Between two arrivals of one instant: who gets it is settled with the last.
        None if inside > 0 => format!("free, {inside} {}", if inside == 1 { "waits" } else { "wait" }),
        None => "idle".to_owned(),
    };
    title(layout, layout.machine_bars.top + if layout.compact { 14.0 } else { 8.0 }, names, &[fact])
}

/// Who has the machine and how many wait for it; a long name is cut, never the number.
fn runs(name: &str, waiting: usize, room: f64) -> String {
    let rest = if waiting == 0 {
        " runs".to_owned()
    } else {
        format!(" runs, {waiting} {}", if waiting == 1 { "waits" } else { "wait" })
    };
    let name = label::cut(name, room - label::width(&rest)).unwrap_or_else(|| name.chars().take(2).collect());
    name + &rest
}

fn work_left(picture: &Picture, scene: &Scene, moment: &Moment) -> Vec<Mark> {
    let (Some(band), Some(height)) = (picture.layout.work_left, scene.work_height) else { return Vec::new() };
    let now_us = moment.virtual_queue(&picture.simulation.run).iter().map(|(_, left_us)| left_us).sum();
    let facts = [format!("now {}", seconds(now_us, 1)), format!("top {}", seconds(height.largest_us, 0))];
    title(picture.layout, band.top + 11.0, ("Work left", "Work"), &facts)
}

fn order_rails(picture: &Picture) -> Vec<Mark> {
    let (run, layout) = (&picture.simulation.run, picture.layout);
    let mut marks = title(layout, layout.order.upper + 4.0, ("Order", "Order"), &[]);
    if !layout.compact {
        let x = layout.left - 10.0;
        marks.push(Mark::text("row-name", x, layout.order.upper + 3.6, order::upper_rail(run)));
        marks.push(Mark::text("row-name", x, layout.order.lower + 3.6, order::lower_rail(run)));
    }
    marks
}

fn cluster(picture: &Picture, moment: &Moment) -> Vec<Mark> {
    let (run, layout) = (&picture.simulation.run, picture.layout);
    let servers = &run.instance.cluster.servers;
    let top = layout.servers.first().map_or(layout.bottom, |band| band.top);
    let free = format!(
        "{} of {}",
        grouped(moment.state.free_gpus() as u64),
        grouped(run.instance.cluster.total_gpus.into())
    );
    let mut facts = vec![free, "GPUs free".to_owned()];
    if layout.merged() {
        facts.extend(["one row", "per server"].map(str::to_owned));
    }
    if layout.servers.len() < servers.len() {
        facts.push(format!("{} of {}", layout.servers.len(), grouped(servers.len() as u64)));
        facts.push("servers shown".to_owned());
    }
    let mut marks = title(layout, top + 9.0, ("Cluster", "GPUs"), &facts);
    let edge = layout.left - if layout.compact { 4.0 } else { 5.0 };
    let name_x = if layout.compact { layout.left - 9.0 } else { layout.left - 27.0 };
    // Where rows are thin, names keep clear of the facts.
    let thin = layout.servers.first().is_some_and(|band| band.height < 12.0) && !layout.compact;
    let mut named_to = if thin { top + 9.0 + 13.0 * facts.len() as f64 } else { f64::NEG_INFINITY };
    for (at, (server, &band)) in servers.iter().zip(&layout.servers).enumerate() {
        marks.push(Mark::line("server-edge", edge, band.top + 1.0, edge, band.bottom() - 1.0));
        let y = if layout.compact && at == 0 {
            (band.middle() + 3.6).max(band.top + 21.0)
        } else {
            band.middle() + 3.6
        };
        if y - named_to < 12.0 {
            continue;
        }
        named_to = y;
        let name =
            label::cut(&server.name, name_x - 58.0).unwrap_or_else(|| server.name.chars().take(3).collect());
        marks.push(Mark::text("server-name", name_x, y, name));
        if !layout.compact && layout.row >= 11.0 {
            marks.extend((0..server.gpus).map(|gpu| {
                let row = layout.gpu(at, gpu);
                Mark::text("row-name", layout.left - 10.0, row.middle() + 3.6, gpu.to_string())
            }));
        }
    }
    marks
}
