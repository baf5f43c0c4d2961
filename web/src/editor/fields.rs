//! The numbers of a model that are edited in place: what they are called, their units and limits, and which comes next.

use asrpt_core::scenario::ModelSpec;

use crate::draw::number::plain;
use crate::edit::rule::Rule;

use super::exchange::kind_name;
use super::graph::position;

/// A number of a stage or of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    Forward(String),
    Backward(String),
    Replicas(String),
    Collective(String, usize),
    Edge(String, String),
}

impl Field {
    /// The numbers of a stage in the order of its card, then those of the edges that leave it.
    pub fn of_stage(spec: &ModelSpec, id: &str) -> Vec<Self> {
        let Some(stage) = position(spec, id).map(|at| &spec.stages[at]) else { return Vec::new() };
        let own = || id.to_owned();
        let mut fields = vec![Self::Replicas(own()), Self::Forward(own()), Self::Backward(own())];
        fields.extend((0..stage.collectives.len()).map(|at| Self::Collective(own(), at)));
        let leaving = spec.edges.iter().filter(|edge| edge.from == id);
        fields.extend(leaving.map(|edge| Self::Edge(own(), edge.to.clone())));
        fields
    }

    /// The stage that it belongs to; an edge belongs to the stage that it leaves.
    pub fn stage(&self) -> &str {
        match self {
            Self::Forward(id)
            | Self::Backward(id)
            | Self::Replicas(id)
            | Self::Collective(id, _)
            | Self::Edge(id, _) => id,
        }
    }

    /// The next one of the same stage, or the one before, round and round.
    pub fn next(&self, spec: &ModelSpec, forward: bool) -> Option<Self> {
        let fields = Self::of_stage(spec, self.stage());
        let at = fields.iter().position(|field| field == self)?;
        let next = if forward { (at + 1) % fields.len() } else { (at + fields.len() - 1) % fields.len() };
        fields.into_iter().nth(next)
    }

    /// The number.
    pub fn value(&self, spec: &ModelSpec) -> Option<f64> {
        let stage = || position(spec, self.stage()).map(|at| &spec.stages[at]);
        match self {
            Self::Forward(_) => Some(stage()?.forward_ms),
            Self::Backward(_) => Some(stage()?.backward_ms),
            Self::Replicas(_) => Some(stage()?.replicas.into()),
            Self::Collective(_, at) => Some(stage()?.collectives.get(*at)?.mb),
            Self::Edge(from, to) => spec
                .edges
                .iter()
                .find(|edge| edge.from == *from && edge.to == *to)
                .map(|edge| edge.activation_mb),
        }
    }

    /// Where the number stands in the model.
    pub fn path(&self, spec: &ModelSpec) -> Option<String> {
        let at = position(spec, self.stage())?;
        Some(match self {
            Self::Forward(_) => format!("stages[{at}].forward_ms"),
            Self::Backward(_) => format!("stages[{at}].backward_ms"),
            Self::Replicas(_) => format!("stages[{at}].replicas"),
            Self::Collective(_, nth) => format!("stages[{at}].collectives[{nth}].mb"),
            Self::Edge(from, to) => {
                let at = spec.edges.iter().position(|edge| edge.from == *from && edge.to == *to)?;
                format!("edges[{at}].activation_mb")
            }
        })
    }

    /// Sets the number, which the rule has let pass.
    pub fn set(&self, spec: &mut ModelSpec, value: f64) {
        if let Self::Edge(from, to) = self {
            for edge in spec.edges.iter_mut().filter(|edge| edge.from == *from && edge.to == *to) {
                edge.activation_mb = value;
            }
            return;
        }
        let Some(at) = position(spec, self.stage()) else { return };
        let stage = &mut spec.stages[at];
        match self {
            Self::Forward(_) => stage.forward_ms = value,
            Self::Backward(_) => stage.backward_ms = value,
            Self::Replicas(_) => stage.replicas = value as u32,
            Self::Collective(_, at) => {
                if let Some(collective) = stage.collectives.get_mut(*at) {
                    collective.mb = value;
                }
            }
            Self::Edge(..) => {}
        }
    }

    /// What it takes.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Forward(_) | Self::Backward(_) => Rule::MILLISECONDS,
            Self::Replicas(_) => Rule::REPLICAS,
            Self::Collective(..) | Self::Edge(..) => Rule::MEGABYTES,
        }
    }

    /// Its unit.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Forward(_) | Self::Backward(_) => "ms",
            Self::Replicas(_) => "GPUs",
            Self::Collective(..) | Self::Edge(..) => "MB",
        }
    }

    /// Its name, for a gesture and a screen reader.
    pub fn label(&self, spec: &ModelSpec) -> String {
        match self {
            Self::Forward(id) => format!("forward of {id}"),
            Self::Backward(id) => format!("backward of {id}"),
            Self::Replicas(id) => format!("replicas of {id}"),
            Self::Collective(id, at) => {
                let kind = position(spec, id).and_then(|stage| spec.stages[stage].collectives.get(*at));
                format!("{} of {id}", kind.map_or("collective", |collective| kind_name(collective.kind)))
            }
            Self::Edge(from, to) => format!("edge {from} → {to}"),
        }
    }

    /// As it stands on the canvas.
    pub fn written(&self, value: f64) -> String {
        match self {
            Self::Replicas(_) => format!("× {}", plain(value)),
            _ => format!("{}\u{a0}{}", plain(value), self.unit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    #[test]
    fn the_fields_of_a_stage_go_round_and_end_with_its_edges() {
        let spec = model("a b c", "a>b a>c");
        let names: Vec<String> = Field::of_stage(&spec, "a").iter().map(|field| field.label(&spec)).collect();
        assert_eq!(names, ["replicas of a", "forward of a", "backward of a", "edge a → b", "edge a → c"]);
        let last = Field::Edge("a".to_owned(), "c".to_owned());
        assert_eq!(last.next(&spec, true), Some(Field::Replicas("a".to_owned())));
        assert_eq!(Field::Replicas("a".to_owned()).next(&spec, false), Some(last));
    }

    #[test]
    fn what_is_set_is_what_is_read() {
        let mut spec = model("a b", "a>b");
        for (nth, field) in Field::of_stage(&spec, "a").into_iter().enumerate() {
            field.set(&mut spec, 7.0 + nth as f64);
            assert_eq!(field.value(&spec), Some(7.0 + nth as f64));
        }
        assert_eq!(spec.edges[0].activation_mb, 10.0);
        assert_eq!(Field::Forward("gone".to_owned()).value(&spec), None);
    }
}
