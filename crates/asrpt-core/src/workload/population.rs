//! Who submits what, and when.

use super::{Arrivals, Shape, Workload};
use crate::random::Random;

/// A job before it has an arrival.
pub(super) struct Drawn {
    pub(super) model: usize,
    pub(super) iterations: u64,
    pub(super) predicted: Option<f64>,
    pub(super) user: Option<String>,
    pub(super) group: Option<String>,
}

/// Jobs that recur.
struct Group {
    model: usize,
    median: f64,
}

pub(super) struct Population<'a> {
    workload: &'a Workload,
    /// By model.
    weights: Vec<f64>,
    /// By user, then by rank.
    groups: Vec<Vec<Group>>,
}

impl<'a> Population<'a> {
    pub(super) fn new(workload: &'a Workload, weights: Vec<f64>, random: &mut Random) -> Self {
        let mut group = |_| Group {
            model: random.weighted(weights.iter().copied()),
            median: iterations(workload, random),
        };
        let groups = (0..workload.users).map(|_| (0..workload.groups).map(&mut group).collect()).collect();
        Self { workload, weights, groups }
    }

    pub(super) fn draw(&self, random: &mut Random) -> Drawn {
        if self.groups.is_empty() {
            return self.once(random, None);
        }
        let user = random.weighted(ranks(self.groups.len()));
        let recurs = random.uniform() < self.workload.recurrence && !self.groups[user].is_empty();
        if !recurs {
            return self.once(random, Some(format!("user-{user}")));
        }
        let rank = random.weighted(ranks(self.groups[user].len()));
        let group = &self.groups[user][rank];
        Drawn {
            model: group.model,
            iterations: whole(random.log_normal(group.median, self.workload.group_sigma)),
            predicted: None,
            user: Some(format!("user-{user}")),
            group: Some(format!("user-{user}/job-{rank}")),
        }
    }

    /// With the prediction that the job gives itself, if any.
    pub(super) fn draw_predicted(&self, random: &mut Random) -> Drawn {
        let mut drawn = self.draw(random);
        if self.workload.prediction_sigma > 0.0 {
            let predicted = random.log_normal(drawn.iterations as f64, self.workload.prediction_sigma);
            drawn.predicted = Some(thousandths(predicted).max(1.0));
        }
        drawn
    }

    fn once(&self, random: &mut Random, user: Option<String>) -> Drawn {
        Drawn {
            model: random.weighted(self.weights.iter().copied()),
            iterations: whole(iterations(self.workload, random)),
            predicted: None,
            user,
            group: None,
        }
    }
}

/// 1, 1/2, 1/3, …
fn ranks(count: usize) -> impl Iterator<Item = f64> + Clone {
    (1..=count).map(|rank| 1.0 / rank as f64)
}

fn iterations(workload: &Workload, random: &mut Random) -> f64 {
    let (median, sigma) = (workload.median_iterations, workload.iterations_sigma);
    match workload.shape {
        Shape::LogNormal => random.log_normal(median, sigma),
        Shape::Uniform => 2.0 * median * random.uniform(),
        Shape::Pareto => median * libm::exp(-sigma * libm::log(2.0 * (1.0 - random.uniform()))),
        Shape::Fixed => median,
    }
}

fn whole(iterations: f64) -> u64 {
    libm::floor(iterations.clamp(1.0, 1e9)) as u64
}

fn thousandths(value: f64) -> f64 {
    libm::floor(value * 1000.0 + 0.5) / 1000.0
}

/// The jobs' arrivals, ascending from 0.
pub(super) fn arrivals(random: &mut Random, workload: &Workload, mean_gap_s: f64) -> Vec<f64> {
    let mut now_s = 0.0;
    let mut times = Vec::with_capacity(workload.jobs);
    for at in 0..workload.jobs {
        if at > 0 {
            now_s += gap_s(random, workload.arrivals, at, now_s, mean_gap_s);
        }
        times.push(thousandths(now_s));
    }
    times
}

fn gap_s(random: &mut Random, arrivals: Arrivals, at: usize, now_s: f64, mean_gap_s: f64) -> f64 {
    match arrivals {
        Arrivals::Poisson => random.exponential(mean_gap_s),
        Arrivals::Bursts { size } if !at.is_multiple_of(size.max(1) as usize) => 0.0,
        Arrivals::Bursts { size } => random.exponential(mean_gap_s * f64::from(size.max(1))),
        Arrivals::Diurnal => {
            let phase = 2.0 * std::f64::consts::PI * now_s / 86_400.0;
            random.exponential(mean_gap_s) / (1.0 + 0.8 * libm::sin(phase))
        }
    }
}
