//! Jobs per second of every policy at 10^4, 10^5 and 10^6 jobs of 1 to 8 GPUs on 128 × 8 GPUs under load 1.1, the
//! growth between them, and the peak memory. `cargo xtask bench` runs it.

use std::path::Path;
use std::time::Duration;

use asrpt_core::engine::Engine;
use asrpt_core::instance::Instance;
use asrpt_core::log::NoLog;
use asrpt_core::policy::{POLICIES, Policy};
use asrpt_core::scenario::ServerSpec;
use asrpt_core::workload::{Arrivals, Workload, generate, synthetic_models};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
const GROUP: &str = "policies";
const MOST_GROWTH: f64 = 1.15;

fn instance(jobs: usize) -> Instance {
    let server = ServerSpec {
        name: None,
        count: 128,
        gpus: 8,
        nvlink_gb_per_s: 150.0,
        nic_gb_per_s: 12.5,
        gpu_speed: 1.0,
    };
    let workload = Workload {
        jobs,
        seed: 1,
        load: 1.1,
        arrivals: Arrivals::Poisson,
        median_iterations: 2_000.0,
        iterations_sigma: 1.0,
        prediction_sigma: 0.3,
        servers: vec![server],
        models: synthetic_models(),
        ..Workload::default()
    };
    Instance::prepare(generate(&workload).expect("models fit")).expect("times fit")
}

fn measure(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(GROUP);
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    for jobs in SIZES {
        let instance = instance(jobs);
        group.throughput(Throughput::Elements(jobs as u64));
        for policy in POLICIES {
            group.bench_function(BenchmarkId::new(policy.kind(), jobs), |bencher| {
                bencher.iter(|| Engine::new(&instance, *policy, NoLog).run().expect("times fit").examined);
            });
        }
    }
    group.finish();
}

/// Mean seconds of one run, as criterion wrote it down.
fn mean_s(results: &Path, policy: &dyn Policy, jobs: usize) -> f64 {
    let file = results.join(policy.kind()).join(jobs.to_string()).join("new/estimates.json");
    let text = std::fs::read_to_string(file).expect("criterion writes its estimates");
    let estimates: serde_json::Value = serde_json::from_str(&text).expect("estimates are JSON");
    estimates["mean"]["point_estimate"].as_f64().expect("the mean is a number") / 1e9
}

/// The exponent b of time ~ jobs^b between the smallest and the largest size.
fn growth(results: &Path, policy: &dyn Policy) -> f64 {
    let (small, large) = (SIZES[0], SIZES[SIZES.len() - 1]);
    let times = mean_s(results, policy, large) / mean_s(results, policy, small);
    libm::log(times) / libm::log(large as f64 / small as f64)
}

fn report(results: &Path) {
    println!(
        "\n{:<14} {:>14} {:>14} {:>14}  {:>6}",
        "policy", "10^4 jobs/s", "10^5 jobs/s", "10^6 jobs/s", "growth"
    );
    let mut steepest: f64 = 0.0;
    for policy in POLICIES {
        let per_s = SIZES.map(|jobs| format!("{:.0}", jobs as f64 / mean_s(results, *policy, jobs)));
        let exponent = growth(results, *policy);
        steepest = steepest.max(exponent);
        println!("{:<14} {:>14} {:>14} {:>14}  {exponent:>6.2}", policy.kind(), per_s[0], per_s[1], per_s[2]);
    }
    println!("peak memory: {}", peak_memory().unwrap_or_else(|| "not known on this system".to_owned()));
    assert!(steepest <= MOST_GROWTH, "time grows with exponent {steepest:.2}, above {MOST_GROWTH}");
}

fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}

fn main() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("policies");
    let mut criterion = Criterion::default().output_directory(&target).configure_from_args();
    measure(&mut criterion);
    criterion.final_summary();
    report(&target.join(GROUP));
}
