//! What the editor is about: the model on the canvas and what is selected of it. The store holds it, because the
//! panel at the right shows the selected stage.

use std::collections::BTreeSet;
use std::rc::Rc;

use asrpt_core::scenario::{ModelSpec, Scenario};

use super::graph;

/// See the module. What it names may be gone by now, after an undo: then it selects nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// `None` is the first model.
    pub model: Option<Rc<str>>,
    pub stages: BTreeSet<String>,
    /// A selected edge, from and to.
    pub edge: Option<(String, String)>,
}

impl Focus {
    /// A model with nothing selected.
    pub fn on(model: impl Into<Rc<str>>) -> Self {
        Self { model: Some(model.into()), ..Self::default() }
    }

    /// The same model with these stages selected.
    pub fn with_stages(&self, stages: BTreeSet<String>) -> Self {
        Self { model: self.model.clone(), stages, edge: None }
    }

    /// The same model with an edge selected.
    pub fn with_edge(&self, from: &str, to: &str) -> Self {
        Self {
            model: self.model.clone(),
            stages: BTreeSet::new(),
            edge: Some((from.to_owned(), to.to_owned())),
        }
    }

    /// The model that is meant: the first one where it is gone.
    pub fn model_in(&self, scenario: &Scenario) -> Option<Rc<str>> {
        let there = |name: &&Rc<str>| scenario.models.iter().any(|(own, _)| **own == ***name);
        let first = || scenario.models.first().map(|(name, _)| name.as_str().into());
        self.model.as_ref().filter(there).cloned().or_else(first)
    }

    /// The selected stages that are there.
    pub fn stages_in(&self, spec: &ModelSpec) -> BTreeSet<String> {
        self.stages.iter().filter(|id| graph::position(spec, id).is_some()).cloned().collect()
    }

    /// The one selected stage.
    pub fn stage_in(&self, spec: &ModelSpec) -> Option<usize> {
        let stages = self.stages_in(spec);
        let only = stages.first().filter(|_| stages.len() == 1)?;
        graph::position(spec, only)
    }

    /// The selected edge, by its position.
    pub fn edge_in(&self, spec: &ModelSpec) -> Option<usize> {
        let (from, to) = self.edge.as_ref()?;
        spec.edges.iter().position(|edge| edge.from == *from && edge.to == *to)
    }
}
