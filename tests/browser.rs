//! The page in a real browser: every test is one row of [`TESTS`].

mod browser {
    pub mod first_load;
}

use asrpt_tests::{Test, run};
use browser::first_load;
use std::process::ExitCode;

const TESTS: &[Test] = &[
    Test {
        name: "first_load::shows_a_main_part",
        run: first_load::shows_a_main_part,
    },
    Test {
        name: "first_load::is_accessible",
        run: first_load::is_accessible,
    },
    Test {
        name: "first_load::fits_a_narrow_window",
        run: first_load::fits_a_narrow_window,
    },
];

fn main() -> ExitCode {
    run(TESTS)
}
