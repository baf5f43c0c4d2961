//! Online learning: completed jobs join the history, and the predictor is fitted again after so many.

use std::sync::Arc;

use asrpt_core::engine::Engine;
use asrpt_core::ids::JobIndex;
use asrpt_core::instance::Instance;
use asrpt_core::limits;
use asrpt_core::log::{Event, NoLog};
use asrpt_core::policy::{self, POLICIES};
use asrpt_core::predict::{self, Explainer};
use asrpt_core::replay::State;
use asrpt_core::run::{self, Run};
use asrpt_core::scenario::{HistoryRecord, Scenario, validate};
use asrpt_core::workload::{Workload, generate};
use asrpt_core::{explain, result, share};

const LEARNERS: [&str; 3] = ["group-mean", "group-median", "random-forest"];

/// Recurring jobs on a busy cluster: most of them arrive when others have ended.
fn scenario(kind: &str, history: usize, jobs: usize, every: u32) -> Scenario {
    let mut scenario = generate(&Workload::recurring(history.max(1), jobs, 7)).unwrap();
    scenario.history.truncate(history);
    scenario.predictor.kind = kind.to_owned();
    scenario.predictor.trees = 5;
    scenario.predictor.refit_every = Some(every);
    scenario
}

fn run_of(scenario: &Scenario, kind: &str) -> Run {
    let instance = Arc::new(Instance::prepare(scenario.clone()).unwrap());
    Run::simulate(instance, policy::find(kind).unwrap()).unwrap()
}

fn predicted(run: &Run) -> Vec<f64> {
    run.instance.jobs.iter().map(|job| job.predicted_iterations).collect()
}

/// Reads the log as the documentation words it, with the predictor asked anew about a scenario that has as history what
/// was known at the last fit.
fn by_the_words(run: &Run, every: usize) -> Vec<f64> {
    let mut known = run.instance.scenario.clone();
    let (mut joined, mut fitted) = (known.history.clone(), predict::iterations(&known));
    let mut predicted = vec![0.0; known.jobs.len()];
    for entry in &run.log {
        match &entry.event {
            Event::Completion { job } => {
                let spec = &known.jobs[job.at()];
                joined.push(HistoryRecord {
                    user: spec.user.clone(),
                    group: spec.group.clone(),
                    model: spec.model.clone(),
                    gpus: run.instance.job(*job).gpus,
                    iterations: spec.iterations,
                });
            }
            Event::Refit { before, records, .. } => {
                assert_eq!((*before, *records), (known.history.len(), joined.len()));
                assert!(records - before >= every);
                known.history = joined.clone();
                fitted = predict::iterations(&known);
            }
            Event::Arrival { job, .. } => predicted[job.at()] = fitted[job.at()],
            _ => {}
        }
    }
    predicted
}

#[test]
fn a_job_is_predicted_from_what_was_known_at_the_last_fit() {
    for (kind, history) in LEARNERS.into_iter().zip([0, 30, 30]) {
        let scenario = scenario(kind, history, 60, 4);
        for policy in POLICIES {
            let run = run_of(&scenario, policy.kind());
            assert!(run.refit_steps().len() > 5, "{kind}, {}", policy.kind());
            assert_eq!(predicted(&run), by_the_words(&run, 4), "{kind}, {}", policy.kind());
        }
    }
}

#[test]
fn a_refit_follows_the_completions_of_its_instant_and_comes_before_all_else() {
    let run = run_of(&scenario("group-mean", 10, 80, 3), "fifo");
    let mut since = 0;
    for (step, entry) in run.log.iter().enumerate() {
        let next = run.log.get(step + 1).filter(|next| next.time_us == entry.time_us);
        match (&entry.event, next.map(|next| &next.event)) {
            (Event::Completion { .. }, Some(Event::Completion { .. } | Event::Refit { .. })) => since += 1,
            (Event::Completion { .. }, _) => {
                since += 1;
                let awaited = run.log[step..].iter().any(|e| matches!(e.event, Event::Arrival { .. }));
                assert!(since < 3 || !awaited, "step {step}: {since} completions and no refit");
            }
            (Event::Refit { job, .. }, _) => {
                assert!(since >= 3, "step {step}");
                assert_eq!(run.log[step - 1].event, Event::Completion { job: *job });
                since = 0;
            }
            _ => {}
        }
    }
    let last = *run.refit_steps().last().unwrap();
    assert!(run.log[last..].iter().any(|entry| matches!(entry.event, Event::Arrival { .. })), "for nobody");
}

#[test]
fn without_it_nothing_changes_and_oracles_have_nothing_to_learn() {
    let mut off = scenario("group-median", 20, 40, 4);
    off.predictor.refit_every = None;
    let text = result::to_json(&run_of(&off, "a-srpt"));
    assert!(!text.contains("refit") && !text.contains("predicted"));
    for kind in ["perfect", "noisy"] {
        let mut on = scenario(kind, 20, 40, 4);
        let learned = result::to_json(&run_of(&on, "spjf"));
        on.predictor.refit_every = None;
        assert_eq!(learned, result::to_json(&run_of(&on, "spjf")), "{kind}");
    }
}

#[test]
fn a_prediction_of_the_file_wins() {
    let mut scenario = scenario("group-median", 20, 40, 1);
    scenario.jobs[35].predicted_iterations = Some(17.5);
    let run = run_of(&scenario, "a-srpt");
    assert_eq!(run.instance.jobs[35].predicted_iterations, 17.5);
    assert!(!run.refit_steps().is_empty());
    for job in &mut scenario.jobs {
        job.predicted_iterations = Some(17.5);
    }
    let run = run_of(&scenario, "a-srpt");
    assert!(run.refit_steps().is_empty(), "nobody needs a prediction");
    assert!(!run.instance.learns());
}

#[test]
fn every_policy_learns_from_its_own_completions() {
    let scenario = scenario("group-median", 0, 80, 2);
    let instance = Arc::new(Instance::prepare(scenario.clone()).unwrap());
    let runs: Vec<Run> = POLICIES.iter().map(|policy| run_of(&scenario, policy.kind())).collect();
    assert!(runs.iter().any(|run| predicted(run) != predicted(&runs[0])), "all learned the same");
    for ((_, metrics), run) in run::compare(&instance).into_iter().zip(&runs) {
        assert_eq!(metrics.unwrap(), run.metrics);
        assert_eq!(run.metrics.lower_bound_total_jct_us, runs[0].metrics.lower_bound_total_jct_us);
        // What was learned under one policy is not carried over to another.
        assert_eq!(
            predicted(&Run::simulate(run.prepared.clone(), POLICIES[2]).unwrap()),
            predicted(&runs[2])
        );
    }
}

#[test]
fn slices_and_the_log_make_no_difference() {
    let instance = Instance::prepare(scenario("random-forest", 20, 50, 3)).unwrap();
    for &policy in POLICIES {
        let whole = Engine::new(&instance, policy, NoLog).run().unwrap().outcomes;
        let mut engine = Engine::new(&instance, policy, NoLog);
        while engine.advance(1).unwrap().is_some() {}
        assert_eq!(engine.finish().outcomes, whole);
        let run = Run::simulate(Arc::new(instance.clone()), policy).unwrap();
        assert_eq!(run.outcomes, whole);
    }
}

#[test]
fn replay_knows_what_the_predictor_was_fitted_on() {
    let run = run_of(&scenario("group-mean", 12, 40, 3), "a-srpt-eager");
    let mut state = State::start(&run);
    let mut known = vec![state.clone()];
    while state.forward(&run) {
        assert_eq!(state.records, run.records_at(state.step));
        known.push(state.clone());
    }
    assert_eq!(known[0].records, 12);
    assert!(state.records > 20);
    while state.back(&run) {
        assert_eq!(state, known[state.step]);
    }
}

#[test]
fn a_prediction_explains_itself_from_what_was_known() {
    for kind in LEARNERS {
        let run = run_of(&scenario(kind, 15, 40, 5), "wcs-duration");
        for at in [0, 20, 39] {
            let job = JobIndex::from_at(at);
            let seen = predict::seen_by(&run, job);
            let why = Explainer::new(&seen).why(job, 3);
            assert_eq!(why.prediction.iterations, run.instance.job(job).predicted_iterations, "{kind}, {at}");
        }
        assert!(predict::seen_by(&run, JobIndex::from_at(39)).history.len() > 20);
    }
}

#[test]
fn sentences_say_what_was_learned() {
    let run = run_of(&scenario("group-mean", 10, 40, 4), "fifo");
    let step = run.refit_steps()[0];
    assert_eq!(explain::title(&run.log[step].event), "Refit");
    assert_eq!(
        explain::plain(&run, &explain::entry(&run, step)),
        "4 jobs have completed since the last fit: the group-mean predictor is fitted again, now on 14 records: 10 of \
         the history and 4 of completed jobs. Jobs that arrive from now on are predicted from them."
    );
    let arrival =
        step + run.log[step..].iter().position(|e| matches!(e.event, Event::Arrival { .. })).unwrap();
    let said = explain::plain(&run, &explain::entry(&run, arrival));
    assert!(
        said.contains("iterations are predicted from 14 records, 4 of them of completed jobs."),
        "{said}"
    );
    let text = result::to_json(&run);
    assert!(text.contains(r#""refits":[["#) && text.contains(r#","refit","#));
    assert_eq!(text.matches("predicted_iterations").count(), 40);
}

#[test]
fn a_link_learns_the_same_again() {
    for kind in LEARNERS {
        let scenario = scenario(kind, 25, 40, 4);
        let link = share::encode(&scenario).unwrap();
        assert!(link.starts_with('2'));
        let opened = share::decode(&link).unwrap();
        assert_eq!(opened, scenario, "{kind}");
        for policy in POLICIES {
            let (here, there) = (run_of(&scenario, policy.kind()), run_of(&opened, policy.kind()));
            assert_eq!(result::to_json(&here), result::to_json(&there), "{kind}, {}", policy.kind());
        }
    }
}

#[test]
fn a_link_carries_no_history_for_those_who_learn_nothing() {
    let link = share::encode(&scenario("noisy", 25, 10, 4)).unwrap();
    assert!(link.starts_with('2'), "version 1 doesn't know refit_every");
    let opened = share::decode(&link).unwrap();
    assert!(opened.history.is_empty() && opened.jobs.iter().all(|job| job.predicted_iterations.is_some()));
}

#[test]
fn too_much_work_is_refused_with_a_way_out() {
    let mut big = scenario("group-mean", 1, 40, 1);
    big.predictor.kind = "random-forest".to_owned();
    big.predictor.trees = 1_000;
    big.history = vec![big.history[0].clone(); 40_000].into();
    let problems = validate(&big);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].path, "predictor.refit_every");
    assert!(problems[0].message.contains("40 times on up to 40,040 records"), "{}", problems[0].message);
    let least = predict::least_refit_every(&big, limits::REFIT_ROWS);
    assert!(problems[0].hint.contains(&format!("every {least} completions or more")), "{}", problems[0].hint);
    big.predictor.refit_every = Some(least);
    assert_eq!(validate(&big), []);
    big.predictor.refit_every = Some(least - 1);
    assert_eq!(validate(&big).len(), 1);
    for (every, said) in [(0, "from 1 to 1000000, is 0"), (limits::REFIT_EVERY + 1, "is 1000001")] {
        big.predictor.refit_every = Some(every);
        assert!(validate(&big)[0].message.contains(said), "{:?}", validate(&big));
    }
}

#[test]
fn a_learned_prediction_beyond_simulated_time_names_the_job() {
    // Long in iterations, short in time; then a job of the group whose iterations take 100 s each.
    let scenario = Scenario::from_json(
        r#"{"format": "asrpt-scenario", "version": 1,
        "cluster": {"servers": [{"gpus": 2, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10}]},
        "models": {
            "quick": {"stages": [{"id": "s", "forward_ms": 1e-6, "backward_ms": 0, "replicas": 1}], "edges": []},
            "slow": {"stages": [{"id": "s", "forward_ms": 1e5, "backward_ms": 0, "replicas": 1}], "edges": []}
        },
        "jobs": [
            {"id": "a", "model": "quick", "arrival_s": 0, "iterations": 1000000000000, "group": "g"},
            {"id": "b", "model": "slow", "arrival_s": 5000, "iterations": 1, "group": "g"}
        ],
        "predictor": {"kind": "group-mean", "refit_every": 1}}"#,
    )
    .unwrap();
    let instance = Arc::new(Instance::prepare(scenario).unwrap());
    for policy in POLICIES {
        let error = Run::simulate(Arc::clone(&instance), *policy).err().unwrap();
        let problem = error.problem(&instance);
        assert_eq!(problem.path, "jobs[1]", "{}", policy.kind());
        assert!(problem.message.contains("would be predicted to run beyond simulated time"), "{problem}");
    }
}
