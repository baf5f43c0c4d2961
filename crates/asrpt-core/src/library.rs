//! Published models in sizes ready to use: architectures with the source of every number (`assets/models/*.json`),
//! turned into model graphs by the [calculator](crate::calculator).
//!
//! Compute times are for an A100; a scenario's other GPUs give their `gpu_speed` relative to it.
//!
//! ```
//! use asrpt_core::library;
//!
//! let entry = library::find("gpt-13b-64gpu").unwrap();
//! assert_eq!(entry.layout, "8 stages × 2 data × 4 tensor");
//! let (name, model) = library::for_gpus("ResNet-50", 24)?;
//! assert_eq!((name.as_str(), model.stages[0].replicas), ("resnet50-24gpu", 24));
//! # Ok::<(), library::Missing>(())
//! ```

mod alias;
mod entry;
mod file;
mod missing;

pub use alias::ALIASES;
pub use missing::Missing;

use std::sync::OnceLock;

use crate::calculator::{Blueprint, Estimate, Setup, StagePlan};
use crate::scenario::{ModelSpec, Problem};
use entry::Family;

const FILES: [&str; 12] = [
    include_str!("../../../assets/models/vgg16.json"),
    include_str!("../../../assets/models/vgg19.json"),
    include_str!("../../../assets/models/resnet50.json"),
    include_str!("../../../assets/models/resnet101.json"),
    include_str!("../../../assets/models/resnet152.json"),
    include_str!("../../../assets/models/inception-v3.json"),
    include_str!("../../../assets/models/bert-large.json"),
    include_str!("../../../assets/models/xlnet-large.json"),
    include_str!("../../../assets/models/t5-large.json"),
    include_str!("../../../assets/models/gpt-13b.json"),
    include_str!("../../../assets/models/gpt-175b.json"),
    include_str!("../../../assets/models/mixtral-8x7b.json"),
];

/// A model in one size and layout.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Unique, as `gpt-13b-64gpu`; serves as the name of the model in a scenario.
    pub id: String,
    /// The architecture's id, as `gpt-13b`.
    pub model: String,
    /// The architecture's name.
    pub title: String,
    /// What is particular about it.
    pub description: String,
    /// GPUs of the gang.
    pub gpus: u32,
    /// How they are used, as "8 stages × 2 data × 4 tensor".
    pub layout: String,
    /// Where the numbers are from, in the order of the file.
    pub sources: Vec<String>,
    /// The sources of the setup's numbers, by the names that the derivation gives them.
    inputs: Vec<(String, String)>,
    /// Parameters that were published for the architecture.
    pub published_parameters: f64,
    /// The architecture's layers.
    pub blueprint: Blueprint,
    /// How they are cut into stages.
    pub plan: Vec<StagePlan>,
    /// How the model is trained.
    pub setup: Setup,
}

impl Entry {
    /// The model graph with the derivation of every number.
    pub fn estimate(&self) -> Estimate {
        self.estimate_as(&self.plan, &self.setup).expect("a test estimates every entry")
    }

    /// The same architecture in another layout or trained otherwise. Numbers of the setup that are still the entry's own
    /// have its sources.
    ///
    /// # Errors
    /// Every input that is out of range or doesn't divide.
    pub fn estimate_as(&self, plan: &[StagePlan], setup: &Setup) -> Result<Estimate, Vec<Problem>> {
        let mut estimate = crate::calculator::estimate(&self.blueprint, plan, setup)?;
        let own = crate::calculator::setup_derivation(&self.setup);
        for (name, source) in &self.inputs {
            let value = own.quantities.iter().find(|quantity| quantity.name == *name).map(|q| q.value);
            estimate.derivation.cite_value(name, value, source);
        }
        Ok(estimate)
    }
}

fn families() -> &'static [Family] {
    static FAMILIES: OnceLock<Vec<Family>> = OnceLock::new();
    FAMILIES.get_or_init(|| FILES.iter().map(|text| entry::read(text)).collect())
}

/// All entries: by architecture, those of a family by GPUs as in its file.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    families().iter().flat_map(|family| &family.entries)
}

/// The ids of the architectures.
pub fn models() -> impl Iterator<Item = &'static str> {
    families().iter().map(|family| family.id.as_str())
}

/// The entry with an id.
pub fn find(id: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.id == id)
}

/// The model that a trace calls `model_name`, for so many GPUs, with the name to give it in a scenario.
///
/// Names are compared by their letters and digits, so `ResNet-50` is `resnet50`; [`ALIASES`] lists further ones. A size
/// that the library doesn't list is made from the largest listed one that divides it, with that many times the data
/// parallelism (the batch of each copy stays).
///
/// # Errors
/// A name that isn't known, or a number of GPUs that no layout of the model divides.
pub fn for_gpus(model_name: &str, gpus: u32) -> Result<(String, ModelSpec), Missing> {
    let id = alias::resolve(model_name).ok_or_else(|| missing::name(model_name))?;
    let family = families().iter().find(|family| family.id == id).expect("a test resolves every alias");
    let entry = family.for_gpus(gpus).ok_or_else(|| missing::size(family, gpus))?;
    Ok((entry.id.clone(), entry.estimate().model))
}
