//! The files of `assets/models`: an architecture, every number with the key of its source, and its sizes.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A value and the key of its source in `sources`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sourced<T> {
    pub(super) value: T,
    pub(super) source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelFile {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) sources: BTreeMap<String, String>,
    pub(super) gpu: GpuFile,
    pub(super) activation_bytes: Sourced<f64>,
    pub(super) gradient_bytes: Sourced<f64>,
    pub(super) published_parameters: Sourced<f64>,
    pub(super) recompute: String,
    pub(super) transformer: Option<TransformerFile>,
    pub(super) convolutional: Option<ConvolutionalFile>,
    pub(super) variants: Vec<Variant>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GpuFile {
    pub(super) name: String,
    pub(super) peak_tflops: Sourced<f64>,
    pub(super) efficiency: Sourced<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransformerFile {
    pub(super) layers: Sourced<u32>,
    pub(super) hidden: Sourced<u32>,
    pub(super) heads: Sourced<u32>,
    pub(super) kv_heads: Option<Sourced<u32>>,
    pub(super) extra_projections: Option<Sourced<u32>>,
    pub(super) ffn: Sourced<u32>,
    pub(super) ffn_matrices: Option<Sourced<u32>>,
    pub(super) vocabulary: Sourced<u32>,
    pub(super) positions: Option<Sourced<u32>>,
    pub(super) sequence: Sourced<u32>,
    pub(super) tied: Sourced<bool>,
    pub(super) predicted_share: Option<Sourced<f64>>,
    pub(super) decoder_layers: Option<Sourced<u32>>,
    pub(super) decoder_sequence: Option<Sourced<u32>>,
    pub(super) experts: Option<Sourced<u32>>,
    pub(super) active_experts: Option<Sourced<u32>>,
}

/// Shapes, all of one source.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConvolutionalFile {
    pub(super) source: String,
    pub(super) per_channel: f64,
    pub(super) units: Vec<UnitFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub(super) name: String,
    /// Kernel height and width, channels in and out, output height and width.
    pub(super) convolutions: Vec<[u32; 6]>,
    /// Channels, height, width.
    pub(super) output: [u32; 3],
    pub(super) per_channel: Option<f64>,
    /// So many alike, their numbers behind the name.
    pub(super) repeat: Option<u32>,
    /// The number of the first of them.
    pub(super) first: Option<u32>,
}

/// One size: degrees of parallelism, or stages one by one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variant {
    pub(super) gpus: u32,
    /// Behind the id, where one size has several layouts.
    pub(super) suffix: Option<String>,
    pub(super) pipeline: Option<u32>,
    pub(super) data: Option<u32>,
    pub(super) tensor: Option<u32>,
    pub(super) expert: Option<u32>,
    /// Samples of one copy in one pass.
    pub(super) micro_batch: Option<u32>,
    /// Passes of one iteration.
    pub(super) micro_batches: Option<u32>,
    pub(super) interleave: Option<u32>,
    /// `steady` where the pipeline never drains; a list of stages is always steady.
    pub(super) schedule: Option<String>,
    pub(super) global_batch: Option<u32>,
    pub(super) stages: Option<Vec<StageFile>>,
    pub(super) source: String,
}

/// A stage up to and with the layer `until`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageFile {
    pub(super) until: String,
    pub(super) data: u32,
}
