//! Whatever the text, the core answers with a scenario or with problems that have a place: no panic, no hang.

#[path = "robustness/document.rs"]
mod document;
#[path = "robustness/links.rs"]
mod links;
#[path = "robustness/mutations.rs"]
mod mutations;
#[path = "robustness/numbers.rs"]
mod numbers;
#[path = "robustness/places.rs"]
mod places;
#[path = "robustness/sizes.rs"]
mod sizes;
#[path = "robustness/text.rs"]
mod text;
#[path = "robustness/values.rs"]
mod values;

#[path = "properties/dice.rs"]
mod dice;

use asrpt_core::instance::Instance;
use asrpt_core::policy::POLICIES;
use asrpt_core::result;
use asrpt_core::run::Run;
use asrpt_core::scenario::{Problem, Scenario};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Longer than any of these inputs may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the work gives; fails when it takes too long.
fn soon<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, result) = mpsc::channel();
    let worker = std::thread::spawn(move || drop(done.send(work())));
    match result.recv_timeout(PATIENCE) {
        Ok(value) => value,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("still at work after {PATIENCE:?}"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            std::panic::resume_unwind(worker.join().expect_err("it sent nothing, so it panicked"))
        }
    }
}

/// Problems are there, and each says where and what, in a line that can be printed.
fn check_problems(problems: &[Problem]) {
    assert!(!problems.is_empty(), "refused without a reason");
    for problem in problems {
        let line = problem.to_string();
        assert!(!problem.path.is_empty() && !problem.message.is_empty(), "{problem:?}");
        assert!(!line.contains(char::is_control), "{problem:?}");
        assert!(line.chars().count() < 2000, "{} characters: {line:.200}", line.chars().count());
    }
}

/// The problems of a text that must be refused.
fn refused(text: &str) -> Vec<Problem> {
    match Scenario::from_json(text) {
        Ok(_) => panic!("accepted: {text:.2000}"),
        Err(problems) => {
            check_problems(&problems);
            problems
        }
    }
}

/// Reads a text; a scenario runs under every policy or names the job that can't. Whether it was accepted.
fn survives(text: &str) -> bool {
    let scenario = match Scenario::from_json(text) {
        Ok(scenario) => scenario,
        Err(problems) => {
            check_problems(&problems);
            return false;
        }
    };
    assert_eq!(Scenario::from_json(&scenario.to_json()).as_ref(), Ok(&scenario), "{text:.2000}");
    let instance = match Instance::prepare(scenario) {
        Ok(instance) => Arc::new(instance),
        Err(problems) => {
            check_problems(&problems);
            assert!(problems.iter().all(|problem| problem.path.starts_with("jobs[")), "{problems:?}");
            return true;
        }
    };
    for &policy in POLICIES {
        match Run::simulate(instance.clone(), policy) {
            Ok(run) => assert!(result::to_json(&run).starts_with("{\"policy\":")),
            Err(error) => check_problems(&[error.problem(&instance)]),
        }
    }
    true
}
