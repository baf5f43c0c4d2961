use super::*;
use crate::scenario::{ModelSpec, StageSpec};

fn record(user: &str, group: &str, gpus: u32, iterations: u64) -> HistoryRecord {
    let label = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    HistoryRecord { user: label(user), group: label(group), model: "m".to_owned(), gpus, iterations }
}

fn job(id: &str, user: &str, group: &str, iterations: u64) -> JobSpec {
    let label = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    JobSpec {
        id: id.to_owned(),
        model: "m".to_owned(),
        arrival_s: 0.0,
        iterations,
        predicted_iterations: None,
        user: label(user),
        group: label(group),
        name: None,
    }
}

fn scenario(kind: &str, history: Vec<HistoryRecord>, jobs: Vec<JobSpec>) -> Scenario {
    let stage = StageSpec {
        id: "s".to_owned(),
        name: None,
        forward_ms: 1.0,
        backward_ms: 2.0,
        replicas: 2,
        collectives: Vec::new(),
    };
    Scenario {
        models: vec![("m".to_owned(), ModelSpec { stages: vec![stage], ..ModelSpec::default() })],
        jobs: jobs.into(),
        history: history.into(),
        predictor: PredictorSpec { kind: kind.to_owned(), ..PredictorSpec::default() },
        ..Scenario::default()
    }
}

fn past() -> Vec<HistoryRecord> {
    vec![
        record("ann", "bert", 2, 100),
        record("ann", "bert", 2, 200),
        record("ann", "bert", 2, 600),
        record("ann", "", 1, 1_000),
        record("bob", "gpt", 8, 40_000),
    ]
}

fn jobs() -> Vec<JobSpec> {
    vec![
        job("known", "ann", "bert", 7),
        job("new group", "ann", "vit", 7),
        job("new user", "eve", "", 7),
        JobSpec { predicted_iterations: Some(5.5), ..job("given", "ann", "bert", 7) },
    ]
}

#[test]
fn groups_fall_back_to_the_user_then_to_all() {
    let means = report(&scenario("group-mean", past(), jobs()));
    let said: Vec<(f64, Basis)> = means.predictions.iter().map(|p| (p.iterations, p.basis)).collect();
    assert_eq!(
        said,
        [(300.0, Basis::Group(3)), (475.0, Basis::User(4)), (8_380.0, Basis::All(5)), (5.5, Basis::Given)]
    );
    assert_eq!(iterations(&scenario("group-median", past(), jobs())), [200.0, 400.0, 600.0, 5.5]);
    assert_eq!(
        means.notes,
        [
            "1 job with a prediction of the file's own",
            "1 job of no known group: predicted from the user's records",
            "1 job of no known group and user: predicted from all records",
        ]
    );
}

#[test]
fn no_history_is_said_and_one_record_is_repeated() {
    for kind in ["group-mean", "group-median", "random-forest"] {
        let none = report(&scenario(kind, Vec::new(), jobs()));
        assert_eq!(none.predictions[0], Prediction { iterations: 1_000.0, basis: Basis::Prior }, "{kind}");
        assert_eq!(none.notes[1], "3 jobs predicted without history: 1,000 iterations for each", "{kind}");
        let one = report(&scenario(kind, vec![record("ann", "bert", 2, 123)], jobs()));
        let all: Vec<f64> = one.predictions.iter().map(|p| p.iterations).collect();
        assert_eq!(all, [123.0, 123.0, 123.0, 5.5], "{kind}");
        assert!(one.notes.last().unwrap().contains("one record"), "{kind}");
    }
}

#[test]
fn learners_never_see_the_truth() {
    for kind in ["group-mean", "group-median", "random-forest"] {
        let mut changed = jobs();
        changed.iter_mut().for_each(|job| job.iterations = 999_999);
        assert_eq!(
            iterations(&scenario(kind, past(), jobs())),
            iterations(&scenario(kind, past(), changed)),
            "{kind}"
        );
    }
}

#[test]
fn noise_grows_with_sigma_and_keeps_its_direction() {
    let noisy = |sigma: f64| {
        let mut scenario = scenario(
            "noisy",
            Vec::new(),
            (0..400).map(|at| job(&at.to_string(), "", "", 1_000_000)).collect(),
        );
        scenario.predictor.sigma = sigma;
        iterations(&scenario)
    };
    assert!(noisy(0.0).iter().all(|&n| n == 1_000_000.0));
    let (half, one) = (noisy(0.5), noisy(1.0));
    for (half, one) in half.iter().zip(&one) {
        let (half, one) = (libm::log(half / 1e6), libm::log(one / 1e6));
        assert!((2.0 * half - one).abs() < 1e-6, "{half} {one}");
    }
    let spread = (one.iter().map(|n| libm::log(n / 1e6)).map(|z| z * z).sum::<f64>() / 400.0).sqrt();
    assert!((0.9..1.1).contains(&spread), "{spread}");
}

#[test]
fn the_forest_learns_what_groups_do() {
    let mut random = crate::random::Random::new(7);
    let mut either = |a: (&'static str, u64), b| if random.below(2) == 0 { a } else { b };
    let mut past = |at: u64| {
        let (group, iterations) = either(("short", 100), ("long", 10_000));
        record(either(("ann", 0), ("bob", 0)).0, group, 2, iterations + at % 7)
    };
    let history: Vec<_> = (0..400).map(&mut past).collect();
    let jobs = vec![job("a", "ann", "short", 1), job("b", "bob", "long", 1)];
    let scenario = scenario("random-forest", history, jobs);
    let predicted = iterations(&scenario);
    assert!((100.0..107.0).contains(&predicted[0]), "{predicted:?}");
    assert!((7_000.0..10_007.0).contains(&predicted[1]), "{predicted:?}");
    let explainer = Explainer::new(&scenario);
    let why = explainer.why(crate::ids::JobIndex::from_at(1), 3);
    assert_eq!(why.prediction.iterations, predicted[1]);
    assert!(matches!(why.prediction.basis, Basis::Group(150..250)), "{:?}", why.prediction.basis);
    assert_eq!(why.spread.as_ref().unwrap().trees.len(), 50);
    assert!(why.nearest.iter().all(|near| near.same_group && near.same_user && near.iterations >= 10_000));
    assert!(why.nearest.is_sorted_by_key(|near| std::cmp::Reverse(near.record)) && why.nearest.len() == 3);
    let evaluation = evaluate(&scenario, None).unwrap();
    assert_eq!((evaluation.fitted, evaluation.held_out.pairs.len()), (320, 80));
    assert_eq!(evaluation.importance[0].fact, "group");
    assert!(evaluation.held_out.scores.unwrap().r2_log.unwrap() > 0.95);
}

#[test]
fn scores_are_what_they_say() {
    let pairs = [(200.0, 100), (100.0, 100), (50.0, 100)]
        .map(|(predicted, iterations)| Pair { predicted, iterations });
    let scores = Scores::of(&pairs).unwrap();
    assert_eq!((scores.jobs, scores.mape, scores.r2_log), (3, 0.5, None));
    assert!((scores.median_abs_log_error - std::f64::consts::LN_2).abs() < 1e-15);
    assert_eq!(Scores::of(&[]), None);
}

#[test]
fn a_link_keeps_parameters_and_freezes_predictions() {
    let mut scenario = scenario("random-forest", past(), jobs());
    let server = crate::scenario::ServerSpec {
        name: None,
        count: 1,
        gpus: 8,
        nvlink_gb_per_s: 100.0,
        nic_gb_per_s: 10.0,
        gpu_speed: 1.0,
    };
    scenario.servers = vec![server];
    (scenario.predictor.trees, scenario.predictor.seed) = (7, 12);
    let opened = crate::share::decode(&crate::share::encode(&scenario).unwrap()).unwrap();
    assert_eq!((&opened.predictor, opened.history.len()), (&scenario.predictor, 0));
    assert_eq!(iterations(&opened), iterations(&scenario));
    assert!(report(&opened).predictions.iter().all(|prediction| prediction.basis == Basis::Given));
}
