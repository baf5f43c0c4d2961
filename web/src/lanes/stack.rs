//! The queue of the virtual machine as it stands now: a column of bars at the cursor, as high as the work left, whose
//! order is SRPT's. At a preemption two of them change places.

use asrpt_core::ids::JobIndex;

use crate::moment::Moment;

use super::scene::{Picture, Scene};

/// Width of the column.
pub const WIDTH: f64 = 11.0;

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct StackBar {
    pub job: JobIndex,
    pub y: f64,
    pub height: f64,
    /// Whether it has the machine.
    pub runs: bool,
}

/// The bars from the ground up, or nothing where the lane isn't shown.
pub fn draw(picture: &Picture, scene: &Scene, moment: &Moment) -> Vec<StackBar> {
    let Some(height) = scene.work_height else { return Vec::new() };
    let mut below_us = 0;
    moment
        .virtual_queue(&picture.simulation.run)
        .into_iter()
        .map(|(job, left_us)| {
            below_us += left_us;
            StackBar {
                job,
                y: height.y(below_us),
                height: height.px(left_us).max(1.0),
                runs: moment.state.virtual_running == Some(job),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, simulation_of};

    #[test]
    fn two_bars_change_places_at_a_preemption() {
        let simulation = simulation_of("preemption", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let scene = Scene::draw(&picture);
        let mut moment = Moment::first(&simulation.run);
        let order = |moment: &Moment| -> Vec<u32> {
            draw(&picture, &scene, moment).iter().map(|b| b.job.0).collect()
        };
        moment.go_to_step(&simulation.run, 2);
        assert_eq!(order(&moment), [0, 1]);
        moment.go_to_step(&simulation.run, 3);
        assert_eq!(order(&moment), [1, 0]);
        let bars = draw(&picture, &scene, &moment);
        assert!((bars[0].y + bars[0].height - layout.work_left.unwrap().bottom()).abs() < 1e-9);
        assert!(bars[0].runs && !bars[1].runs);
    }
}
