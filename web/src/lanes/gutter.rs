//! The gutter: the lanes' names, a fact or two about now, and the names of rows.

use yew::prelude::*;

use crate::draw::number::{gb_per_s, grouped, seconds, seconds_short};
use crate::draw::path::px;
use crate::moment::Moment;

use super::label;
use super::layout::{Band, Layout};
use super::links::{self, Load};
use super::marks::{Group, Mark, Shape};
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
        if band.bottom() - named_to < 11.0 {
            continue;
        }
        let (x, y) = (layout.left - 9.0, band.bottom() - 1.0);
        let room = (x - clear_from(&marks, y)).clamp(0.0, 34.0);
        if let Some(name) = shortened(&server.name, room) {
            named_to = band.bottom();
            marks.push(Mark::text("row-name", x, y, name));
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

/// Where the words at the left end that stand at about that height.
fn clear_from(words: &[Mark], y: f64) -> f64 {
    let end = |mark: &Mark| match &mark.shape {
        Shape::Text { x, y: own, text, .. }
            if mark.class != "row-name" && mark.class != "server-name" && (own - y).abs() < 11.0 =>
        {
            Some(x + label::width(text) * DRAWN + 6.0)
        }
        _ => None,
    };
    words.iter().filter_map(end).fold(0.0, f64::max)
}

/// [`label::width`] is on the safe side; so much of it is drawn.
const DRAWN: f64 = 0.9;

/// As much of a server's name as there is room for: none of it rather than one that lies over other words.
fn shortened(name: &str, room: f64) -> Option<String> {
    let few = || Some(name.chars().take(3).collect()).filter(|few: &String| label::width(few) <= room);
    label::cut(name, room).or_else(few)
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
    // Longer ones have no room in seconds.
    let said =
        |us: u64, decimals| if us < 1_000_000_000_000 { seconds(us, decimals) } else { seconds_short(us) };
    let facts = [format!("now {}", said(now_us, 1)), format!("top {}", said(height.largest_us, 0))];
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
    if layout.servers.len() < servers.len() {
        facts.push(format!("{} of {}", layout.servers.len(), grouped(servers.len() as u64)));
        facts.push("servers shown".to_owned());
    }
    if layout.merged() {
        facts.extend(["one row", "per server"].map(str::to_owned));
    }
    // The links' own words follow below.
    if let Some(links) = layout.links.first() {
        facts.truncate(((links.top - top - 12.0) / 13.0).max(0.0) as usize);
    }
    let mut marks = title(layout, top + 9.0, ("Cluster", "GPUs"), &facts);
    let edge = layout.left - if layout.compact { 4.0 } else { 5.0 };
    let name_x = if layout.compact { layout.left - 9.0 } else { layout.left - 27.0 };
    let mut named_to = f64::NEG_INFINITY;
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
        // Names keep clear of the facts.
        let most = if layout.compact { name_x } else { name_x - 58.0 };
        let room = (name_x - clear_from(&marks, y)).clamp(0.0, most);
        if let Some(name) = shortened(&server.name, room) {
            named_to = y;
            marks.push(Mark::text("server-name", name_x, y, name));
        }
        if !layout.compact && layout.row >= 11.0 {
            marks.extend((0..server.gpus).map(|gpu| {
                let row = layout.gpu(at, gpu);
                Mark::text("row-name", layout.left - 10.0, row.middle() + 3.6, gpu.to_string())
            }));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::layout::{Chosen, Wanted};
    use crate::simulation::Simulation;
    use crate::testing::run_of_scenario;

    /// Twelve servers of eight GPUs share rows on a desk, beside what the gutter says.
    #[test]
    fn long_names_of_servers_lie_over_no_other_words() {
        for (height, links) in [(560.0, None), (560.0, Some(true)), (760.0, Some(true)), (900.0, None)] {
            let servers: Vec<String> = (0..12)
                .map(|at| format!(r#"{{"name":"rack-{at}-machine-with-a-long-name","gpus":8,"nvlink_gb_per_s":600,"nic_gb_per_s":1200}}"#))
                .collect();
            let json = format!(
                r#"{{"format":"asrpt-scenario","version":1,"cluster":{{"servers":[{}]}},"models":{{}},"jobs":[]}}"#,
                servers.join(",")
            );
            let scenario = asrpt_core::scenario::Scenario::from_json(&json).unwrap();
            let simulation = Simulation::of_run(run_of_scenario(scenario, "a-srpt"));
            let wanted = Wanted::of(&simulation.run, Chosen { links, work_left: None });
            let layout = Layout::fit(840.0, height, false, &wanted);
            let picture = Picture::new(&simulation, &layout, simulation.all());
            let mut marks = cluster(&picture, &Moment::first(&simulation.run));
            marks.extend(links_facts(&picture, &Scene::draw(&picture)));
            let boxes: Vec<(f64, f64, f64, &str)> = marks
                .iter()
                .filter_map(|mark| match &mark.shape {
                    Shape::Text { x, y, text, .. } => {
                        let wide = label::width(text) * DRAWN;
                        let ends_there = mark.class.ends_with("-name");
                        Some((if ends_there { x - wide } else { *x }, *y, wide, text.as_str()))
                    }
                    _ => None,
                })
                .collect();
            assert!(boxes.iter().filter(|b| b.3.starts_with("rac")).count() >= 4, "{boxes:?}");
            for (nth, a) in boxes.iter().enumerate() {
                for b in &boxes[nth + 1..] {
                    let apart = (a.1 - b.1).abs() >= 10.5 || a.0 + a.2 <= b.0 || b.0 + b.2 <= a.0;
                    assert!(apart, "{:?} over {:?} at {height}", a, b);
                }
            }
        }
    }
}
