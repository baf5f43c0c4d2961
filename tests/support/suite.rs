//! Runs browser tests one after the other in one session.

use crate::{Browser, Outcome, Page};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Set by `cargo xtask test`: the folder of the built page.
const PAGE: &str = "ASRPT_PAGE";

/// One row of the table of tests.
pub struct Test {
    /// `module::what_is_true`.
    pub name: &'static str,
    /// The test itself.
    pub run: fn(&mut Page) -> Outcome,
}

/// A row of the table: the test's path is its name.
#[macro_export]
macro_rules! test {
    ($test:path) => {
        $crate::Test { name: stringify!($test), run: $test }
    };
}

/// Started by the first test that runs, so that listing and filtering stay quick.
type Shared = Arc<Mutex<Option<Browser>>>;

/// Runs the tests that the command line asks for.
pub fn run(tests: &[Test]) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let page = std::env::var_os(PAGE).map(PathBuf::from);
    if page.is_none() {
        eprintln!("no page to test; `cargo xtask test` builds one and names it");
    }
    let shared = Shared::default();
    let trials = tests.iter().map(|test| trial(test, page.clone(), &shared)).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    let browser = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Err(problem)) = browser.map(Browser::close) {
        eprintln!("closing the browser: {problem}");
    }
    conclusion.exit_code()
}

fn trial(test: &Test, page: Option<PathBuf>, shared: &Shared) -> Trial {
    let (body, shared, absent) = (test.run, Arc::clone(shared), page.is_none());
    let runner = move || {
        let page = page.ok_or("no page")?;
        // A test that panicked left nothing half done that a fresh page wouldn't clear.
        let mut browser = shared.lock().unwrap_or_else(PoisonError::into_inner);
        run_in(&mut browser, &page, body).map_err(Failed::from)
    };
    Trial::test(test.name, runner).with_ignored_flag(absent)
}

fn run_in(slot: &mut Option<Browser>, folder: &std::path::Path, body: fn(&mut Page) -> Outcome) -> Outcome {
    let browser = match slot {
        Some(browser) => browser,
        None => slot.insert(Browser::start(folder)?),
    };
    let mut page = browser.page()?;
    let outcome = body(&mut page);
    let errors = page.unexpected_errors()?;
    match (outcome, errors.as_slice()) {
        (Ok(()), []) => Ok(()),
        (Ok(()), errors) => Err(format!("errors in the console:\n{}", errors.join("\n")).into()),
        (Err(problem), []) => Err(problem),
        (Err(problem), errors) => Err(format!("{problem}\nconsole:\n{}", errors.join("\n")).into()),
    }
}
