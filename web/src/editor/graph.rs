//! What can be done to a model graph. Every act takes the graph as it is and leaves a valid one: an edge that would
//! close a cycle, feed a stage by itself or stand there twice is refused with the reason.

use std::collections::BTreeSet;

use asrpt_core::limits;
use asrpt_core::model::find_cycle;
use asrpt_core::scenario::{EdgeSpec, ModelSpec, StageSpec};

/// MB of an edge where nothing suggests another number.
pub const DEFAULT_MB: f64 = 10.0;

/// Why an edge can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A stage can't feed itself.
    Itself,
    /// The edge is there already.
    Doubled,
    /// It would close this cycle: the stages in walking order, the first one again at the end.
    Cycle(Vec<String>),
    /// The model has as many edges as are simulated.
    TooMany,
}

impl Refusal {
    /// As a sentence.
    pub fn reason(&self) -> String {
        match self {
            Self::Itself => "A stage can't feed itself.".to_owned(),
            Self::Doubled => "This edge is there already.".to_owned(),
            Self::Cycle(stages) => format!("It would close the cycle {}.", chain(stages)),
            Self::TooMany => format!("At most {} edges are simulated.", limits::EDGES),
        }
    }
}

/// The stages of a cycle; of a long one its two ends.
fn chain(stages: &[String]) -> String {
    const MOST: usize = 7;
    let names: Vec<String> = stages.iter().map(|id| shortened(id)).collect();
    if names.len() <= MOST {
        return names.join(" → ");
    }
    format!("{} → … → {}", names[..4].join(" → "), names[names.len() - 2..].join(" → "))
}

/// A name for a sentence: cut where it is very long.
pub fn shortened(name: &str) -> String {
    const MOST: usize = 28;
    if name.chars().nth(MOST).is_none() {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

/// Where a stage stands in the list.
pub fn position(spec: &ModelSpec, id: &str) -> Option<usize> {
    spec.stages.iter().position(|stage| stage.id == id)
}

/// The positions of an edge's stages; `None` where one is missing.
pub fn ends(spec: &ModelSpec, edge: &EdgeSpec) -> Option<(usize, usize)> {
    Some((position(spec, &edge.from)?, position(spec, &edge.to)?))
}

/// Edges by stage positions; those that dangle are left out.
pub fn edges(spec: &ModelSpec) -> Vec<(usize, usize)> {
    spec.edges.iter().filter_map(|edge| ends(spec, edge)).collect()
}

/// `base`, or the first of `base-2`, `base-3`, … that no stage has.
pub fn free_id(spec: &ModelSpec, base: &str) -> String {
    let taken: BTreeSet<&str> = spec.stages.iter().map(|stage| stage.id.as_str()).collect();
    free_name(base, |name| taken.contains(name))
}

/// `base`, or `base-2`, `base-3`, … with the number raised until the name is free.
pub fn free_name(base: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(base) {
        return base.to_owned();
    }
    let (stem, from) = match base.rsplit_once('-').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)))
    {
        Some((stem, n)) if !stem.is_empty() && n < u32::MAX / 2 => (stem, n + 1),
        _ => (base, 2),
    };
    let room = limits::NAME_CHARS - 12;
    let stem: String = stem.chars().take(room).collect();
    (from..).map(|n| format!("{stem}-{n}")).find(|name| !taken(name)).expect("some number is free")
}

/// Adds a new stage. `None` where the model has as many stages as are simulated.
pub fn add_stage(spec: &mut ModelSpec) -> Option<String> {
    if spec.stages.len() >= limits::STAGES {
        return None;
    }
    let id = free_id(spec, &format!("stage-{}", spec.stages.len() + 1));
    spec.stages.push(new_stage(&id));
    Some(id)
}

/// A stage with numbers to start from.
pub fn new_stage(id: &str) -> StageSpec {
    StageSpec {
        id: id.to_owned(),
        name: None,
        forward_ms: 10.0,
        backward_ms: 20.0,
        replicas: 1,
        collectives: Vec::new(),
    }
}

/// Why there can be no edge between these stages; `None` where there can.
pub fn refusal(spec: &ModelSpec, from: &str, to: &str) -> Option<Refusal> {
    if from == to {
        return Some(Refusal::Itself);
    }
    if spec.edges.iter().any(|edge| edge.from == from && edge.to == to) {
        return Some(Refusal::Doubled);
    }
    if spec.edges.len() >= limits::EDGES {
        return Some(Refusal::TooMany);
    }
    let (u, v) = (position(spec, from)?, position(spec, to)?);
    let mut all = edges(spec);
    all.push((u, v));
    let mut cycle = find_cycle(spec.stages.len(), &all)?;
    // Told from where the new edge leads to, so that the new edge is the last.
    if let Some(start) = cycle.iter().position(|&stage| stage == v) {
        cycle.rotate_left(start);
    }
    let around = cycle.iter().chain(cycle.first());
    Some(Refusal::Cycle(around.map(|&stage| spec.stages[stage].id.clone()).collect()))
}

/// Draws an edge, with the MB of an edge beside it.
///
/// # Errors
/// Why not.
pub fn connect(spec: &mut ModelSpec, from: &str, to: &str) -> Result<(), Refusal> {
    if let Some(refusal) = refusal(spec, from, to) {
        return Err(refusal);
    }
    let beside = |edge: &&EdgeSpec| edge.from == from || edge.to == from || edge.to == to;
    let activation_mb = spec.edges.iter().find(beside).map_or(DEFAULT_MB, |edge| edge.activation_mb);
    spec.edges.push(EdgeSpec { from: from.to_owned(), to: to.to_owned(), activation_mb });
    Ok(())
}

/// Takes stages away, and the edges at them.
pub fn remove_stages(spec: &mut ModelSpec, ids: &BTreeSet<String>) {
    spec.stages.retain(|stage| !ids.contains(&stage.id));
    spec.edges.retain(|edge| !ids.contains(&edge.from) && !ids.contains(&edge.to));
}

/// Takes an edge away.
pub fn remove_edge(spec: &mut ModelSpec, from: &str, to: &str) {
    spec.edges.retain(|edge| edge.from != from || edge.to != to);
}

/// These stages alone, with the edges among them.
pub fn part(spec: &ModelSpec, ids: &BTreeSet<String>) -> ModelSpec {
    let mut part = spec.clone();
    part.stages.retain(|stage| ids.contains(&stage.id));
    part.edges.retain(|edge| ids.contains(&edge.from) && ids.contains(&edge.to));
    part
}

/// Adds the stages and edges of a part, under free ids. Gives each old id with its new one; none are added where
/// they would be too many.
pub fn insert(spec: &mut ModelSpec, part: &ModelSpec) -> Vec<(String, String)> {
    if spec.stages.len() + part.stages.len() > limits::STAGES
        || spec.edges.len() + part.edges.len() > limits::EDGES
    {
        return Vec::new();
    }
    let mut ids: Vec<(String, String)> = Vec::new();
    for stage in &part.stages {
        let id = free_id(spec, &stage.id);
        spec.stages.push(StageSpec { id: id.clone(), ..stage.clone() });
        ids.push((stage.id.clone(), id));
    }
    let new = |old: &str| ids.iter().find(|(id, _)| id == old).map(|(_, id)| id.clone());
    for edge in &part.edges {
        if let (Some(from), Some(to)) = (new(&edge.from), new(&edge.to)) {
            spec.edges.push(EdgeSpec { from, to, activation_mb: edge.activation_mb });
        }
    }
    ids
}

/// Gives a stage another id; its edges follow.
///
/// # Errors
/// Why not, as a sentence.
pub fn rename_stage(spec: &mut ModelSpec, old: &str, new: &str) -> Result<(), String> {
    check_name(new)?;
    if new != old && position(spec, new).is_some() {
        return Err(format!("There is another stage {}.", shortened(new)));
    }
    let rename = |id: &mut String| {
        if id == old {
            new.clone_into(id);
        }
    };
    spec.stages.iter_mut().for_each(|stage| rename(&mut stage.id));
    for edge in &mut spec.edges {
        rename(&mut edge.from);
        rename(&mut edge.to);
    }
    Ok(())
}

/// Whether something may be called so.
///
/// # Errors
/// Why not, as a sentence.
pub fn check_name(name: &str) -> Result<(), String> {
    match name.chars().count() {
        0 => Err("It needs a name.".to_owned()),
        n if n > limits::NAME_CHARS => Err(format!("At most {} characters.", limits::NAME_CHARS)),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "graph_tests.rs"]
pub mod tests;
