//! From an architecture and degrees of parallelism to the stages of a model graph, every number with its derivation.
//!
//! An architecture ([`Transformer`] or a list of convolution [`Unit`]s) becomes a [`Blueprint`]: layers with their
//! parameters, operations and activations. [`Degrees`] (or a hand-made list of [`StagePlan`]s) cut the layers into
//! stages, and [`estimate`] turns those into a [`ModelSpec`] with a [`Derivation`] beside it.
//!
//! Units: operations are FLOPs (a multiply-add counts two), traffic is MB = 10^6 bytes, times are ms. What is
//! approximated is said in `docs/models.md`.
//!
//! ```
//! use asrpt_core::calculator::{Degrees, Gpu, Recompute, Schedule, Setup, Transformer, estimate};
//!
//! let blueprint = Transformer::gpt(40, 5120, 40, 51_200, 2048).blueprint();
//! let degrees = Degrees { pipeline: 8, data: 2, tensor: 4, expert: 1 };
//! let setup = Setup {
//!     global_batch: 512,
//!     schedule: Schedule::Flush { micro_batch: 1, interleave: 1 },
//!     recompute: Recompute::Everything,
//!     ..Setup::mixed_precision(Gpu::a100_for_transformers(5120))
//! };
//! let estimate = estimate(&blueprint, &degrees.plan(&blueprint.layers)?, &setup)?;
//! assert_eq!(estimate.model.stages.len(), 8);
//! assert_eq!(estimate.model.stages[0].replicas, 2 * 4);
//! # Ok::<(), Vec<asrpt_core::scenario::Problem>>(())
//! ```

mod convolution;
mod derivation;
mod plan;
mod problems;
mod stage;
mod transformer;

pub use convolution::{Convolution, Unit, convolutional};
pub use derivation::{Derivation, Quantity, four_digits};
pub use plan::{Degrees, StagePlan};
pub use transformer::{Decoder, Experts, Transformer};

use crate::scenario::{EdgeSpec, ModelSpec, Problem};

/// What the stages need to know of one layer. "Per sample" is one image or one sequence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// Shown to people.
    pub name: String,
    /// Parameters that each data-parallel copy holds, split by tensor parallelism.
    pub parameters: f64,
    /// Parameters held again where this layer doesn't share a stage with the first one: a tied output embedding.
    pub copied_parameters: f64,
    /// Parameters of all experts together, spread by expert parallelism.
    pub expert_parameters: f64,
    /// FLOPs of a forward pass per sample; a backward pass takes twice as many.
    pub forward_flops: f64,
    /// Of those, what [`Recompute::Attention`] runs again.
    pub attention_flops: f64,
    /// Of those, what [`Recompute::Everything`] runs again.
    pub recomputable_flops: f64,
    /// Elements handed to the next layer per sample.
    pub output_elements: f64,
    /// Elements all-reduced by tensor parallelism in a forward pass per sample; as many in a backward pass.
    pub tensor_elements: f64,
    /// Elements sent to experts and back in a forward pass per sample; as many in a backward pass.
    pub expert_elements: f64,
    /// Its share when the layers are cut into stages.
    pub weight: f64,
}

/// Layers in order, and how their numbers came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    /// In the order of a forward pass.
    pub layers: Vec<Layer>,
    /// Named quantities of the architecture.
    pub derivation: Derivation,
}

impl Blueprint {
    /// Parameters, each counted once.
    pub fn parameters(&self) -> f64 {
        self.layers.iter().map(|layer| layer.parameters + layer.expert_parameters).sum()
    }

    /// FLOPs of a forward pass per sample.
    pub fn forward_flops(&self) -> f64 {
        self.layers.iter().map(|layer| layer.forward_flops).sum()
    }
}

/// The GPU that compute times are for.
#[derive(Clone, Debug, PartialEq)]
pub struct Gpu {
    /// Shown to people.
    pub name: String,
    /// Peak of the precision used, in TFLOP/s.
    pub peak_tflops: f64,
    /// The share of the peak that kernels reach while they compute: communication and bubbles come on top.
    pub efficiency: f64,
}

impl Gpu {
    /// An A100 computing blocks of a transformer in half precision.
    ///
    /// The efficiency is 0.63 / (1 + 950 / h): large matrices reach 0.63 of the peak, and what goes element by element
    /// through memory (norms, dropout, softmax) weighs more the smaller the hidden size h is. Both constants are fitted
    /// to table 1 of Narayanan et al., SC 2021; `docs/models.md` states how well that holds.
    pub fn a100_for_transformers(hidden: u32) -> Self {
        let h = f64::from(hidden);
        Self { name: "A100".to_owned(), peak_tflops: 312.0, efficiency: 0.63 * h / (h + 950.0) }
    }
}

/// What a forward pass doesn't keep for the backward pass, which computes it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recompute {
    /// Everything is kept.
    Nothing,
    /// The attention core is computed again ("selective" recomputation).
    Attention,
    /// Every block is computed again ("full" recomputation).
    Everything,
}

/// How micro-batches go through the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The pipeline never drains, as PipeDream's: no `micro_batches` in the model.
    Steady,
    /// The pipeline drains every iteration.
    Flush {
        /// Samples of one replica in one pass.
        micro_batch: u32,
        /// Model chunks per GPU, v, of an interleaved schedule; 1 is the plain one. It shortens the bubble v times, so
        /// the model gets v times as many micro-batches.
        interleave: u32,
    },
}

/// How the model is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Samples of one iteration, over all data-parallel copies.
    pub global_batch: u32,
    /// Bytes of an activation element.
    pub activation_bytes: f64,
    /// Bytes of a gradient element while gradients are summed.
    pub gradient_bytes: f64,
    /// What is computed again.
    pub recompute: Recompute,
    /// The pipeline's schedule.
    pub schedule: Schedule,
    /// The GPU.
    pub gpu: Gpu,
    /// GPUs of one server that the degrees are meant for: a stage with more replicas is taken to span servers.
    pub server_gpus: u32,
}

impl Setup {
    /// One sample per iteration, two bytes for everything, servers of eight GPUs, a steady pipeline.
    pub fn mixed_precision(gpu: Gpu) -> Self {
        Self {
            global_batch: 1,
            activation_bytes: 2.0,
            gradient_bytes: 2.0,
            recompute: Recompute::Nothing,
            schedule: Schedule::Steady,
            gpu,
            server_gpus: 8,
        }
    }
}

/// A model graph and where its numbers come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The stages, ready for a scenario.
    pub model: ModelSpec,
    /// Every number of the model, and what leads to it.
    pub derivation: Derivation,
    /// FLOPs of one iteration on all GPUs, recomputation included.
    pub hardware_flops: f64,
    /// The largest share of parameters on one GPU.
    pub parameters_per_gpu: f64,
}

/// Makes the stages.
///
/// # Errors
/// Every input that is out of range or doesn't divide.
pub fn estimate(blueprint: &Blueprint, plan: &[StagePlan], setup: &Setup) -> Result<Estimate, Vec<Problem>> {
    let problems = problems::of(&blueprint.layers, plan, setup);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut derivation = blueprint.derivation.clone();
    derivation.quantities.extend(setup_derivation(setup).quantities);
    let stages: Vec<stage::Built> =
        (0..plan.len()).map(|at| stage::build(&blueprint.layers, plan, at, setup, &mut derivation)).collect();
    let edges = (1..plan.len()).map(|to| edge(&blueprint.layers, plan, to, setup, &mut derivation)).collect();
    let micro_batches = micro_batches(plan, setup, &mut derivation);
    Ok(Estimate {
        hardware_flops: stages.iter().map(|stage| stage.flops).sum::<f64>() * f64::from(setup.global_batch),
        parameters_per_gpu: stages.iter().map(|stage| stage.parameters_per_gpu).fold(0.0, f64::max),
        model: ModelSpec {
            stages: stages.into_iter().map(|stage| stage.spec).collect(),
            edges,
            micro_batches,
        },
        derivation,
    })
}

/// The inputs of the setup.
pub(crate) fn setup_derivation(setup: &Setup) -> Derivation {
    let (mut derivation, gpu) = (Derivation::default(), &setup.gpu);
    derivation.input("global batch B", setup.global_batch.into(), "samples");
    derivation.input("bytes of an activation", setup.activation_bytes, "B");
    derivation.input("bytes of a gradient", setup.gradient_bytes, "B");
    derivation.input(format!("peak of {}", gpu.name), gpu.peak_tflops, "TFLOP/s");
    derivation.input("achieved efficiency", gpu.efficiency, "of the peak");
    derivation.input("GPUs of a server", setup.server_gpus.into(), "GPUs");
    derivation
}

fn edge(
    layers: &[Layer],
    plan: &[StagePlan],
    to: usize,
    setup: &Setup,
    derivation: &mut Derivation,
) -> EdgeSpec {
    let last = &layers[plan[to].layers.start - 1];
    let mb = f64::from(setup.global_batch) * last.output_elements * setup.activation_bytes / 1e6;
    let activation_mb = derivation.output(
        format!("edges[{}].activation_mb", to - 1),
        format!("activations of {} for all of B", last.name),
        "B · output elements per sample · bytes of an activation / 10^6",
        mb,
        "MB",
        stage::MEGATRON_2021,
    );
    EdgeSpec { from: format!("s{}", to - 1), to: format!("s{to}"), activation_mb }
}

/// M of a pipeline that drains; a single stage has no bubble and needs none.
fn micro_batches(plan: &[StagePlan], setup: &Setup, derivation: &mut Derivation) -> Option<u32> {
    let Schedule::Flush { micro_batch, interleave } = setup.schedule else { return None };
    let [first, _, ..] = plan else { return None };
    let number = setup.global_batch / (first.data * micro_batch) * interleave;
    derivation.exact_output(
        "micro_batches",
        "micro-batches M",
        "B / (data · micro-batch) · interleave: the bubble (p − 1) / M shrinks v times",
        number.into(),
        "",
        stage::MEGATRON_2021,
    );
    Some(number)
}
