//! Who may depend on whom: core <- wasm <- web, core <- cli; tests may use all but the page.

use super::Findings;
use crate::Fallible;
use crate::run;
use serde_json::Value;

/// A workspace crate and the workspace crates that it may name.
const MAY_USE: [(&str, &[&str]); 6] = [
    ("asrpt-core", &[]),
    ("asrpt-wasm", &["asrpt-core"]),
    ("asrpt-cli", &["asrpt-core"]),
    ("asrpt-web", &["asrpt-core", "asrpt-wasm"]),
    ("asrpt-tests", &["asrpt-core", "asrpt-wasm", "asrpt-cli"]),
    ("xtask", &[]),
];

/// What only the crates above the core may name.
const WEB_CRATES: [&str; 5] = ["wasm-bindgen", "web-sys", "js-sys", "yew", "gloo"];

/// A crate and what it names, tests' helpers (dev-dependencies) aside.
struct Member {
    name: String,
    uses: Vec<String>,
}

pub fn direction() -> Findings {
    let members = members()?;
    let is_member = |name: &String| members.iter().any(|member| member.name == *name);
    let mut findings = Vec::new();
    for member in &members {
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == member.name) else {
            findings.push(format!("{} has no row in MAY_USE (tidy/dependencies.rs)", member.name));
            continue;
        };
        let ours = member.uses.iter().filter(|name| is_member(name));
        let wrong = ours.filter(|name| !allowed.contains(&name.as_str()));
        findings.extend(wrong.map(|name| format!("{} depends on {name}", member.name)));
    }
    Ok(findings)
}

pub fn core_is_pure() -> Findings {
    let members = members()?;
    let core = members.into_iter().find(|member| member.name == "asrpt-core");
    let uses = core.ok_or("no crate asrpt-core")?.uses;
    let foreign = uses
        .into_iter()
        .filter(|name| WEB_CRATES.iter().any(|web| name == web || name.starts_with(&format!("{web}-"))));
    Ok(foreign.map(|name| format!("asrpt-core depends on {name}")).collect())
}

fn members() -> Fallible<Vec<Member>> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps"];
    let text = run::output("cargo", &arguments).ok_or("cargo metadata failed")?;
    let metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    Ok(packages.iter().map(member).collect())
}

fn member(package: &Value) -> Member {
    let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let shipped = dependencies.iter().filter(|dependency| dependency["kind"] != "dev");
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    Member { name: name(package), uses: shipped.map(name).collect() }
}
