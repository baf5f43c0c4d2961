//! `cargo xtask shots`: pictures of the page, to look at.

use crate::page::{self, Effort};
use crate::{Fallible, run, setup, workspace};
use std::path::PathBuf;
use std::process::Command;

pub fn run(arguments: &[String]) -> Fallible {
    let mut built = None;
    let mut out = PathBuf::from("target/shots");
    let mut passed_on = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--page" => built = Some(PathBuf::from(value()?)),
            "--fragment" | "--js" | "--size" => passed_on.extend([argument, value()?]),
            folder if !folder.starts_with('-') => out = PathBuf::from(folder),
            unknown => return Err(format!("shots has no option '{unknown}'").into()),
        }
    }
    setup::for_tests()?;
    let page = match built {
        Some(folder) => folder,
        None => {
            page::build(Effort::Quick, &workspace::test_page())?;
            workspace::test_page()
        }
    };
    let mut shots = Command::new("cargo");
    shots.args(["run", "--quiet", "--package", "asrpt-tests", "--bin", "shots", "--"]);
    run::run(shots.arg(page).arg(out).args(passed_on))
}
