//! Models for benchmarks and for trying things out.

use crate::scenario::{CollectiveKind, CollectiveSpec, ModelSpec, StageSpec};

/// Data-parallel models of 1 to 8 GPUs, half of them communication-heavy on NICs of a few GB/s: for benchmarks and for
/// trying things out. Real models are in the library.
pub fn synthetic_models() -> Vec<(String, ModelSpec, f64)> {
    let light = [(1, 0.3), (2, 0.1), (4, 0.1), (8, 0.05)].map(|mix| (mix, 5.0, "light"));
    let heavy = [(2, 0.15), (3, 0.1), (4, 0.1), (8, 0.1)].map(|mix| (mix, 600.0, "heavy"));
    let models = light.into_iter().chain(heavy);
    models
        .map(|((replicas, weight), mb, name)| {
            (format!("{name}{replicas}"), data_parallel(replicas, mb), weight)
        })
        .collect()
}

fn data_parallel(replicas: u32, mb: f64) -> ModelSpec {
    let all_reduce =
        CollectiveSpec { kind: CollectiveKind::AllReduce, mb, per: CollectiveKind::AllReduce.default_per() };
    let stage = StageSpec {
        id: "s0".to_owned(),
        name: None,
        forward_ms: 40.0,
        backward_ms: 80.0,
        replicas,
        collectives: vec![all_reduce],
    };
    ModelSpec { stages: vec![stage], edges: Vec::new(), micro_batches: None }
}
