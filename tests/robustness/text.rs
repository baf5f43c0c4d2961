//! Texts that are no scenario at all.

use crate::document::{full, places};
use crate::{refused, soon, survives};
use serde_json::json;

#[test]
fn the_full_document_is_valid() {
    assert!(survives(&full().to_string()));
    assert!(survives(&format!("\u{feff}{:#}\n", full())), "with a byte order mark");
}

#[test]
fn nothing_is_refused_as_empty() {
    for text in ["", " ", "\n\t \r\n", "\u{feff}", "\u{a0}"] {
        let problems = refused(text);
        assert_eq!(problems[0].path, "document");
        assert!(problems[0].message.contains("empty"), "{problems:?}");
    }
}

#[test]
fn other_json_is_refused() {
    for text in ["null", "true", "7", "\"asrpt-scenario\"", "[]", "{}", "[{}]", "{\"view\":{}}"] {
        refused(text);
    }
    assert_eq!(refused("[]")[0].path, "document");
    assert_eq!(refused("{\"format\":\"gantt\",\"version\":1}")[0].path, "format");
    let newer = full().to_string().replace("\"version\":1", "\"version\":2");
    let problems = refused(&newer);
    assert_eq!((problems.len(), &*problems[0].path), (1, "version"));
    assert!(problems[0].message.contains('2'), "by name: {problems:?}");
}

#[test]
fn a_text_cut_anywhere_is_refused_with_its_line() {
    let text = format!("{:#}", full());
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let problems = refused(&text[..end]);
        let place = &problems[0].path;
        assert!(end == 0 || place.starts_with("line ") || place == "document", "{end}: {problems:?}");
    }
    let lines = text[..text.len() - 2].lines().count();
    assert!(refused(&text[..text.len() - 2])[0].path.starts_with(&format!("line {lines}, ")));
}

#[test]
fn text_after_the_document_is_refused() {
    for more in ["}", "{}", ",", "x", "\0"] {
        let problems = refused(&format!("{}{more}", full()));
        assert!(problems[0].path.starts_with("line 1, column "), "{problems:?}");
    }
}

#[test]
fn deep_nests_are_refused() {
    const DEPTH: usize = 100_000;
    let nest = |open: &str, close: &str| open.repeat(DEPTH) + &close.repeat(DEPTH);
    let nests = [nest("[", "]"), "[".repeat(DEPTH), "{\"a\":".repeat(DEPTH), nest("{\"a\":[", "]}")];
    for deep in nests {
        let inside = places(&full()).into_iter().filter(|place| place.last_key().is_some_and(is_deep_place));
        let mut texts: Vec<String> = inside.map(|place| place.spliced(&full(), &deep)).collect();
        texts.push(deep);
        assert!(texts.len() >= 4);
        soon(move || texts.iter().for_each(|text| assert!(refused(text)[0].path.starts_with("line "))));
    }
}

fn is_deep_place(key: &str) -> bool {
    ["view", "boxes", "jobs", "iterations"].contains(&key)
}

/// What the view holds is nobody's business, as deep as JSON may be here.
#[test]
fn a_view_may_hold_anything() {
    let view = places(&full()).into_iter().find(|place| place.path() == "view").unwrap();
    let deep = "[".repeat(100) + &"]".repeat(100);
    for raw in ["null", "7", "\"\"", "{\"a\":1,\"a\":2}", "[1e308,-0.0]", &deep] {
        assert!(survives(&view.spliced(&full(), raw)), "{raw}");
    }
}

/// Texts that go wrong where somebody prints, sorts, quotes or cuts them.
fn hostile() -> Vec<String> {
    [
        "",
        " ",
        "\0",
        "a\0b",
        "\u{1b}[31mred\u{7}",
        "line\nbreak\r\n",
        "\u{202e}evil\u{2066}",
        "\u{feff}",
        "\"quoted\" \\ back",
        "</script><b>&amp;",
        "../../etc/passwd",
        "%s%n{}{0}",
        "é\u{301}\u{200d}🦀👩‍👩‍👧",
        "\u{ffff}\u{10ffff}",
        "null",
        "__proto__",
        "constructor",
        "NaN",
    ]
    .map(str::to_owned)
    .into()
}

/// A megabyte each.
fn huge() -> [String; 2] {
    ["x".repeat(1_000_000), "🦀".repeat(250_000)]
}

#[test]
fn hostile_texts_are_names_or_problems() {
    for place in places(&full()) {
        let is_text = place.of(&mut full()).is_string();
        let huge = huge().into_iter().filter(|_| is_text);
        for text in hostile().into_iter().chain(huge) {
            survives(&place.replaced(&full(), json!(text)).to_string());
        }
    }
}

#[test]
fn hostile_keys_are_names_or_problems() {
    let objects = places(&full()).into_iter().filter(|place| place.of(&mut full()).is_object());
    for place in objects.collect::<Vec<_>>() {
        for key in hostile().into_iter().chain(huge()) {
            let mut document = full();
            let object = place.of(&mut document);
            let first = object.as_object().unwrap().values().next().unwrap().clone();
            object[key] = first;
            survives(&document.to_string());
        }
    }
}

#[test]
fn a_name_of_200_characters_is_accepted_and_one_more_refused() {
    for path in
        ["name", "jobs[1].id", "jobs[0].user", "models.pipe.stages[0].name", "cluster.servers[0].name"]
    {
        let place = places(&full()).into_iter().find(|place| place.path() == path).unwrap();
        assert!(survives(&place.replaced(&full(), json!("🦀".repeat(200))).to_string()));
        let problems = refused(&place.replaced(&full(), json!("🦀".repeat(201))).to_string());
        assert_eq!(problems[0].path, path);
    }
}

#[test]
fn broken_escapes_are_refused_with_their_column() {
    let name = places(&full()).into_iter().find(|place| place.path() == "name").unwrap();
    for raw in [
        r#""\ud800""#,
        r#""\udc00x""#,
        r#""\ud800\ud800""#,
        r#""\u12""#,
        r#""\x""#,
        "\"tab\t\"",
        "'a'",
        "\"a",
    ] {
        let problems = refused(&name.spliced(&full(), raw));
        assert!(problems[0].path.starts_with("line 1, column "), "{raw}: {problems:?}");
    }
    assert!(survives(&name.spliced(&full(), r#""\ud83e\udd80\u0000""#)), "a pair is a character");
}
