//! The order lane: from the moment a job may start (upper rail) to its start (lower rail), on the same time axis. Each
//! point of a slope is a moment of waiting and has the look of its reason; a crossing is an overtaking.

use asrpt_core::ids::JobIndex;
use asrpt_core::policy::Eligible;
use asrpt_core::run::{Outcome, Run};
use asrpt_core::time::TimeUs;

use crate::draw::path::Path;

use super::label::{self, Wish};
use super::layout::Rails;
use super::marks::{Group, Mark};
use super::merged::{Grid, MANY, Merged};
use super::scene::Picture;

/// What the lane is made of.
pub struct Order {
    pub rails: Group,
    pub slopes: Vec<Group>,
    pub points: Vec<Group>,
    pub names: Vec<Group>,
}

/// More overtakings than this in view would be a tangle of rings.
const MOST_RINGS: usize = 24;
/// So many slopes at most where there are very many.
const MOST_SLOPES: usize = 1_200;
/// Of very many points those are drawn that are so far apart.
const POINT_PX: f64 = 6.0;

/// Slopes, diamonds, dots, rings and names.
pub fn draw(picture: &Picture) -> Order {
    let all = in_window(picture);
    let many = all.len() > MANY;
    let jobs = if many { representatives(picture, &all) } else { all };
    let rails = picture.layout.order;
    let mut names = names(picture, &jobs);
    if !many {
        names.extend(rings(picture, &jobs));
    }
    Order {
        rails: Group::plain(vec![
            Mark::line("rail-line", picture.layout.left, rails.upper, picture.layout.right, rails.upper),
            Mark::line("rail-line", picture.layout.left, rails.lower, picture.layout.right, rails.lower),
        ]),
        slopes: if many {
            merged_slopes(picture, &jobs)
        } else {
            jobs.iter().map(|&job| slope(picture, job)).collect()
        },
        points: points_apart(picture, &jobs, many),
        names,
    }
}

/// Why a job waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// For GPUs or for its turn.
    Turn,
    /// By choice, for a better place.
    Choice,
}

/// The stretches of a job's waiting, in time order.
pub fn waits(outcome: &Outcome) -> Vec<(TimeUs, TimeUs, Why)> {
    let (from, to) = (outcome.eligible_us, outcome.start_us);
    let (since, until) = outcome.wait_us.map_or((to, to), |(since, until)| (since, until.min(to)));
    [(from, since, Why::Turn), (since, until, Why::Choice), (until, to, Why::Turn)]
        .into_iter()
        .filter(|(a, b, _)| a < b)
        .collect()
}

/// The y of a job's slope at a moment.
pub fn height_at(rails: Rails, outcome: &Outcome, t: TimeUs) -> f64 {
    let (from, to) = (outcome.eligible_us as f64, outcome.start_us as f64);
    if to <= from {
        return rails.lower;
    }
    rails.upper + ((t as f64 - from) / (to - from)).clamp(0.0, 1.0) * (rails.lower - rails.upper)
}

/// When `later` overtakes `earlier`: it may start after it, but does so before it. The moment at which their lines
/// cross.
pub fn overtakes(earlier: &Outcome, later: &Outcome) -> Option<TimeUs> {
    let overtaken = earlier.eligible_us < later.eligible_us && later.start_us < earlier.start_us;
    overtaken.then(|| {
        let (a, b) = (earlier.eligible_us as f64, later.eligible_us as f64);
        let (long, short) = (earlier.start_us as f64 - a, later.start_us as f64 - b);
        ((b * long - a * short) / (long - short)) as TimeUs
    })
}

/// Jobs whose way from one rail to the other has a part in the window.
fn in_window(picture: &Picture) -> Vec<JobIndex> {
    let (run, window) = (&picture.simulation.run, picture.scale.window);
    let seen = |job: &JobIndex| {
        let outcome = run.outcome(*job);
        outcome.start_us >= window.from_us && outcome.eligible_us <= window.to_us
    };
    run.instance.by_arrival.iter().copied().filter(seen).collect()
}

/// Of the slopes between the same two stretches of the rails one is enough where there are very many; the stretches are as
/// long as it takes.
fn representatives(picture: &Picture, jobs: &[JobIndex]) -> Vec<JobIndex> {
    let (run, scale) = (&picture.simulation.run, &picture.scale);
    let width = scale.right - scale.left;
    let mut stretch_px = 0.5;
    loop {
        let cells = (width / stretch_px) as usize + 2;
        let mut grid = Grid::new(cells, cells);
        let at = |t| (scale.x(t) - scale.left) / stretch_px + 1.0;
        let is_first = |job: &JobIndex| {
            let outcome = run.outcome(*job);
            grid.take(at(outcome.eligible_us), at(outcome.start_us))
        };
        let first: Vec<JobIndex> = jobs.iter().copied().filter(is_first).collect();
        if first.len() <= MOST_SLOPES || stretch_px > width {
            return first;
        }
        stretch_px *= 2.0;
    }
}

/// Slopes as one path a colour, and one for all waiting.
fn merged_slopes(picture: &Picture, jobs: &[JobIndex]) -> Vec<Group> {
    let (rails, scale) = (picture.layout.order, &picture.scale);
    let mut at_once = Merged::new("at-once");
    let (mut turns, mut choices) = (Path::new(), Path::new());
    for &job in jobs {
        let outcome = picture.simulation.run.outcome(job);
        if outcome.start_us == outcome.eligible_us {
            let x = scale.x(outcome.start_us);
            at_once.draw(job, |path| path.to(x, rails.upper).down(rails.lower));
        }
        for (from, to, why) in waits(outcome) {
            let path = match why {
                Why::Turn => &mut turns,
                Why::Choice => &mut choices,
            };
            *path = std::mem::take(path)
                .to(scale.x(from), height_at(rails, outcome, from))
                .line(scale.x(to), height_at(rails, outcome, to));
        }
    }
    let mut groups = at_once.groups();
    groups.push(Group::plain(vec![
        Mark::path("wait", turns),
        Mark::path("choice-band", choices.clone()),
        Mark::path("choice", choices),
    ]));
    groups
}

/// Diamonds and dots; of very many those that lie apart.
fn points_apart(picture: &Picture, jobs: &[JobIndex], many: bool) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut grid = Grid::new((picture.layout.width / POINT_PX) as usize + 1, 2);
    for &job in jobs {
        let outcome = picture.simulation.run.outcome(job);
        let ends = [outcome.eligible_us, outcome.start_us].map(|t| picture.scale.x(t));
        for (row, group) in points(picture, job).into_iter().enumerate() {
            if !many || grid.take(ends[row] / POINT_PX, row as f64) {
                groups.push(group);
            }
        }
    }
    groups
}

fn slope(picture: &Picture, job: JobIndex) -> Group {
    let (outcome, rails, scale) = (picture.simulation.run.outcome(job), picture.layout.order, &picture.scale);
    if outcome.start_us == outcome.eligible_us {
        let x = scale.x(outcome.start_us);
        return Group::of_job(job, vec![Mark::line("at-once", x, rails.upper, x, rails.lower)]);
    }
    let mut marks = Vec::new();
    for (from, to, why) in waits(outcome) {
        let ends =
            (scale.x(from), height_at(rails, outcome, from), scale.x(to), height_at(rails, outcome, to));
        let line = |class| Mark::line(class, ends.0, ends.1, ends.2, ends.3);
        match why {
            Why::Turn => marks.push(line("wait")),
            Why::Choice => marks.extend([line("choice-band"), line("choice")]),
        }
    }
    if let Some((_, until_us)) = outcome.wait_us {
        marks.extend(wait_end(picture, outcome.start_us, until_us));
    }
    Group::of_job(job, marks)
}

/// A ⊤ on the lower rail where a wait by choice would end, with dots up to it if the job starts before.
fn wait_end(picture: &Picture, start_us: TimeUs, until_us: TimeUs) -> Vec<Mark> {
    let (x, y) = (picture.scale.x(until_us), picture.layout.order.lower);
    let mut marks = Vec::new();
    if until_us > start_us {
        let from = picture.scale.x(start_us) + 5.0;
        if x > from {
            marks.push(Mark::line("choice-unused", from, y, x.min(picture.layout.right), y));
        }
    }
    if x <= picture.layout.right {
        let tee = Path::new().to(x, y - 8.0).line(x, y).to(x - 3.5, y - 8.0).line(x + 3.5, y - 8.0);
        marks.push(Mark::path("choice-end", tee));
    }
    marks
}

fn points(picture: &Picture, job: JobIndex) -> [Group; 2] {
    let (run, rails) = (&picture.simulation.run, picture.layout.order);
    let (outcome, turns) = (run.outcome(job), picture.simulation.landmarks.of_job(job));
    let through = run.policy.eligible() == Eligible::OnVirtualCompletion;
    let x = picture.scale.x(outcome.eligible_us);
    let upper = if through {
        Mark::path("diamond", Path::new().diamond(x, rails.upper, 4.5))
    } else {
        Mark::circle("arrival", x, rails.upper, 3.25)
    };
    let eligible_step =
        if through { turns.virtual_completion.unwrap_or(turns.arrival) } else { turns.arrival };
    let lower = Mark::circle("dot", picture.scale.x(outcome.start_us), rails.lower, 3.9);
    [Group::from_step(job, eligible_step, vec![upper]), Group::from_step(job, turns.start, vec![lower])]
}

fn names(picture: &Picture, jobs: &[JobIndex]) -> Vec<Group> {
    let (run, rails) = (&picture.simulation.run, picture.layout.order);
    let line = |moment: fn(&Outcome) -> TimeUs, y: f64| {
        let wishes = jobs
            .iter()
            .filter(|&&job| picture.scale.window.holds(moment(run.outcome(job))))
            .map(|&job| Wish {
                x: picture.scale.x(moment(run.outcome(job))),
                text: label::cut(run.instance.job_id(job), 60.0).unwrap_or_default(),
                of: job,
            })
            .collect();
        label::fit(wishes, picture.layout.left - 8.0, picture.layout.width - 2.0).into_iter().map(
            move |wish| Group::of_job(wish.of, vec![Mark::text("name on-lane middle", wish.x, y, wish.text)]),
        )
    };
    line(|o| o.eligible_us, rails.upper - 8.0).chain(line(|o| o.start_us, rails.lower + 15.0)).collect()
}

fn rings(picture: &Picture, jobs: &[JobIndex]) -> Vec<Group> {
    let run = &picture.simulation.run;
    let mut found = Vec::new();
    for &later in jobs {
        for &earlier in jobs {
            if let Some(t) = overtakes(run.outcome(earlier), run.outcome(later)) {
                if picture.scale.window.holds(t) {
                    found.push((later, t, height_at(picture.layout.order, run.outcome(earlier), t)));
                }
                if found.len() > MOST_RINGS {
                    return Vec::new();
                }
            }
        }
    }
    let words = found.len() <= 4 && !picture.layout.compact;
    found.into_iter().map(|(later, t, y)| ring(picture, later, t, y, words)).collect()
}

fn ring(picture: &Picture, later: JobIndex, t: TimeUs, y: f64, words: bool) -> Group {
    let x = picture.scale.x(t);
    let mut marks = vec![Mark::circle("overtakes", x, y, 5.5)];
    if words {
        let text = format!("{} overtakes", picture.simulation.run.instance.job_id(later));
        if x + 10.0 + label::width(&text) < picture.layout.right {
            marks.push(Mark::text("name on-lane quiet", x + 10.0, y - 4.0, text));
        }
    }
    Group::of_job(later, marks)
}

/// What the upper rail stands for.
pub fn upper_rail(run: &Run) -> &'static str {
    match run.policy.eligible() {
        Eligible::OnVirtualCompletion => "virtual",
        Eligible::OnArrival => "arrives",
    }
}

/// What the lower rail stands for.
pub fn lower_rail(run: &Run) -> &'static str {
    match run.policy.eligible() {
        Eligible::OnVirtualCompletion => "real",
        Eligible::OnArrival => "starts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, run_of, simulation_of};

    fn outcome(eligible_us: TimeUs, start_us: TimeUs, wait_us: Option<(TimeUs, TimeUs)>) -> Outcome {
        Outcome { eligible_us, start_us, wait_us, ..Outcome::default() }
    }

    #[test]
    fn waiting_has_a_reason_at_every_moment() {
        assert_eq!(waits(&outcome(5, 5, None)), []);
        assert_eq!(waits(&outcome(5, 9, None)), [(5, 9, Why::Turn)]);
        assert_eq!(waits(&outcome(5, 9, Some((5, 20)))), [(5, 9, Why::Choice)]);
        let all = waits(&outcome(5, 30, Some((7, 20))));
        assert_eq!(all, [(5, 7, Why::Turn), (7, 20, Why::Choice), (20, 30, Why::Turn)]);
        let run = run_of("delay-runs-out", "a-srpt");
        let heavy = run.instance.find_job("heavy").unwrap();
        assert_eq!(waits(run.outcome(heavy)), [(205_825_000, 222_175_000, Why::Choice)]);
    }

    #[test]
    fn an_overtaking_is_where_lines_cross() {
        assert_eq!(overtakes(&outcome(0, 100, None), &outcome(40, 40, None)), Some(40));
        assert_eq!(overtakes(&outcome(0, 100, None), &outcome(20, 60, None)), Some(33));
        assert_eq!(overtakes(&outcome(0, 100, None), &outcome(20, 120, None)), None);
        assert_eq!(overtakes(&outcome(40, 40, None), &outcome(0, 100, None)), None);
    }

    #[test]
    fn in_the_guide_wins_j_is_not_overtaken() {
        let simulation = simulation_of("guide-wins", "a-srpt");
        let layout = layout_for(&simulation.run);
        let order = draw(&Picture::new(&simulation, &layout, simulation.all()));
        assert_eq!(order.slopes.len(), 10);
        assert_eq!(order.points.len(), 20);
        let classes = |class| order.slopes.iter().flat_map(|g| &g.marks).filter(|m| m.class == class).count();
        assert_eq!(classes("choice"), 1);
        assert_eq!(classes("choice-end"), 1);
        assert_eq!(classes("wait"), 4);
    }
}
