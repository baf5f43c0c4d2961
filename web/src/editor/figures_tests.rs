use super::*;
use crate::editor::graph::tests::model;
use crate::examples::EXAMPLES;

/// The model of the design's picture on servers of four GPUs: one replica has to leave the first.
pub fn known() -> Figures {
    let scenario = EXAMPLES.iter().find(|example| example.slug == "flush-dag").unwrap().scenario();
    let spec = scenario.models.iter().find(|(name, _)| name == "dag").unwrap().1.clone();
    let server = ServerSpec {
        name: None,
        count: 4,
        gpus: 4,
        nvlink_gb_per_s: 150.0,
        nic_gb_per_s: 6.25,
        gpu_speed: 1.0,
    };
    match of_model(&spec, &[server]) {
        Meaning::Known(figures) => *figures,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_figures_of_the_design() {
    let figures = known();
    assert_eq!(format!("{:.1}", figures.cost.alpha_ms), "137.4");
    let totals: Vec<String> =
        figures.cost.stages.iter().map(|stage| format!("{:.1}", stage.total_ms())).collect();
    assert_eq!(totals, ["92.7", "91.5", "94.0", "77.7"]);
    assert_eq!(figures.bottleneck(), Some(2));
    assert_eq!(figures.constants.min_servers, 2);
    assert_eq!(figures.constants.alpha_min_s, figures.cost.alpha_s());
    let Parts::Flushed { micro_batches: 4, slowest_ms, path_ms, collectives_ms } = figures.parts() else {
        panic!()
    };
    assert_eq!(format!("{slowest_ms:.1} {path_ms:.1} {collectives_ms:.1}"), "94.0 264.3 0.8");
    let alpha_ms = (3.0 * slowest_ms + path_ms) / 4.0 + collectives_ms;
    assert!((alpha_ms - figures.cost.alpha_ms).abs() < 1e-9);
}

#[test]
fn edges_travel_where_the_placement_puts_their_ends() {
    let figures = known();
    let ways: Vec<(f64, f64)> =
        figures.travels.iter().map(|travel| (travel.nvlink_mb, travel.nic_mb)).collect();
    assert_eq!(ways[..2], [(100.0, 0.0), (0.0, 50.0)]);
    // A stage's pipeline time is that of its edges.
    for (at, stage) in figures.cost.stages.iter().enumerate() {
        let edges = figures.graph.edges.iter().zip(&figures.travels);
        let at_end = |(edge, travel): (&Edge, &Travel)| match at {
            at if at == edge.from.at() => travel.ms.0,
            at if at == edge.to.at() => travel.ms.1,
            _ => 0.0,
        };
        let sum_ms: f64 = edges.map(at_end).sum();
        assert!((sum_ms - stage.pipeline_ms).abs() < 1e-9, "{at}: {:?}", figures.travels);
    }
    let stitched = figures.travels[1];
    assert_eq!(stitched.words(stitched.most_ms()), "32.0\u{a0}ms by NIC");
    assert_eq!(figures.travels.iter().map(|t| t.crosses()).collect::<Vec<_>>(), [false, true, false, true]);
    let stages: Vec<String> = (0..4).map(|stage| figures.servers_of(stage)).collect();
    assert_eq!(stages, ["s0", "s0, s0", "s1", "s0"]);
}

#[test]
fn the_picks_are_those_of_the_placement() {
    let figures = known();
    assert_eq!(figures.picks.len(), 5);
    for (stage, servers) in figures.constants.best.iter().enumerate() {
        for &(server, count) in servers {
            let picked =
                figures.picks.iter().filter(|pick| pick.stage.at() == stage && pick.server == server).count();
            assert_eq!(picked, count as usize);
        }
    }
}

#[test]
fn what_has_no_figures_says_why() {
    let server =
        ServerSpec { name: None, count: 1, gpus: 2, nvlink_gb_per_s: 1.0, nic_gb_per_s: 1.0, gpu_speed: 1.0 };
    let spec = model("a b c", "a>b");
    assert_eq!(of_model(&ModelSpec::default(), &[]), Meaning::Empty);
    assert_eq!(of_model(&spec, &[]), Meaning::NoCluster);
    assert_eq!(of_model(&spec, std::slice::from_ref(&server)), Meaning::TooLarge { gpus: 3, total: 2 });
    assert_eq!(of_model(&spec, &[ServerSpec { gpus: 0, ..server.clone() }]), Meaning::NoCluster);
    let mut wrong = spec.clone();
    wrong.stages[0].forward_ms = -1.0;
    assert!(
        matches!(of_model(&wrong, &[server]), Meaning::Invalid(problems) if problems[0].path.ends_with("forward_ms"))
    );
}
