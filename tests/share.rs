//! Links: round trips, lengths, links of every released version, and what damaged ones say.

use std::path::PathBuf;

use asrpt_core::scenario::Scenario;
use asrpt_core::share::{LinkError, decode, encode};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn cases() -> Vec<(String, Scenario)> {
    let entries = std::fs::read_dir(folder("suite")).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<(String, Scenario)> = entries
        .map(|case| {
            let text = std::fs::read_to_string(case.join("scenario.json")).unwrap();
            let name = case.file_name().unwrap().to_string_lossy().into_owned();
            (name, Scenario::from_json(&text).unwrap())
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(cases.len() >= 16);
    cases
}

fn case(number: &str) -> Scenario {
    cases().into_iter().find(|(name, _)| name.starts_with(number)).unwrap().1
}

#[test]
fn every_case_comes_back_as_the_same_document() {
    for (name, scenario) in cases() {
        let back = decode(&encode(&scenario).unwrap()).unwrap();
        assert_eq!(back.to_json(), scenario.to_json(), "{name}");
    }
}

#[test]
fn links_are_short() {
    for (number, most) in [("02", 160), ("06", 500), ("09", 1_050), ("10", 3_600)] {
        let length = encode(&case(number)).unwrap().len();
        println!("case {number}: {length} characters");
        assert!(length <= most, "case {number} takes {length} characters, more than {most}");
    }
}

/// `links/v1.txt` holds a line a case: its name and the link that version 1 made of it. Never change a line.
#[test]
fn links_of_every_version_open_for_ever() {
    let golden = std::fs::read_to_string(folder("links/v1.txt")).unwrap();
    let by_name: std::collections::BTreeMap<String, Scenario> = cases().into_iter().collect();
    let mut seen = 0;
    for line in golden.lines() {
        let (name, link) = line.split_once(' ').unwrap();
        assert_eq!(decode(link).unwrap().to_json(), by_name[name].to_json(), "{name}");
        seen += 1;
    }
    assert!(seen >= 16, "a line a case");
}

/// `links/v2.txt` likewise; `links/learning.json` is the scenario. Version 2 is written where jobs are learned from.
#[test]
fn links_of_scenarios_that_learn_open_for_ever() {
    let text = std::fs::read_to_string(folder("links/learning.json")).unwrap();
    let scenario = Scenario::from_json(&text).unwrap();
    assert_eq!((scenario.history.len(), scenario.predictor.refit_every), (9, Some(3)));
    let golden = std::fs::read_to_string(folder("links/v2.txt")).unwrap();
    let (name, link) = golden.trim().split_once(' ').unwrap();
    assert_eq!((name, decode(link).unwrap().to_json()), ("learning", scenario.to_json()));
    assert_eq!(encode(&scenario).unwrap(), link);
}

#[test]
fn each_kind_of_bad_link_has_its_own_message() {
    let link = encode(&case("04")).unwrap();
    assert_eq!(decode(""), Err(LinkError::Empty));
    assert_eq!(decode("https://lab.example/#"), Err(LinkError::Empty));
    assert_eq!(decode("https://lab.example/#hello"), Err(LinkError::Foreign));
    assert_eq!(decode(&format!("3{}", &link[1..])), Err(LinkError::Newer { version: 3 }));
    assert_eq!(decode(&format!("2{}", &link[1..])), Err(LinkError::Damaged));
    for cut in 5..link.len() {
        assert!(matches!(decode(&link[..cut]), Err(LinkError::Cut { .. })), "cut to {cut} characters");
    }
    let at = link.len() / 2;
    let other = if link.as_bytes()[at] == b'A' { "B" } else { "A" };
    let damaged = format!("{}{other}{}", &link[..at], &link[at + 1..]);
    assert_eq!(decode(&damaged), Err(LinkError::Damaged));
    assert_eq!(decode(&format!("{link}AAAA")), Err(LinkError::Damaged));
    assert_eq!(decode(&link.replace('1', "%31")), Err(LinkError::Foreign));
}

#[test]
fn rows_that_take_no_bytes_are_bounded() {
    let mut scenario = case("01");
    let job = scenario.jobs[0].clone();
    let many = 262_145;
    scenario.jobs = (0..many)
        .map(|at| {
            let mut job = job.clone();
            job.id = format!("j{at}");
            job
        })
        .collect();
    assert_eq!(encode(&scenario), Err(LinkError::TooLarge));
    scenario.jobs.pop();
    assert_eq!(decode(&encode(&scenario).unwrap()).unwrap().jobs.len(), 262_144);
}

#[test]
fn an_address_options_and_white_space_are_no_obstacle() {
    let scenario = case("05");
    let link = encode(&scenario).unwrap();
    let (head, tail) = link.split_at(20);
    let mailed = format!("https://lab.example/app/#{head}\r\n  {tail}&view=embed");
    assert_eq!(decode(&mailed).unwrap(), scenario);
    let escaped = link.replace('_', "%5f").replace('-', "%2D");
    for chat in [format!("({escaped})"), format!("#{link}."), format!("#{link}%0A"), format!("<#{link}>,")] {
        let chat = chat.trim_start_matches('(');
        assert_eq!(decode(chat).unwrap(), scenario, "{chat}");
    }
}

/// Prints the lines of `links/vN.txt` for a new version: `cargo test -p asrpt-tests --test share -- --ignored --nocapture`.
#[test]
#[ignore = "only to begin the file of a new version"]
fn print_golden_links() {
    for (name, scenario) in cases() {
        println!("{name} {}", encode(&scenario).unwrap());
    }
}
