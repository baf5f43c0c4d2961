//! What the editor is about: the model on the canvas and what is selected of it. The store holds it, because the
//! panel at the right shows the selected stage.

use std::collections::BTreeSet;
use std::rc::Rc;

use asrpt_core::scenario::{ModelSpec, Scenario, join};

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

    /// What a problem is about, by its path: a model, and the stage or the edge of it. `None` where no model is meant.
    pub fn of_path(scenario: &Scenario, path: &str) -> Option<Self> {
        let below = |name: &str| {
            let rest = path.strip_prefix(&*join("models", name))?;
            Some(rest).filter(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut models = scenario.models.iter().filter_map(|(name, spec)| Some((name, spec, below(name)?)));
        let (name, spec, rest) = models.next()?;
        let nth = |list: &str| {
            let number = rest.strip_prefix(list)?.strip_prefix('[')?.split(']').next()?;
            number.parse::<usize>().ok()
        };
        let focus = Self::on(name.as_str());
        let stage = nth(".stages").and_then(|at| spec.stages.get(at)).map(|stage| stage.id.clone());
        let edge = nth(".edges").and_then(|at| spec.edges.get(at));
        Some(match (stage, edge) {
            (Some(stage), _) => focus.with_stages(BTreeSet::from([stage])),
            // The number of an edge stands in the panel of the stage that it leaves.
            (_, Some(edge)) if rest.ends_with(".activation_mb") => {
                focus.with_stages(BTreeSet::from([edge.from.clone()]))
            }
            (_, Some(edge)) => focus.with_edge(&edge.from, &edge.to),
            _ => focus,
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    #[test]
    fn problems_lead_to_their_model_stage_or_edge() {
        let models = [("m", "a b", "a>b"), ("m.x", "c", "")];
        let models = models.map(|(name, stages, edges)| (name.to_owned(), model(stages, edges)));
        let scenario = Scenario { models: models.into(), ..Scenario::default() };
        let of = |path: &str| Focus::of_path(&scenario, path);
        let stages = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(of("models.m.stages[1].forward_ms"), Some(Focus::on("m").with_stages(stages(&["b"]))));
        assert_eq!(of("models[\"m.x\"].stages[0].id"), Some(Focus::on("m.x").with_stages(stages(&["c"]))));
        assert_eq!(of("models.m.edges[0].activation_mb"), Some(Focus::on("m").with_stages(stages(&["a"]))));
        assert_eq!(of("models.m.edges[0]"), Some(Focus::on("m").with_edge("a", "b")));
        assert_eq!(of("models.m.edges"), Some(Focus::on("m")));
        assert_eq!(of("models.m.stages[9].id"), Some(Focus::on("m")));
        assert_eq!((of("models.gone"), of("jobs[0].model")), (None, None));
    }
}
