//! The cluster lane: a row per GPU, grouped by server; one block per server and stretch of neighbouring GPUs.

use asrpt_core::ids::{JobIndex, ServerIndex};
use asrpt_core::run::{Outcome, Run};

use crate::draw::{colour, path::Path};

use super::label;
use super::layout::Band;
use super::marks::{Group, Mark};
use super::merged::{Grid, Merged};
use super::scene::Picture;

/// Blocks up to this wide may stand for one another.
const THIN_PX: f64 = 1.0;
/// So many blocks are drawn on their own at most, each server that a job may lie on counted: the widest.
const MOST_BLOCKS: usize = 300;
/// Few jobs lie on more servers.
const MOST_SERVERS: u32 = 6;
/// Narrower blocks show no pattern, and no stitches.
const PATTERN_PX: f64 = 3.0;
const STITCH_PX: f64 = 5.0;

/// What the lane is made of.
pub struct Cluster {
    pub ground: Group,
    pub blocks: Vec<Group>,
    pub names: Vec<Group>,
    pub stitches: Vec<Group>,
}

/// Everything but the gutter, which tells of the moment.
pub fn draw(picture: &Picture, own_px: f64) -> Cluster {
    let run = &picture.simulation.run;
    let (mut blocks, mut names, mut stitches) = (Vec::new(), Vec::new(), Vec::new());
    let mut thin = Merged::new("solid");
    let mut taken = Grid::new(picture.layout.width as usize + 1, picture.layout.height as usize + 1);
    for (at, outcome) in run.outcomes.iter().enumerate() {
        if !picture.shows(outcome.start_us, outcome.completion_us) {
            continue;
        }
        let job = JobIndex::from_at(at);
        let (x0, x1) = ends(picture, outcome);
        if x1 - x0 <= own_px {
            // Of the blocks that begin at one pixel one is enough.
            if first_top(picture, job).is_some_and(|top| taken.take(x0, top)) {
                let bands = Placed::of(picture, job).bands;
                thin.draw(job, |path| {
                    bands.iter().fold(path, |path, band| path.block(x0, band.top, x1 - x0, band.height))
                });
            }
            continue;
        }
        let placed = Placed::of(picture, job);
        if placed.bands.is_empty() {
            continue;
        }
        blocks.push(Group::of_job(job, placed.marks(picture)));
        names.extend(placed.names(picture));
        stitches.extend(placed.stitch(picture));
    }
    let mut thin = thin.groups();
    thin.append(&mut blocks);
    let blocks = thin;
    Cluster { ground: ground(picture), blocks, names, stitches }
}

fn ends(picture: &Picture, outcome: &Outcome) -> (f64, f64) {
    let x0 = picture.scale.x_held(outcome.start_us);
    (x0, picture.scale.x_held(outcome.completion_us).max(x0 + 1.0))
}

/// Blocks up to this width are put together, so that not too many are on their own.
pub fn own_width(picture: &Picture) -> f64 {
    let mut by_width = [0_usize; 256];
    let run = &picture.simulation.run;
    for (at, outcome) in run.outcomes.iter().enumerate() {
        if picture.shows(outcome.start_us, outcome.completion_us) {
            let (x0, x1) = ends(picture, outcome);
            // On how many servers it lies is known to its start alone, which takes long to ask for every job.
            let servers = run.instance.jobs[at].gpus.min(MOST_SERVERS);
            by_width[((x1 - x0) as usize).min(by_width.len() - 1)] += servers as usize;
        }
    }
    let mut own = 0;
    let fits = |&(_, count): &(usize, usize)| {
        own += count;
        own <= MOST_BLOCKS
    };
    let widest_first = by_width.into_iter().enumerate().rev();
    let narrowest = widest_first.take_while(fits).last().map_or(by_width.len(), |(width, _)| width);
    (narrowest as f64 - 1e-9).max(THIN_PX)
}

/// Where the first of a job's GPUs lies, if its server is shown.
fn first_top(picture: &Picture, job: JobIndex) -> Option<f64> {
    let gpus = picture.simulation.run.start_of(job).gpus.iter();
    let (server, gpu) = gpus.map(|slot| (slot.server.at(), slot.gpu)).min()?;
    (server < picture.layout.servers.len()).then(|| picture.layout.gpu(server, gpu).top)
}

fn ground(picture: &Picture) -> Group {
    let layout = picture.layout;
    let mut marks = Vec::new();
    let width = layout.right - layout.left;
    let servers = picture.simulation.run.instance.cluster.servers.iter();
    for (at, server) in servers.enumerate().take(layout.servers.len()) {
        if layout.merged() {
            let band = layout.servers[at];
            marks.push(Mark::rect("row", layout.left, band.top, width, band.height));
        } else {
            for gpu in 0..server.gpus {
                let row = layout.gpu(at, gpu);
                marks.push(Mark::rect("row", layout.left, row.top + 0.5, width, row.height - 1.0));
            }
        }
    }
    Group::plain(marks)
}

/// Neighbouring GPUs of one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub server: ServerIndex,
    pub first: u32,
    pub last: u32,
}

/// A job's GPUs as stretches, by server, then GPU.
pub fn stretches(run: &Run, job: JobIndex) -> Vec<Stretch> {
    let mut slots: Vec<(ServerIndex, u32)> =
        run.start_of(job).gpus.iter().map(|slot| (slot.server, slot.gpu)).collect();
    slots.sort_unstable();
    let mut found: Vec<Stretch> = Vec::new();
    for (server, gpu) in slots {
        match found.last_mut() {
            Some(last) if last.server == server && last.last + 1 == gpu => last.last = gpu,
            _ => found.push(Stretch { server, first: gpu, last: gpu }),
        }
    }
    found
}

/// A job's blocks in pixels.
pub struct Placed {
    job: JobIndex,
    x0: f64,
    x1: f64,
    bands: Vec<Band>,
    /// GPUs of each band.
    gpus: Vec<u32>,
    /// Whether it lies on several servers.
    crosses: bool,
}

impl Placed {
    /// Where a job lies; also for a job outside the window, held at its edge.
    pub fn of(picture: &Picture, job: JobIndex) -> Self {
        let run = &picture.simulation.run;
        let outcome = run.outcome(job);
        let mut stretches = stretches(run, job);
        stretches.retain(|stretch| stretch.server.at() < picture.layout.servers.len());
        let x0 = picture.scale.x_held(outcome.start_us);
        Self {
            job,
            x0,
            x1: picture.scale.x_held(outcome.completion_us).max(x0 + 1.0),
            crosses: stretches.iter().any(|stretch| stretch.server != stretches[0].server),
            bands: stretches.iter().map(|stretch| band(picture, stretch)).collect(),
            gpus: stretches.iter().map(|stretch| stretch.last - stretch.first + 1).collect(),
        }
    }

    /// Its blocks as rectangles: x, y, width, height.
    pub fn rects(&self) -> impl Iterator<Item = (f64, f64, f64, f64)> {
        self.bands.iter().map(|band| (self.x0, band.top, self.x1 - self.x0, band.height))
    }

    fn marks(&self, picture: &Picture) -> Vec<Mark> {
        let (mut marks, mut between) = (Vec::new(), Path::new());
        for (band, &gpus) in self.bands.iter().zip(&self.gpus) {
            let rect = |class| {
                let (x, width) = (self.x0 + 0.25, self.x1 - self.x0 - 0.5);
                Mark::rect(class, x, band.top, width.max(0.75), band.height).rounded(2.0)
            };
            marks.push(rect("solid"));
            if let Some(fill) = colour::pattern(self.job).filter(|_| self.x1 - self.x0 >= PATTERN_PX) {
                marks.push(rect("pat").filled(fill));
            }
            if !picture.layout.merged() {
                for row in 1..gpus {
                    let y = band.top - 0.5 + f64::from(row) * picture.layout.row;
                    between = between.to(self.x0, y).across(self.x1);
                }
            }
        }
        if !between.is_empty() {
            marks.push(Mark::path("between-gpus", between));
        }
        marks
    }

    fn names(&self, picture: &Picture) -> Option<Group> {
        let run = &picture.simulation.run;
        let (id, model) = (run.instance.job_id(self.job), &run.instance.model_of(self.job).name);
        let mut marks = Vec::new();
        for band in self.bands.iter().filter(|band| band.height >= 8.5) {
            let room = self.x1 - self.x0 - 9.0;
            let Some(text) = label::cut(id, room) else { continue };
            let y = band.top + (band.height / 2.0).min((picture.layout.row * 0.55).max(7.5)) + 3.7;
            let used = label::width(&text);
            let name = Mark::text("name", self.x0 + 5.0, y, text);
            let roomy =
                band.height >= 12.0 && !picture.layout.compact && room > used + 10.0 + label::width(model);
            marks.push(if roomy { name.followed_by(model.clone()) } else { name });
        }
        (!marks.is_empty()).then(|| Group::of_job(self.job, marks))
    }

    /// The stitched line of traffic between servers: under each block, and upright between them.
    fn stitch(&self, picture: &Picture) -> Option<Group> {
        if !self.crosses || self.x1 - self.x0 < STITCH_PX {
            return None;
        }
        let mut along = Path::new();
        for band in &self.bands {
            let y = band.bottom() - 1.75;
            along = along.to(self.x0 + 2.0, y).across((self.x1 - 2.0).max(self.x0 + 2.0));
        }
        let mut marks = vec![Mark::path("stitch-ground", along.clone()), Mark::path("stitch", along)];
        let starts_here = picture.scale.window.holds(picture.simulation.run.outcome(self.job).start_us);
        if starts_here {
            marks.extend(self.upright());
        }
        Some(Group::of_job(self.job, marks))
    }

    fn upright(&self) -> Vec<Mark> {
        let x = self.x0 - 3.0;
        let mut path = Path::new();
        let mut knots = Vec::new();
        for pair in self.bands.windows(2) {
            let (from, to) = (pair[0].bottom() - 3.0, pair[1].top + 3.0);
            path = path.to(x, from).down(to);
            knots.extend([Mark::circle("knot", x, from, 2.25), Mark::circle("knot", x, to, 2.25)]);
        }
        knots.insert(0, Mark::path("stitch-upright", path));
        knots
    }
}

fn band(picture: &Picture, stretch: &Stretch) -> Band {
    let server = stretch.server.at();
    let (first, last) = (picture.layout.gpu(server, stretch.first), picture.layout.gpu(server, stretch.last));
    let inset = if picture.layout.merged() { 0.0 } else { 0.5 };
    Band { top: first.top + inset, height: (last.bottom() - first.top - 2.0 * inset).max(0.75) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{layout_for, run_of, simulation_of};

    #[test]
    fn neighbours_on_one_server_are_one_block() {
        let run = run_of("delay-runs-out", "a-srpt");
        let of = |id: &str| stretches(&run, run.instance.find_job(id).unwrap());
        assert_eq!(of("a"), [Stretch { server: ServerIndex(0), first: 0, last: 2 }]);
        assert_eq!(
            of("heavy"),
            [
                Stretch { server: ServerIndex(0), first: 3, last: 3 },
                Stretch { server: ServerIndex(1), first: 3, last: 3 }
            ]
        );
    }

    #[test]
    fn only_jobs_that_cross_servers_are_stitched() {
        let simulation = simulation_of("delay-runs-out", "a-srpt");
        let layout = layout_for(&simulation.run);
        let picture = Picture::new(&simulation, &layout, simulation.all());
        let cluster = draw(&picture, own_width(&picture));
        let stitched: Vec<_> = cluster
            .stitches
            .iter()
            .filter_map(|g| g.job)
            .map(|job| simulation.run.instance.job_id(job))
            .collect();
        assert_eq!(stitched, ["heavy"]);
        assert_eq!(cluster.blocks.len(), 5);
        // A plain block of three GPUs with the lines between them; the second job also has a pattern.
        assert_eq!(cluster.blocks[0].marks.len(), 2);
        assert_eq!(cluster.blocks[1].marks.len(), 3);
    }
}
