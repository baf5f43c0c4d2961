//! From a model's name in a trace and a GPU count to a model graph.
//!
//! The library's models first; architectures that traces name and the library hasn't are stood in for by plain data
//! parallelism with their published number of parameters.

use crate::library::{self, Missing};
use crate::scenario::{CollectiveKind, CollectiveSpec, ModelSpec, StageSpec};

/// An architecture without a graph of its own: one stage, every GPU a copy, gradients in 4 bytes per parameter.
struct StandIn {
    name: &'static str,
    /// Trainable parameters, as published.
    million_parameters: f64,
    /// Multiply-adds of one sample, forward.
    giga_macs: f64,
    /// Samples of one iteration on one GPU (our choice, usual sizes).
    samples: f64,
}

/// What one GPU sustains on these: 40 TFLOP/s, an eighth of an A100's peak (our choice; small models don't fill it).
const SUSTAINED_TFLOPS: f64 = 40.0;

/// Sources: torchvision's table of weights (AlexNet, GoogLeNet, Inception v3's neighbours, ResNet-18, ShuffleNet, VGG-11);
/// Szegedy et al. 2016 (Inception-v4); Radford et al. 2019 (GPT-2, 1,024 tokens a sample); Amodei et al. 2015
/// (Deep Speech 2); Mnih et al. 2015 (the network that DQN and A2C share).
const STAND_INS: [StandIn; 10] = [
    StandIn { name: "alexnet", million_parameters: 61.1, giga_macs: 0.71, samples: 128.0 },
    StandIn { name: "googlenet", million_parameters: 6.6, giga_macs: 1.5, samples: 128.0 },
    StandIn { name: "inception4", million_parameters: 42.7, giga_macs: 12.3, samples: 64.0 },
    StandIn { name: "resnet18", million_parameters: 11.7, giga_macs: 1.81, samples: 128.0 },
    StandIn { name: "shufflenet_v2_x1_0", million_parameters: 2.3, giga_macs: 0.14, samples: 128.0 },
    StandIn { name: "vgg11", million_parameters: 132.9, giga_macs: 7.61, samples: 64.0 },
    StandIn { name: "gpt2", million_parameters: 124.4, giga_macs: 127.4, samples: 8.0 },
    StandIn { name: "deepspeech2", million_parameters: 38.0, giga_macs: 20.0, samples: 32.0 },
    StandIn { name: "dqn", million_parameters: 1.7, giga_macs: 0.01, samples: 256.0 },
    StandIn { name: "a2c", million_parameters: 1.7, giga_macs: 0.01, samples: 256.0 },
];

/// The model of a row that names none.
pub fn by_gpus(gpus: u32) -> &'static str {
    if gpus <= 4 { "resnet50" } else { "bert-large" }
}

/// The model graph for a name and a GPU count, with its name in a scenario.
///
/// # Errors
/// What the library says that it lacks.
pub fn find(name: &str, gpus: u32) -> Result<(String, ModelSpec), String> {
    match library::for_gpus(name, gpus) {
        Err(Missing::Name { .. }) if stand_in(name).is_some() => {
            Ok(stand_in(name).expect("just found").model(gpus))
        }
        other => other.map_err(|missing| missing.to_string()),
    }
}

/// Whether two names have the same letters and digits.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    plain(a) == plain(b)
}

fn stand_in(name: &str) -> Option<&'static StandIn> {
    STAND_INS.iter().find(|stand_in| same_name(stand_in.name, name))
}

impl StandIn {
    fn model(&self, gpus: u32) -> (String, ModelSpec) {
        // A multiply-add is two operations, and the backward pass costs twice the forward one.
        let forward_ms = thousandths(2.0 * self.giga_macs * self.samples / SUSTAINED_TFLOPS);
        let all_reduce = CollectiveSpec {
            kind: CollectiveKind::AllReduce,
            mb: thousandths(4.0 * self.million_parameters),
            per: CollectiveKind::AllReduce.default_per(),
        };
        let stage = StageSpec {
            id: "s0".to_owned(),
            name: Some("All layers".to_owned()),
            forward_ms,
            backward_ms: 2.0 * forward_ms,
            replicas: gpus,
            collectives: if gpus > 1 { vec![all_reduce] } else { Vec::new() },
        };
        let model = ModelSpec { stages: vec![stage], edges: Vec::new(), micro_batches: None };
        (format!("{}-{gpus}gpu", self.name), model)
    }
}

fn thousandths(value: f64) -> f64 {
    libm::floor(value * 1_000.0 + 0.5) / 1_000.0
}
