//! From a file to entries.

use super::Entry;
use super::file::{ConvolutionalFile, ModelFile, Sourced, StageFile, TransformerFile, UnitFile, Variant};
use crate::calculator::{
    Blueprint, Convolution, Decoder, Degrees, Experts, Gpu, Recompute, Schedule, Setup, StagePlan,
    Transformer, Unit, convolutional,
};

/// An architecture in its sizes.
pub(super) struct Family {
    pub(super) id: String,
    pub(super) entries: Vec<Entry>,
}

const TESTED: &str = "a test reads every file";

pub(super) fn read(text: &str) -> Family {
    let file: ModelFile = serde_json::from_str(text).expect(TESTED);
    let mut blueprint = blueprint(&file);
    cite(&mut blueprint, &file);
    let entries = file.variants.iter().map(|variant| entry(&file, variant, &blueprint)).collect();
    Family { id: file.id, entries }
}

impl Family {
    /// The first layout for exactly so many GPUs, or the largest that divides them, with more data parallelism.
    pub(super) fn for_gpus(&self, gpus: u32) -> Option<Entry> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.gpus == gpus) {
            return Some(entry.clone());
        }
        let fits = |entry: &&Entry| gpus > 0 && gpus.is_multiple_of(entry.gpus) && is_uniform(&entry.plan);
        // `max_by_key` takes the last of equals, and the first layout of a size is its plain one.
        let base = self.entries.iter().rev().filter(fits).max_by_key(|entry| entry.gpus)?;
        scaled(base, gpus / base.gpus)
    }
}

fn is_uniform(plan: &[StagePlan]) -> bool {
    plan.iter().all(|stage| stage.data == plan[0].data)
}

fn scaled(base: &Entry, times: u32) -> Option<Entry> {
    let mut entry = base.clone();
    for stage in &mut entry.plan {
        stage.data = stage.data.checked_mul(times)?;
    }
    entry.setup.global_batch = entry.setup.global_batch.checked_mul(times)?;
    entry.gpus = entry.gpus.checked_mul(times)?;
    entry.id = format!("{}-{}gpu", entry.model, entry.gpus);
    entry.layout = layout(&entry.plan);
    let fits = entry.gpus <= crate::limits::CLUSTER_GPUS;
    fits.then_some(entry)
}

fn blueprint(file: &ModelFile) -> Blueprint {
    match (&file.transformer, &file.convolutional) {
        (Some(shape), None) => transformer(shape).blueprint(),
        (None, Some(shape)) => convolutional(&units(shape)),
        _ => panic!("{TESTED}"),
    }
}

fn value<T: Copy>(sourced: Option<&Sourced<T>>, default: T) -> T {
    sourced.map_or(default, |sourced| sourced.value)
}

fn transformer(shape: &TransformerFile) -> Transformer {
    let both =
        |a: &Option<Sourced<u32>>, b: &Option<Sourced<u32>>| Some((a.as_ref()?.value, b.as_ref()?.value));
    Transformer {
        layers: shape.layers.value,
        hidden: shape.hidden.value,
        heads: shape.heads.value,
        kv_heads: value(shape.kv_heads.as_ref(), shape.heads.value),
        extra_projections: value(shape.extra_projections.as_ref(), 0),
        ffn: shape.ffn.value,
        ffn_matrices: value(shape.ffn_matrices.as_ref(), 2),
        vocabulary: shape.vocabulary.value,
        positions: value(shape.positions.as_ref(), 0),
        sequence: shape.sequence.value,
        tied: shape.tied.value,
        predicted_share: value(shape.predicted_share.as_ref(), 1.0),
        decoder: both(&shape.decoder_layers, &shape.decoder_sequence)
            .map(|(layers, sequence)| Decoder { layers, sequence }),
        experts: both(&shape.experts, &shape.active_experts).map(|(count, active)| Experts { count, active }),
    }
}

fn units(shape: &ConvolutionalFile) -> Vec<Unit> {
    let named = |unit: &UnitFile| match (unit.repeat, unit.first) {
        (Some(repeat), Some(first)) => (first..first + repeat).map(|n| format!("{}{n}", unit.name)).collect(),
        _ => vec![unit.name.clone()],
    };
    let of = |file: &UnitFile, name: String| Unit {
        name,
        convolutions: file.convolutions.iter().map(convolution).collect(),
        per_channel: file.per_channel.unwrap_or(shape.per_channel),
        output_elements: file.output.iter().copied().map(f64::from).product(),
    };
    shape.units.iter().flat_map(|unit| named(unit).into_iter().map(move |name| of(unit, name))).collect()
}

fn convolution(&[height, width, inputs, outputs, rows, columns]: &[u32; 6]) -> Convolution {
    Convolution { kernel: [height, width], inputs, outputs, size: [rows, columns] }
}

/// Gives the inputs in the derivation the sources of the file.
fn cite(blueprint: &mut Blueprint, file: &ModelFile) {
    if let Some(shape) = &file.transformer {
        let derivation = &mut blueprint.derivation;
        let mut cite = |name: &str, source: &str| derivation.cite(name, &file.sources[source]);
        cite("blocks l", &shape.layers.source);
        cite("hidden size h", &shape.hidden.source);
        cite("attention heads a", &shape.heads.source);
        cite("heads of keys and values", &shape.kv_heads.as_ref().unwrap_or(&shape.heads).source);
        cite("feed-forward size f", &shape.ffn.source);
        cite("matrices of a feed-forward layer", &shape.ffn_matrices.as_ref().unwrap_or(&shape.ffn).source);
        cite("vocabulary V", &shape.vocabulary.source);
        cite("sequence length s", &shape.sequence.source);
    }
    if let Some(shape) = &file.convolutional {
        let source = &file.sources[&shape.source];
        for quantity in &mut blueprint.derivation.quantities {
            quantity.source = format!("{}: {source}", quantity.source);
        }
    }
}

fn entry(file: &ModelFile, variant: &Variant, blueprint: &Blueprint) -> Entry {
    let plan = plan(variant, blueprint);
    let suffix = variant.suffix.as_ref().map(|suffix| format!("-{suffix}")).unwrap_or_default();
    Entry {
        id: format!("{}-{}gpu{suffix}", file.id, variant.gpus),
        model: file.id.clone(),
        title: file.title.clone(),
        description: file.description.clone(),
        gpus: variant.gpus,
        layout: layout(&plan),
        sources: sources(file, variant),
        inputs: inputs(file, variant),
        published_parameters: file.published_parameters.value,
        blueprint: blueprint.clone(),
        setup: setup(file, variant),
        plan,
    }
}

/// The texts of all sources but those of other variants.
fn sources(file: &ModelFile, variant: &Variant) -> Vec<String> {
    let of_variants = |key: &String| file.variants.iter().any(|other| other.source == *key);
    let used = file.sources.iter().filter(|(key, _)| **key == variant.source || !of_variants(key));
    used.map(|(_, text)| text.clone()).collect()
}

/// The quantities of the setup as the derivation names them, each with the text of its source.
fn inputs(file: &ModelFile, variant: &Variant) -> Vec<(String, String)> {
    let gpu = &file.gpu;
    let keys = [
        ("global batch B".to_owned(), &variant.source),
        ("bytes of an activation".to_owned(), &file.activation_bytes.source),
        ("bytes of a gradient".to_owned(), &file.gradient_bytes.source),
        (format!("peak of {}", gpu.name), &gpu.peak_tflops.source),
        ("achieved efficiency".to_owned(), &gpu.efficiency.source),
    ];
    keys.into_iter().map(|(name, key)| (name, file.sources[key].clone())).collect()
}

fn plan(variant: &Variant, blueprint: &Blueprint) -> Vec<StagePlan> {
    if let Some(stages) = &variant.stages {
        return hand_made(stages, blueprint);
    }
    let degrees = Degrees {
        pipeline: variant.pipeline.unwrap_or(1),
        data: variant.data.unwrap_or(1),
        tensor: variant.tensor.unwrap_or(1),
        expert: variant.expert.unwrap_or(1),
    };
    degrees.plan(&blueprint.layers).expect(TESTED)
}

fn hand_made(stages: &[StageFile], blueprint: &Blueprint) -> Vec<StagePlan> {
    let mut start = 0;
    let mut plan = Vec::with_capacity(stages.len());
    for stage in stages {
        let last = blueprint.layers.iter().position(|layer| layer.name == stage.until).expect(TESTED);
        plan.push(StagePlan { layers: start..last + 1, data: stage.data, tensor: 1, expert: 1 });
        start = last + 1;
    }
    plan
}

fn setup(file: &ModelFile, variant: &Variant) -> Setup {
    let micro_batch = variant.micro_batch.unwrap_or(1);
    let per_copy = micro_batch * variant.micro_batches.unwrap_or(1);
    let is_steady = variant.stages.is_some() || variant.schedule.as_deref() == Some("steady");
    let gpu = &file.gpu;
    Setup {
        global_batch: variant.global_batch.unwrap_or(per_copy * variant.data.unwrap_or(1)),
        activation_bytes: file.activation_bytes.value,
        gradient_bytes: file.gradient_bytes.value,
        recompute: match file.recompute.as_str() {
            "nothing" => Recompute::Nothing,
            "attention" => Recompute::Attention,
            "everything" => Recompute::Everything,
            _ => panic!("{TESTED}"),
        },
        schedule: if is_steady {
            Schedule::Steady
        } else {
            Schedule::Flush { micro_batch, interleave: variant.interleave.unwrap_or(1) }
        },
        ..Setup::mixed_precision(Gpu {
            name: gpu.name.clone(),
            peak_tflops: gpu.peak_tflops.value,
            efficiency: gpu.efficiency.value,
        })
    }
}

fn layout(plan: &[StagePlan]) -> String {
    let first = &plan[0];
    if !is_uniform(plan) {
        let data: Vec<String> = plan.iter().map(|stage| stage.data.to_string()).collect();
        return format!("{} stages of {} data", plan.len(), data.join(" + "));
    }
    let stages = u32::try_from(plan.len()).expect("stages are limited");
    let degrees =
        [(stages, "stages"), (first.data, "data"), (first.tensor, "tensor"), (first.expert, "expert")];
    let used = degrees.iter().filter(|(degree, _)| *degree > 1);
    let used: Vec<String> = used.map(|(degree, what)| format!("{degree} {what}")).collect();
    if used.is_empty() { "1 GPU".to_owned() } else { used.join(" × ") }
}
