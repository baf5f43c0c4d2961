//! The links lane: what passes each server's NIC (an area) and its NVLink (a line), in GB/s averaged over an iteration.
//! Each has its own height: the largest value in the window, which the gutter states.

use asrpt_core::ids::{JobIndex, ServerIndex};
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;
use asrpt_core::traffic;

use crate::draw::path::Path;
use crate::moment::Moment;
use crate::worker::Turns;

use super::layout::Band;
use super::marks::{Group, Mark};
use super::scene::Picture;

/// GB/s through a server's links, both directions counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    pub nic: f64,
    pub nvlink: f64,
}

/// One link of a [`Load`].
pub type Link = fn(&Load) -> f64;

impl Load {
    fn largest(self, other: Self) -> Self {
        Self { nic: self.nic.max(other.nic), nvlink: self.nvlink.max(other.nvlink) }
    }

    /// What the links of a server can carry: 2 · B and g · ν.
    pub fn capacity(run: &Run, server: usize) -> Self {
        let server = &run.instance.cluster.servers[server];
        Self { nic: 2.0 * server.nic_gb_per_s, nvlink: f64::from(server.gpus) * server.nvlink_gb_per_s }
    }
}

/// What a job sends while it runs, by server that it uses.
pub fn of_job(run: &Run, job: JobIndex) -> Vec<(ServerIndex, Load)> {
    let start = run.start_of(job);
    // MB per ms of an iteration are GB/s.
    let alpha_ms = start.alpha_s * 1e3;
    let rate = |mb: f64| if alpha_ms > 0.0 { mb / alpha_ms } else { 0.0 };
    traffic::of_placement(&run.instance.model_of(job).graph, &start.placement)
        .into_iter()
        .map(|t| (t.server, Load { nic: rate(t.nic_mb), nvlink: rate(t.nvlink_mb) }))
        .collect()
}

/// Every server's load as it stands at a step.
pub fn now(run: &Run, moment: &Moment) -> Vec<Load> {
    let mut loads = vec![Load::default(); moment.state.gpus.len()];
    let mut jobs: Vec<JobIndex> = moment.state.gpus.iter().flatten().flatten().copied().collect();
    jobs.sort_unstable();
    jobs.dedup();
    for job in jobs {
        for (server, load) in of_job(run, job) {
            let sum = &mut loads[server.at()];
            *sum = Load { nic: sum.nic + load.nic, nvlink: sum.nvlink + load.nvlink };
        }
    }
    loads
}

/// From when on a server has which load.
type Step = (TimeUs, Load);

/// Every server's load over the whole run.
pub struct Loads(Vec<Vec<Step>>);

/// What comes and goes, by server.
type Changes = Vec<Vec<(TimeUs, bool, Load)>>;

fn add(run: &Run, job: JobIndex, changes: &mut Changes) {
    let outcome = run.outcome(job);
    for (server, load) in of_job(run, job) {
        let server = &mut changes[server.at()];
        server.push((outcome.start_us, true, load));
        server.push((outcome.completion_us, false, load));
    }
}

impl Loads {
    /// Adds up all jobs.
    pub fn of(run: &Run) -> Self {
        let mut changes: Changes = vec![Vec::new(); run.instance.cluster.servers.len()];
        (0..run.outcomes.len()).for_each(|at| add(run, JobIndex::from_at(at), &mut changes));
        Self(changes.into_iter().map(added_up).collect())
    }

    /// The same in slices; `None` once nobody wants it any more.
    pub async fn in_turns(run: &Run, turns: &mut Turns) -> Option<Self> {
        let mut changes: Changes = vec![Vec::new(); run.instance.cluster.servers.len()];
        for at in 0..run.outcomes.len() {
            add(run, JobIndex::from_at(at), &mut changes);
            turns.small().await?;
        }
        let mut loads = Vec::with_capacity(changes.len());
        for server in changes {
            loads.push(added_up(server));
            turns.large().await?;
        }
        Some(Self(loads))
    }

    /// The steps of a server within a window: the first as it stands when the window begins.
    fn within(&self, server: usize, from_us: TimeUs, to_us: TimeUs) -> &[Step] {
        let steps = &self.0[server];
        let first = steps.partition_point(|&(t, _)| t <= from_us).saturating_sub(1);
        &steps[first..steps.partition_point(|&(t, _)| t <= to_us).max(first)]
    }
}

/// A sum of floats that came and went is not quite zero; what nobody uses is.
fn added_up(mut changes: Vec<(TimeUs, bool, Load)>) -> Vec<Step> {
    changes.sort_unstable_by_key(|&(t, comes, _)| (t, comes));
    let mut steps: Vec<Step> = vec![(0, Load::default())];
    let (mut sum, mut users) = (Load::default(), (0_u32, 0_u32));
    let change = |sum: f64, by: f64, comes: bool, users: &mut u32| {
        if by == 0.0 {
            return sum;
        }
        *users = if comes { *users + 1 } else { *users - 1 };
        let signed = if comes { by } else { -by };
        if *users == 0 { 0.0 } else { sum + signed }
    };
    for (t, comes, load) in changes {
        sum.nic = change(sum.nic, load.nic, comes, &mut users.0);
        sum.nvlink = change(sum.nvlink, load.nvlink, comes, &mut users.1);
        match steps.last_mut() {
            Some(last) if last.0 == t => last.1 = sum,
            _ => steps.push((t, sum)),
        }
    }
    steps
}

/// What the lane is made of.
pub struct Links {
    pub ground: Group,
    pub areas: Vec<Group>,
    /// What a full height stands for.
    pub top: Load,
}

/// Areas and lines.
pub fn draw(picture: &Picture) -> Option<Links> {
    let (layout, window) = (picture.layout, picture.scale.window);
    if layout.links.is_empty() {
        return None;
    }
    let loads = picture.simulation.loads();
    let steps = |server| loads.within(server, window.from_us, window.to_us);
    let top =
        (0..layout.links.len()).flat_map(steps).fold(Load::default(), |top, &(_, load)| top.largest(load));
    let mut ground = Vec::new();
    let mut marks = Vec::new();
    for (server, &band) in layout.links.iter().enumerate() {
        ground.push(Mark::line("hair", layout.left, band.bottom(), layout.right, band.bottom()));
        let drawn = |link: Link, top: f64| course(picture, band, steps(server), link, top);
        marks.extend(drawn(|load| load.nic, top.nic).map(|path| {
            let path = path.down(band.bottom()).close();
            Mark::path("link-nic", path)
        }));
        marks.extend(drawn(|load| load.nvlink, top.nvlink).map(|path| Mark::path("link-nvlink", path)));
    }
    Some(Links { ground: Group::plain(ground), areas: vec![Group::plain(marks)], top })
}

/// Steps closer than this are drawn as one, as high as the highest of them.
const LEAST_STEP_PX: f64 = 0.5;

/// One link's load over time, from the ground at the left; `None` where it is never used.
fn course(picture: &Picture, band: Band, steps: &[Step], link: Link, top: f64) -> Option<Path> {
    if top <= 0.0 || steps.iter().all(|(_, load)| link(load) <= 0.0) {
        return None;
    }
    let y = |value: f64| height(band, value, top);
    let mut path = Path::new().to(picture.layout.left, band.bottom());
    let (mut last_x, mut highest) = (f64::NEG_INFINITY, 0.0_f64);
    let mut level = f64::NAN;
    for (t, load) in steps {
        let value = link(load);
        if value == level {
            continue;
        }
        let x = picture.scale.x_held(*t);
        if x - last_x >= LEAST_STEP_PX {
            if highest > level {
                path = path.down(y(highest)).down(y(level));
            } else if last_x.is_finite() {
                path = path.down(y(level));
            }
            path = path.across(x).down(y(value));
            (last_x, highest) = (x, value);
        } else {
            highest = highest.max(value);
        }
        level = value;
    }
    if highest > level {
        path = path.down(y(highest));
    }
    Some(path.down(y(level)).across(picture.layout.right))
}

/// The y of a value where `top` fills the band.
pub fn height(band: Band, value: f64, top: f64) -> f64 {
    band.bottom() - value / top * (band.height - 3.0)
}

/// A job's own part of the lane: what it sends from its start to its end.
pub fn own(picture: &Picture, top: Load, job: JobIndex) -> Vec<Mark> {
    let run = &picture.simulation.run;
    let outcome = run.outcome(job);
    if !picture.shows(outcome.start_us, outcome.completion_us) {
        return Vec::new();
    }
    let (x0, x1) = (picture.scale.x_held(outcome.start_us), picture.scale.x_held(outcome.completion_us));
    let frame = |(server, load): (ServerIndex, Load)| {
        let band = *picture.layout.links.get(server.at())?;
        let part = |value: f64, top: f64| if top > 0.0 { height(band, value, top) } else { band.bottom() };
        let y = part(load.nic, top.nic).min(part(load.nvlink, top.nvlink)).max(band.top);
        Some(Mark::rect("link-own", x0, y - 1.0, x1 - x0, band.bottom() - y + 1.5).rounded(1.0))
    };
    of_job(run, job).into_iter().filter_map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, run_of, simulation_of};

    #[test]
    fn a_load_is_the_traffic_of_an_iteration_over_its_time() {
        let run = run_of("delay-runs-out", "a-srpt");
        let heavy = run.instance.find_job("heavy").unwrap();
        let graph = &run.instance.model_of(heavy).graph;
        let mb = traffic::of_placement(graph, &run.start_of(heavy).placement);
        let rate = of_job(&run, heavy);
        assert_eq!(rate.len(), 2);
        assert!(mb[0].nic_mb > 0.0);
        assert!((rate[0].1.nic * run.outcome(heavy).alpha_s * 1e3 - mb[0].nic_mb).abs() < 1e-9);
        assert_eq!(rate[0].1.nvlink, 0.0);
    }

    #[test]
    fn over_time_and_now_agree_and_end_at_zero() {
        for example in ["delay-runs-out", "guide-wins", "fifty-jobs"] {
            let simulation = simulation_of(example, "a-srpt");
            let run = &simulation.run;
            let mut moment = Moment::first(run);
            moment.go_to_step(run, run.log.len() / 2);
            // Between two steps nothing changes.
            let t = run.log[run.log.len() / 2].time_us;
            moment.go_to_time(run, t);
            for (server, load) in now(run, &moment).into_iter().enumerate() {
                let (_, over_time) = simulation.loads().within(server, t, t)[0];
                assert!((load.nic - over_time.nic).abs() < 1e-9, "{example}, server {server}");
                assert!((load.nvlink - over_time.nvlink).abs() < 1e-9, "{example}, server {server}");
                let capacity = Load::capacity(run, server);
                assert!(load.nic <= capacity.nic && load.nvlink <= capacity.nvlink, "{example} {server}");
            }
            for steps in &simulation.loads().0 {
                assert_eq!(steps.last().unwrap().1, Load::default());
            }
        }
    }

    #[test]
    fn the_largest_load_fills_the_height() {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let links = draw(&picture).unwrap();
        let heavy = simulation.run.instance.find_job("heavy").unwrap();
        assert!((links.top.nic - of_job(&simulation.run, heavy)[0].1.nic).abs() < 1e-9);
        let band = layout.links[0];
        assert!((height(band, links.top.nic, links.top.nic) - band.top - 3.0).abs() < 1e-9);
        assert_eq!(own(&picture, links.top, heavy).len(), 2);
    }
}
