//! The library of models: every entry is sound, every number is derived, and published runs are met within bounds.

#[path = "library/docs.rs"]
mod docs;
#[path = "library/entries.rs"]
mod entries;
#[path = "library/published.rs"]
mod published;
#[path = "library/volumes.rs"]
mod volumes;

#[test]
fn published_runs_are_met_within_their_bounds() {
    for group in published::groups() {
        for row in group.rows {
            let deviation = row.deviation();
            assert!(
                deviation.abs() <= group.bound,
                "{}: {deviation:+.1} %, more than ± {}",
                row.run,
                group.bound
            );
        }
    }
}

/// PipeDream's gain over data parallelism is far larger than ours: its data parallelism reached a fraction of the
/// network's nominal bandwidth. What must hold is that the pipeline wins, and by more where the network is slower.
#[test]
fn the_hybrid_pipeline_of_vgg16_beats_data_parallelism_most_on_the_slower_network() {
    let [slow, fast] = &published::pipedream_2019().rows[..] else { panic!() };
    assert!(slow.estimated > fast.estimated && fast.estimated > 1.2);
}
