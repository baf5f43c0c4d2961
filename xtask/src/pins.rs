//! Exact versions of the tools, each written in one place only: what Trunk itself reads stands in
//! `Trunk.toml`, the version of wasm-bindgen is that of the library in `Cargo.lock`, the rest here.

use crate::{Fallible, workspace};

/// The accessibility checker that browser tests inject into the page (npm).
pub const AXE_CORE: &str = "4.14.1";

/// Trunk's version, from `trunk-version = "=…"`.
pub fn trunk() -> Fallible<String> {
    Ok(from_trunk_toml("trunk-version")?.replace('=', ""))
}

/// The number of the `wasm-opt` release, from `wasm_opt = "version_…"`.
pub fn wasm_opt() -> Fallible<String> {
    Ok(from_trunk_toml("wasm_opt")?.replace("version_", ""))
}

/// The command-line tool must match the library exactly.
pub fn wasm_bindgen() -> Fallible<String> {
    let lock = std::fs::read_to_string(workspace::root().join("Cargo.lock"))?;
    lock.split("[[package]]")
        .find(|package| package.contains("name = \"wasm-bindgen\"\n"))
        .and_then(|package| value_of(package, "version"))
        .ok_or_else(|| "Cargo.lock has no wasm-bindgen".into())
}

fn from_trunk_toml(key: &str) -> Fallible<String> {
    let text = std::fs::read_to_string(workspace::root().join("Trunk.toml"))?;
    value_of(&text, key).ok_or_else(|| format!("Trunk.toml has no {key}").into())
}

/// The string on the line `key = "value"`.
fn value_of(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        (name == key).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[test]
    fn value_is_found_by_its_whole_key() {
        let text = "other-version = \"1\"\nversion = \"=0.21.14\"\n";
        assert_eq!(value_of(text, "version").as_deref(), Some("=0.21.14"));
        assert_eq!(value_of(text, "absent"), None);
    }
}
