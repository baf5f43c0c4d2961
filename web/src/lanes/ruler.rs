//! The ruler: ticks of the time axis and their lines through all lanes.

use crate::draw::axis::{Tick, ticks};
use crate::draw::path::Path;

use super::label;
use super::marks::{Group, Mark};
use super::scene::Picture;

/// Room that a tick's label wants.
const TICK_ROOM: f64 = 96.0;
/// Room of a refit's mark.
const REFIT_ROOM: f64 = 5.0;

/// Lines.
pub fn grid(picture: &Picture) -> Group {
    let layout = picture.layout;
    let line = |tick: Tick| {
        let x = picture.scale.x(tick.at_us);
        Mark::line("hair", x, layout.ruler, x, layout.bottom)
    };
    let mut marks: Vec<Mark> = ticks_of(picture).into_iter().map(line).collect();
    marks.push(Mark::line("rail-line", layout.left, layout.ruler, layout.right, layout.ruler));
    marks.extend(refits(picture));
    Group::plain(marks)
}

/// What stands at the lines. A label that the cursor's flag would cover a part of gives way to it.
pub fn labels(picture: &Picture, flag: Option<(f64, f64)>) -> Group {
    let label = |tick: Tick| {
        let half = label::width(&tick.label) / 2.0;
        let x = picture.scale.x(tick.at_us).min(picture.layout.width - half - 2.0);
        let covered = flag.is_some_and(|(from, to)| x + half > from && x - half < to);
        Mark::text(if covered { "tick covered" } else { "tick" }, x, 14.0, tick.label)
    };
    Group::plain(ticks_of(picture).into_iter().map(label).collect())
}

fn ticks_of(picture: &Picture) -> Vec<Tick> {
    let layout = picture.layout;
    let room = if layout.compact { 70.0 } else { TICK_ROOM };
    ticks(picture.scale.window, ((layout.right - layout.left) / room).max(2.0) as usize)
}

/// Where the predictor was fitted again: a diamond on the ruler, one per few pixels at most.
fn refits(picture: &Picture) -> Vec<Mark> {
    let (run, ruler) = (&picture.simulation.run, picture.layout.ruler);
    let mut marks = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for &step in run.refit_steps() {
        let at_us = run.log[step].time_us;
        let x = picture.scale.x(at_us);
        if picture.scale.window.holds(at_us) && x - last >= REFIT_ROOM {
            marks.push(refit_mark(x, ruler));
            last = x;
        }
    }
    marks
}

/// The mark of a refit, centred.
pub fn refit_mark(x: f64, y: f64) -> Mark {
    let path = Path::new().to(x, y - 4.5).line(x + 4.5, y).line(x, y + 4.5).line(x - 4.5, y).close();
    Mark::path("refit", path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::cursor;
    use crate::testing::{layout_for, run_of_scenario, simulation_of};

    #[test]
    fn no_label_is_half_under_the_flag() {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let all = ticks_of(&picture).len();
        let shown = |flag| labels(&picture, flag).marks.iter().filter(|mark| mark.class == "tick").count();
        assert_eq!(shown(None), all);
        let mut gave_way = 0;
        for time_us in (0..simulation.run.end_us()).step_by(5_000_000) {
            let flag = cursor::flag(&picture, time_us);
            let left = shown(flag);
            assert!(all - left <= 2, "at {time_us} the flag takes {}", all - left);
            gave_way += all - left;
        }
        assert!(gave_way > 0, "the cursor passes every label");
    }

    #[test]
    fn refits_are_on_the_ruler_as_far_as_they_can_be_told_apart() {
        let text = include_str!("../../../tests/links/learning.json");
        let scenario = asrpt_core::scenario::Scenario::from_json(text).unwrap();
        let simulation = crate::simulation::Simulation::of_run(run_of_scenario(scenario, "a-srpt"));
        let layout = layout_for(&simulation.run);
        let marks = |window| {
            let picture = Picture::new(&simulation, &layout, window);
            grid(&picture).marks.iter().filter(|mark| mark.class == "refit").count()
        };
        assert_eq!((simulation.run.refit_steps().len(), marks(simulation.all())), (3, 3));
        let until_us = 1_000_000_000;
        assert_eq!(marks(crate::draw::scale::Window { from_us: 0, to_us: until_us }), 1);
        // All of a run of years lies on a few pixels.
        assert_eq!(marks(crate::draw::scale::Window { from_us: 0, to_us: 1 << 52 }), 1);
    }
}
