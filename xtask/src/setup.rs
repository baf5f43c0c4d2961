//! Set-up: looks for what is there and does only what is missing.

use crate::{Fallible, system, toolchain, tools};
use std::time::Instant;

/// One thing that must be there.
struct Part {
    name: &'static str,
    /// What a person waits, measured on two cores.
    takes: &'static str,
    is_there: fn() -> Fallible<bool>,
    install: fn() -> Fallible,
}

/// To build and serve the page.
const TO_BUILD: [Part; 4] = [
    Part {
        name: "a Rust toolchain for WebAssembly",
        takes: "half a minute, or 2 minutes where rustup can't reach its servers",
        is_there: || Ok(toolchain::ready().is_some()),
        install: toolchain::install,
    },
    Part {
        name: "trunk",
        takes: "3 to 9 minutes, compiled from source",
        is_there: tools::has_trunk,
        install: tools::install_trunk,
    },
    Part {
        name: "wasm-bindgen",
        takes: "1 to 3 minutes, compiled from source",
        is_there: tools::has_wasm_bindgen,
        install: tools::install_wasm_bindgen,
    },
    Part {
        name: "wasm-opt",
        takes: "half a minute",
        is_there: tools::has_wasm_opt,
        install: tools::install_wasm_opt,
    },
];

/// To check the sources.
const TO_CHECK: [Part; 1] = [Part {
    name: "rustfmt and clippy",
    takes: "half a minute",
    is_there: || Ok(toolchain::has_components()),
    install: toolchain::install_components,
}];

/// To test it as well.
const TO_TEST: [Part; 2] = [
    Part {
        name: "Chromium and its driver",
        takes: "2 minutes",
        is_there: || Ok(system::has_browser()),
        install: system::install_browser,
    },
    Part { name: "axe-core", takes: "a few seconds", is_there: tools::has_axe, install: tools::install_axe },
];

/// `cargo xtask setup`: everything.
pub fn run(_arguments: &[String]) -> Fallible {
    for_checks()?;
    for_tests()?;
    println!("everything is set up");
    Ok(())
}

/// What `serve` and `build` need.
pub fn for_build() -> Fallible {
    ensure(TO_BUILD.iter().collect())
}

/// What formatting and lints need.
pub fn for_checks() -> Fallible {
    ensure(TO_CHECK.iter().collect())
}

/// What browser tests need.
pub fn for_tests() -> Fallible {
    ensure(TO_BUILD.iter().chain(&TO_TEST).collect())
}

fn ensure(parts: Vec<&Part>) -> Fallible {
    let mut missing = Vec::new();
    for part in parts {
        if !(part.is_there)()? {
            missing.push(part);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    println!("set-up, once:");
    for part in &missing {
        println!("  {} ({})", part.name, part.takes);
    }
    missing.into_iter().try_for_each(add)
}

fn add(part: &Part) -> Fallible {
    println!("\nset-up: {}, {}", part.name, part.takes);
    let started = Instant::now();
    (part.install)().map_err(|problem| format!("set-up of {}: {problem}", part.name))?;
    if !(part.is_there)()? {
        return Err(format!("set-up of {}: installed, yet not found", part.name).into());
    }
    println!("set-up: {} is there after {} s", part.name, started.elapsed().as_secs());
    Ok(())
}
