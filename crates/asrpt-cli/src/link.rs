//! `asrpt share` and `asrpt open`.

use std::io::Write;

use asrpt_core::format::count;
use asrpt_core::share;

use crate::input;

/// The link of a scenario file: with a base address, or the part from `#` on.
pub fn share(file: &str, base: Option<&str>) -> Result<String, String> {
    let scenario = input::scenario(file)?;
    let code = share::encode(&scenario).map_err(|error| format!("error: {file}: {error}"))?;
    if share::learns_in_links(&scenario) {
        let records = count(scenario.history.len() as u64, "record");
        // A reader of standard error that has had enough is no error.
        let _ = writeln!(
            std::io::stderr(),
            "the predictor learns while jobs complete: the link carries {records} of history instead of predictions"
        );
    }
    let base = base.unwrap_or_default();
    let base = base.split('#').next().unwrap_or_default();
    Ok(format!("{base}#{code}"))
}

/// The canonical scenario document in a link.
pub fn open(link: &str) -> Result<String, String> {
    let link = if link == "-" { input::text("-")? } else { link.to_owned() };
    let scenario = share::decode(link.trim()).map_err(|error| format!("error: link: {error}"))?;
    Ok(scenario.to_json())
}
