//! The virtual machine's lane: who runs, notched where one was preempted or resumed, and arrivals above it.

use std::collections::BTreeMap;

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Segment;

use crate::draw::{colour, path::Path};

use super::label;
use super::marks::{Group, Mark};
use super::merged::{MANY, Merged};
use super::scene::Picture;

/// A job whose bars are all narrower than this is drawn in plain colour.
const SLIVER_PX: f64 = 2.0;
/// Of very many arrivals those stand for the others that are so far apart.
const MANY_APART_PX: f64 = 5.0;

/// One group per job that ran in the window; slivers of very many are put together.
pub fn bars(picture: &Picture) -> Vec<Group> {
    let mut outlines: BTreeMap<JobIndex, (Path, f64)> = BTreeMap::new();
    let mut slivers = Merged::new("sliver");
    let many = window_segments(picture).len() > MANY;
    let mut last = i64::MIN;
    for bar in visible(picture) {
        let width = bar.x1 - bar.x0;
        // Of the slivers within half a pixel one is enough.
        let half_px = (bar.x0 * 2.0) as i64;
        if width < 0.5 && half_px == last {
            continue;
        }
        last = half_px;
        if many && width < SLIVER_PX {
            slivers.draw(bar.segment.job, |path| outline(picture, &bar, path));
            continue;
        }
        let (path, widest) = outlines.remove(&bar.segment.job).unwrap_or_default();
        outlines.insert(bar.segment.job, (outline(picture, &bar, path), width.max(widest)));
    }
    let mut groups = slivers.groups();
    let own = |(job, (path, widest))| Group::of_job(job, bar_marks(job, path, widest));
    groups.extend(outlines.into_iter().map(own));
    groups
}

/// Names on the bars that can hold one.
pub fn names(picture: &Picture) -> Vec<Group> {
    let band = picture.layout.machine_bars;
    visible(picture)
        .filter_map(|bar| {
            let job = bar.segment.job;
            let notch = if bar.resumed { 9.0 } else { 6.0 };
            let room = bar.x1 - bar.x0 - notch - 4.0;
            let name = picture.simulation.run.instance.job_id(job);
            let text = label::cut(name, room)?;
            let mark = Mark::text("name on-tint", bar.x0 + notch, band.middle() + 3.8, text);
            Some(Group::of_job(job, vec![mark]))
        })
        .collect()
}

/// A ring on a stem where a job arrives, a triangle where it takes the machine from another.
pub fn arrivals(picture: &Picture) -> Vec<Group> {
    let (run, layout) = (&picture.simulation.run, picture.layout);
    if !run.policy.uses_virtual_machine() {
        return Vec::new();
    }
    let (top, bars) = (layout.machine.top, layout.machine_bars.top);
    let many = run.instance.jobs.len() > MANY;
    let apart = if many { MANY_APART_PX } else { 0.75 };
    let mut last = (f64::NEG_INFINITY, false);
    let mut groups = Vec::new();
    for &job in &run.instance.by_arrival {
        let at_us = run.instance.job(job).arrival_us;
        if !picture.scale.window.holds(at_us) {
            continue;
        }
        let turns = picture.simulation.landmarks.of_job(job);
        let x = picture.scale.x(at_us);
        // Many at one pixel are seen as one; a preemption is never left out for a mere arrival.
        if x - last.0 < 0.75 && (last.1 || !turns.preempts) || x - last.0 < apart && last.1 >= turns.preempts
        {
            continue;
        }
        last = (x, turns.preempts);
        let stem = Mark::line("stem", x, top + 7.0, x, bars);
        let head = if turns.preempts {
            Mark::path(
                "arrival-preempts",
                Path::new().to(x - 4.5, top + 1.0).across(x + 4.5).line(x, top + 9.0).close(),
            )
        } else {
            Mark::circle("arrival", x, top + 4.5, 3.0)
        };
        groups.push(Group::from_step(job, turns.arrival, vec![stem, head]));
    }
    groups
}

struct Bar {
    segment: Segment,
    x0: f64,
    x1: f64,
    /// It starts with a notch: it ran before.
    resumed: bool,
    /// It ends with a notch: it isn't done.
    preempted: bool,
}

/// The stretches of the virtual machine that have a part in the window.
fn window_segments<'a>(picture: &'a Picture) -> &'a [Segment] {
    let (segments, window) = (&picture.simulation.run.segments, picture.scale.window);
    let first = segments.partition_point(|segment| segment.to_us <= window.from_us);
    &segments[first..segments.partition_point(|segment| segment.from_us < window.to_us).max(first)]
}

fn visible<'a>(picture: &'a Picture) -> impl Iterator<Item = Bar> + 'a {
    let (run, scale) = (&picture.simulation.run, &picture.scale);
    window_segments(picture).iter().map(move |&segment| {
        let through_us = run.outcome(segment.job).virtual_completion_us;
        let resumed = run.segments_of(segment.job).first() != Some(&segment);
        Bar {
            segment,
            x0: scale.x_held(segment.from_us),
            x1: scale.x_held(segment.to_us),
            resumed: resumed && segment.from_us >= scale.window.from_us,
            preempted: through_us != Some(segment.to_us) && segment.to_us <= scale.window.to_us,
        }
    })
}

fn bar_marks(job: JobIndex, path: Path, widest: f64) -> Vec<Mark> {
    if widest < SLIVER_PX {
        return vec![Mark::path("sliver", path)];
    }
    let mut marks = vec![Mark::path("tint", path.clone())];
    if let Some(fill) = colour::tint_pattern(job) {
        marks.push(Mark::path("pat", path.clone()).filled(fill));
    }
    marks.push(Mark::path("outline", path));
    marks
}

/// A bar's outline, added to those of the job's other bars.
fn outline(picture: &Picture, bar: &Bar, path: Path) -> Path {
    let band = picture.layout.machine_bars;
    let (top, bottom, middle) = (band.top + 0.5, band.bottom() - 0.5, band.middle());
    let x0 = bar.x0 + 0.5;
    let x1 = (bar.x1 - 0.5).max(x0 + 0.75);
    let notch = if x1 - x0 > 8.0 { 4.5 } else { 0.0 };
    let mut path = path.to(x0, top).across(x1);
    path = if bar.preempted { path.line(x1 - notch, middle).line(x1, bottom) } else { path.down(bottom) };
    path = path.across(x0);
    if bar.resumed {
        path = path.line(x0 + notch, middle);
    }
    path.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, simulation_of};

    #[test]
    fn segments_become_notched_bars() {
        let simulation = simulation_of("preemption", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let bars: Vec<Bar> = visible(&picture).collect();
        let flags: Vec<_> = bars
            .iter()
            .map(|b| (simulation.run.instance.job_id(b.segment.job), b.resumed, b.preempted))
            .collect();
        assert_eq!(flags[0], ("long", false, true));
        assert_eq!(flags.last().copied(), Some(("long", true, false)));
        assert_eq!(flags.len(), simulation.run.segments.len());
    }

    #[test]
    fn a_preempting_arrival_is_a_triangle() {
        let simulation = simulation_of("preemption", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let heads: Vec<_> = arrivals(&picture).iter().map(|group| group.marks[1].class).collect();
        assert_eq!(heads.iter().filter(|&&class| class == "arrival-preempts").count(), 2);
    }

    #[test]
    fn baselines_have_no_virtual_machine() {
        let simulation = simulation_of("preemption", "fifo");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        assert!(bars(&picture).is_empty() && names(&picture).is_empty() && arrivals(&picture).is_empty());
    }
}
