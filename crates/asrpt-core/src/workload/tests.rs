use super::*;
use crate::instance::Instance;

fn checksum(workload: &Workload) -> u32 {
    crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(generate(workload).unwrap().to_json().as_bytes())
}

#[test]
fn the_same_seed_gives_the_same_scenario_for_ever() {
    assert_eq!(checksum(&Workload::default()), 3_758_927_864);
    assert_eq!(checksum(&Workload::recurring(1_000, 500, 7)), 434_868_638);
    assert_ne!(checksum(&Workload { seed: 2, ..Workload::default() }), checksum(&Workload::default()));
}

#[test]
fn jobs_recur_as_often_as_asked() {
    let scenario = generate(&Workload { recurrence: 0.9, ..Workload::recurring(4_000, 1_000, 3) }).unwrap();
    assert_eq!((scenario.history.len(), scenario.jobs.len()), (4_000, 1_000));
    let recurring = scenario.history.iter().filter(|record| record.group.is_some()).count();
    assert!((3_500..3_700).contains(&recurring), "{recurring}");
    assert!(scenario.jobs.iter().all(|job| job.user.is_some()));
    // A group keeps its model, and its iterations stay near its median.
    let of = |group: &'static str| {
        scenario.history.iter().filter(move |record| record.group.as_deref() == Some(group))
    };
    let first = of("user-0/job-0").next().unwrap();
    assert!(of("user-0/job-0").all(|record| record.model == first.model));
    let (least, most) = of("user-0/job-0").fold((u64::MAX, 0), |(least, most), record| {
        (least.min(record.iterations), most.max(record.iterations))
    });
    assert!(most as f64 / (least as f64) < 6.0, "{least} to {most}");
}

#[test]
fn the_share_of_heavy_jobs_is_met() {
    let nic = |nic_gb_per_s| {
        let mut workload = Workload { jobs: 2_000, heavy_share: Some(0.25), ..Workload::default() };
        workload.servers[0].nic_gb_per_s = nic_gb_per_s;
        workload
    };
    let instance = Instance::prepare(generate(&nic(2.0)).unwrap()).unwrap();
    let heavy = instance.jobs.iter().filter(|job| job.comm_heavy).count();
    assert!((440..560).contains(&heavy), "{heavy}");
    let problems = generate(&nic(1_000_000.0)).unwrap_err();
    assert_eq!(problems[0].path, "heavy_share");
}

#[test]
fn iterations_follow_their_shape() {
    let sorted = |shape: Shape| {
        let workload = Workload { jobs: 4_001, shape, median_iterations: 1e6, ..Workload::default() };
        let mut iterations: Vec<u64> =
            generate(&workload).unwrap().jobs.iter().map(|job| job.iterations).collect();
        iterations.sort_unstable();
        iterations
    };
    for shape in [Shape::LogNormal, Shape::Uniform, Shape::Pareto, Shape::Fixed] {
        let median = sorted(shape)[2_000] as f64 / 1e6;
        assert!((0.9..1.1).contains(&median), "{shape:?}: {median}");
    }
    assert!(sorted(Shape::Uniform)[4_000] <= 2_000_000);
    assert!(sorted(Shape::Pareto)[0] >= 500_000);
    assert!(sorted(Shape::Pareto)[4_000] > 100_000_000);
}

#[test]
fn nonsense_is_named() {
    let workload = Workload { load: 0.0, recurrence: 1.5, models: Vec::new(), ..Workload::default() };
    let paths: Vec<String> =
        generate(&workload).unwrap_err().into_iter().map(|problem| problem.path).collect();
    assert_eq!(paths, ["load", "recurrence", "models"]);
}
