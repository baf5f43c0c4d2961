//! Published runs, and what the calculator and the model of a placement make of the same configuration.

use asrpt_core::calculator::{
    Blueprint, Degrees, Estimate, Gpu, Recompute, Schedule, Setup, Transformer, estimate,
};
use asrpt_core::cluster::Cluster;
use asrpt_core::cost::Constants;
use asrpt_core::library;
use asrpt_core::model::ModelGraph;
use asrpt_core::scenario::{ModelSpec, ServerSpec};

/// One published number beside ours.
pub struct Row {
    /// What was run.
    pub run: String,
    /// Of the published number and ours.
    pub unit: &'static str,
    pub published: f64,
    pub estimated: f64,
}

impl Row {
    /// Ours over theirs, less one, in per cent.
    pub fn deviation(&self) -> f64 {
        (self.estimated / self.published - 1.0) * 100.0
    }
}

/// Rows of one source.
pub struct Group {
    pub title: &'static str,
    /// Where the published numbers and configurations were read.
    pub address: &'static str,
    pub rows: Vec<Row>,
    /// The greatest deviation that the test lets pass, either way, in per cent.
    pub bound: f64,
}

pub fn groups() -> Vec<Group> {
    vec![
        megatron_2021(),
        recomputation_2022(Recompute::Everything),
        recomputation_2022(Recompute::Attention),
        bert_on_one_dgx1(),
        bert_on_many_dgx1(),
        tensorflow_2017(),
        resnet50_2021(),
        torchgpipe_2020(),
    ]
}

const MEGATRON: &str = "https://github.com/SotaroKaneda/MLCarbon/blob/main/data/megatron_table.csv";
const KORTHIKANTI: &str = "https://github.com/calculon-ai/calculon/blob/main/calculon/llm/validation.py";
const NVIDIA_BERT: &str =
    "https://github.com/NVIDIA/DeepLearningExamples/blob/master/PyTorch/LanguageModeling/BERT/README.md";
const TENSORFLOW: &str = "https://github.com/tensorflow/tensorflow/blob/5984ffefd320c5d71b801ee06079a51b91ea42c0/tensorflow/docs_src/performance/benchmarks.md";
const NVIDIA_RESNET: &str = "https://github.com/NVIDIA/DeepLearningExamples/blob/master/PyTorch/Classification/ConvNets/resnet50v1.5/README.md";
const TORCHGPIPE: &str = "https://github.com/kakaobrain/torchgpipe/tree/master/benchmarks/resnet101-speed";
const PIPEDREAM: &str = "https://www.microsoft.com/en-us/research/publication/pipedream-generalized-pipeline-parallelism-for-dnn-training/";

/// α of the best placement on an empty cluster of `servers` like this one.
fn alpha_s(model: &ModelSpec, server: (u32, f64, f64), servers: u32) -> f64 {
    let (gpus, nvlink_gb_per_s, nic_gb_per_s) = server;
    let group =
        ServerSpec { name: None, count: servers, gpus, nvlink_gb_per_s, nic_gb_per_s, gpu_speed: 1.0 };
    Constants::new(&ModelGraph::new(model).unwrap(), &Cluster::new(&[group])).alpha_min_s
}

fn gpu(name: &str, peak_tflops: f64, efficiency: f64) -> Gpu {
    Gpu { name: name.to_owned(), peak_tflops, efficiency }
}

/// DGX A100: NVLink 600 GB/s both ways together, eight NICs of 200 Gb/s.
const DGX_A100: (u32, f64, f64) = (8, 300.0, 200.0);
/// DGX-1 with V100: six NVLinks of 25 GB/s a way, four NICs of 100 Gb/s.
const DGX1_V100: (u32, f64, f64) = (8, 150.0, 50.0);
/// DGX-1 with P100: four NVLinks of 20 GB/s a way.
const DGX1_P100: (u32, f64, f64) = (8, 80.0, 50.0);

struct Gpt {
    name: &'static str,
    shape: (u32, u32, u32),
    tensor: u32,
    pipeline: u32,
    gpus: u32,
    batch: u32,
    interleave: u32,
}

impl Gpt {
    fn estimate(&self, recompute: Recompute, micro_batch: u32) -> Estimate {
        let (layers, hidden, heads) = self.shape;
        let blueprint = Transformer::gpt(layers, hidden, heads, 51_200, 2048).blueprint();
        let data = self.gpus / (self.tensor * self.pipeline);
        let degrees = Degrees { pipeline: self.pipeline, data, tensor: self.tensor, expert: 1 };
        let setup = Setup {
            global_batch: self.batch,
            recompute,
            schedule: Schedule::Flush { micro_batch, interleave: self.interleave },
            ..Setup::mixed_precision(Gpu::a100_for_transformers(hidden))
        };
        estimate(&blueprint, &degrees.plan(&blueprint.layers).unwrap(), &setup).unwrap()
    }

    fn alpha_s(&self, estimate: &Estimate) -> f64 {
        alpha_s(&estimate.model, DGX_A100, self.gpus / 8)
    }
}

/// Narayanan et al., SC 2021, table 1. The paper gives neither the micro-batch (1 here) nor the chunks per GPU of its
/// interleaved schedule (the least that divides a stage's layers here).
fn megatron_2021() -> Group {
    let runs = [
        ("GPT 1.7B", (24, 2304, 24), 1, 1, 32, 512, 1, 137.0),
        ("GPT 3.6B", (30, 3072, 32), 2, 1, 64, 512, 1, 138.0),
        ("GPT 7.5B", (36, 4096, 32), 4, 1, 128, 512, 1, 142.0),
        ("GPT 18.4B", (40, 6144, 48), 8, 1, 256, 1024, 1, 135.0),
        ("GPT 39.1B", (48, 8192, 64), 8, 2, 512, 1536, 2, 138.0),
        ("GPT 76.1B", (60, 10_240, 80), 8, 4, 1024, 1792, 3, 140.0),
        ("GPT 145.6B", (80, 12_288, 96), 8, 8, 1536, 2304, 2, 148.0),
        ("GPT 310.1B", (96, 16_384, 128), 8, 16, 1920, 2160, 2, 155.0),
        ("GPT 529.6B", (105, 20_480, 128), 8, 35, 2520, 2520, 3, 163.0),
        ("GPT 1008B", (128, 25_600, 160), 8, 64, 3072, 3072, 2, 163.0),
    ];
    let row = |(name, shape, tensor, pipeline, gpus, batch, interleave, published)| {
        let run = Gpt { name, shape, tensor, pipeline, gpus, batch, interleave };
        let estimate = run.estimate(Recompute::Everything, 1);
        let estimated = estimate.hardware_flops / run.alpha_s(&estimate) / f64::from(gpus) / 1e12;
        Row { run: format!("{name} on {gpus} A100"), unit: "TFLOP/s per GPU", published, estimated }
    };
    let rows = runs.into_iter().map(row).collect();
    Group {
        title: "Megatron-LM, SC 2021, table 1 (two constants fitted to it)",
        address: MEGATRON,
        rows,
        bound: 8.0,
    }
}

/// Korthikanti et al., 2022, tables 3 and 5.
fn recomputation_2022(recompute: Recompute) -> Group {
    let runs = [
        ("22B", (48, 6144, 64), 1, 8, 4, 4, 1, 1.42, 1.10),
        ("175B", (96, 12_288, 96), 8, 64, 64, 1, 3, 18.13, 13.75),
        ("530B", (105, 20_480, 128), 35, 280, 280, 1, 3, 49.05, 37.83),
        ("1T", (128, 25_600, 160), 64, 512, 512, 1, 1, 94.42, 71.49),
    ];
    let is_full = recompute == Recompute::Everything;
    let row = |(name, shape, pipeline, gpus, batch, micro_batch, interleave, full, selective)| {
        let run = Gpt { name, shape, tensor: 8, pipeline, gpus, batch, interleave };
        let estimated = run.alpha_s(&run.estimate(recompute, micro_batch));
        let published = if is_full { full } else { selective };
        Row { run: format!("GPT {} on {gpus} A100", run.name), unit: "s per iteration", published, estimated }
    };
    let title = if is_full {
        "Korthikanti et al., 2022, table 5, everything recomputed"
    } else {
        "Korthikanti et al., 2022, table 5, attention recomputed"
    };
    Group { title, address: KORTHIKANTI, rows: runs.into_iter().map(row).collect(), bound: 18.0 }
}

/// Samples per second of a data-parallel run.
fn throughput(blueprint: &Blueprint, setup: &Setup, gpus: u32, per_gpu: u32, server: (u32, f64, f64)) -> f64 {
    let setup = Setup { global_batch: gpus * per_gpu, ..setup.clone() };
    let plan = Degrees::data_parallel(gpus).plan(&blueprint.layers).unwrap();
    let estimate = estimate(blueprint, &plan, &setup).unwrap();
    f64::from(setup.global_batch) / alpha_s(&estimate.model, server, gpus.div_ceil(server.0))
}

/// The efficiency at which one GPU computes the published number of samples per second.
fn calibrated(blueprint: &Blueprint, peak_tflops: f64, samples_per_s: f64) -> f64 {
    3.0 * blueprint.forward_flops() * samples_per_s / (peak_tflops * 1e12)
}

fn bert(sequence: u32) -> Blueprint {
    let gpt_like = Transformer::gpt(24, 1024, 16, 30_522, sequence);
    Transformer { positions: 512, predicted_share: 0.15, ..gpt_like }.blueprint()
}

/// (GPUs, published samples per second), the first of which calibrates the efficiency.
fn scaling(
    what: &str,
    blueprint: &Blueprint,
    setup: &Setup,
    per_gpu: u32,
    server: (u32, f64, f64),
    published: &[(u32, f64)],
) -> Vec<Row> {
    let (base_gpus, base) = published[0];
    let mut setup = setup.clone();
    setup.gpu.efficiency = calibrated(blueprint, setup.gpu.peak_tflops, base / f64::from(base_gpus));
    let row = |&(gpus, published): &(u32, f64)| Row {
        run: format!("{what} on {gpus} {}", setup.gpu.name),
        unit: "samples/s",
        published,
        estimated: throughput(blueprint, &setup, gpus, per_gpu, server),
    };
    published[1..].iter().map(row).collect()
}

/// NVIDIA DeepLearningExamples, BERT for PyTorch, 2019: pre-training, mixed precision, DGX-1 with V100 32 GB.
fn bert_on_one_dgx1() -> Group {
    let setup = Setup::mixed_precision(gpu("V100", 125.0, 1.0));
    let short = [(1, 171.52), (4, 655.36), (8, 1305.6)];
    let long = [(1, 30.08), (4, 116.8), (8, 231.68)];
    let mut rows = scaling("BERT-large, 128 tokens,", &bert(128), &setup, 64, DGX1_V100, &short);
    rows.extend(scaling("BERT-large, 512 tokens,", &bert(512), &setup, 8, DGX1_V100, &long));
    Group {
        title: "NVIDIA BERT, 2019, one DGX-1, calibrated on one GPU",
        address: NVIDIA_BERT,
        rows,
        bound: 4.0,
    }
}

/// The same source, several DGX-1 with V100 16 GB: gradients are summed after 2,048 sequences a GPU on four of them and
/// after 512 on sixteen, as its table of training times says.
fn bert_on_many_dgx1() -> Group {
    let setup = Setup::mixed_precision(gpu("V100", 125.0, 1.0));
    let mut rows = Vec::new();
    for (gpus, per_gpu, published) in [(32, 2048, 3089.76), (128, 512, 12_144.64)] {
        let runs = [(8, 874.24), (gpus, published)];
        rows.extend(scaling("BERT-large, 128 tokens,", &bert(128), &setup, per_gpu, DGX1_V100, &runs));
    }
    Group {
        title: "NVIDIA BERT, 2019, several DGX-1, calibrated on one of them",
        address: NVIDIA_BERT,
        rows,
        bound: 17.0,
    }
}

/// TensorFlow benchmarks, May 2017: DGX-1 with P100, synthetic data, 64 images per GPU, single precision.
fn tensorflow_2017() -> Group {
    let p100 = gpu("P100", 10.6, 1.0);
    let setup = Setup { activation_bytes: 4.0, gradient_bytes: 4.0, ..Setup::mixed_precision(p100) };
    let runs = [
        ("Inception-v3", "inception-v3-1gpu", [142.0, 284.0, 569.0, 1131.0]),
        ("ResNet-50", "resnet50-1gpu", [219.0, 422.0, 852.0, 1734.0]),
        ("ResNet-152", "resnet152-1gpu", [91.8, 181.0, 356.0, 716.0]),
        ("VGG-16", "vgg16-1gpu", [154.0, 295.0, 584.0, 1081.0]),
    ];
    let mut rows = Vec::new();
    for (name, id, published) in runs {
        let blueprint = &library::find(id).unwrap().blueprint;
        let published: Vec<(u32, f64)> = [1, 2, 4, 8].into_iter().zip(published).collect();
        rows.extend(scaling(name, blueprint, &setup, 64, DGX1_P100, &published));
    }
    Group {
        title: "TensorFlow benchmarks, 2017, DGX-1, calibrated on one GPU",
        address: TENSORFLOW,
        rows,
        bound: 12.0,
    }
}

/// NVIDIA DeepLearningExamples, ResNet-50 v1.5 for PyTorch, 2021.
fn resnet50_2021() -> Group {
    let blueprint = &library::find("resnet50-1gpu").unwrap().blueprint;
    let a100 = Setup::mixed_precision(gpu("A100", 312.0, 1.0));
    let v100 = Setup::mixed_precision(gpu("V100", 125.0, 1.0));
    let mut rows = scaling("ResNet-50", blueprint, &a100, 256, DGX_A100, &[(1, 2470.0), (8, 16_621.0)]);
    rows.extend(scaling("ResNet-50", blueprint, &v100, 256, DGX1_V100, &[(1, 1200.0), (8, 8322.0)]));
    Group {
        title: "NVIDIA ResNet-50, 2021, calibrated on one GPU",
        address: NVIDIA_RESNET,
        rows,
        bound: 20.0,
    }
}

/// Kim et al., torchgpipe, 2020 (arXiv:2004.09910), its benchmark of ResNet-101: P40 on PCIe, single precision, all but
/// the last micro-batch recomputed. The cut into stages is ours.
fn torchgpipe_2020() -> Group {
    let blueprint = &library::find("resnet101-1gpu").unwrap().blueprint;
    let p40 = gpu("P40", 11.8, calibrated(blueprint, 11.8, 95.862));
    let row = |(pipeline, batch, micro_batches, published): (u32, u32, u32, f64)| {
        let degrees = Degrees { pipeline, ..Degrees::data_parallel(1) };
        let micro_batch = batch / micro_batches;
        let setup = Setup {
            global_batch: micro_batch * micro_batches,
            activation_bytes: 4.0,
            recompute: Recompute::Everything,
            schedule: Schedule::Flush { micro_batch, interleave: 1 },
            ..Setup::mixed_precision(p40.clone())
        };
        let estimate = estimate(blueprint, &degrees.plan(&blueprint.layers).unwrap(), &setup).unwrap();
        let samples_per_s = f64::from(setup.global_batch) / alpha_s(&estimate.model, (8, 12.0, 1.25), 1);
        let run = format!("ResNet-101 in {pipeline} stages on {pipeline} P40");
        Row { run, unit: "samples/s", published, estimated: samples_per_s }
    };
    let runs = [(2, 25_000, 1667, 135.539), (4, 5632, 256, 265.958), (8, 5400, 150, 411.662)];
    let rows = runs.into_iter().map(row).collect();
    Group {
        title: "torchgpipe, 2020, calibrated on one GPU without a pipeline",
        address: TORCHGPIPE,
        rows,
        bound: 15.0,
    }
}

/// Narayanan et al., PipeDream, SOSP 2019, table 1: VGG-16 in single precision, 64 images per GPU, as "15-1" beside data
/// parallelism. Four V100 per server on PCIe with 10 Gb/s, and eight on NVLink with 25 Gb/s. The abstract confirms "up to
/// 5.3" and the authors' repository the layout; the second digit of 5.28 and all of 2.98 are quoted from memory.
pub fn pipedream_2019() -> Group {
    let clusters = [
        ("4 servers of 4 V100, 10 Gb/s (published: 5.3 confirmed)", (4, 12.0, 1.25), 5.28),
        ("2 servers of 8 V100, 25 Gb/s (published: unconfirmed)", (8, 150.0, 3.125), 2.98),
    ];
    let mut entry = library::find("vgg16-16gpu-pipeline").unwrap().clone();
    entry.setup.activation_bytes = 4.0;
    entry.setup.gradient_bytes = 4.0;
    entry.setup.gpu = gpu("V100", 15.7, 0.6);
    let row = |(name, server, published): (&str, (u32, f64, f64), f64)| {
        let servers = 16 / server.0;
        let data_parallel = throughput(&entry.blueprint, &entry.setup, 16, 64, server);
        let pipeline =
            f64::from(entry.setup.global_batch) / alpha_s(&entry.estimate().model, server, servers);
        Row {
            run: format!("VGG-16 as 15-1 on {name}"),
            unit: "× data parallelism",
            published,
            estimated: pipeline / data_parallel,
        }
    };
    let rows = clusters.into_iter().map(row).collect();
    Group { title: "PipeDream, SOSP 2019, table 1", address: PIPEDREAM, rows, bound: f64::INFINITY }
}
