//! `cargo xtask bench`: how many jobs a second every policy schedules, and how that grows.

use crate::{Fallible, run};
use std::process::Command;

pub fn run(arguments: &[String]) -> Fallible {
    println!("every policy at 10^4, 10^5 and 10^6 jobs; 1 minute to compile bare, then 3 minutes");
    let bench = ["bench", "--package", "asrpt-core", "--bench", "policies", "--"];
    run::run(Command::new("cargo").args(bench).args(arguments))
}
