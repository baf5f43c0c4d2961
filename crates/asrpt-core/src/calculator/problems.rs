//! What inputs the calculator refuses.

use super::{Layer, Schedule, Setup, StagePlan, Transformer};
use crate::limits;
use crate::scenario::Problem;

pub(super) fn of(layers: &[Layer], plan: &[StagePlan], setup: &Setup) -> Vec<Problem> {
    let mut problems = Vec::new();
    of_setup(setup, &mut problems);
    let ends = plan.iter().map(|stage| stage.layers.end);
    let starts = plan.iter().map(|stage| stage.layers.start);
    let covers = ends.eq(starts.skip(1).chain([layers.len()]));
    if plan.first().is_none_or(|stage| stage.layers.start != 0) || !covers {
        problems.push(Problem::new("plan", "the stages don't cover the layers in order", "start at layer 0"));
    }
    for (at, stage) in plan.iter().enumerate() {
        of_stage(stage, &format!("stages[{at}]"), setup, &mut problems);
    }
    problems
}

pub(super) fn stage_count(pipeline: u32, layers: usize) -> Problem {
    Problem::new("pipeline", format!("must be from 1 to the {layers} layers, is {pipeline}"), "")
}

/// Sizes of a transformer: greatest values far above what was ever built, and small enough to list every block.
pub(super) fn of_transformer(transformer: &Transformer) -> Vec<Problem> {
    let blocks = limits::STAGES as u32;
    let decoder = transformer.decoder.map_or((1, 1), |decoder| (decoder.layers, decoder.sequence));
    let experts = transformer.experts.map_or((1, 1), |experts| (experts.count, experts.active));
    let ranges = [
        ("layers", transformer.layers, blocks),
        ("hidden", transformer.hidden, 1_000_000),
        ("heads", transformer.heads, transformer.hidden),
        ("kv_heads", transformer.kv_heads, transformer.heads),
        ("ffn", transformer.ffn, 10_000_000),
        ("ffn_matrices", transformer.ffn_matrices, 3),
        ("vocabulary", transformer.vocabulary, 100_000_000),
        ("sequence", transformer.sequence, 100_000_000),
        ("decoder.layers", decoder.0, blocks),
        ("decoder.sequence", decoder.1, 100_000_000),
        ("experts.count", experts.0, 1_000_000),
        ("experts.active", experts.1, experts.0),
    ];
    let outside = ranges.into_iter().filter(|(_, value, most)| !(1..=*most).contains(value));
    let mut problems: Vec<Problem> = outside
        .map(|(path, value, most)| Problem::new(path, format!("must be from 1 to {most}, is {value}"), ""))
        .collect();
    let share = transformer.predicted_share;
    if !(0.0..=1.0).contains(&share) {
        problems.push(Problem::new("predicted_share", format!("must be from 0 to 1, is {share}"), ""));
    }
    problems
}

fn of_setup(setup: &Setup, problems: &mut Vec<Problem>) {
    let positive = [
        ("activation_bytes", setup.activation_bytes, 64.0),
        ("gradient_bytes", setup.gradient_bytes, 64.0),
        ("peak_tflops", setup.gpu.peak_tflops, 1e6),
        // Above 1 for convolutions by Winograd's method, whose FLOPs are counted as if done directly.
        ("efficiency", setup.gpu.efficiency, 2.0),
    ];
    for (path, value, most) in positive {
        if !(value > 0.0 && value <= most) {
            problems.push(Problem::new(path, format!("must be above 0 and at most {most}, is {value}"), ""));
        }
    }
    if setup.global_batch == 0 || setup.server_gpus == 0 {
        problems.push(Problem::new("global_batch, server_gpus", "must be at least 1", ""));
    }
}

fn of_stage(stage: &StagePlan, path: &str, setup: &Setup, problems: &mut Vec<Problem>) {
    if stage.layers.is_empty() {
        problems.push(Problem::new(path, "has no layer", "take a lower pipeline degree"));
    }
    let replicas = u64::from(stage.data) * u64::from(stage.tensor);
    if stage.expert == 0 || !(1..=u64::from(limits::CLUSTER_GPUS)).contains(&replicas) {
        let most = limits::CLUSTER_GPUS;
        problems.push(Problem::new(path, format!("needs degrees of at least 1 and at most {most} GPUs"), ""));
        return;
    }
    if !stage.data.is_multiple_of(stage.expert) {
        let message = format!("expert degree {} doesn't divide data degree {}", stage.expert, stage.data);
        problems.push(Problem::new(path, message, "experts are spread over data-parallel copies"));
    }
    divides(stage, path, setup, problems);
}

fn divides(stage: &StagePlan, path: &str, setup: &Setup, problems: &mut Vec<Problem>) {
    let micro_batch = match setup.schedule {
        Schedule::Steady => 1,
        Schedule::Flush { micro_batch, interleave } => u64::from(micro_batch) * u64::from(interleave.min(1)),
    };
    if let Schedule::Flush { interleave, .. } = setup.schedule
        && u64::from(setup.global_batch) * u64::from(interleave) > u64::from(limits::MICRO_BATCHES)
    {
        let message = format!("batch · interleave is above {}", limits::MICRO_BATCHES);
        problems.push(Problem::new(path, message, "take a smaller batch"));
    }
    let share = u64::from(stage.data) * micro_batch;
    if share == 0 || !u64::from(setup.global_batch).is_multiple_of(share) {
        let message =
            format!("global batch {} is no multiple of data · micro-batch = {share}", setup.global_batch);
        problems.push(Problem::new(path, message, "every copy takes whole micro-batches"));
    }
}
