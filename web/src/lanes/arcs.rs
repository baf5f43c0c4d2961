//! The traffic between a job's replicas, as arcs over its GPUs: what is pointed at or in focus shows who talks to whom.

use std::collections::BTreeMap;

use asrpt_core::ids::{JobIndex, StageIndex};
use asrpt_core::log::GpuSlot;
use asrpt_core::model::ModelGraph;
use asrpt_core::order;
use asrpt_core::run::Run;
use asrpt_core::scenario::CollectiveKind;
use yew::prelude::*;

use crate::draw::path::px;
use crate::lit::use_pointed;
use crate::moment::Moment;
use crate::shared::Shared;
use crate::simulation::Simulation;

use super::layout::Layout;
use super::scene::Picture;

/// A GPU of the cluster: server, GPU.
type Place = (usize, u32);

/// MB per iteration between two places, both directions counted.
type Flows = BTreeMap<(Place, Place), f64>;

/// More arcs than this would be a tangle: then the thickest.
const MOST: usize = 48;
/// Jobs of more GPUs have too many pairs to look at while pointing: theirs are added up by servers.
const MOST_GPUS: u32 = 256;

/// What the replicas of a job send one another. The sums over a server are those of the model's traffic.
pub fn flows(run: &Run, job: JobIndex) -> Flows {
    let graph = &run.instance.model_of(job).graph;
    let mut stages: Vec<Vec<Place>> = vec![Vec::new(); graph.stages.len()];
    let mut slots: Vec<&GpuSlot> = run.start_of(job).gpus.iter().collect();
    slots.sort_unstable_by_key(|slot| (slot.stage, slot.server, slot.gpu));
    for slot in slots {
        stages[slot.stage.at()].push((slot.server.at(), slot.gpu));
    }
    let mut flows = Flows::new();
    let mut add = |a: Place, b: Place, mb: f64| {
        if a != b && mb > 0.0 {
            *flows.entry((a.min(b), a.max(b))).or_default() += mb;
        }
    };
    for edge in &graph.edges {
        let (from, to) = (&stages[edge.from.at()], &stages[edge.to.at()]);
        let each_mb = 2.0 * edge.activation_mb / (from.len() * to.len()).max(1) as f64;
        from.iter().for_each(|&a| to.iter().for_each(|&b| add(a, b, each_mb)));
    }
    for (at, places) in stages.iter().enumerate() {
        collectives(graph, StageIndex::from_at(at), places, &mut add);
    }
    flows
}

/// The same between whole servers, of which only the first `shown` are looked at: each is one place.
fn server_flows(run: &Run, job: JobIndex, shown: usize) -> Flows {
    let graph = &run.instance.model_of(job).graph;
    let mut stages: Vec<Vec<(usize, f64)>> = Vec::with_capacity(graph.stages.len());
    for placed in &run.start_of(job).placement {
        let mut servers: Vec<(usize, u32)> =
            placed.iter().map(|&(server, gpus)| (server.at(), gpus)).collect();
        order::sort(&mut servers);
        stages.push(servers.into_iter().map(|(server, gpus)| (server, f64::from(gpus))).collect());
    }
    let mut flows = Flows::new();
    let mut add = |a: usize, b: usize, mb: f64| {
        if a != b && a.max(b) < shown && mb > 0.0 {
            *flows.entry(((a.min(b), 0), (a.max(b), 0))).or_default() += mb;
        }
    };
    let seen = |servers: &[(usize, f64)]| servers.partition_point(|&(server, _)| server < shown);
    let replicas = |servers: &[(usize, f64)]| servers.iter().map(|(_, gpus)| gpus).sum::<f64>();
    for edge in &graph.edges {
        let (from, to) = (&stages[edge.from.at()], &stages[edge.to.at()]);
        let each_mb = 2.0 * edge.activation_mb / (replicas(from) * replicas(to)).max(1.0);
        for &(a, sending) in &from[..seen(from)] {
            to[..seen(to)].iter().for_each(|&(b, receiving)| add(a, b, each_mb * sending * receiving));
        }
    }
    for (stage, servers) in graph.stages.iter().zip(&stages) {
        let n = replicas(servers);
        for collective in &stage.collectives {
            match collective.kind {
                // Once round: from each server to the next, and home.
                CollectiveKind::AllReduce => {
                    let volume_mb = 2.0 * (n - 1.0) / n * collective.mb;
                    let next = servers.iter().cycle().skip(1);
                    servers.iter().zip(next).for_each(|(a, b)| add(a.0, b.0, volume_mb));
                }
                CollectiveKind::AllToAll => {
                    let pair_mb = 2.0 * collective.mb / n;
                    let servers = &servers[..seen(servers)];
                    for (at, &(a, sending)) in servers.iter().enumerate() {
                        let later = &servers[at + 1..];
                        later.iter().for_each(|&(b, receiving)| add(a, b, pair_mb * sending * receiving));
                    }
                }
            }
        }
    }
    flows
}

/// A ring goes through the replicas server by server; all-to-all joins each pair.
fn collectives(
    graph: &ModelGraph,
    stage: StageIndex,
    places: &[Place],
    add: &mut impl FnMut(Place, Place, f64),
) {
    let replicas = places.len();
    if replicas < 2 {
        return;
    }
    for collective in &graph.stages[stage.at()].collectives {
        match collective.kind {
            CollectiveKind::AllReduce => {
                let volume_mb = 2.0 * (replicas - 1) as f64 / replicas as f64 * collective.mb;
                (0..replicas).for_each(|at| add(places[at], places[(at + 1) % replicas], volume_mb));
            }
            CollectiveKind::AllToAll => {
                let pair_mb = 2.0 * collective.mb / replicas as f64;
                for (at, &a) in places.iter().enumerate() {
                    places[at + 1..].iter().for_each(|&b| add(a, b, pair_mb));
                }
            }
        }
    }
}

/// An arc from one row to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    pub from_y: f64,
    pub to_y: f64,
    /// Whether it leaves its server.
    pub crosses: bool,
    /// Relative to the thickest.
    pub share: f64,
}

/// The arcs of a job, the thickest first. Where the GPUs of a server share a row, only those between servers.
pub fn arcs(layout: &Layout, flows: &Flows, by_server: bool) -> Vec<Arc> {
    let by_server = by_server || layout.merged();
    let y = |(server, gpu): Place| -> Option<f64> {
        let band = layout.servers.get(server)?;
        Some(if by_server { band.middle() } else { layout.gpu(server, gpu).middle() })
    };
    let mut joined: BTreeMap<(Place, Place), f64> = BTreeMap::new();
    for (&(a, b), &mb) in flows {
        let key = if by_server { ((a.0, 0), (b.0, 0)) } else { (a, b) };
        *joined.entry(key).or_default() += mb;
    }
    joined.retain(|(a, b), _| a != b);
    let most_mb = joined.values().copied().fold(0.0, f64::max);
    let mut arcs: Vec<Arc> = joined
        .into_iter()
        .filter_map(|((a, b), mb)| {
            Some(Arc { from_y: y(a)?, to_y: y(b)?, crosses: a.0 != b.0, share: mb / most_mb })
        })
        .collect();
    arcs.sort_by(|a, b| b.share.total_cmp(&a.share));
    arcs.truncate(MOST);
    arcs
}

#[derive(Properties, PartialEq)]
pub struct ArcsProps {
    pub simulation: Shared<Simulation>,
    pub moment: Shared<Moment>,
    pub layout: Layout,
    pub window: crate::draw::scale::Window,
    pub focused: Option<JobIndex>,
}

/// The arcs of the job that is pointed at, in focus or selected: at the cursor while it runs.
#[component]
pub fn Arcs(props: &ArcsProps) -> Html {
    let pointed = use_pointed().map(JobIndex);
    let Some(job) = pointed.or(props.focused) else { return Html::default() };
    let picture = Picture::new(&props.simulation, &props.layout, props.window);
    match foot(&picture, &props.moment, job) {
        Some(x) => draw(&props.layout, x, &arcs_of(&props.simulation.run, &props.layout, job)),
        None => Html::default(),
    }
}

/// The arcs of a job: between its GPUs, or of very many between its servers.
fn arcs_of(run: &Run, layout: &Layout, job: JobIndex) -> Vec<Arc> {
    if run.instance.job(job).gpus > MOST_GPUS {
        arcs(layout, &server_flows(run, job, layout.servers.len()), true)
    } else {
        arcs(layout, &flows(run, job), false)
    }
}

/// Where the arcs stand: at the cursor, if the job runs there.
fn foot(picture: &Picture, moment: &Moment, job: JobIndex) -> Option<f64> {
    let runs = moment.state.jobs.get(job.at())?.phase == asrpt_core::replay::Phase::Running;
    (runs && picture.scale.window.holds(moment.time_us)).then(|| picture.scale.x(moment.time_us))
}

fn draw(layout: &Layout, x: f64, arcs: &[Arc]) -> Html {
    let arc = |arc: &Arc| {
        let (from, to) = (arc.from_y, arc.to_y);
        let reach = (10.0 + (to - from).abs() * 0.4).min(64.0);
        // Near the right edge they bend the other way.
        let side = if x + reach > layout.right { x - reach } else { x + reach };
        let d = format!("M{0} {1}C{2} {1} {2} {3} {0} {3}", px(x), px(from), px(side), px(to));
        let width = px(1.0 + 2.5 * arc.share.sqrt());
        let class = if arc.crosses { "arc crosses" } else { "arc" };
        html! { <><path class="arc-ground" d={d.clone()} /><path {class} {d} stroke-width={width} /></> }
    };
    html! { <g class="arcs" aria-hidden="true">{ for arcs.iter().map(arc) }</g> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, run_of, run_of_scenario};
    use asrpt_core::traffic;

    #[test]
    fn what_leaves_a_server_is_the_traffic_of_the_model() {
        for example in ["delay-runs-out", "guide-wins", "flush-dag", "fifty-jobs", "wait-wins"] {
            for kind in ["a-srpt", "fifo"] {
                let run = run_of(example, kind);
                for at in 0..run.instance.jobs.len() {
                    let job = JobIndex::from_at(at);
                    let flows = flows(&run, job);
                    let graph = &run.instance.model_of(job).graph;
                    for load in traffic::of_placement(graph, &run.start_of(job).placement) {
                        let server = load.server.at();
                        let sum = |inside: bool| -> f64 {
                            flows
                                .iter()
                                .filter(|((a, b), _)| match inside {
                                    true => a.0 == server && b.0 == server,
                                    false => (a.0 == server) != (b.0 == server),
                                })
                                .map(|(_, mb)| mb)
                                .sum()
                        };
                        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + a.abs());
                        assert!(near(sum(false), load.nic_mb), "{example} {kind} {at} {server}");
                        assert!(near(sum(true), load.nvlink_mb), "{example} {kind} {at} {server}");
                    }
                }
            }
        }
    }

    #[test]
    fn added_up_by_servers_it_is_the_same_traffic() {
        for example in ["delay-runs-out", "guide-wins", "flush-dag", "fifty-jobs", "wait-wins"] {
            let run = run_of(example, "fifo");
            let servers = run.instance.cluster.servers.len();
            for at in 0..run.instance.jobs.len() {
                let job = JobIndex::from_at(at);
                let mut added = Flows::new();
                for ((a, b), mb) in flows(&run, job).into_iter().filter(|((a, b), _)| a.0 != b.0) {
                    *added.entry(((a.0, 0), (b.0, 0))).or_default() += mb;
                }
                let there = server_flows(&run, job, servers);
                assert!(added.keys().eq(there.keys()), "{example} {at}");
                for (pair, mb) in added {
                    assert!((there[&pair] - mb).abs() <= 1e-6 * (1.0 + mb), "{example} {at} {pair:?}");
                }
            }
        }
    }

    #[test]
    fn a_job_of_very_many_gpus_has_arcs_between_its_servers() {
        let server = r#"{"gpus":128,"nvlink_gb_per_s":100,"nic_gb_per_s":10}"#;
        let servers = [server; 10].join(",");
        let json = format!(
            r#"{{"format":"asrpt-scenario","version":1,"cluster":{{"servers":[{servers}]}},
            "models":{{"m":{{"stages":[{{"id":"s","forward_ms":1,"backward_ms":1,"replicas":1024,
                "collectives":[{{"kind":"all_reduce","mb":100}}]}}],"edges":[]}}}},
            "jobs":[{{"id":"wide","model":"m","arrival_s":0,"iterations":10}}]}}"#
        );
        let run = run_of_scenario(asrpt_core::scenario::Scenario::from_json(&json).unwrap(), "fifo");
        let layout = layout_for(&run);
        let drawn = arcs_of(&run, &layout, JobIndex(0));
        assert_eq!(drawn.len(), 8, "a ring over eight servers");
        assert!(drawn.iter().all(|arc| arc.crosses && arc.share == 1.0));
        let few = server_flows(&run, JobIndex(0), 4);
        assert_eq!(few.len(), 3, "of the ring only what lies between the servers that are shown");
    }

    #[test]
    fn the_arcs_of_a_split_job_cross() {
        let run = run_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&run);
        let of = |id: &str| arcs(&layout, &flows(&run, run.instance.find_job(id).unwrap()), false);
        let heavy = of("heavy");
        assert_eq!(heavy.len(), 1);
        assert!(heavy[0].crosses && heavy[0].share == 1.0);
        assert_eq!(heavy[0].from_y, layout.gpu(0, 3).middle());
        assert!(of("a").iter().all(|arc| !arc.crosses));
    }
}
