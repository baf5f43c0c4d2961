//! Where things are.

use std::path::{Path, PathBuf};

/// The top of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies directly under the workspace root")
}

/// Tools installed for this project only; ignored by git.
pub fn tools_dir() -> PathBuf {
    root().join(".tools")
}

/// The published page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The page that browser tests open: quick to build, same code.
pub fn test_page() -> PathBuf {
    root().join("target/test-page")
}

/// The published page as the test run builds it, to weigh it without touching `dist/`.
pub fn weighed_page() -> PathBuf {
    root().join("target/weighed-page")
}

/// The page with a mark in every function, to learn which of them it begins with.
pub fn counting_page() -> PathBuf {
    root().join("target/counting-page")
}
