//! `cargo xtask <command>`: everything the project does to itself.

#![allow(clippy::disallowed_types, reason = "automation measures time; no result depends on it")]

mod bench;
mod build;
mod page;
mod pins;
mod publish;
mod run;
mod serve;
mod setup;
mod shots;
mod split;
mod system;
mod test;
mod tidy;
mod toolchain;
mod tools;
mod weight;
mod workspace;

use std::process::ExitCode;

/// Anything that can go wrong here ends as one line for the person who typed the command.
type Fallible<T = ()> = Result<T, Box<dyn std::error::Error>>;

const USAGE: &str = "\
cargo xtask setup            install what is missing to build, serve and test (nothing twice)
cargo xtask serve            set up, build and serve on localhost, rebuild on change
        [--port N]           another port than 8080
        [--open]             open the browser
        [--release]          serve what would be published
cargo xtask build            publish the page into dist/ and say what it weighs
        [--accept-size]      record its weight as the accepted one
cargo xtask test             set up and run every check and test
        [--only PART [NAME]] one part (format, tidy, clippy, native, page, browser, size);
                             NAME filters the browser tests
cargo xtask bench            jobs per second of every policy, and how that grows
cargo xtask tidy             the house rules: dependency direction, determinism, tokens, file sizes
cargo xtask shots [DIR]      pictures of the built page, several sizes, light and dark
        [--fragment TEXT]    open the page with #TEXT
        [--js CODE]          run CODE before each picture
        [--size WxH]         only this size
        [--page DIR]         pictures of an already built page
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", [].as_slice()),
    };
    match dispatch(command, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: &str, rest: &[String]) -> Fallible {
    // Cargo commands started from here must see the workspace, wherever the alias was typed.
    std::env::set_current_dir(workspace::root())?;
    match command {
        "setup" => setup::run(rest),
        "serve" => serve::run(rest),
        "build" => build::run(rest),
        "test" => test::run(rest),
        "bench" => bench::run(rest),
        "tidy" => tidy::run(rest),
        "shots" => shots::run(rest),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        unknown => Err(format!("no command '{unknown}'\n\n{USAGE}").into()),
    }
}
