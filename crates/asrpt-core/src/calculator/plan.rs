//! Degrees of parallelism, and which layers make up a stage.

use std::ops::Range;

use super::Layer;
use super::problems;
use crate::scenario::Problem;

/// One stage: its layers, and how its k = data · tensor replicas share the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagePlan {
    /// Positions in the list of layers.
    pub layers: Range<usize>,
    /// Copies that share the samples of an iteration.
    pub data: u32,
    /// GPUs that share each copy's tensors.
    pub tensor: u32,
    /// Of the data-parallel copies, groups of so many spread the experts.
    pub expert: u32,
}

/// "8 stages × 2 data × 4 tensor".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// Stages p.
    pub pipeline: u32,
    /// Copies d that share the samples of an iteration.
    pub data: u32,
    /// GPUs t that share each copy's tensors.
    pub tensor: u32,
    /// Experts spread over groups of e data-parallel copies; divides `data`. 1 where there are none.
    pub expert: u32,
}

impl Degrees {
    /// Data parallelism alone.
    pub fn data_parallel(data: u32) -> Self {
        Self { pipeline: 1, data, tensor: 1, expert: 1 }
    }

    /// p · d · t.
    pub fn gpus(&self) -> u32 {
        self.pipeline * self.data * self.tensor
    }

    /// Cuts the layers where their summed weight comes nearest to equal shares (ties: after the later layer, as the
    /// last stage has the output layer on top).
    ///
    /// # Errors
    /// More stages than layers that can be apart.
    pub fn plan(&self, layers: &[Layer]) -> Result<Vec<StagePlan>, Vec<Problem>> {
        let cuttable = layers.iter().filter(|layer| layer.weight > 0.0).count();
        if !(1..=cuttable).contains(&(self.pipeline as usize)) {
            return Err(vec![problems::stage_count(self.pipeline, cuttable)]);
        }
        let bounds = bounds(layers, self.pipeline as usize);
        let stage = |ends: &[usize]| StagePlan {
            layers: ends[0]..ends[1],
            data: self.data,
            tensor: self.tensor,
            expert: self.expert,
        };
        Ok(bounds.windows(2).map(stage).collect())
    }
}

/// 0, where each further stage begins, and the number of layers.
fn bounds(layers: &[Layer], stages: usize) -> Vec<usize> {
    let total: f64 = layers.iter().map(|layer| layer.weight).sum();
    let mut bounds = vec![0];
    for nth in 1..stages {
        let target = total * nth as f64 / stages as f64;
        let (least, most) = (bounds[nth - 1] + 1, layers.len() - (stages - nth));
        bounds.push(nearest(layers, target, least, most));
    }
    bounds.push(layers.len());
    bounds
}

fn nearest(layers: &[Layer], target: f64, least: usize, most: usize) -> usize {
    let (mut best, mut gap, mut sum) = (least, f64::INFINITY, 0.0);
    for (at, layer) in layers.iter().enumerate().take(most) {
        sum += layer.weight;
        if at + 1 >= least && (sum - target).abs() <= gap {
            (best, gap) = (at + 1, (sum - target).abs());
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(blocks: usize, pipeline: u32) -> Vec<usize> {
        let block = Layer { weight: 1.0, ..Layer::default() };
        let mut layers = vec![Layer::default()];
        layers.extend(vec![block; blocks]);
        layers.push(Layer::default());
        let degrees = Degrees { pipeline, ..Degrees::data_parallel(1) };
        degrees.plan(&layers).unwrap().iter().map(|stage| stage.layers.len()).collect()
    }

    #[test]
    fn blocks_are_shared_evenly_with_the_ends_at_the_ends() {
        assert_eq!(lengths(24, 1), [26]);
        assert_eq!(lengths(24, 4), [7, 6, 6, 7]);
        assert_eq!(lengths(30, 4), [9, 7, 8, 8]);
        assert_eq!(lengths(3, 3), [2, 1, 2]);
    }

    #[test]
    fn more_stages_than_blocks_are_refused() {
        let layers = vec![Layer { weight: 1.0, ..Layer::default() }; 3];
        let degrees = Degrees { pipeline: 4, ..Degrees::data_parallel(1) };
        assert_eq!(degrees.plan(&layers).unwrap_err()[0].path, "pipeline");
    }
}
