//! The page in a real browser: a test is a function in a module of `browser/` and a row here.

mod browser {
    pub mod first_load;
}
mod parity;

// The property tests' random scenarios.
#[path = "properties/dice.rs"]
mod dice;
#[path = "properties/random.rs"]
mod random;

use asrpt_tests::{Test, run, test};
use browser::first_load;
use std::process::ExitCode;

const TESTS: &[Test] = &[
    test!(first_load::shows_a_main_part),
    test!(first_load::works_below_a_path),
    test!(first_load::is_accessible),
    test!(first_load::fits_a_narrow_window),
    test!(parity::every_case_of_the_suite),
    test!(parity::random_scenarios),
];

fn main() -> ExitCode {
    run(TESTS)
}
