//! The page as Trunk builds it.

use crate::run;
use crate::toolchain::{self, Toolchain};
use crate::{Fallible, workspace};
use std::path::Path;
use std::process::Command;

/// How much effort a build of the page takes.
#[derive(Clone, Copy, PartialEq)]
pub enum Effort {
    /// To work on and to test: cargo profile `page`, no wasm-opt.
    Quick,
    /// To publish: cargo profile `dist`; [`crate::publish`] does the rest.
    Publish,
}

/// Builds the page into `into`.
pub fn build(effort: Effort, into: &Path) -> Fallible {
    let mut command = trunk("build", effort)?;
    // Trunk cleans the folder only after a successful build; an old page must not pass for a new one.
    if into.exists() {
        std::fs::remove_dir_all(into)?;
    }
    std::fs::create_dir_all(into)?;
    run::run(command.arg("--dist").arg(into))
}

/// A Trunk command in the right environment, up to its own arguments.
pub fn trunk(subcommand: &str, effort: Effort) -> Fallible<Command> {
    let toolchain = toolchain::ready().ok_or("no toolchain for WebAssembly: cargo xtask setup")?;
    if let Toolchain::Distribution { .. } = toolchain {
        println!("the page is compiled by {}", toolchain.describe());
    }
    let own = workspace::tools_dir().join("bin/trunk");
    let program = if own.is_file() { own.into_os_string() } else { "trunk".into() };
    let mut command = Command::new(program);
    command.arg(subcommand);
    command.args(match effort {
        Effort::Quick => ["--cargo-profile", "page"].as_slice(),
        Effort::Publish => ["--cargo-profile", "dist", "--release"].as_slice(),
    });
    // The compiler has said what is wrong; Trunk's own stack would only push it off the screen.
    command.env("RUST_LIB_BACKTRACE", "0");
    // Trunk takes NO_COLOR for a boolean option and stumbles over NO_COLOR=1.
    command.env_remove("NO_COLOR");
    toolchain.apply(&mut command)?;
    if effort == Effort::Publish {
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", publishing_flags());
    }
    Ok(command)
}

/// The linker tells where the statics are, for the split; and messages of panics name no folder of this machine.
fn publishing_flags() -> String {
    let mut flags = vec!["-Clink-arg=--emit-relocs".to_owned()];
    let mut hide = |folder: Option<String>, name: &str| {
        flags.extend(folder.map(|folder| format!("--remap-path-prefix={folder}={name}")));
    };
    hide(run::output("rustc", &["--print", "sysroot"]), "rust");
    hide(std::env::var("CARGO_HOME").ok().or_else(|| Some(std::env::var("HOME").ok()? + "/.cargo")), "cargo");
    hide(workspace::root().to_str().map(str::to_owned), "asrpt");
    flags.join(" ")
}
