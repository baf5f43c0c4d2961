//! How good predictions are, in three figures.

use serde::Serialize;

/// A prediction beside what turned out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// n̂.
    pub predicted: f64,
    /// n.
    pub iterations: u64,
}

impl Pair {
    /// ln(n̂ / n): 0 is right, 0.69 twice too much, −0.69 half.
    pub fn log_error(&self) -> f64 {
        libm::log(self.predicted) - libm::log(self.iterations as f64)
    }
}

/// How good predictions are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// How many were compared.
    pub jobs: usize,
    /// Mean of |n̂ − n| / n: 0.3 is 30 %. A few jobs predicted far too long can dominate it.
    pub mape: f64,
    /// Median of |ln(n̂ / n)|: half of the predictions are within a factor of e to this.
    pub median_abs_log_error: f64,
    /// 1 − Σ (ln n̂ − ln n)² / Σ (ln n − mean)²: 1 is right, 0 no better than one number for all, below 0 worse.
    /// `None` where all n are equal.
    pub r2_log: Option<f64>,
}

impl Scores {
    /// `None` for no pairs.
    pub fn of(pairs: &[Pair]) -> Option<Self> {
        if pairs.is_empty() {
            return None;
        }
        let relative = |pair: &Pair| (pair.predicted - pair.iterations as f64).abs() / pair.iterations as f64;
        Some(Self {
            jobs: pairs.len(),
            mape: mean(pairs.iter().map(relative)),
            median_abs_log_error: median(pairs.iter().map(|pair| pair.log_error().abs()).collect()),
            r2_log: r2_log(pairs),
        })
    }
}

/// Mean of |ln(n̂ / n)|, which moves with every single prediction; 0 for no pairs.
pub(super) fn mean_abs_log_error(pairs: &[Pair]) -> f64 {
    if pairs.is_empty() { 0.0 } else { mean(pairs.iter().map(|pair| pair.log_error().abs())) }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}

fn r2_log(pairs: &[Pair]) -> Option<f64> {
    let logs: Vec<f64> = pairs.iter().map(|pair| libm::log(pair.iterations as f64)).collect();
    let middle = mean(logs.iter().copied());
    let total: f64 = logs.iter().map(|log| (log - middle) * (log - middle)).sum();
    let left: f64 = pairs.iter().map(|pair| pair.log_error() * pair.log_error()).sum();
    (total > 0.0).then(|| 1.0 - left / total)
}
