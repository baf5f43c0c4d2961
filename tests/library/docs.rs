//! The table of deviations in `docs/models.md` is what the test computes.

use crate::published::{Group, groups, pipedream_2019};

const BEGIN: &str = "<!-- deviations: written by the test `library` -->\n";
const END: &str = "<!-- end of deviations -->";

#[test]
fn the_documents_state_the_deviations_that_are_computed() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/models.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once(BEGIN).unwrap();
    let (stated, _) = rest.split_once(END).unwrap();
    let computed = table();
    assert!(stated == computed, "docs/models.md is out of date; computed now:\n{computed}");
}

fn table() -> String {
    let mut text =
        "| run | published | estimated | unit | deviation |\n| --- | ---: | ---: | --- | ---: |\n".to_owned();
    for Group { title, address, rows, .. } in groups().into_iter().chain([pipedream_2019()]) {
        text += &format!("| **{title}** ([read here]({address})) | | | | |\n");
        for row in rows {
            let (published, estimated) = (digits(row.published), digits(row.estimated));
            let deviation = format!("{:+.1} %", row.deviation());
            text += &format!("| {} | {published} | {estimated} | {} | {deviation} |\n", row.run, row.unit);
        }
    }
    text
}

fn digits(value: f64) -> String {
    let decimals = if value < 100.0 { 2 } else { 0 };
    format!("{value:.decimals$}")
}
