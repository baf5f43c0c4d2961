//! What inputs the calculator refuses.

use super::{Layer, Schedule, Setup, StagePlan};
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
        let mut own = Vec::new();
        of_stage(stage, &format!("stages[{at}]"), setup, &mut own);
        // An input that is wrong for several stages is one problem, at the first of them.
        own.retain(|problem| problems.iter().all(|known: &Problem| known.message != problem.message));
        problems.append(&mut own);
    }
    problems
}

pub(super) fn stage_count(pipeline: u32, layers: usize) -> Problem {
    Problem::new("pipeline", format!("must be from 1 to the {layers} layers, is {pipeline}"), "")
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
    let share = u64::from(stage.data) * micro_batch;
    if share == 0 || !u64::from(setup.global_batch).is_multiple_of(share) {
        let message =
            format!("global batch {} is no multiple of data · micro-batch = {share}", setup.global_batch);
        problems.push(Problem::new(path, message, "every copy takes whole micro-batches"));
    }
}
