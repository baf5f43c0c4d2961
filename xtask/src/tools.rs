//! The build tools in their exact versions: those on PATH if they match, else in `.tools`.

use crate::run::{self, run_with_retries};
use crate::{Fallible, pins, system, workspace};
use std::path::PathBuf;
use std::process::Command;

/// Whether this program, from `.tools` or PATH, is of this version.
fn is_version(program: &str, version: &str) -> bool {
    let own = [
        workspace::tools_dir().join("bin").join(program),
        workspace::tools_dir().join("node_modules/.bin").join(program),
    ];
    let found = own.into_iter().find(|path| path.is_file());
    let program = found.unwrap_or_else(|| PathBuf::from(program));
    // "trunk 0.21.14", "wasm-opt version 123 (version_123)"
    let said = run::output(program, &["--version"]).unwrap_or_default();
    said.split_whitespace().any(|word| word == version)
}

pub fn has_trunk() -> Fallible<bool> {
    Ok(is_version("trunk", &pins::trunk()?))
}

pub fn has_wasm_bindgen() -> Fallible<bool> {
    Ok(is_version("wasm-bindgen", &pins::wasm_bindgen()?))
}

pub fn has_wasm_opt() -> Fallible<bool> {
    Ok(is_version("wasm-opt", &pins::wasm_opt()?))
}

pub fn has_axe() -> Fallible<bool> {
    let package = workspace::tools_dir().join("node_modules/axe-core/package.json");
    let text = std::fs::read_to_string(package).unwrap_or_default();
    Ok(text.contains(&format!("\"version\": \"{}\"", pins::AXE_CORE)))
}

pub fn install_trunk() -> Fallible {
    cargo_install("trunk", &pins::trunk()?, &["--locked"])
}

/// Not `--locked`: its lock file names a version that the registry has withdrawn.
pub fn install_wasm_bindgen() -> Fallible {
    cargo_install("wasm-bindgen-cli", &pins::wasm_bindgen()?, &[])
}

pub fn install_wasm_opt() -> Fallible {
    npm_install(&format!("binaryen@{}.0.0", pins::wasm_opt()?))
}

pub fn install_axe() -> Fallible {
    npm_install(&format!("axe-core@{}", pins::AXE_CORE))
}

fn cargo_install(package: &str, version: &str, extra: &[&str]) -> Fallible {
    let build = workspace::tools_dir().join("build");
    let mut command = Command::new("cargo");
    command
        .args(["install", package, "--version", version, "--force", "--root"])
        .arg(workspace::tools_dir())
        .args(extra)
        // Half the time for a tool whose own speed doesn't matter here.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "false")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        // Kept between tries, so that a broken download doesn't cost the compiled part.
        .env("CARGO_TARGET_DIR", &build);
    run_with_retries(&mut command)?;
    Ok(std::fs::remove_dir_all(&build)?)
}

fn npm_install(package: &str) -> Fallible {
    system::ensure_npm()?;
    let mut command = Command::new("npm");
    command
        .args(["install", "--no-audit", "--no-fund", "--save-exact", "--prefix"])
        .arg(workspace::tools_dir())
        .arg(package);
    run_with_retries(&mut command)
}
