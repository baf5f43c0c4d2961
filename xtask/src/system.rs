//! What comes from the operating system: packages by apt, the browser.

use crate::Fallible;
use crate::run::{self, in_path};
use std::process::Command;

/// A Chromium, under the names it goes by.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Whether browser tests can run here.
pub fn has_browser() -> bool {
    BROWSERS.iter().any(|name| in_path(name).is_some()) && in_path("chromedriver").is_some()
}

/// Chromium and its driver, which must match each other.
pub fn install_browser() -> Fallible {
    apt_install(&["chromium", "chromium-driver"])
}

/// Node's package manager, for the tools that come as npm packages.
pub fn ensure_npm() -> Fallible {
    match in_path("npm") {
        Some(_) => Ok(()),
        None => apt_install(&["nodejs", "npm"]),
    }
}

/// Installs packages as root; otherwise says what to type.
pub fn apt_install(packages: &[&str]) -> Fallible {
    let names = packages.join(" ");
    if in_path("apt-get").is_none() {
        return Err(format!("this machine has no apt-get; please install: {names}").into());
    }
    if run::output("id", &["-u"]).as_deref() != Some("0") {
        let command = format!("sudo apt-get install -y --no-install-recommends {names}");
        return Err(format!("not root; please run: sudo apt-get update && {command}").into());
    }
    println!("  apt-get install {names}");
    run::run_with_retries(apt().args(["-qq", "update"]))?;
    let mut install = apt();
    install.args(["-qq", "-y", "--no-install-recommends", "install"]);
    run::run_with_retries(install.args(packages))
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}
