//! How a model was made by the calculator: an architecture, degrees of parallelism, and how it is trained. The scenario
//! keeps it under `view.sources.<model>`, so that each number can be traced back; it never changes a result.

use asrpt_core::calculator::{
    Blueprint, Degrees, Estimate, Gpu, Quantity, Recompute, Schedule, Setup, StagePlan, Transformer, estimate,
};
use asrpt_core::library::{self, Entry};
use asrpt_core::scenario::{Json, ModelSpec, Problem};

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    pub architecture: Architecture,
    /// `None` is the layout of the library's entry.
    pub degrees: Option<Degrees>,
    pub batch: u32,
    /// `None` is a pipeline that never drains.
    pub micro_batch: Option<u32>,
    pub interleave: u32,
    pub recompute: Recompute,
    pub activation_bytes: f64,
    pub gradient_bytes: f64,
    pub peak_tflops: f64,
    pub efficiency: f64,
    pub server_gpus: u32,
}

/// What is cut into stages.
#[derive(Clone, Debug, PartialEq)]
pub enum Architecture {
    /// That of an entry of the library.
    Entry(String),
    /// A transformer of one's own.
    Own(Shape),
}

/// A transformer in five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub layers: u32,
    pub hidden: u32,
    pub heads: u32,
    pub vocabulary: u32,
    pub sequence: u32,
}

impl Recipe {
    /// As the library has it.
    pub fn of_entry(entry: &Entry) -> Self {
        let setup = &entry.setup;
        let (micro_batch, interleave) = match setup.schedule {
            Schedule::Steady => (None, 1),
            Schedule::Flush { micro_batch, interleave } => (Some(micro_batch), interleave),
        };
        Self {
            architecture: Architecture::Entry(entry.id.clone()),
            degrees: None,
            batch: setup.global_batch,
            micro_batch,
            interleave,
            recompute: setup.recompute,
            activation_bytes: setup.activation_bytes,
            gradient_bytes: setup.gradient_bytes,
            peak_tflops: setup.gpu.peak_tflops,
            efficiency: setup.gpu.efficiency,
            server_gpus: setup.server_gpus,
        }
    }

    /// A small transformer to start from.
    pub fn own() -> Self {
        let shape = Shape { layers: 24, hidden: 2048, heads: 16, vocabulary: 50_304, sequence: 1024 };
        let gpu = Gpu::a100_for_transformers(shape.hidden);
        Self {
            architecture: Architecture::Own(shape),
            degrees: Some(Degrees { pipeline: 4, data: 1, tensor: 2, expert: 1 }),
            batch: 64,
            micro_batch: Some(4),
            interleave: 1,
            recompute: Recompute::Nothing,
            activation_bytes: 2.0,
            gradient_bytes: 2.0,
            peak_tflops: gpu.peak_tflops,
            efficiency: (gpu.efficiency * 1e3 + 0.5).floor() / 1e3,
            server_gpus: 8,
        }
    }

    /// The library's entry, where it is one.
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.architecture {
            Architecture::Entry(id) => library::find(id),
            Architecture::Own(_) => None,
        }
    }

    /// The degrees, or those of the entry's layout where that is even.
    pub fn even_degrees(&self) -> Option<Degrees> {
        self.degrees.or_else(|| {
            let plan = &self.entry()?.plan;
            let first = plan.first()?;
            let even =
                plan.iter().all(|s| (s.data, s.tensor, s.expert) == (first.data, first.tensor, first.expert));
            let pipeline = u32::try_from(plan.len()).ok()?;
            even.then_some(Degrees { pipeline, data: first.data, tensor: first.tensor, expert: first.expert })
        })
    }

    fn setup(&self) -> Setup {
        let name = self.entry().map_or_else(|| "the GPU".to_owned(), |entry| entry.setup.gpu.name.clone());
        Setup {
            global_batch: self.batch,
            activation_bytes: self.activation_bytes,
            gradient_bytes: self.gradient_bytes,
            recompute: self.recompute,
            schedule: self.micro_batch.map_or(Schedule::Steady, |micro_batch| Schedule::Flush {
                micro_batch,
                interleave: self.interleave,
            }),
            gpu: Gpu { name, peak_tflops: self.peak_tflops, efficiency: self.efficiency },
            server_gpus: self.server_gpus,
        }
    }

    fn blueprint(&self) -> Result<Blueprint, Vec<Problem>> {
        match &self.architecture {
            Architecture::Entry(id) => {
                library::find(id).map(|entry| entry.blueprint.clone()).ok_or_else(|| {
                    vec![Problem {
                        path: "entry".to_owned(),
                        message: format!("there is no {id:?} in the library"),
                        hint: String::new(),
                    }]
                })
            }
            Architecture::Own(s) => {
                Ok(Transformer::gpt(s.layers, s.hidden, s.heads, s.vocabulary, s.sequence).blueprint())
            }
        }
    }

    /// The stages with their derivation.
    ///
    /// # Errors
    /// Every input that is out of range or doesn't divide.
    pub fn estimate(&self) -> Result<Estimate, Vec<Problem>> {
        let blueprint = self.blueprint()?;
        let plan: Vec<StagePlan> = match (self.degrees, self.entry()) {
            (Some(degrees), _) => degrees.plan(&blueprint.layers)?,
            (None, Some(entry)) => entry.plan.clone(),
            (None, None) => Degrees::data_parallel(1).plan(&blueprint.layers)?,
        };
        match self.entry() {
            Some(entry) => entry.estimate_as(&plan, &self.setup()),
            None => estimate(&blueprint, &plan, &self.setup()),
        }
    }

    /// What the model is called in the scenario.
    pub fn name(&self, model: &ModelSpec) -> String {
        let gpus: u64 = model.stages.iter().map(|stage| u64::from(stage.replicas)).sum();
        match self.entry() {
            Some(entry) if u64::from(entry.gpus) == gpus && self.degrees.is_none() => entry.id.clone(),
            Some(entry) => format!("{}-{gpus}gpu", entry.model),
            None => format!("transformer-{gpus}gpu"),
        }
    }

    /// Where a number of the model comes from, as long as it is still that number.
    pub fn trace(estimate: &Estimate, path: &str, value: f64) -> Option<Quantity> {
        estimate.derivation.of(path).filter(|quantity| quantity.value == value).cloned()
    }

    /// As the scenario keeps it.
    pub fn to_json(&self) -> Json {
        let number = |x: f64| Json::Number(x);
        let mut fields = vec![match &self.architecture {
            Architecture::Entry(id) => ("entry".to_owned(), Json::Text(id.clone())),
            Architecture::Own(s) => {
                let numbers = [s.layers, s.hidden, s.heads, s.vocabulary, s.sequence];
                ("own".to_owned(), Json::List(numbers.map(|n| number(n.into())).to_vec()))
            }
        }];
        if let Some(d) = self.degrees {
            let numbers = [d.pipeline, d.data, d.tensor, d.expert];
            fields.push(("degrees".to_owned(), Json::List(numbers.map(|n| number(n.into())).to_vec())));
        }
        let recompute = match self.recompute {
            Recompute::Nothing => 0.0,
            Recompute::Attention => 1.0,
            Recompute::Everything => 2.0,
        };
        let numbers = [
            f64::from(self.batch),
            self.micro_batch.unwrap_or(0).into(),
            self.interleave.into(),
            recompute,
            self.activation_bytes,
            self.gradient_bytes,
            self.peak_tflops,
            self.efficiency,
            self.server_gpus.into(),
        ];
        fields.push(("setup".to_owned(), Json::List(numbers.map(number).to_vec())));
        Json::Object(fields)
    }

    /// What [`Self::to_json`] wrote; anything else is nothing.
    pub fn from_json(json: &Json) -> Option<Self> {
        let Json::Object(fields) = json else { return None };
        let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let architecture = match (field("entry"), field("own").and_then(whole)) {
            (Some(Json::Text(id)), None) => Architecture::Entry(id.clone()),
            (None, Some(n)) if n.len() == 5 => Architecture::Own(Shape {
                layers: n[0],
                hidden: n[1],
                heads: n[2],
                vocabulary: n[3],
                sequence: n[4],
            }),
            _ => return None,
        };
        let degrees = match field("degrees").map(|list| whole(list).filter(|n| n.len() == 4)) {
            None => None,
            Some(n) => n.map(|n| Degrees { pipeline: n[0], data: n[1], tensor: n[2], expert: n[3] }),
        };
        let Json::List(setup) = field("setup")? else { return None };
        let [
            batch,
            micro_batch,
            interleave,
            recompute,
            activation_bytes,
            gradient_bytes,
            peak_tflops,
            efficiency,
            server_gpus,
        ] = setup.iter().map(|x| if let Json::Number(x) = x { *x } else { f64::NAN }).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let recompute = [Recompute::Nothing, Recompute::Attention, Recompute::Everything]
            .get(recompute as usize)
            .copied()?;
        let recipe = Self {
            architecture,
            degrees,
            batch: batch as u32,
            micro_batch: Some(micro_batch as u32).filter(|&n| n > 0),
            interleave: (interleave as u32).max(1),
            recompute,
            activation_bytes,
            gradient_bytes,
            peak_tflops,
            efficiency,
            server_gpus: server_gpus as u32,
        };
        recipe.is_sane().then_some(recipe)
    }

    /// A foreign file may say anything; the calculator is asked only about what its fields would take.
    fn is_sane(&self) -> bool {
        let shape = match &self.architecture {
            Architecture::Entry(_) => true,
            Architecture::Own(s) => {
                let counts = [s.layers, s.hidden, s.heads, s.vocabulary, s.sequence];
                counts.iter().all(|&n| (1..=MOST).contains(&n)) && s.layers <= MOST_LAYERS
            }
        };
        let degrees = self.degrees.is_none_or(|d| {
            [d.pipeline, d.data, d.tensor, d.expert].iter().all(|&n| (1..=MOST_LAYERS).contains(&n))
        });
        shape && degrees && self.micro_batch.is_none_or(|n| n <= MOST) && (1..=64).contains(&self.interleave)
    }
}

/// Greatest number of a field.
pub const MOST: u32 = 1_000_000;
/// Greatest number of layers, and of each degree.
pub const MOST_LAYERS: u32 = 1_000;

fn whole(json: &Json) -> Option<Vec<u32>> {
    let Json::List(list) = json else { return None };
    list.iter().map(|x| if let Json::Number(x) = x { Some(*x as u32) } else { None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_library_comes_back_and_gives_its_model() {
        for entry in library::entries() {
            let recipe = Recipe::of_entry(entry);
            assert_eq!(Recipe::from_json(&recipe.to_json()).as_ref(), Some(&recipe));
            let estimate = recipe.estimate().unwrap();
            assert_eq!(estimate.model, entry.estimate().model);
            assert_eq!(recipe.name(&estimate.model), entry.id);
        }
    }

    #[test]
    fn degrees_cut_the_same_architecture_otherwise() {
        let entry = library::find("gpt-13b-64gpu").unwrap();
        let degrees = Degrees { pipeline: 4, data: 2, tensor: 8, expert: 1 };
        let recipe = Recipe { degrees: Some(degrees), ..Recipe::of_entry(entry) };
        assert_eq!(Recipe::from_json(&recipe.to_json()).as_ref(), Some(&recipe));
        let estimate = recipe.estimate().unwrap();
        assert_eq!(estimate.model.stages.len(), 4);
        assert_eq!(estimate.model.stages[0].replicas, 16);
        let path = "stages[0].forward_ms";
        let value = estimate.model.stages[0].forward_ms;
        assert_eq!(Recipe::trace(&estimate, path, value).unwrap().unit, "ms");
        assert_eq!(Recipe::trace(&estimate, path, value + 1.0), None);
    }

    #[test]
    fn ones_own_transformer_is_made_and_what_does_not_divide_is_said() {
        let own = Recipe::own();
        let estimate = own.estimate().unwrap();
        assert_eq!((estimate.model.stages.len(), estimate.model.stages[0].replicas), (4, 2));
        assert_eq!(own.name(&estimate.model), "transformer-8gpu");
        assert_eq!(Recipe::from_json(&own.to_json()).as_ref(), Some(&own));
        let odd = Recipe { batch: 63, ..own };
        assert!(odd.estimate().unwrap_err()[0].message.contains("is no multiple"));
    }

    #[test]
    fn foreign_sources_are_nothing() {
        for text in [
            "7",
            "{}",
            r#"{"own": [1, 2], "setup": []}"#,
            r#"{"entry": "x", "setup": [1,2,3,9,1,1,1,1,1]}"#,
            r#"{"own": [4294967295, 1, 1, 1, 1], "setup": [1,1,1,0,1,1,1,1,1]}"#,
        ] {
            assert_eq!(Recipe::from_json(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
