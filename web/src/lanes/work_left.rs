//! Work left on the virtual machine: remaining sizes stacked, the smallest at the bottom, so that SRPT explains itself.
//! The bottom band drains, an arrival lifts the stack.

use std::collections::BTreeMap;

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::draw::path::Path;

use super::label;
use super::layout::Band;
use super::marks::{Group, Mark};
use super::scene::Picture;

/// What the lane is made of.
#[derive(Default)]
pub struct WorkLeft {
    pub ground: Option<Group>,
    pub bands: Vec<Group>,
    pub names: Vec<Group>,
    pub height: Option<Height>,
}

/// Events closer than this are drawn as one.
const LEAST_STEP_PX: f64 = 0.4;
/// From so many jobs on, bands have no edges.
const MANY: usize = 150;

/// The bands, one path per job.
pub fn draw(picture: &Picture) -> WorkLeft {
    let Some(band) = picture.layout.work_left else {
        return WorkLeft::default();
    };
    let layout = picture.layout;
    let mut ink =
        Ink { picture, height: Height::of(picture, band), paths: BTreeMap::new(), places: BTreeMap::new() };
    for stretch in breakpoints(picture).windows(2) {
        ink.stretch(stretch[0], stretch[1]);
    }
    // Very thin bands would vanish under their own edges.
    let class = if ink.paths.len() > MANY { "band-fine" } else { "band" };
    WorkLeft {
        ground: Some(Group::plain(vec![Mark::line(
            "rail-line",
            layout.left,
            band.bottom(),
            layout.right,
            band.bottom(),
        )])),
        names: ink.names(),
        height: Some(ink.height),
        bands: ink
            .paths
            .into_iter()
            .map(|(job, path)| Group::of_job(job, vec![Mark::path(class, path)]))
            .collect(),
    }
}

/// How much work makes how many pixels: the largest total in the window fills the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    pub band: Band,
    pub largest_us: TimeUs,
}

impl Height {
    /// Looks for the largest total in the window.
    pub fn of(picture: &Picture, band: Band) -> Self {
        let run = &picture.simulation.run;
        let total = |t: TimeUs| stack(run, t).iter().map(|(_, left_us)| left_us).sum::<TimeUs>();
        let largest_us = breakpoints(picture).into_iter().map(total).max().unwrap_or(0).max(1);
        Self { band, largest_us }
    }

    /// Pixels of an amount of work.
    pub fn px(self, us: TimeUs) -> f64 {
        us as f64 / self.largest_us as f64 * (self.band.height - 4.0)
    }

    /// The y of an amount of work above the ground.
    pub fn y(self, us: TimeUs) -> f64 {
        self.band.bottom() - self.px(us)
    }
}

/// Jobs on the virtual machine at a moment with what is left of them, least first (ties: arrival, then index).
pub fn stack(run: &Run, t: TimeUs) -> Vec<(JobIndex, TimeUs)> {
    let mut stack: Vec<(JobIndex, TimeUs)> = run
        .instance
        .by_arrival
        .iter()
        .take_while(|&&job| run.instance.job(job).arrival_us <= t)
        .filter_map(|&job| run.virtual_remaining_us(job, t).map(|left_us| (job, left_us)))
        .collect();
    stack.sort_by_key(|&(job, left_us)| (left_us, run.instance.job(job).arrival_us, job));
    stack
}

/// Moments at which the stack changes its shape.
fn breakpoints(picture: &Picture) -> Vec<TimeUs> {
    let run = &picture.simulation.run;
    let window = picture.scale.window;
    let arrivals = run.instance.jobs.iter().map(|job| job.arrival_us);
    let ends = run.segments.iter().flat_map(|segment| [segment.from_us, segment.to_us]);
    let mut moments: Vec<TimeUs> =
        arrivals.chain(ends).filter(|&t| window.holds(t)).chain([window.from_us, window.to_us]).collect();
    moments.sort_unstable();
    moments.dedup();
    // Of moments that are drawn as one the last holds: then all that came at them has come.
    let mut apart: Vec<TimeUs> = Vec::with_capacity(moments.len());
    let mut last = f64::NEG_INFINITY;
    for t in moments {
        let x = picture.scale.x(t);
        if x - last < LEAST_STEP_PX {
            apart.pop();
        } else {
            last = x;
        }
        apart.push(t);
    }
    apart
}

/// The best place for a name so far.
struct Place {
    score: f64,
    x: f64,
    y: f64,
}

struct Ink<'a> {
    picture: &'a Picture<'a>,
    height: Height,
    paths: BTreeMap<JobIndex, Path>,
    places: BTreeMap<JobIndex, Place>,
}

impl Ink<'_> {
    fn stretch(&mut self, from_us: TimeUs, to_us: TimeUs) {
        let run = &self.picture.simulation.run;
        let (x0, x1) = (self.picture.scale.x(from_us), self.picture.scale.x(to_us));
        let (mut below, mut below_later) = (0, 0);
        for (job, left_us) in stack(run, from_us) {
            let later_us = run.virtual_remaining_us(job, to_us).unwrap_or(0);
            let y = |us| self.height.y(us);
            let (low, high) = (y(below), y(below + left_us));
            let (low_later, high_later) = (y(below_later), y(below_later + later_us));
            let path = self.paths.remove(&job).unwrap_or_default();
            let path = path.to(x0, low).line(x0, high).line(x1, high_later).line(x1, low_later).close();
            self.paths.insert(job, path);
            self.offer_place(job, (x0, x1), low - high, (low + high + low_later + high_later) / 4.0);
            below += left_us;
            below_later += later_us;
        }
    }

    fn offer_place(&mut self, job: JobIndex, (x0, x1): (f64, f64), height: f64, y: f64) {
        let name = self.picture.simulation.run.instance.job_id(job);
        if height < 12.0 || x1 - x0 < label::width(name) + 10.0 {
            return;
        }
        let score = (x1 - x0).min(80.0) * height.min(20.0);
        if self.places.get(&job).is_none_or(|place| place.score < score) {
            self.places.insert(job, Place { score, x: (x0 + x1) / 2.0, y });
        }
    }

    fn names(&self) -> Vec<Group> {
        let name = |job| self.picture.simulation.run.instance.job_id(job);
        self.places
            .iter()
            .map(|(&job, place)| {
                Group::of_job(job, vec![Mark::text("name on-tint middle", place.x, place.y + 3.6, name(job))])
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::Simulation;
    use crate::testing::{layout_for, run_of, run_of_scenario, simulation_of};
    use asrpt_core::scenario::Scenario;

    #[test]
    fn the_stack_has_the_least_at_the_bottom() {
        let run = run_of("preemption", "a-srpt");
        let named = |t| -> Vec<(&str, TimeUs)> {
            stack(&run, t).into_iter().map(|(job, us)| (run.instance.job_id(job), us)).collect()
        };
        assert_eq!(named(4_000_000), [("long", 98_000_000)]);
        assert_eq!(named(5_000_000), [("short", 5_000_000), ("long", 97_000_000)]);
        assert_eq!(named(7_000_000)[0], ("tiny", 500_000));
        assert!(named(138_100_000).is_empty());
    }

    #[test]
    fn the_largest_total_fills_the_lane() {
        let simulation = simulation_of("preemption", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let height = Height::of(&picture, layout.work_left.unwrap());
        assert_eq!(height.largest_us, 131_600_000);
        assert_eq!(height.y(0), height.band.bottom());
        assert!((height.y(height.largest_us) - height.band.top - 4.0).abs() < 1e-9);
        assert_eq!(draw(&picture).bands.len(), 4);
    }

    /// An arrival a moment after another would otherwise come into sight at the next event only.
    #[test]
    fn events_too_close_to_tell_apart_all_count() {
        let json = r#"{"format":"asrpt-scenario","version":1,
            "cluster":{"servers":[{"gpus":1,"nvlink_gb_per_s":1,"nic_gb_per_s":1}]},
            "models":{"m":{"stages":[{"id":"s","forward_ms":0.5,"backward_ms":0.5,"replicas":1}],"edges":[]}},
            "jobs":[{"id":"tiny","model":"m","arrival_s":0,"iterations":1},
                    {"id":"huge","model":"m","arrival_s":0.000001,"iterations":1000000000}]}"#;
        let run = run_of_scenario(Scenario::from_json(json).unwrap(), "a-srpt");
        let simulation = Simulation::of_run(run);
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        assert_eq!(breakpoints(&picture)[0], 1_000, "tiny ends, huge goes on");
        assert!(Height::of(&picture, layout.work_left.unwrap()).largest_us >= 1_000_000_000_000);
        let drawn: Vec<_> = draw(&picture).bands.iter().map(|band| band.job).collect();
        assert_eq!(drawn, [simulation.run.instance.find_job("huge")]);
    }
}
