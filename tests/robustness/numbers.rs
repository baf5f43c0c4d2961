//! Strange numbers wherever a number stands.

use crate::document::{Place, full, places};
use crate::{refused, soon, survives};

fn number_places() -> Vec<Place> {
    places(&full())
        .into_iter()
        .filter(|place| !place.is_in_view() && place.of(&mut full()).is_number())
        .collect()
}

const STRANGE: [&str; 22] = [
    "1e308",
    "-1e308",
    "1.7976931348623157e308",
    "5e-324",
    "1e-400",
    "-0",
    "-0.0",
    "0",
    "0.0",
    "-1",
    "0.5",
    "1.0000001",
    "1152921504606846976",
    "-1152921504606846976",
    "9007199254740991",
    "9007199254740993",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "1e15",
    "1e6",
    "4294967296",
    "1000000000",
];

#[test]
fn strange_numbers_run_or_are_refused_at_their_place() {
    let places = number_places();
    assert!(places.len() >= 30, "there are numbers to change");
    soon(move || places.iter().for_each(|place| STRANGE.iter().for_each(|raw| check(place, raw))));
}

/// A refused number is refused where it stands, or names the jobs that it made too big or too long.
fn check(place: &Place, raw: &str) {
    let text = place.spliced(&full(), raw);
    if survives(&text) {
        return;
    }
    let path = place.path();
    for problem in refused(&text) {
        let of_jobs = problem.path.starts_with("jobs[") && problem.message.starts_with("job ");
        assert!(problem.path == path || of_jobs, "{raw} at {path}: {problem:?}");
    }
}

#[test]
fn numbers_beyond_double_precision_are_refused_with_their_column() {
    for place in number_places() {
        for raw in ["1e400", "-1e400", "1e99999999999"] {
            let problems = refused(&place.spliced(&full(), raw));
            assert!(problems[0].path.starts_with("line 1, column "), "{raw}: {problems:?}");
        }
    }
}

#[test]
fn what_is_no_json_number_is_refused_with_its_column() {
    for place in number_places() {
        for raw in [
            "NaN",
            "Infinity",
            "-Infinity",
            "nan",
            "inf",
            "0x10",
            "01",
            "+1",
            ".5",
            "1.",
            "1e",
            "--1",
            "1_000",
        ] {
            let problems = refused(&place.spliced(&full(), raw));
            assert!(problems[0].path.starts_with("line 1, column "), "{raw}: {problems:?}");
        }
    }
}

/// Never a negative, not even a small one: the least value of every number that the format has.
#[test]
fn negative_numbers_are_refused_at_their_place() {
    for place in number_places() {
        for raw in ["-1", "-1e-300"] {
            let problems = refused(&place.spliced(&full(), raw));
            assert_eq!(problems[0].path, place.path(), "{problems:?}");
        }
    }
}

/// Where the model says "zero where it must not be".
#[test]
fn zero_is_refused_where_it_must_not_be() {
    let may_be_zero = [
        "forward_ms",
        "backward_ms",
        "mb",
        "activation_mb",
        "arrival_s",
        "comm_heavy_ratio",
        "delay_factor",
        "sigma",
        "seed",
    ];
    for place in number_places() {
        let text = place.spliced(&full(), "0");
        if may_be_zero.contains(&place.last_key().unwrap()) {
            assert!(survives(&text), "{}", place.path());
        } else {
            assert_eq!(refused(&text)[0].path, place.path());
        }
    }
}
