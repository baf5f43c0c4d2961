//! The selected job: outlined, its names strong, thin dotted leads from lane to lane. The job in focus gets a ring.

use asrpt_core::ids::JobIndex;

use super::cluster::Placed;
use super::label;
use super::links;
use super::marks::{Group, Mark};
use super::scene::{Picture, Scene};

/// Marks of the selection.
pub fn selected(picture: &Picture, scene: &Scene, job: JobIndex) -> Group {
    let (run, layout, scale) = (&picture.simulation.run, picture.layout, &picture.scale);
    let outcome = run.outcome(job);
    let mut marks = Vec::new();
    marks.extend(run.segments_of(job).iter().filter(|s| picture.shows(s.from_us, s.to_us)).map(|segment| {
        let (x0, x1) = (scale.x_held(segment.from_us), scale.x_held(segment.to_us));
        let bars = layout.machine_bars;
        Mark::rect("selected", x0, bars.top - 0.5, (x1 - x0).max(1.5), bars.height + 1.0)
    }));
    if let Some(through_us) = outcome.virtual_completion_us.filter(|&t| scale.window.holds(t)) {
        let x = scale.x(through_us);
        marks.push(Mark::line("lead", x, layout.machine_bars.bottom(), x, layout.order.upper - 6.0));
    }
    if scale.window.holds(outcome.start_us) {
        let x = scale.x(outcome.start_us);
        if let Some((_, y, _, _)) = Placed::of(picture, job).rects().next() {
            marks.push(Mark::line("lead", x, layout.order.lower + 5.0, x, y));
        }
    }
    marks.extend(frames(picture, job, "selected", 1.0));
    marks.extend(scene.links_top.into_iter().flat_map(|top| links::own(picture, top, job)));
    marks.extend(names(picture, job));
    Group::of_job(job, marks)
}

/// The ring of the job in focus.
pub fn focused(picture: &Picture, job: JobIndex) -> Group {
    let outcome = picture.simulation.run.outcome(job);
    let mut marks = frames(picture, job, "focused", 2.5);
    for (t, y) in
        [(outcome.eligible_us, picture.layout.order.upper), (outcome.start_us, picture.layout.order.lower)]
    {
        if picture.scale.window.holds(t) {
            marks.push(Mark::circle("focused", picture.scale.x(t), y, 7.5));
        }
    }
    Group::of_job(job, marks)
}

fn frames(picture: &Picture, job: JobIndex, class: &'static str, by: f64) -> Vec<Mark> {
    let outcome = picture.simulation.run.outcome(job);
    if !picture.shows(outcome.start_us, outcome.completion_us) {
        return Vec::new();
    }
    let frame = |(x, y, width, height): (f64, f64, f64, f64)| {
        Mark::rect(class, x - by, y - by, width + 2.0 * by, height + 2.0 * by).rounded(2.0 + by)
    };
    Placed::of(picture, job).rects().map(frame).collect()
}

fn names(picture: &Picture, job: JobIndex) -> Vec<Mark> {
    let (run, rails) = (&picture.simulation.run, picture.layout.order);
    let outcome = run.outcome(job);
    let name = label::cut(run.instance.job_id(job), 60.0).unwrap_or_default();
    let half = label::width(&name) / 2.0;
    [(outcome.eligible_us, rails.upper - 8.0), (outcome.start_us, rails.lower + 15.0)]
        .into_iter()
        .filter(|&(t, _)| picture.scale.window.holds(t))
        .map(|(t, y)| {
            let x =
                picture.scale.x(t).clamp(picture.layout.left - 8.0 + half, picture.layout.width - 2.0 - half);
            Mark::text("name on-lane middle strong", x, y, name.clone())
        })
        .collect()
}

/// How a job is announced: its name, model, size, and where it is in its life.
pub fn announcement(run: &asrpt_core::run::Run, moment: &crate::moment::Moment, job: JobIndex) -> String {
    use crate::draw::number::counted;
    let model = &run.instance.model_of(job).name;
    let gpus = counted(run.instance.job(job).gpus.into(), "GPU");
    format!("{}, {model}, {gpus}, {}", run.instance.job_id(job), life_now(run, moment, job))
}

/// Where a job is in its life.
pub fn life_now(run: &asrpt_core::run::Run, moment: &crate::moment::Moment, job: JobIndex) -> String {
    use crate::draw::number::seconds;
    use asrpt_core::replay::Phase;
    let (outcome, arrival_us) = (run.outcome(job), run.instance.job(job).arrival_us);
    let state = &moment.state.jobs[job.at()];
    let waits_by_choice = outcome.wait_us.filter(|_| state.waits_until_us.is_some());
    let (does, since_us) = match (state.phase, waits_by_choice) {
        (Phase::Ahead, _) => ("arrives at", arrival_us),
        (Phase::InVirtualMachine, _) => ("in the virtual machine since", arrival_us),
        (Phase::Queued, Some((since_us, _))) => ("waits by choice since", since_us),
        (Phase::Queued, None) => ("waits since", outcome.eligible_us),
        (Phase::Running, _) => ("runs since", outcome.start_us),
        (Phase::Done, _) => ("ended at", outcome.completion_us),
    };
    format!("{does} {}", seconds(since_us, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::Moment;
    use crate::testing::{layout_for, simulation_of};

    #[test]
    fn a_job_is_announced_with_its_life() {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let heavy = simulation.run.instance.find_job("heavy").unwrap();
        let mut moment = Moment::first(&simulation.run);
        let mut said = |step| {
            moment.go_to_step(&simulation.run, step);
            announcement(&simulation.run, &moment, heavy).replace('\u{a0}', " ")
        };
        assert_eq!(said(1), "heavy, heavy2, 2 GPUs, arrives at 200.0 s");
        assert_eq!(said(14), "heavy, heavy2, 2 GPUs, waits by choice since 205.8 s");
        assert_eq!(said(16), "heavy, heavy2, 2 GPUs, runs since 222.2 s");
        assert_eq!(said(23), "heavy, heavy2, 2 GPUs, ended at 314.2 s");
    }

    #[test]
    fn both_blocks_of_a_split_job_are_outlined() {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let heavy = simulation.run.instance.find_job("heavy").unwrap();
        let group = selected(&picture, &Scene::draw(&picture), heavy);
        // Two stretches on the virtual machine, two blocks on the cluster.
        assert_eq!(group.marks.iter().filter(|mark| mark.class == "selected").count(), 4);
        assert_eq!(group.marks.iter().filter(|mark| mark.class == "lead").count(), 2);
    }
}
