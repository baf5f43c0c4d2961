//! Random numbers that are the same everywhere: ChaCha8 by raw 64-bit draws, logarithms from `libm`, so that no
//! library's change of mind about distributions, nor a platform's arithmetic, can change a result.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// In [0, 1), 53 bits.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `bound`, which is at least 1. (The bias below 2^32 is under 2^-21.)
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.uniform() * bound as f64) as usize).min(bound - 1)
    }

    pub(crate) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.uniform())
    }

    /// Box-Muller, one of the two.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.uniform())).sqrt();
        radius * libm::cos(2.0 * std::f64::consts::PI * self.uniform())
    }

    pub(crate) fn log_normal(&mut self, median: f64, sigma: f64) -> f64 {
        median * libm::exp(sigma * self.normal())
    }

    /// A position, by weight.
    pub(crate) fn weighted(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let mut left = self.uniform() * weights.clone().sum::<f64>();
        let mut last = 0;
        for (at, weight) in weights.enumerate() {
            last = at;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// Puts `amount` items, drawn without replacement, to the front (Fisher-Yates).
    pub(crate) fn draw<T>(&mut self, items: &mut [T], amount: usize) {
        for at in 0..amount.min(items.len()) {
            let from = at + self.below(items.len() - at);
            items.swap(at, from);
        }
    }
}
