//! What the current step lights, and what travels on it: a job that gets through the virtual machine goes to the order
//! lane, a job that starts goes from there to its GPUs. What is lit stays for the whole step, so that the picture says
//! the same where nothing moves.

use asrpt_core::ids::JobIndex;
use asrpt_core::log::{Entry, Event};
use asrpt_core::policy::Eligible;

use crate::draw::path::Path;

use super::cluster::Placed;
use super::label;
use super::marks::{Group, Mark};
use super::order;
use super::scene::Picture;

/// A step's own marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Highlight {
    pub lit: Vec<Group>,
    pub travellers: Vec<Traveller>,
}

/// Something that arrives at `to` from elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Traveller {
    pub job: JobIndex,
    /// A job's token carries its name; a block is plain.
    pub name: Option<String>,
    pub to: Area,
    /// Where it comes from, relative to `to`.
    pub from: (f64, f64),
    /// Its size there, relative to its size at `to`.
    pub from_scale: (f64, f64),
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

const TOKEN_HEIGHT: f64 = 16.0;

/// What a step lights and moves.
pub fn draw(picture: &Picture, entry: &Entry) -> Highlight {
    if !picture.scale.window.holds(entry.time_us) {
        return Highlight::default();
    }
    let x = picture.scale.x(entry.time_us);
    let job = entry.event.job();
    match &entry.event {
        Event::Arrival { .. } => arrival(picture, job, x),
        Event::Preempt { machine, .. } => preempt(picture, job, machine.after, x),
        Event::VirtualCompletion { .. } => virtual_completion(picture, job, x),
        Event::Start(_) => start(picture, job, x),
        Event::Wait { .. } => ring_on_slope(picture, job, entry.time_us, "lit-choice"),
        Event::Block { .. } => ring_on_slope(picture, job, entry.time_us, "lit-wait"),
        Event::Completion { .. } | Event::Refit { .. } => completion(picture, job, x),
    }
}

fn lit(job: JobIndex, marks: Vec<Mark>) -> Highlight {
    Highlight { lit: vec![Group::of_job(job, marks)], travellers: Vec::new() }
}

/// A job's token centred at a point, coming from another.
fn token(picture: &Picture, job: JobIndex, at: (f64, f64), from: (f64, f64)) -> Traveller {
    let name = picture.simulation.run.instance.job_id(job);
    let name = label::cut(name, 70.0).unwrap_or_default();
    let width = label::width(&name) + 12.0;
    let to = Area { x: at.0 - width / 2.0, y: at.1 - TOKEN_HEIGHT / 2.0, width, height: TOKEN_HEIGHT };
    Traveller { job, name: Some(name), to, from: (from.0 - at.0, from.1 - at.1), from_scale: (1.0, 1.0) }
}

fn arrival(picture: &Picture, job: JobIndex, x: f64) -> Highlight {
    let layout = picture.layout;
    let y = if picture.simulation.run.policy.uses_virtual_machine() {
        layout.machine.top + 4.5
    } else {
        layout.order.upper
    };
    let mut highlight = lit(job, vec![Mark::circle("lit-ring", x, y, 7.0)]);
    highlight.travellers.push(token(picture, job, (x, y), (x, y - 22.0)));
    highlight
}

/// The winner's new stretch is lit, and the one that ends with a notch.
fn preempt(picture: &Picture, loser: JobIndex, winner: Option<JobIndex>, x: f64) -> Highlight {
    let bars = picture.layout.machine_bars;
    let notch = Path::new().to(x - 5.0, bars.top - 3.0).across(x).down(bars.bottom() + 3.0).across(x - 5.0);
    let mut highlight = lit(loser, vec![Mark::path("lit-line", notch)]);
    let Some(winner) = winner else { return highlight };
    let to_us = picture
        .simulation
        .run
        .segments_of(winner)
        .iter()
        .find(|segment| picture.scale.x(segment.from_us) >= x - 0.01)
        .map_or(picture.scale.window.from_us, |segment| segment.to_us);
    let width = (picture.scale.x_held(to_us) - x).max(3.0);
    let frame = Mark::rect("lit-frame", x, bars.top - 1.5, width, bars.height + 3.0).rounded(1.0);
    highlight.lit.push(Group::of_job(winner, vec![frame]));
    highlight
}

fn virtual_completion(picture: &Picture, job: JobIndex, x: f64) -> Highlight {
    let (bars, rails) = (picture.layout.machine_bars, picture.layout.order);
    let on_rail = picture.simulation.run.policy.eligible() == Eligible::OnVirtualCompletion;
    let mut marks = vec![Mark::line("lit-lead", x, bars.bottom(), x, rails.upper - 8.0)];
    if on_rail {
        marks.push(Mark::circle("lit-ring", x, rails.upper, 8.5));
    }
    let mut highlight = lit(job, marks);
    highlight.travellers.push(token(picture, job, (x, rails.upper), (x, bars.middle())));
    highlight
}

fn start(picture: &Picture, job: JobIndex, x: f64) -> Highlight {
    let rails = picture.layout.order;
    let placed = Placed::of(picture, job);
    let mut marks = vec![Mark::circle("lit-ring", x, rails.lower, 7.5)];
    let mut travellers = Vec::new();
    for (x0, y, width, height) in placed.rects() {
        marks.push(Mark::rect("lit-frame", x0 - 1.0, y - 1.0, width + 2.0, height + 2.0).rounded(3.0));
        let to = Area { x: x0, y, width, height };
        travellers.push(Traveller {
            job,
            name: None,
            to,
            from: (x - x0 - 6.0, rails.lower - y - 6.0),
            from_scale: (12.0 / width.max(1.0), 12.0 / height.max(1.0)),
        });
    }
    if let Some((_, y, _, _)) = placed.rects().next() {
        marks.push(Mark::line("lit-lead", x, rails.lower + 19.0, x, y - 1.0));
    }
    Highlight { lit: vec![Group::of_job(job, marks)], travellers }
}

fn ring_on_slope(picture: &Picture, job: JobIndex, t: u64, class: &'static str) -> Highlight {
    let y = order::height_at(picture.layout.order, picture.simulation.run.outcome(job), t);
    lit(job, vec![Mark::circle(class, picture.scale.x(t), y, 8.0)])
}

/// The end of the blocks is lit.
fn completion(picture: &Picture, job: JobIndex, x: f64) -> Highlight {
    let marks = Placed::of(picture, job)
        .rects()
        .map(|(_, y, _, height)| Mark::line("lit-end", x, y - 2.0, x, y + height + 2.0))
        .collect();
    lit(job, marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, simulation_of};

    fn at_step(step: usize) -> (Highlight, crate::lanes::layout::Layout) {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        (draw(&picture, &simulation.run.log[step - 1]), layout)
    }

    #[test]
    fn a_job_that_gets_through_travels_to_the_order_lane() {
        let (highlight, layout) = at_step(13);
        let token = &highlight.travellers[0];
        assert_eq!(token.name.as_deref(), Some("heavy"));
        assert_eq!(token.to.y + TOKEN_HEIGHT / 2.0, layout.order.upper);
        assert_eq!(token.from, (0.0, layout.machine_bars.middle() - layout.order.upper));
    }

    #[test]
    fn a_job_that_starts_travels_to_each_of_its_servers() {
        let (highlight, layout) = at_step(16);
        assert_eq!(highlight.travellers.len(), 2);
        for (traveller, server) in highlight.travellers.iter().zip(0..) {
            assert!((traveller.to.y - layout.gpu(server, 3).top - 0.5).abs() < 1e-9);
            assert!(traveller.to.y + traveller.from.1 < layout.servers[0].top, "from the order lane");
        }
    }

    #[test]
    fn a_wait_by_choice_is_ringed_where_it_begins() {
        let (highlight, layout) = at_step(14);
        assert!(highlight.travellers.is_empty());
        assert_eq!(highlight.lit[0].marks[0].class, "lit-choice");
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let x = layout.scale(simulation.all()).x(205_825_000);
        assert_eq!(highlight.lit[0].marks[0], Mark::circle("lit-choice", x, layout.order.upper, 8.0));
    }
}
