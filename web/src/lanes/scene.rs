//! The scene: every mark of the lanes for one run, window and size.

use crate::draw::scale::{TimeScale, Window};
use crate::simulation::Simulation;
use crate::worker::{Turns, at_once};

use super::layout::Layout;
use super::marks::Group;
use super::{cluster, links, machine, order, ruler, work_left};

/// What the lanes are drawn from.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub simulation: &'a Simulation,
    pub layout: &'a Layout,
    pub scale: TimeScale,
}

impl<'a> Picture<'a> {
    /// Over a layout and a window.
    pub fn new(simulation: &'a Simulation, layout: &'a Layout, window: Window) -> Self {
        Self { simulation, layout, scale: layout.scale(window) }
    }

    /// Whether a stretch of time has a part in the window.
    pub fn shows(&self, from_us: u64, to_us: u64) -> bool {
        self.scale.window.meets(from_us, to_us)
    }
}

/// All marks, from the back to the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Grid lines, rails and the grounds of rows.
    pub ground: Vec<Group>,
    /// What is imagined: the virtual machine and the work left on it. 60 % ahead of the cursor.
    pub imagined: Vec<Group>,
    /// Slopes of the order lane. 60 % ahead of the cursor.
    pub slopes: Vec<Group>,
    /// Arrivals, diamonds and dots: pale until their step.
    pub points: Vec<Group>,
    /// Blocks of the cluster. 38 % ahead of the cursor.
    pub blocks: Vec<Group>,
    /// Names on blocks, drawn twice: reached and ahead.
    pub block_names: Vec<Group>,
    /// All other names.
    pub names: Vec<Group>,
    /// Stitches between servers.
    pub stitches: Vec<Group>,
    /// Areas and lines of the links. 38 % ahead of the cursor.
    pub links: Vec<Group>,
    /// What a full height of the links lane stands for, if it is shown.
    pub links_top: Option<links::Load>,
    /// How work left becomes pixels, if the lane is shown.
    pub work_height: Option<work_left::Height>,
}

impl Scene {
    /// Draws everything.
    pub fn draw(picture: &Picture) -> Self {
        at_once(Self::in_turns(picture, &mut Turns::none())).unwrap_or_default()
    }

    /// Draws lane by lane, giving the page its turn; `None` once nobody wants it any more.
    pub async fn in_turns(picture: &Picture<'_>, turns: &mut Turns) -> Option<Self> {
        let mut ground = vec![ruler::grid(picture)];
        let order = order::draw(picture);
        turns.large().await?;
        let own_px = cluster::own_width(picture);
        turns.large().await?;
        let cluster = cluster::draw(picture, own_px);
        turns.large().await?;
        ground.push(cluster.ground);
        ground.push(order.rails);
        let mut imagined = machine::bars(picture);
        turns.large().await?;
        let mut names = machine::names(picture);
        let mut points = machine::arrivals(picture);
        turns.large().await?;
        let (links, links_top) = match links::draw(picture) {
            Some(links) => {
                ground.push(links.ground);
                (links.areas, Some(links.top))
            }
            None => (Vec::new(), None),
        };
        turns.large().await?;
        let work = work_left::draw(picture);
        turns.large().await?;
        ground.extend(work.ground);
        imagined.extend(work.bands);
        names.extend(work.names);
        names.extend(order.names);
        points.extend(order.points);
        Some(Self {
            ground,
            imagined,
            slopes: order.slopes,
            points,
            blocks: cluster.blocks,
            block_names: cluster.names,
            names,
            stitches: cluster.stitches,
            links,
            links_top,
            work_height: work.height,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, simulation_of};

    /// How many marks a scene takes; names of blocks are drawn twice.
    fn count(scene: &Scene) -> usize {
        let Scene { ground, imagined, slopes, points, blocks, block_names, names, stitches, links, .. } =
            scene;
        [ground, imagined, slopes, points, blocks, block_names, block_names, names, stitches, links]
            .into_iter()
            .flatten()
            .map(|group| group.marks.len())
            .sum()
    }

    #[test]
    fn every_example_under_every_policy_stays_within_what_svg_can_move() {
        for example in crate::examples::EXAMPLES {
            for policy in asrpt_core::policy::POLICIES {
                let simulation = simulation_of(example.slug, policy.kind());
                let layout = layout_for(&simulation.run);
                let scene = Scene::draw(&Picture::new(&simulation, &layout, simulation.all()));
                let count = count(&scene);
                assert!(count <= 2_000, "{count} marks: {} under {}", example.slug, policy.kind());
                assert_eq!(scene.blocks.len(), simulation.run.instance.jobs.len());
            }
        }
    }

    /// However many jobs there are, and whatever of them is looked at.
    #[test]
    fn very_many_jobs_stay_within_what_svg_can_move() {
        let workload = asrpt_core::workload::Workload { jobs: 20_000, ..Default::default() };
        let scenario = asrpt_core::workload::generate(&workload).unwrap();
        for kind in ["a-srpt", "fifo"] {
            let run = crate::testing::run_of_scenario(scenario.clone(), kind);
            let simulation = Simulation::of_run(run);
            let layout = layout_for(&simulation.run);
            let (mut window, all) = (simulation.all(), simulation.all());
            for _ in 0..12 {
                let scene = Scene::draw(&Picture::new(&simulation, &layout, window));
                let count = count(&scene);
                assert!(count <= 2_500, "{count} marks under {kind} in {window:?}");
                window = window.zoomed(window.from_us + window.span_us() / 2, 0.5, all);
            }
        }
    }

    #[test]
    fn a_closer_look_leaves_out_what_is_elsewhere() {
        let simulation = simulation_of("guide-wins", "a-srpt");
        let layout = layout_for(&simulation.run);
        let window = Window { from_us: 100_000_000, to_us: 120_000_000 };
        let scene = Scene::draw(&Picture::new(&simulation, &layout, window));
        let jobs: Vec<_> = scene.blocks.iter().filter_map(|group| group.job).collect();
        let ids: Vec<_> = jobs.iter().map(|&job| simulation.run.instance.job_id(job)).collect();
        assert_eq!(ids, ["B", "D", "E", "F"]);
    }
}
