//! The examples, in the order of the menu. Each is a scenario file of its own; its name and sentence are in it.

use asrpt_core::scenario::Scenario;

/// A shipped scenario.
pub struct Example {
    /// Its name in links and tests.
    pub slug: &'static str,
    pub json: &'static str,
}

macro_rules! example {
    ($slug:literal) => {
        Example { slug: $slug, json: include_str!(concat!("../../assets/examples/", $slug, ".json")) }
    };
}

/// The example that opens with the page: the first of them all.
pub fn demo() -> Scenario {
    Scenario::from_json(include_str!("../../assets/examples/guide-wins.json")).unwrap_or_default()
}

/// All examples; the first opens with the page.
pub const EXAMPLES: &[Example] = &[
    example!("guide-wins"),
    example!("preemption"),
    example!("wait-wins"),
    example!("delay-runs-out"),
    example!("flush-dag"),
    example!("fifty-jobs"),
    example!("fast-nics"),
    example!("light-load"),
    example!("heavy-edge"),
    example!("wrong-predictions"),
    example!("starvation"),
    example!("public-trace"),
];

impl Example {
    /// The scenario. Examples are valid: a test holds it.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_json(self.json).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_valid_and_says_what_it_shows() {
        for example in EXAMPLES {
            let scenario =
                Scenario::from_json(example.json).unwrap_or_else(|e| panic!("{}: {e:?}", example.slug));
            assert!(scenario.name.is_some_and(|name| !name.is_empty()), "{}", example.slug);
            assert!(scenario.description.is_some_and(|text| text.len() > 40), "{}", example.slug);
        }
    }

    /// Mean JCT of a policy in s, for what descriptions say of it.
    fn mean_s(example: &str, kind: &str) -> f64 {
        crate::testing::run_of(example, kind).metrics.mean_jct_us / 1e6
    }

    fn percent_of_a_srpt(example: &str, kind: &str) -> f64 {
        (mean_s(example, kind) / mean_s(example, "a-srpt") * 100.0 + 0.5).floor()
    }

    fn start_s(example: &str, kind: &str, job: &str) -> f64 {
        let run = crate::testing::run_of(example, kind);
        run.outcome(run.instance.find_job(job).unwrap()).start_us as f64 / 1e6
    }

    const BASELINES: [&str; 6] = ["fifo", "spjf", "spwf", "wcs-duration", "wcs-workload", "wcs-subtime"];

    #[test]
    fn at_light_load_a_srpt_loses_and_nobody_else() {
        assert_eq!((mean_s("light-load", "a-srpt") / mean_s("light-load", "fifo") * 100.0).floor(), 114.0);
        for kind in BASELINES.into_iter().chain(["a-srpt-eager"]) {
            let ratio = crate::testing::run_of("light-load", kind).metrics.ratio_to_lower_bound.unwrap();
            assert!(ratio < 1.000_001, "{kind}: {ratio}");
        }
    }

    #[test]
    fn fast_nics_turn_the_tables() {
        assert_eq!(percent_of_a_srpt("fast-nics", "wcs-duration"), 85.0);
        assert_eq!((100.0 / percent_of_a_srpt("fifty-jobs", "wcs-duration") * 100.0).floor(), 63.0);
        let nics = |example: &str| {
            EXAMPLES.iter().find(|e| e.slug == example).unwrap().scenario().servers[0].nic_gb_per_s
        };
        assert_eq!((nics("fifty-jobs") * 8.0, nics("fast-nics") * 8.0), (25.0, 400.0));
    }

    #[test]
    fn heavy_edge_keeps_three_of_each_stage_together() {
        let run = crate::testing::run_of("heavy-edge", "a-srpt");
        let servers = |job: &str| -> Vec<Vec<u32>> {
            let start = run.start_of(run.instance.find_job(job).unwrap());
            start.servers.iter().map(|stage| stage.iter().map(|server| server.0).collect()).collect()
        };
        assert_eq!(servers("moe"), [[0, 0, 0, 2], [1, 1, 1, 2]]);
        assert_eq!(servers("vgg"), [vec![0, 0, 0], vec![2]]);
        assert!(BASELINES.iter().all(|kind| percent_of_a_srpt("heavy-edge", kind) < 100.0));
    }

    #[test]
    fn wrong_predictions_cost_what_the_description_says() {
        let run = crate::testing::run_of("wrong-predictions", "a-srpt");
        let job = |id: &str| run.instance.find_job(id).unwrap();
        let error = |id: &str| {
            run.instance.job(job(id)).predicted_iterations / run.instance.job(job(id)).iterations as f64
        };
        assert!((error("j17") - 7.4).abs() < 0.05 && (1.0 / error("j28") - 6.3).abs() < 0.05);
        let inside_us =
            run.outcome(job("j17")).virtual_completion_us.unwrap() - run.instance.job(job("j17")).arrival_us;
        assert_eq!(inside_us / 60_000_000, 9);
        let runs_us = run.outcome(job("j28")).completion_us - run.outcome(job("j28")).start_us;
        assert_eq!((runs_us + 30_000_000) / 60_000_000, 21);
        assert!(BASELINES.iter().all(|kind| percent_of_a_srpt("wrong-predictions", kind) < 100.0));
        assert_eq!(
            (mean_s("wrong-predictions", "a-srpt") / mean_s("wrong-predictions", "a-srpt-eager") * 100.0
                + 0.5)
                .floor(),
            122.0
        );
    }

    #[test]
    fn the_big_job_starves_where_it_is_said() {
        let starts =
            ["a-srpt-eager", "a-srpt", "fifo"].map(|kind| start_s("starvation", kind, "BIG").floor());
        assert_eq!(starts, [258.0, 195.0, 28.0]);
        let means =
            ["a-srpt-eager", "a-srpt", "fifo"].map(|kind| (mean_s("starvation", kind) * 10.0 + 0.5).floor());
        assert_eq!(means, [399.0, 600.0, 607.0]);
    }

    #[test]
    fn the_public_trace_has_sixty_jobs_and_favours_a_srpt_at_this_size() {
        let best = BASELINES
            .iter()
            .map(|kind| percent_of_a_srpt("public-trace", kind))
            .fold(f64::INFINITY, f64::min);
        assert_eq!((100.0 - 100.0 / best * 100.0 + 0.5).floor(), 45.0);
        assert!(percent_of_a_srpt("public-trace", "a-srpt-eager") < 100.0);
        let example = EXAMPLES.iter().find(|e| e.slug == "public-trace").unwrap().scenario();
        assert_eq!(example.jobs.len(), 60);
        assert!(example.description.unwrap().contains("Apache-2.0"));
    }
}
