//! Collectives within a stage take the time that their own rings would take, although the model runs them over all
//! k = d · t replicas.

use asrpt_core::calculator::{Degrees, Experts, Gpu, Recompute, Schedule, Setup, Transformer, estimate};
use asrpt_core::cluster::Cluster;
use asrpt_core::cost::{Constants, IterationCost, iteration};
use asrpt_core::model::ModelGraph;
use asrpt_core::scenario::{ModelSpec, ServerSpec};

const HIDDEN: f64 = 1024.0;
const SEQUENCE: f64 = 512.0;
const BLOCKS: f64 = 8.0;

fn gpt() -> Transformer {
    Transformer::gpt(8, 1024, 16, 32_000, 512)
}

fn model(transformer: &Transformer, degrees: Degrees, global_batch: u32) -> ModelSpec {
    let blueprint = transformer.blueprint();
    let setup = Setup {
        global_batch,
        recompute: Recompute::Nothing,
        schedule: Schedule::Steady,
        ..Setup::mixed_precision(Gpu::a100_for_transformers(1024))
    };
    estimate(&blueprint, &degrees.plan(&blueprint.layers).unwrap(), &setup).unwrap().model
}

const NVLINK: f64 = 300.0;
const NIC: f64 = 100.0;

fn cost(model: &ModelSpec, servers: u32) -> IterationCost {
    let server = ServerSpec {
        name: None,
        count: servers,
        gpus: 8,
        nvlink_gb_per_s: NVLINK,
        nic_gb_per_s: NIC,
        gpu_speed: 1.0,
    };
    let (graph, cluster) = (ModelGraph::new(model).unwrap(), Cluster::new(&[server]));
    iteration(&graph, &cluster.servers, &Constants::new(&graph, &cluster).best)
}

fn near(ours: f64, intended: f64) {
    // Numbers are kept to four digits.
    assert!((ours / intended - 1.0).abs() < 1e-3, "{ours} is not {intended}");
}

#[test]
fn rings_of_tensor_and_data_parallelism_within_a_server_are_exact() {
    let degrees = Degrees { pipeline: 1, data: 2, tensor: 4, expert: 1 };
    let stage = cost(&model(&gpt(), degrees, 8), 1).stages[0];
    // Two all-reduces of s · h elements a pass and block, for half of the eight samples, two passes.
    let reduced_mb = 2.0 * 2.0 * BLOCKS * SEQUENCE * HIDDEN * 4.0 * 2.0 / 1e6;
    near(stage.collective_per_micro_batch_ms, 2.0 * 3.0 / 4.0 * reduced_mb / NVLINK);
    let gradients_mb = gpt().blueprint().parameters() / 4.0 * 2.0 / 1e6;
    near(stage.collective_per_iteration_ms, 2.0 * 1.0 / 2.0 * gradients_mb / NVLINK);
}

#[test]
fn gradients_of_whole_tensor_groups_on_several_servers_share_their_nics() {
    let degrees = Degrees { pipeline: 1, data: 4, tensor: 8, expert: 1 };
    let stage = cost(&model(&gpt(), degrees, 8), 4).stages[0];
    // Eight rings over four servers, each with an eighth of the gradients and of the NIC.
    let gradients_mb = gpt().blueprint().parameters() * 2.0 / 1e6;
    near(stage.collective_per_iteration_ms, 2.0 * 3.0 / 4.0 * gradients_mb / NIC);
}

#[test]
fn all_to_all_within_a_server_sends_each_token_to_its_experts_and_back() {
    let experts = Transformer { experts: Some(Experts { count: 8, active: 2 }), ..gpt() };
    let degrees = Degrees { pipeline: 1, data: 8, tensor: 1, expert: 4 };
    let stage = cost(&model(&experts, degrees, 8), 1).stages[0];
    // One sample a GPU, two experts a token, there and back, forward and backward, three quarters to other GPUs.
    let sent_mb = 2.0 * 2.0 * 2.0 * BLOCKS * SEQUENCE * HIDDEN * 2.0 / 1e6;
    near(stage.collective_per_micro_batch_ms, 3.0 / 4.0 * sent_mb / NVLINK);
}

#[test]
fn an_edge_carries_the_whole_batch() {
    let degrees = Degrees { pipeline: 2, data: 2, tensor: 2, expert: 1 };
    let model = model(&gpt(), degrees, 8);
    near(model.edges[0].activation_mb, 8.0 * SEQUENCE * HIDDEN * 2.0 / 1e6);
}

#[test]
fn what_does_not_divide_is_refused_with_its_place() {
    let blueprint = gpt().blueprint();
    let plan = Degrees { pipeline: 2, data: 3, tensor: 1, expert: 2 }.plan(&blueprint.layers).unwrap();
    let setup = Setup { global_batch: 8, ..Setup::mixed_precision(Gpu::a100_for_transformers(1024)) };
    let problems = estimate(&blueprint, &plan, &setup).unwrap_err();
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    // Both stages have them, each is said once.
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].starts_with("stages[0]: expert degree 2 doesn't divide data degree 3"), "{texts:?}");
    assert!(texts[1].starts_with("stages[0]: global batch 8 is no multiple"), "{texts:?}");
}
