//! `cargo xtask test`: every check and test, part by part, each with its time.

use crate::page::{self, Effort};
use crate::{Fallible, publish, run, setup, tidy, weight, workspace};
use std::process::Command;
use std::time::{Duration, Instant};

/// One part of the test run.
struct Part {
    name: &'static str,
    /// What it says before it starts, with the time it takes once its dependencies are compiled.
    says: &'static str,
    /// What must be installed.
    needs: fn() -> Fallible,
    /// A part without which it can't run.
    after: Option<&'static str>,
    /// Runs it with the filter; the answer is a remark for the table.
    run: fn(&[String]) -> Fallible<String>,
}

/// In this order: what is quick to tell comes first.
const PARTS: [Part; 7] = [
    Part { name: "format", says: "rustfmt", needs: setup::for_checks, after: None, run: format },
    Part { name: "tidy", says: "house rules", needs: nothing, after: None, run: house_rules },
    Part {
        name: "clippy",
        says: "lints, determinism among them (1 minute bare)",
        needs: setup::for_checks,
        after: None,
        run: clippy,
    },
    Part {
        name: "native",
        says: "unit, doc, case and property tests (1 to 2 minutes bare)",
        needs: nothing,
        after: None,
        run: native,
    },
    Part {
        name: "page",
        says: "the page for browser tests (1 minute bare)",
        needs: setup::for_build,
        after: None,
        run: test_page,
    },
    Part {
        name: "browser",
        says: "browser tests (1 minute to compile bare)",
        needs: setup::for_tests,
        after: Some("page"),
        run: browser,
    },
    Part {
        name: "size",
        says: "the page as published, how it begins, and its weight (3 minutes bare)",
        needs: setup::for_tests,
        after: None,
        run: size,
    },
];

/// How one part ended.
struct Ended {
    name: &'static str,
    time: Duration,
    outcome: Fallible<String>,
}

pub fn run(arguments: &[String]) -> Fallible {
    let (parts, filter) = chosen(arguments)?;
    let started = Instant::now();
    for part in &parts {
        (part.needs)()?;
    }
    let set_up = started.elapsed();
    let mut ended: Vec<Ended> = Vec::new();
    for part in parts {
        let next = run_part(part, filter, &ended);
        ended.push(next);
    }
    print_table(&ended, set_up, started.elapsed());
    let failed: Vec<_> = ended.iter().filter(|part| part.outcome.is_err()).map(|part| part.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

/// All parts, or the one after `--only` with what it needs; the rest filters its tests.
fn chosen(arguments: &[String]) -> Fallible<(Vec<&'static Part>, &[String])> {
    let (only, filter) = match arguments {
        [] => return Ok((PARTS.iter().collect(), arguments)),
        [flag, only, filter @ ..] if flag == "--only" => (only, filter),
        _ => return Err("test takes only --only PART [NAME]".into()),
    };
    let names = || PARTS.map(|part| part.name).join(", ");
    let part = PARTS.iter().find(|part| part.name == only);
    let part = part.ok_or_else(|| format!("no part '{only}'; there are {}", names()))?;
    let before = PARTS.iter().filter(|other| Some(other.name) == part.after);
    Ok((before.chain([part]).collect(), filter))
}

fn run_part(part: &Part, filter: &[String], ended: &[Ended]) -> Ended {
    println!("\n== {}: {}", part.name, part.says);
    let failed = |name| ended.iter().any(|other| other.name == name && other.outcome.is_err());
    let started = Instant::now();
    let outcome = match part.after {
        Some(before) if failed(before) => Err(format!("not run: {before} failed").into()),
        _ => (part.run)(filter),
    };
    if let Err(problem) = &outcome {
        println!("{} FAILED: {problem}", part.name);
    }
    Ended { name: part.name, time: started.elapsed(), outcome }
}

fn print_table(ended: &[Ended], set_up: Duration, total: Duration) {
    println!("\n{:<8} {:>7}", "part", "seconds");
    println!("{:<8} {:>7.1}", "set-up", set_up.as_secs_f64());
    for Ended { name, time, outcome } in ended {
        let remark = match outcome {
            Ok(remark) => format!("ok  {remark}"),
            Err(problem) => format!("FAILED  {problem}"),
        };
        println!("{name:<8} {:>7.1}  {}", time.as_secs_f64(), remark.trim_end());
    }
    println!("{:<8} {:>7.1}", "all", total.as_secs_f64());
}

fn nothing() -> Fallible {
    Ok(())
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments);
    command
}

fn format(_filter: &[String]) -> Fallible<String> {
    run::run(&mut cargo(&["fmt", "--all", "--check"]))?;
    Ok(String::new())
}

fn house_rules(_filter: &[String]) -> Fallible<String> {
    tidy::run(&[])?;
    Ok(String::new())
}

fn clippy(_filter: &[String]) -> Fallible<String> {
    let everything =
        ["clippy", "--workspace", "--keep-going", "--all-targets", "--features", "asrpt-tests/browser"];
    run::run(cargo(&everything).args(["--", "-D", "warnings"]))?;
    Ok(String::new())
}

fn native(filter: &[String]) -> Fallible<String> {
    run::run(cargo(&["test", "--workspace", "--no-fail-fast", "--"]).args(filter))?;
    Ok(String::new())
}

fn test_page(_filter: &[String]) -> Fallible<String> {
    page::build(Effort::Quick, &workspace::test_page())?;
    Ok(String::new())
}

fn browser(filter: &[String]) -> Fallible<String> {
    let mut tests =
        cargo(&["test", "--package", "asrpt-tests", "--features", "browser", "--test", "browser", "--"]);
    tests
        .args(filter)
        .env("ASRPT_PAGE", workspace::test_page())
        .env("ASRPT_AXE", workspace::tools_dir().join("node_modules/axe-core"));
    run::run(&mut tests)?;
    Ok(String::new())
}

fn size(_filter: &[String]) -> Fallible<String> {
    publish::build(&workspace::weighed_page())?;
    weight::check(weight::print(&weight::weigh(&workspace::weighed_page())?, publish::is_later))
}
