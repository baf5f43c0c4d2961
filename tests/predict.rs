//! Predictors on what a scheduler would see: pinned to the bit, and fair about who wins.

use asrpt_core::format::decimal;
use asrpt_core::predict::{self, Held, Scores};
use asrpt_core::scenario::Scenario;
use asrpt_core::workload::{Workload, generate};

fn scores(scenario: &Scenario, kind: &str) -> Scores {
    predict::evaluate(scenario, predict::find(kind)).unwrap().held_out.scores.unwrap()
}

/// The scenario of the parity test: 12,000 records and 3,000 jobs.
fn parity() -> Scenario {
    generate(&Workload::recurring(12_000, 3_000, 1)).unwrap()
}

/// The browser's forest must give these very bits: `native = wasm` is then native = this, wasm = this.
#[test]
fn the_forest_over_twelve_thousand_records_is_pinned() {
    let bits: Vec<u8> =
        predict::iterations(&parity()).iter().flat_map(|n| n.to_bits().to_le_bytes()).collect();
    assert_eq!(
        (bits.len() / 8, crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bits)),
        (3_000, 3_411_662_892)
    );
}

/// Where most jobs recur, knowing the group is worth almost everything, and the forest knows it too.
#[test]
fn where_jobs_recur_learners_are_good_and_the_forest_is_best_on_the_rest() {
    let scenario = parity();
    let (forest, mean, median) = (
        scores(&scenario, "random-forest"),
        scores(&scenario, "group-mean"),
        scores(&scenario, "group-median"),
    );
    for score in [forest, mean, median] {
        assert!(score.median_abs_log_error < 0.25, "{score:?}");
    }
    assert!(forest.r2_log > median.r2_log && forest.r2_log > mean.r2_log, "{forest:?} {mean:?} {median:?}");
}

#[test]
fn noise_scores_its_own_sigma() {
    let mut scenario = parity();
    scenario.predictor.sigma = 0.5;
    let noisy = scores(&scenario, "noisy");
    // The median of |σ·z| is 0.6745 σ.
    assert!((0.31..0.36).contains(&noisy.median_abs_log_error), "{noisy:?}");
    assert_eq!(scores(&scenario, "perfect").median_abs_log_error, 0.0);
}

/// The generated workload of `docs/predictions.md`: its rows are what is computed.
#[test]
fn the_documented_report_is_what_is_computed() {
    let docs =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/predictions.md")).unwrap();
    let rows: Vec<String> = docs.lines().map(|line| line.replace("**", "")).collect();
    let mut scenario = generate(&Workload { users: 40, ..Workload::recurring(12_000, 3_000, 1) }).unwrap();
    for kind in ["random-forest", "group-median", "group-mean"] {
        scenario.predictor.kind = kind.to_owned();
        let scores = Held::of_report(&predict::report(&scenario), &scenario).scores.unwrap();
        let figures = [
            format!("{} %", decimal(scores.mape * 100.0, 1)),
            decimal(scores.median_abs_log_error, 3),
            decimal(scores.r2_log.unwrap(), 3),
        ];
        let row = format!("| {kind} | {} |", figures.join(" | "));
        assert!(rows.iter().any(|line| line.ends_with(&row)), "the docs have no {row}");
    }
}
