//! Work left on the virtual machine: remaining sizes stacked, the smallest at the bottom, so that SRPT explains itself.
//! The bottom band drains, an arrival lifts the stack.

use std::collections::BTreeMap;

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::draw::path::Path;

use super::label;
use super::layout::{Band, Layout};
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
/// More bands couldn't be told apart: then there is one for all work.
const MOST_BANDS: usize = 500;
/// From so many jobs on, bands have no edges.
const MANY: usize = 150;

/// The bands, one path per job.
pub fn draw(picture: &Picture) -> WorkLeft {
    let Some(band) = picture.layout.work_left else {
        return WorkLeft::default();
    };
    let layout = picture.layout;
    let moments = breakpoints(picture);
    let height = Height::of(picture, band, &moments);
    let present = present(picture);
    if present.len() > MOST_BANDS {
        return WorkLeft {
            ground: Some(ground(layout, band)),
            bands: vec![Group::plain(vec![Mark::path("work-total", total_path(picture, height, &moments))])],
            names: Vec::new(),
            height: Some(height),
        };
    }
    let mut ink = Ink { picture, present, height, paths: BTreeMap::new(), places: BTreeMap::new() };
    for stretch in moments.windows(2) {
        ink.stretch(stretch[0], stretch[1]);
    }
    // Very thin bands would vanish under their own edges.
    let class = if ink.paths.len() > MANY { "band-fine" } else { "band" };
    WorkLeft {
        ground: Some(ground(layout, band)),
        names: ink.names(),
        height: Some(ink.height),
        bands: ink
            .paths
            .into_iter()
            .map(|(job, path)| Group::of_job(job, vec![Mark::path(class, path)]))
            .collect(),
    }
}

fn ground(layout: &Layout, band: Band) -> Group {
    Group::plain(vec![Mark::line("rail-line", layout.left, band.bottom(), layout.right, band.bottom())])
}

/// All work together, where its parts couldn't be told apart.
fn total_path(picture: &Picture, height: Height, moments: &[TimeUs]) -> Path {
    let mut path = Path::new().to(picture.layout.left, height.band.bottom());
    for (&t, total_us) in moments.iter().zip(totals(&picture.simulation.run, moments)) {
        path = path.line(picture.scale.x(t), height.y(total_us));
    }
    path.down(height.band.bottom()).close()
}

/// Jobs that are in the virtual machine at some moment of the window, in the order of arrival.
fn present(picture: &Picture) -> Vec<JobIndex> {
    let (run, window) = (&picture.simulation.run, picture.scale.window);
    let is_there = |job: &JobIndex| {
        let through_us = run.outcome(*job).virtual_completion_us;
        run.instance.job(*job).arrival_us <= window.to_us && through_us.is_some_and(|t| t > window.from_us)
    };
    run.instance.by_arrival.iter().copied().filter(is_there).collect()
}

/// All work that is left at moments in ascending order: what has arrived without what has been done.
fn totals(run: &Run, moments: &[TimeUs]) -> Vec<TimeUs> {
    let mut arrivals = run.instance.by_arrival.iter().map(|&job| run.instance.job(job)).peekable();
    let mut segments = run.segments.iter().peekable();
    let (mut arrived_us, mut done_us) = (0, 0);
    let mut total = |&t: &TimeUs| {
        while let Some(job) = arrivals.next_if(|job| job.arrival_us <= t) {
            arrived_us += u128::from(job.virtual_size_us);
        }
        while let Some(segment) = segments.next_if(|segment| segment.to_us <= t) {
            done_us += u128::from(segment.to_us - segment.from_us);
        }
        let begun_us = segments.peek().map_or(0, |segment| t.saturating_sub(segment.from_us));
        TimeUs::try_from(arrived_us - done_us - u128::from(begun_us)).unwrap_or(TimeUs::MAX)
    };
    moments.iter().map(&mut total).collect()
}

/// How much work makes how many pixels: the largest total in the window fills the lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    pub band: Band,
    pub largest_us: TimeUs,
}

impl Height {
    /// Looks for the largest total at the moments of a window.
    fn of(picture: &Picture, band: Band, moments: &[TimeUs]) -> Self {
        let totals = totals(&picture.simulation.run, moments);
        Self { band, largest_us: totals.into_iter().max().unwrap_or(0).max(1) }
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

/// Of these jobs those on the virtual machine at a moment with what is left of them, least first (ties: arrival, then index).
fn stack(run: &Run, jobs: &[JobIndex], t: TimeUs) -> Vec<(JobIndex, TimeUs)> {
    let mut stack: Vec<(JobIndex, TimeUs)> = jobs
        .iter()
        .take_while(|&&job| run.instance.job(job).arrival_us <= t)
        .filter_map(|&job| run.virtual_remaining_us(job, t).map(|left_us| (job, left_us)))
        .collect();
    stack.sort_by_key(|&(job, left_us)| (left_us, run.instance.job(job).arrival_us, job));
    stack
}

/// Moments at which the stack changes its shape, ascending. Of moments that are drawn as one the last holds: then all that
/// came at them has come.
fn breakpoints(picture: &Picture) -> Vec<TimeUs> {
    let run = &picture.simulation.run;
    let window = picture.scale.window;
    let by_arrival = &run.instance.by_arrival;
    let first = by_arrival.partition_point(|&job| run.instance.job(job).arrival_us < window.from_us);
    let mut arrivals = by_arrival[first..].iter().map(|&job| run.instance.job(job).arrival_us).peekable();
    let first = run.segments.partition_point(|segment| segment.to_us < window.from_us);
    let ends = run.segments[first..].iter().flat_map(|segment| [segment.from_us, segment.to_us]);
    let mut ends = ends.skip_while(|&t| t < window.from_us).peekable();
    let mut apart: Vec<TimeUs> = vec![window.from_us];
    let mut last = picture.scale.x(window.from_us);
    let mut note = |t: TimeUs| {
        let x = picture.scale.x(t);
        if x - last < LEAST_STEP_PX {
            apart.pop();
        } else {
            last = x;
        }
        apart.push(t);
    };
    // Both are in ascending order.
    loop {
        let next = match (arrivals.peek(), ends.peek()) {
            (Some(&arrival), Some(&end)) => arrival.min(end),
            (Some(&t), None) | (None, Some(&t)) => t,
            (None, None) => break,
        };
        if next > window.to_us {
            break;
        }
        while arrivals.next_if_eq(&next).is_some() || ends.next_if_eq(&next).is_some() {}
        note(next);
    }
    note(window.to_us);
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
    present: Vec<JobIndex>,
    height: Height,
    paths: BTreeMap<JobIndex, Path>,
    places: BTreeMap<JobIndex, Place>,
}

impl Ink<'_> {
    fn stretch(&mut self, from_us: TimeUs, to_us: TimeUs) {
        let run = &self.picture.simulation.run;
        let (x0, x1) = (self.picture.scale.x(from_us), self.picture.scale.x(to_us));
        let (mut below, mut below_later) = (0, 0);
        for (job, left_us) in stack(run, &self.present, from_us) {
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
            stack(&run, &run.instance.by_arrival, t)
                .into_iter()
                .map(|(job, us)| (run.instance.job_id(job), us))
                .collect()
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
        let height = Height::of(&picture, layout.work_left.unwrap(), &breakpoints(&picture));
        assert_eq!(height.largest_us, 131_600_000);
        assert_eq!(height.y(0), height.band.bottom());
        assert!((height.y(height.largest_us) - height.band.top - 4.0).abs() < 1e-9);
        assert_eq!(draw(&picture).bands.len(), 4);
    }

    #[test]
    fn the_total_is_the_sum_of_the_stack() {
        for example in ["preemption", "guide-wins", "fifty-jobs"] {
            let simulation = simulation_of(example, "a-srpt");
            let run = &simulation.run;
            let layout = layout_for(run);
            for window in [simulation.all(), simulation.all().zoomed(run.end_us() / 3, 0.2, simulation.all())]
            {
                let picture = Picture::new(&simulation, &layout, window);
                let moments = breakpoints(&picture);
                assert!(moments.is_sorted() && moments.len() >= 2, "{example}");
                for (&t, total_us) in moments.iter().zip(totals(run, &moments)) {
                    let stacked: TimeUs =
                        stack(run, &run.instance.by_arrival, t).iter().map(|(_, left_us)| left_us).sum();
                    assert_eq!(total_us, stacked, "{example} at {t}");
                    assert_eq!(stack(run, &present(&picture), t), stack(run, &run.instance.by_arrival, t));
                }
            }
        }
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
        assert!(
            Height::of(&picture, layout.work_left.unwrap(), &breakpoints(&picture)).largest_us
                >= 1_000_000_000_000
        );
        let drawn: Vec<_> = draw(&picture).bands.iter().map(|band| band.job).collect();
        assert_eq!(drawn, [simulation.run.instance.find_job("huge")]);
    }
}
