//! One stage: compute times, and the collectives over its k = d · t replicas.

use super::{Derivation, Layer, Recompute, Setup, StagePlan};
use crate::scenario::{CollectiveKind, CollectiveSpec, Per, StageSpec};

pub(super) const MEGATRON_2021: &str = "Narayanan et al., Megatron-LM, SC 2021 (arXiv:2104.04473)";
const MEGATRON_2019: &str = "Shoeybi et al., Megatron-LM, 2019 (arXiv:1909.08053), section 3";
const RING: &str = "Patarasuk and Yuan, bandwidth-optimal all-reduce, 2009; model page §2";
const GSHARD: &str = "Lepikhin et al., GShard, 2020 (arXiv:2006.16668), section 3.2";
const ZERO: &str = "Rajbhandari et al., ZeRO, 2020 (arXiv:1910.02054), section 3.1";

pub(super) struct Built {
    pub(super) spec: StageSpec,
    /// Per sample, forward, backward and recomputed.
    pub(super) flops: f64,
    pub(super) parameters_per_gpu: f64,
}

/// One stage while it is built.
struct Builder<'a> {
    layers: &'a [Layer],
    at: usize,
    data: f64,
    tensor: f64,
    expert: f64,
    replicas: f64,
    setup: &'a Setup,
    derivation: &'a mut Derivation,
    collectives: Vec<CollectiveSpec>,
}

pub(super) fn build(
    layers: &[Layer],
    plan: &[StagePlan],
    at: usize,
    setup: &Setup,
    derivation: &mut Derivation,
) -> Built {
    let stage = &plan[at];
    let replicas = stage.data * stage.tensor;
    let mut builder = Builder {
        layers: &layers[stage.layers.clone()],
        at,
        data: stage.data.into(),
        tensor: stage.tensor.into(),
        expert: stage.expert.into(),
        replicas: replicas.into(),
        setup,
        derivation,
        collectives: Vec::new(),
    };
    let flops = builder.flops();
    let (forward_ms, backward_ms) = builder.times(flops);
    let (dense, experts) = builder.parameters();
    let parameters_per_gpu = builder.memory(dense, experts);
    builder.tensor_traffic();
    builder.expert_traffic();
    builder.gradients(dense, experts);
    let name = builder.layer_names();
    let collectives = builder.collectives;
    let spec =
        StageSpec { id: format!("s{at}"), name: Some(name), forward_ms, backward_ms, replicas, collectives };
    Built { spec, flops: 3.0 * flops.forward + flops.again, parameters_per_gpu }
}

/// FLOPs per sample.
#[derive(Clone, Copy)]
struct Flops {
    forward: f64,
    again: f64,
}

impl Builder<'_> {
    fn sum(&self, of: fn(&Layer) -> f64) -> f64 {
        self.layers.iter().map(of).sum()
    }

    fn name(&self, what: &str) -> String {
        format!("s{}: {what}", self.at)
    }

    fn layer_names(&self) -> String {
        match self.layers {
            [only] => only.name.clone(),
            [first, .., last] => format!("{} – {}", first.name, last.name),
            [] => String::new(),
        }
    }

    /// Passes through a layer's forward communication: forward, backward, and once more where all is recomputed.
    fn passes(&self) -> f64 {
        if self.setup.recompute == Recompute::Everything { 3.0 } else { 2.0 }
    }

    /// Samples of one copy in one iteration.
    fn samples(&self) -> f64 {
        f64::from(self.setup.global_batch) / self.data
    }

    fn flops(&mut self) -> Flops {
        let forward = self.sum(|layer| layer.forward_flops);
        let again = match self.setup.recompute {
            Recompute::Nothing => 0.0,
            Recompute::Attention => self.sum(|layer| layer.attention_flops),
            Recompute::Everything => self.sum(|layer| layer.recomputable_flops),
        };
        let formula = format!("sum over {}", self.layer_names());
        self.derivation.step(
            self.name("forward FLOPs F"),
            formula,
            forward,
            "FLOP per sample",
            MEGATRON_2021,
        );
        let formula = "what recomputation runs again before the backward pass";
        self.derivation.step(
            self.name("recomputed FLOPs R"),
            formula,
            again,
            "FLOP per sample",
            MEGATRON_2021,
        );
        Flops { forward, again }
    }

    fn times(&mut self, flops: Flops) -> (f64, f64) {
        let gpu = &self.setup.gpu;
        let ms_per_flop = self.samples() / self.tensor / (gpu.peak_tflops * gpu.efficiency * 1e9);
        let path = format!("stages[{}]", self.at);
        let forward_ms = self.derivation.output(
            format!("{path}.forward_ms"),
            self.name("forward time of one iteration"),
            "F · B / (d · t) / (peak · efficiency)",
            flops.forward * ms_per_flop,
            "ms",
            MEGATRON_2021,
        );
        let backward_ms = self.derivation.output(
            format!("{path}.backward_ms"),
            self.name("backward time of one iteration"),
            "(2 · F + R) · B / (d · t) / (peak · efficiency)",
            (2.0 * flops.forward + flops.again) * ms_per_flop,
            "ms",
            MEGATRON_2021,
        );
        self.derivation.exact_output(
            format!("{path}.replicas"),
            self.name("replicas k"),
            "d · t",
            self.replicas,
            "GPUs",
            MEGATRON_2021,
        );
        (forward_ms, backward_ms)
    }

    fn parameters(&mut self) -> (f64, f64) {
        let copied = if self.at == 0 { 0.0 } else { self.sum(|layer| layer.copied_parameters) };
        let dense = self.sum(|layer| layer.parameters) + copied;
        let experts = self.sum(|layer| layer.expert_parameters);
        let formula = "sum over its layers; a tied output embedding counts where it is held again";
        self.derivation.step(self.name("parameters P"), formula, dense, "", MEGATRON_2021);
        if experts > 0.0 {
            self.derivation.step(
                self.name("expert parameters P_e"),
                "sum over its layers",
                experts,
                "",
                GSHARD,
            );
        }
        (dense, experts)
    }

    fn memory(&mut self, dense: f64, experts: f64) -> f64 {
        let parameters = dense / self.tensor + experts / (self.tensor * self.expert);
        let formula =
            "(P / t + P_e / (t · e)) · 16 B: weights and gradients in half precision, Adam's state in single";
        self.derivation.step(self.name("weights on a GPU"), formula, parameters * 16.0 / 1e9, "GB", ZERO);
        parameters
    }

    /// Adds a collective whose ring (or group) of `members` is written as one over all k replicas.
    fn collective(
        &mut self,
        kind: CollectiveKind,
        per: Per,
        what: &str,
        formula: String,
        mb: f64,
        source: &str,
    ) {
        let path = format!("stages[{}].collectives[{}].mb", self.at, self.collectives.len());
        let mb = self.derivation.output(path, self.name(what), formula, mb, "MB", source);
        self.collectives.push(CollectiveSpec { kind, mb, per });
    }

    /// [(n − 1) / n] / [(k − 1) / k]: what makes a ring over k replicas move as much per GPU as one over n of them.
    fn as_one_ring(&mut self, what: &str, members: f64) -> f64 {
        let k = self.replicas;
        let value = (members - 1.0) / members / ((k - 1.0) / k);
        let formula = format!("[(n − 1) / n] / [(k − 1) / k] with n = {members}");
        self.derivation.step(self.name(what), formula, value, "", RING)
    }

    fn tensor_traffic(&mut self) {
        let elements = self.sum(|layer| layer.tensor_elements);
        if self.tensor < 2.0 || elements == 0.0 {
            return;
        }
        let ring = self.as_one_ring("ring factor of tensor parallelism", self.tensor);
        let passes = self.passes();
        let mb = passes * elements * self.samples() * self.setup.activation_bytes / 1e6;
        self.collective(
            CollectiveKind::AllReduce,
            Per::MicroBatch,
            "activations all-reduced by tensor parallelism",
            format!("{passes} passes · {elements} elements per sample · B / d · bytes of an activation · ring factor / 10^6"),
            mb * ring,
            MEGATRON_2019,
        );
    }

    fn expert_traffic(&mut self) {
        let elements = self.sum(|layer| layer.expert_elements);
        if self.expert < 2.0 || elements == 0.0 {
            return;
        }
        let group = self.as_one_ring("group factor of expert parallelism", self.expert);
        let passes = self.passes();
        let mb = passes * elements * self.samples() / self.tensor * self.setup.activation_bytes / 1e6;
        self.collective(
            CollectiveKind::AllToAll,
            Per::MicroBatch,
            "tokens sent to experts and back, per replica",
            format!("{passes} passes · {elements} elements per sample · B / (d · t) · bytes of an activation · group factor / 10^6"),
            mb * group,
            GSHARD,
        );
    }

    fn gradients(&mut self, dense: f64, experts: f64) {
        let data = self.data;
        self.gradient_ring("gradients", "P", dense, self.tensor, data);
        self.gradient_ring("expert gradients", "P_e", experts, self.tensor * self.expert, data / self.expert);
    }

    /// Gradients of `parameters` split into `shards`, each summed over `members` copies.
    fn gradient_ring(&mut self, what: &str, symbol: &str, parameters: f64, shards: f64, members: f64) {
        if members < 2.0 || parameters == 0.0 {
            return;
        }
        let ring = self.as_one_ring(&format!("ring factor of {what}"), members);
        let server = f64::from(self.setup.server_gpus);
        let spans = self.replicas > server;
        // Within a server every GPU has its own link. Across servers the rings of all shards share the server's NIC,
        // whose whole bandwidth the model gives to its one ring.
        let rings = if spans { shards.min(server) } else { 1.0 };
        let mb = parameters / shards * rings * self.setup.gradient_bytes / 1e6;
        let sharing =
            if spans { "rings that share a server's NIC" } else { "one ring per GPU within a server" };
        self.collective(
            CollectiveKind::AllReduce,
            Per::Iteration,
            &format!("{what} all-reduced by data parallelism"),
            format!(
                "{symbol} / {shards} shards · {rings} ({sharing}) · bytes of a gradient · ring factor / 10^6"
            ),
            mb * ring,
            RING,
        );
    }
}
