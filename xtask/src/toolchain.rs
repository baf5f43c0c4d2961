//! The toolchain that compiles the page to WebAssembly.
//!
//! Usually rustup's, with its wasm target. Where that can't be had (no access to rustup's servers),
//! the distribution's own rustc with its matching sources, which then builds `std` itself. Native
//! builds never change.

use crate::run::{self, in_path};
use crate::{Fallible, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const TARGET: &str = "wasm32-unknown-unknown";
/// `distribution` in this variable takes the distribution's toolchain even where rustup's would do.
const CHOICE: &str = "ASRPT_WASM_TOOLCHAIN";
const DISTRIBUTION_BIN: &str = "/usr/bin";
const DISTRIBUTION_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Who compiles the page.
#[derive(Debug, PartialEq)]
pub enum Toolchain {
    /// The toolchain in use, which has the target.
    Current,
    /// The distribution's; `linker` is the `rust-lld` of the toolchain in use.
    Distribution { linker: PathBuf },
}

/// The toolchain that is ready, if any.
pub fn ready() -> Option<Toolchain> {
    if !forced() && has_target("rustc") {
        return Some(Toolchain::Current);
    }
    let sources = distribution_sysroot()?.join("lib/rustlib/src/rust/library/std");
    let complete = sources.is_dir() && Path::new(DISTRIBUTION_BIN).join("cargo").is_file();
    complete.then_some(Toolchain::Distribution { linker: linker()? })
}

/// Gets a toolchain that can compile the page, the quick way first.
pub fn install() -> Fallible {
    if !forced() && in_path("rustup").is_some() {
        println!("  rustup target add {TARGET} (about 30 s; given up after 90 s)");
        let mut add = Command::new("rustup");
        let limit = Duration::from_secs(90);
        match run::run_at_most(add.args(["target", "add", TARGET]), limit) {
            Ok(()) if has_target("rustc") => return Ok(()),
            Ok(()) => println!("  rustup added it to another toolchain than the one in use"),
            Err(problem) => println!("  {problem}"),
        }
    }
    println!("  the distribution's own toolchain instead (about 2 minutes, 600 MB)");
    crate::system::apt_install(&DISTRIBUTION_PACKAGES)?;
    match ready() {
        Some(_) => Ok(()),
        None => Err(format!(
            "no toolchain for {TARGET}. With access to rustup's servers: rustup target add {TARGET}"
        )
        .into()),
    }
}

impl Toolchain {
    /// One phrase for the person who waits.
    pub fn describe(&self) -> &'static str {
        match self {
            Toolchain::Current => "the toolchain in use",
            Toolchain::Distribution { .. } => "the distribution's (the first build adds a minute for std)",
        }
    }

    /// Makes Trunk's cargo this toolchain's cargo.
    pub fn apply(&self, command: &mut Command) -> Fallible {
        let bin = workspace::tools_dir().join("bin");
        let node_bin = workspace::tools_dir().join("node_modules/.bin");
        let Toolchain::Distribution { linker } = self else {
            command.env("PATH", run::path_with(&[&bin, &node_bin])?);
            return Ok(());
        };
        let first = [&bin, &node_bin, Path::new(DISTRIBUTION_BIN)];
        command
            .env("PATH", run::path_with(&first)?)
            // Its own folder: the two compilers would rebuild each other's work.
            .env("CARGO_TARGET_DIR", workspace::root().join("target/distribution"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            // What `cargo xtask` runs under belongs to the other toolchain.
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO");
        Ok(())
    }
}

/// Whether `cargo fmt` and `cargo clippy` work.
pub fn has_components() -> bool {
    ["fmt", "clippy"].iter().all(|tool| run::output("cargo", &[tool, "--version"]).is_some())
}

/// The components that a minimal rustup toolchain lacks.
pub fn install_components() -> Fallible {
    run::run_with_retries(Command::new("rustup").args(["component", "add", "rustfmt", "clippy"]))
}

fn forced() -> bool {
    std::env::var(CHOICE).is_ok_and(|choice| choice == "distribution")
}

fn has_target(rustc: &str) -> bool {
    let libraries = run::output(rustc, &["--print", "target-libdir", "--target", TARGET]);
    libraries.is_some_and(|directory| Path::new(&directory).is_dir())
}

fn distribution_sysroot() -> Option<PathBuf> {
    let rustc = Path::new(DISTRIBUTION_BIN).join("rustc");
    let mut command = Command::new(rustc);
    command.env_remove("LD_LIBRARY_PATH").args(["--print", "sysroot"]);
    run::capture(&mut command).map(PathBuf::from)
}

/// The linker that comes with the toolchain in use; the distribution's is 300 MB more.
fn linker() -> Option<PathBuf> {
    let libraries = run::output("rustc", &["--print", "target-libdir"])?;
    let linker = Path::new(&libraries).parent()?.join("bin/rust-lld");
    linker.is_file().then_some(linker)
}
