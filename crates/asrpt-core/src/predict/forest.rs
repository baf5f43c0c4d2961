//! A random forest over the history. The only file that names smartcore.
//!
//! **Target**: ln n (by libm); n̂ = e^(mean of the trees), to a thousandth. A mean of logarithms aims at the middle of
//! a skewed distribution, not at its mean.
//!
//! **Features** are computed by [`features`]; labels become what is known of their records.
//!
//! **The same bits natively and in wasm**, checked against smartcore 0.7's source: its default generator (`SmallRng`)
//! differs by word size, so its feature `std_rand` (ChaCha12) is on; rand 0.10 draws `usize` below 2^32 by `u32`, and
//! the forest computes with +, −, ·, / alone. `rand` is pinned in the workspace. The rows and the seed of each tree are
//! drawn by us (ChaCha8), so that every tree is a forest of one: what single trees say is the spread that people see,
//! and no tree sees more than [`ROWS_OF_A_TREE`] records, which bounds the time.

mod features;

use smartcore::ensemble::random_forest_regressor::{RandomForestRegressor, RandomForestRegressorParameters};
use smartcore::linalg::basic::matrix::DenseMatrix;

use super::{Facts, Fitted, Method, Predictor, tidy};
use crate::random::Random;
use crate::scenario::{HistoryRecord, PredictorSpec};
use features::{FEATURES, Knowledge, Row};

/// Records that one tree sees, drawn without replacement for each (of which smartcore makes its bootstrap sample).
const ROWS_OF_A_TREE: usize = 16_384;
/// Features tried at a split. With fewer, those of a small tree may all be constant at a node, which then stays whole.
const TRIED: usize = FEATURES.len() - 2;

pub(super) struct RandomForest;

impl Predictor for RandomForest {
    fn kind(&self) -> &'static str {
        "random-forest"
    }

    fn summary(&self) -> &'static str {
        "Regression trees over user, group, model and GPUs, fitted to the logarithm of past iterations."
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["seed", "trees", "max_depth", "min_leaf"]
    }

    fn fit_rows(&self, spec: &PredictorSpec, records: u64) -> u64 {
        u64::from(spec.trees) * records.min(ROWS_OF_A_TREE as u64) + records
    }

    fn method(&self) -> Method {
        Method::Learner(|spec, history| Box::new(Forest::fit(spec, history)))
    }
}

type Tree = RandomForestRegressor<f64, f64, DenseMatrix<f64>, Vec<f64>>;

struct Forest<'a> {
    knowledge: Knowledge<'a>,
    trees: Vec<Tree>,
}

impl<'a> Forest<'a> {
    fn fit(spec: &PredictorSpec, history: &[&'a HistoryRecord]) -> Self {
        let targets: Vec<f64> = history.iter().map(|record| libm::log(record.iterations as f64)).collect();
        let rows = features::rows(history, &targets);
        let knowledge = Knowledge::of(history.iter().copied().zip(targets.iter().copied()));
        let mut random = Random::new(spec.seed);
        let trees = (0..spec.trees).map(|_| tree(spec, &rows, &targets, &mut random)).collect();
        Self { knowledge, trees }
    }

    /// For every tree what it says for every row, in logarithms.
    fn votes(&self, rows: &[Row]) -> impl Iterator<Item = Vec<f64>> {
        let matrix = matrix(rows.iter());
        self.trees.iter().map(move |tree| tree.predict(&matrix).expect("fitted on as many features"))
    }
}

impl Fitted for Forest<'_> {
    fn predict(&self, jobs: &[Facts<'_>]) -> Vec<f64> {
        if jobs.is_empty() {
            return Vec::new();
        }
        let rows: Vec<Row> = jobs.iter().map(|&job| self.knowledge.row(job)).collect();
        let mut sums = vec![0.0; rows.len()];
        for votes in self.votes(&rows) {
            sums.iter_mut().zip(votes).for_each(|(sum, vote)| *sum += vote);
        }
        let trees = self.trees.len() as f64;
        sums.into_iter().map(|sum| tidy(libm::exp(sum / trees))).collect()
    }

    fn trees(&self, job: Facts<'_>) -> Vec<f64> {
        let row = [self.knowledge.row(job)];
        let votes = self.votes(&row);
        votes.map(|vote| tidy(libm::exp(vote[0]))).collect()
    }

    fn features(&self, job: Facts<'_>) -> Vec<(&'static str, f64)> {
        FEATURES.into_iter().zip(self.knowledge.row(job)).collect()
    }
}

fn tree(spec: &PredictorSpec, rows: &[Row], targets: &[f64], random: &mut Random) -> Tree {
    let seed = random.bits();
    let mut chosen: Vec<usize> = (0..rows.len()).collect();
    if chosen.len() > ROWS_OF_A_TREE {
        random.draw(&mut chosen, ROWS_OF_A_TREE);
        chosen.truncate(ROWS_OF_A_TREE);
    }
    let targets: Vec<f64> = chosen.iter().map(|&row| targets[row]).collect();
    let min_leaf = spec.min_leaf as usize;
    let parameters = RandomForestRegressorParameters::default()
        .with_n_trees(1)
        .with_m(TRIED)
        .with_max_depth(u16::try_from(spec.max_depth).unwrap_or(u16::MAX))
        .with_min_samples_leaf(min_leaf)
        .with_min_samples_split(min_leaf.saturating_mul(2).max(2))
        .with_seed(seed);
    let matrix = matrix(chosen.iter().map(|&row| &rows[row]));
    RandomForestRegressor::fit(&matrix, &targets, parameters).expect("at least one row and one feature")
}

/// Column by column, as smartcore reads it fastest.
fn matrix<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> DenseMatrix<f64> {
    let columns = (0..FEATURES.len()).flat_map(|at| rows.clone().map(move |row| row[at]));
    let values: Vec<f64> = columns.collect();
    let height = values.len() / FEATURES.len();
    DenseMatrix::new(height, FEATURES.len(), values, true).expect("as many values as the shape has")
}
