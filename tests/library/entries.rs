//! Every entry of the library is sound, and every number of its model is derived.

use asrpt_core::calculator::{Estimate, Gpu, Setup};
use asrpt_core::library::{self, Missing};
use asrpt_core::scenario::{JobSpec, ModelSpec, Scenario, ServerSpec, validate};

fn scenario(id: &str, model: ModelSpec) -> Scenario {
    let server = ServerSpec {
        name: None,
        count: 128,
        gpus: 8,
        nvlink_gb_per_s: 300.0,
        nic_gb_per_s: 200.0,
        gpu_speed: 1.0,
    };
    let job = JobSpec {
        id: "j".to_owned(),
        model: id.to_owned(),
        arrival_s: 0.0,
        iterations: 1,
        predicted_iterations: None,
        user: None,
        group: None,
        name: None,
    };
    Scenario {
        servers: vec![server],
        models: vec![(id.to_owned(), model)],
        jobs: vec![job].into(),
        ..Scenario::default()
    }
}

#[test]
fn every_entry_passes_the_validator_and_comes_back_from_its_document() {
    let mut ids = std::collections::BTreeSet::new();
    for entry in library::entries() {
        let model = entry.estimate().model;
        let gpus: u32 = model.stages.iter().map(|stage| stage.replicas).sum();
        assert_eq!(gpus, entry.gpus, "{}", entry.id);
        let scenario = scenario(&entry.id, model);
        assert_eq!(validate(&scenario), [], "{}", entry.id);
        assert_eq!(Scenario::from_json(&scenario.to_json()).unwrap(), scenario, "{}", entry.id);
        assert!(ids.insert(&entry.id), "{} is there twice", entry.id);
        assert!(!entry.sources.is_empty() && !entry.description.is_empty());
        for source in &entry.sources {
            let can_be_read = source.contains("https://") || source.starts_with("Our choice of layout");
            assert!(can_be_read, "{}: where is {source:?} to be read?", entry.id);
        }
    }
    assert!(ids.len() > 60);
}

#[test]
fn every_number_of_a_model_is_derived() {
    for entry in library::entries() {
        let estimate = entry.estimate();
        let derived = |path: String, value: f64| {
            let quantity = estimate.derivation.of(&path).unwrap_or_else(|| panic!("{}: {path}", entry.id));
            assert_eq!(quantity.value, value, "{}: {path}", entry.id);
            assert!(!quantity.formula.is_empty() && !quantity.source.is_empty(), "{}: {path}", entry.id);
        };
        for (at, stage) in estimate.model.stages.iter().enumerate() {
            derived(format!("stages[{at}].forward_ms"), stage.forward_ms);
            derived(format!("stages[{at}].backward_ms"), stage.backward_ms);
            derived(format!("stages[{at}].replicas"), stage.replicas.into());
            for (nth, collective) in stage.collectives.iter().enumerate() {
                derived(format!("stages[{at}].collectives[{nth}].mb"), collective.mb);
            }
        }
        for (at, edge) in estimate.model.edges.iter().enumerate() {
            derived(format!("edges[{at}].activation_mb"), edge.activation_mb);
        }
        if let Some(micro_batches) = estimate.model.micro_batches {
            derived("micro_batches".to_owned(), micro_batches.into());
        }
    }
}

#[test]
fn inputs_have_the_sources_of_their_file_until_they_are_changed() {
    let of = |estimate: &Estimate, name: &str| {
        let mut quantities = estimate.derivation.quantities.iter();
        quantities.find(|quantity| quantity.name == name).unwrap().source.clone()
    };
    for entry in library::entries() {
        let estimate = entry.estimate();
        let unsourced = estimate.derivation.quantities.iter().filter(|quantity| quantity.source == "input");
        // Which GPUs share a server is the cluster's business.
        assert_eq!(
            unsourced.map(|q| q.name.as_str()).collect::<Vec<_>>(),
            ["GPUs of a server"],
            "{}",
            entry.id
        );
        assert!(of(&estimate, "peak of A100").contains("312 TFLOP/s"), "{}", entry.id);
    }
    let entry = library::find("gpt-13b-8gpu").unwrap();
    let mut setup = entry.setup.clone();
    setup.gpu.efficiency = 0.4;
    let changed = entry.estimate_as(&entry.plan, &setup).unwrap();
    assert_eq!(of(&changed, "achieved efficiency"), "input");
    assert!(of(&changed, "peak of A100").contains("312 TFLOP/s"));
}

#[test]
fn a_wrong_input_is_said_once_however_many_stages_it_hits() {
    let entry = library::find("gpt-13b-64gpu").unwrap();
    let setup = Setup { global_batch: 63, ..entry.setup.clone() };
    let problems = entry.estimate_as(&entry.plan, &setup).unwrap_err();
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("global batch 63 is no multiple of data · micro-batch = 2"), "{said:?}");
}

#[test]
fn parameters_agree_with_published_counts() {
    for entry in library::entries() {
        let (counted, published) = (entry.blueprint.parameters(), entry.published_parameters);
        // Convolutions to the last one; transformers within what papers round and small heads add.
        let within = if entry.blueprint.layers[0].name == "embedding" { 0.02 } else { 0.0 };
        assert!((counted / published - 1.0).abs() <= within, "{}: {counted} {published}", entry.id);
    }
}

#[test]
fn every_layout_fits_into_the_memory_of_its_gpu() {
    for entry in library::entries() {
        let gigabytes = entry.estimate().parameters_per_gpu * 16.0 / 1e9;
        assert!(gigabytes < 80.0, "{} needs {gigabytes} GB for weights and optimizer", entry.id);
    }
}

#[test]
fn the_efficiency_of_the_large_transformers_is_the_fitted_one() {
    for (id, hidden) in [("gpt-13b-8gpu", 5120), ("gpt-175b-64gpu", 12_288), ("mixtral-8x7b-64gpu", 4096)] {
        let ours = library::find(id).unwrap().setup.gpu.efficiency;
        assert!((ours - Gpu::a100_for_transformers(hidden).efficiency).abs() < 5e-4, "{id}");
    }
}

#[test]
fn a_trace_finds_models_by_name_and_gpus() {
    let (name, model) = library::for_gpus("VGG19", 8).unwrap();
    assert_eq!((name.as_str(), model.stages.len()), ("vgg19-8gpu", 1));
    // 3 GPUs are three times the layout for one; 24 are three times 8, whose tensor and pipeline degrees stay.
    assert_eq!(library::for_gpus("bert", 3).unwrap().1.stages[0].replicas, 3);
    let (name, model) = library::for_gpus("gpt-13b", 24).unwrap();
    assert_eq!((name.as_str(), model.stages.len(), model.stages[0].replicas), ("gpt-13b-24gpu", 2, 12));
    for gpus in 1..=64 {
        assert!(library::for_gpus("inception3", gpus).is_ok(), "{gpus}");
    }
}

#[test]
fn what_is_missing_lists_what_is_there() {
    let unknown = library::for_gpus("alexnet", 8).unwrap_err();
    assert!(matches!(unknown, Missing::Name { .. }));
    assert!(unknown.to_string().contains("known: vgg16, vgg19, resnet50"), "{unknown}");
    let size = library::for_gpus("gpt3", 12).unwrap_err();
    assert_eq!(
        size.to_string(),
        "gpt-175b has no layout for 12 GPUs; known: 64, 128, 256, 512, 1024 and multiples"
    );
    assert!(library::for_gpus("bert", 0).is_err());
}
