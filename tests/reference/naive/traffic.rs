//! §6: what a placement sends, in MB per iteration.

use super::alpha::ring_volume;
use asrpt_core::scenario::{CollectiveKind, ModelSpec};

/// NVLink and NIC megabytes of one server; `counts[s][m]` is x_{s,m}.
pub fn of(model: &ModelSpec, counts: &[Vec<usize>], m: usize) -> (f64, f64) {
    let (mut nvlink, mut nic) = (0.0, 0.0);
    let share = |id: &String| {
        let s = model.stages.iter().position(|stage| stage.id == *id).unwrap();
        counts[s][m] as f64 / f64::from(model.stages[s].replicas)
    };
    for edge in &model.edges {
        let (a, u, v) = (edge.activation_mb, share(&edge.from), share(&edge.to));
        nvlink += 2.0 * a * u * v;
        nic += 2.0 * a * u * (1.0 - v) + 2.0 * a * v * (1.0 - u);
    }
    for (stage, x) in model.stages.iter().zip(counts) {
        let several = x.iter().filter(|&&x| x > 0).count() > 1;
        let (k, x) = (f64::from(stage.replicas), x[m] as f64);
        if k <= 1.0 || x == 0.0 {
            continue;
        }
        for collective in &stage.collectives {
            let (h, v) = (collective.mb, ring_volume(k, collective.mb));
            match (collective.kind, several) {
                (CollectiveKind::AllReduce, false) => nvlink += k * v,
                (CollectiveKind::AllReduce, true) => {
                    nvlink += (x - 1.0) * v;
                    nic += 2.0 * v;
                }
                (CollectiveKind::AllToAll, _) => {
                    nvlink += x * (x - 1.0) * h / k;
                    nic += 2.0 * x * (k - x) * h / k;
                }
            }
        }
    }
    (nvlink, nic)
}
