//! A model as it is drawn: its graph and where each card lies. What a person does on the canvas is an act on this.

use std::collections::{BTreeMap, BTreeSet};

use asrpt_core::scenario::{ModelSpec, Scenario};

use super::exchange::Named;
use super::geometry::{Area, CARD_WIDTH, Point, bounds, card};
use super::graph::{self, Refusal};
use super::{align, models, places, tidy};

/// How far from its original a copy lies.
const BESIDE: f64 = 30.0;
/// ... and how far below all others what comes from elsewhere.
const BELOW: f64 = 40.0;
/// How far right of the card in focus a new one lies.
const ONWARDS: f64 = CARD_WIDTH + 100.0;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub spec: ModelSpec,
    at: BTreeMap<String, Point>,
}

impl Drawing {
    /// Of a model of the scenario.
    pub fn of(scenario: &Scenario, model: &str) -> Option<Self> {
        let spec = models::find(scenario, model)?.clone();
        let places = places::of_model(scenario, model, &spec);
        let at = spec.stages.iter().map(|stage| stage.id.clone()).zip(places).collect();
        Some(Self { spec, at })
    }

    /// The scenario with the model as it is drawn here.
    pub fn put_into(self, scenario: &Scenario, model: &str) -> Scenario {
        let places = self.places();
        models::put(scenario, model, self.spec, &places)
    }

    /// Where each stage's card lies.
    pub fn places(&self) -> Vec<Point> {
        self.spec.stages.iter().map(|stage| self.at.get(&stage.id).copied().unwrap_or_default()).collect()
    }

    /// The cards.
    pub fn cards(&self) -> Vec<Area> {
        self.spec.stages.iter().zip(self.places()).map(|(stage, at)| card(stage, at)).collect()
    }

    /// Adds a stage with its middle at a point, or below where that would cover a card.
    pub fn add_stage(&mut self, middle: Point) -> Option<String> {
        let cards = self.cards();
        let id = graph::add_stage(&mut self.spec)?;
        let stage = self.spec.stages.last()?;
        let mut at = middle.plus(-CARD_WIDTH / 2.0, -card(stage, middle).height() / 2.0).snapped();
        while cards.iter().any(|other| other.meets(card(stage, at))) {
            at = at.plus(0.0, 20.0);
        }
        self.at.insert(id.clone(), at);
        Some(id)
    }

    /// Adds a stage right of another one, for the keyboard.
    pub fn add_beside(&mut self, stage: &str) -> Option<String> {
        let at = graph::position(&self.spec, stage)?;
        let beside = self.cards()[at];
        self.add_stage(Point {
            x: beside.left + ONWARDS + CARD_WIDTH / 2.0,
            y: (beside.top + beside.bottom) / 2.0,
        })
    }

    /// Adds a stage where an edge was dropped, with its left port there, and draws the edge.
    pub fn add_fed(&mut self, from: &str, port: Point) -> Option<String> {
        let id = self.add_stage(port.plus(CARD_WIDTH / 2.0, 0.0))?;
        graph::connect(&mut self.spec, from, &id).ok()?;
        Some(id)
    }

    /// Draws an edge.
    ///
    /// # Errors
    /// Why not.
    pub fn connect(&mut self, from: &str, to: &str) -> Result<(), Refusal> {
        graph::connect(&mut self.spec, from, to)
    }

    /// Takes stages away.
    pub fn remove(&mut self, ids: &BTreeSet<String>) {
        graph::remove_stages(&mut self.spec, ids);
        self.at.retain(|id, _| !ids.contains(id));
    }

    /// Moves stages together.
    pub fn move_by(&mut self, ids: &BTreeSet<String>, dx: f64, dy: f64) {
        for (_, at) in self.at.iter_mut().filter(|(id, _)| ids.contains(*id)) {
            *at = at.plus(dx, dy);
        }
    }

    /// How far these stages go in the end when the hand has gone by `by`; see [`align::settled`].
    pub fn settled(&self, ids: &BTreeSet<String>, by: (f64, f64), reach: f64) -> (f64, f64) {
        let (moved, others) = self.apart(ids);
        moved.map_or(by, |moved| align::settled(moved, &others, by, reach))
    }

    /// The box around these stages, and all other cards.
    pub fn apart(&self, ids: &BTreeSet<String>) -> (Option<Area>, Vec<Area>) {
        let mut others = self.cards();
        let mut moved = None::<Area>;
        let mut stages = self.spec.stages.iter();
        others.retain(|card| {
            let is_moved = stages.next().is_some_and(|stage| ids.contains(&stage.id));
            if is_moved {
                moved = Some(moved.map_or(*card, |all| all.with(*card)));
            }
            !is_moved
        });
        (moved, others)
    }

    /// Lays all out in layers.
    pub fn tidy(&mut self) {
        let places = tidy::layout(&self.spec);
        self.at = self.spec.stages.iter().map(|stage| stage.id.clone()).zip(places).collect();
    }

    /// Gives a stage another id; its place follows.
    ///
    /// # Errors
    /// Why not, as a sentence.
    pub fn rename(&mut self, old: &str, new: &str) -> Result<(), String> {
        graph::rename_stage(&mut self.spec, old, new)?;
        if let Some(at) = self.at.remove(old) {
            self.at.insert(new.to_owned(), at);
        }
        Ok(())
    }

    /// These stages and the edges among them, to be put elsewhere.
    pub fn part(&self, model: &str, ids: &BTreeSet<String>) -> Named {
        let spec = graph::part(&self.spec, ids);
        let places =
            spec.stages.iter().map(|stage| self.at.get(&stage.id).copied().unwrap_or_default()).collect();
        Named { name: model.to_owned(), spec, places, source: None }
    }

    /// Adds stages and edges: where they were if nothing is in the way, a little beside if they are copies of what is
    /// there, else below everything. Gives the new ids.
    pub fn insert(&mut self, part: &Named) -> BTreeSet<String> {
        let (dx, dy) = self.room_for(part);
        let ids = graph::insert(&mut self.spec, &part.spec);
        for ((_, new), at) in ids.iter().zip(&part.places) {
            self.at.insert(new.clone(), at.plus(dx, dy).snapped());
        }
        ids.into_iter().map(|(_, new)| new).collect()
    }

    fn room_for(&self, part: &Named) -> (f64, f64) {
        let (taken, cards) = (self.places(), self.cards());
        let lies_on =
            |shift: f64| part.places.iter().any(|at| taken.contains(&at.plus(shift, shift).snapped()));
        let mut stages = part.spec.stages.iter().zip(&part.places);
        let is_copy = stages.any(|(stage, at)| self.at.get(&stage.id) == Some(at));
        let mut shift = 0.0;
        while is_copy && lies_on(shift) {
            shift += BESIDE;
        }
        let own: Vec<Area> =
            part.spec.stages.iter().zip(&part.places).map(|(stage, at)| card(stage, *at)).collect();
        let covers = own.iter().any(|own| cards.iter().any(|other| other.meets(*own)));
        match (bounds(&cards), bounds(&own)) {
            (Some(all), Some(part)) if !is_copy && covers => {
                (all.left - part.left, all.bottom + BELOW - part.top)
            }
            _ => (shift, shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;

    fn drawing() -> Drawing {
        let spec = model("a b c", "a>b b>c");
        let scenario = Scenario { models: vec![("m".to_owned(), spec)], ..Scenario::default() };
        Drawing::of(&scenario, "m").unwrap()
    }

    fn ids(list: &[&str]) -> BTreeSet<String> {
        list.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn what_is_drawn_is_what_the_scenario_gets() {
        let spec = model("a b", "a>b");
        let scenario = Scenario { models: vec![("m".to_owned(), spec)], ..Scenario::default() };
        let mut drawing = Drawing::of(&scenario, "m").unwrap();
        let id = drawing.add_fed("b", Point { x: 700.0, y: 300.0 }).unwrap();
        drawing.move_by(&ids(&["a"]), -13.0, 4.0);
        let after = drawing.clone().put_into(&scenario, "m");
        assert_eq!(Drawing::of(&after, "m"), Some(drawing));
        let edges: Vec<&str> = after.models[0].1.edges.iter().map(|edge| edge.to.as_str()).collect();
        assert_eq!(edges, ["b", id.as_str()]);
    }

    #[test]
    fn new_stages_never_cover_others() {
        let mut drawing = drawing();
        for _ in 0..6 {
            drawing.add_stage(Point { x: 80.0, y: 58.0 }).unwrap();
            drawing.add_beside("a").unwrap();
        }
        let cards = drawing.cards();
        assert!(cards.iter().enumerate().all(|(i, a)| cards[..i].iter().all(|b| !a.meets(*b))));
    }

    #[test]
    fn copies_lie_beside_and_pasted_parts_where_they_were() {
        let mut drawing = drawing();
        let part = drawing.part("m", &ids(&["a", "b"]));
        let before = drawing.places();
        assert_eq!(drawing.insert(&part), ids(&["a-2", "b-2"]));
        assert_eq!(drawing.places()[3], before[0].plus(30.0, 30.0));
        drawing.remove(&ids(&["a", "b", "a-2", "b-2"]));
        assert_eq!(drawing.insert(&part), ids(&["a", "b"]));
        assert_eq!(drawing.places()[1], before[0]);
        let foreign = Named { places: vec![before[0].plus(20.0, 10.0), before[1].plus(20.0, 10.0)], ..part };
        drawing.insert(&foreign);
        let cards = drawing.cards();
        assert!(cards.iter().enumerate().all(|(i, a)| cards[..i].iter().all(|b| !a.meets(*b))));
    }

    #[test]
    fn tidying_twice_is_tidying_once() {
        let mut drawing = drawing();
        drawing.move_by(&ids(&["b"]), 500.0, -300.0);
        drawing.tidy();
        let once = drawing.clone();
        drawing.tidy();
        assert_eq!(drawing, once);
    }
}
