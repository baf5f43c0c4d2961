//! Undo and redo of whole gestures: typing in one field, one drag, one paste is one step. Opening another scenario is
//! a step like any other, so that nothing that replaces work has to ask first.

use std::rc::Rc;

use asrpt_core::scenario::{JobSpec, ModelSpec, Scenario, StageSpec};

use crate::shared::Shared;

/// The oldest steps are forgotten from this many bytes on; the newest is always kept.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// ... and from this many steps on.
const MOST_STEPS: usize = 1_000;

/// What a person does in one go, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gesture {
    label: Rc<str>,
    key: Option<Rc<str>>,
    told: Option<Rc<str>>,
}

impl Gesture {
    /// An act that is whole by itself, as `delete j27`: said behind "Undo:".
    pub fn once(label: impl Into<Rc<str>>) -> Self {
        Self { label: label.into(), key: None, told: None }
    }

    /// A part of a longer act. Parts with the same key that follow each other become one step.
    pub fn running(label: impl Into<Rc<str>>, key: impl Into<Rc<str>>) -> Self {
        Self { key: Some(key.into()), ..Self::once(label) }
    }

    /// With a sentence that is shown for a while with an Undo beside it, as `Deleted j27`.
    pub fn told(mut self, sentence: impl Into<Rc<str>>) -> Self {
        self.told = Some(sentence.into());
        self
    }

    /// The sentence to show.
    pub fn sentence(&self) -> Option<&Rc<str>> {
        self.told.as_ref()
    }
}

/// A scenario, and what it was when it was opened.
#[derive(Clone, PartialEq)]
pub struct Document {
    pub scenario: Shared<Scenario>,
    pub original: Shared<Scenario>,
}

#[derive(Clone)]
struct Step {
    label: Rc<str>,
    /// Before the step in the past, after it in the future.
    other: Document,
    bytes: usize,
}

/// Steps that can be undone, and those that can be done again.
#[derive(Clone, Default)]
pub struct History {
    past: Vec<Step>,
    future: Vec<Step>,
    /// The gesture that the next part may still join.
    open: Option<Rc<str>>,
}

impl History {
    /// Notes a gesture that led from a document to another scenario.
    pub fn note(&mut self, gesture: &Gesture, before: &Document, after: &Scenario) {
        self.future.clear();
        let goes_on = self.open.is_some() && self.open == gesture.key;
        match self.past.last() {
            Some(step) if goes_on => {
                // A drag back to where it began changes nothing.
                if *step.other.scenario == *after {
                    self.past.pop();
                    self.open = None;
                }
            }
            _ => {
                self.push(&gesture.label, before);
                self.open.clone_from(&gesture.key);
            }
        }
    }

    fn push(&mut self, label: &Rc<str>, before: &Document) {
        let bytes = weight(&before.scenario);
        self.past.push(Step { label: label.clone(), other: before.clone(), bytes });
        let mut total: usize = self.past.iter().map(|step| step.bytes).sum();
        let mut forgotten = 0;
        while forgotten + 1 < self.past.len()
            && (total > MOST_BYTES || self.past.len() - forgotten > MOST_STEPS)
        {
            total -= self.past[forgotten].bytes;
            forgotten += 1;
        }
        self.past.drain(..forgotten);
    }

    /// The gesture is over: the next one is a step of its own.
    pub fn close(&mut self) {
        self.open = None;
    }

    /// One step back from a document.
    pub fn undo(&mut self, now: &Document) -> Option<Document> {
        self.open = None;
        let step = self.past.pop()?;
        self.future.push(Step { other: now.clone(), label: step.label, bytes: step.bytes });
        Some(step.other)
    }

    /// One step on from a document.
    pub fn redo(&mut self, now: &Document) -> Option<Document> {
        self.open = None;
        let step = self.future.pop()?;
        self.past.push(Step { other: now.clone(), label: step.label, bytes: step.bytes });
        Some(step.other)
    }

    /// What undo would take back.
    pub fn undoes(&self) -> Option<&str> {
        self.past.last().map(|step| &*step.label)
    }

    /// What redo would do again.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|step| &*step.label)
    }
}

/// About how many bytes a scenario takes.
fn weight(scenario: &Scenario) -> usize {
    let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let job = |job: &JobSpec| {
        size_of::<JobSpec>()
            + job.id.len()
            + job.model.len()
            + text(&job.user)
            + text(&job.group)
            + text(&job.name)
    };
    let stage = |stage: &StageSpec| size_of::<StageSpec>() + stage.id.len() + 24 * stage.collectives.len();
    let model = |(_, model): &(String, ModelSpec)| {
        100 + model.stages.iter().map(stage).sum::<usize>() + 80 * model.edges.len()
    };
    scenario.jobs.iter().map(job).sum::<usize>()
        + scenario.models.iter().map(model).sum::<usize>()
        + 100 * scenario.servers.len()
        + 200 * scenario.history.len()
        + text(&scenario.description)
        + 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Document {
        let scenario = Shared::new(Scenario { name: Some(name.to_owned()), ..Scenario::default() });
        Document { original: scenario.clone(), scenario }
    }

    fn name(document: Option<Document>) -> Option<String> {
        document.and_then(|document| document.scenario.name.clone())
    }

    #[test]
    fn parts_of_one_gesture_are_one_step() {
        let (a, b, c) = (named("a"), named("b"), named("c"));
        let mut history = History::default();
        history.note(&Gesture::running("rename", "name"), &a, &b.scenario);
        history.note(&Gesture::running("rename", "name"), &b, &c.scenario);
        assert_eq!(history.undoes(), Some("rename"));
        assert_eq!(name(history.undo(&c)), Some("a".to_owned()));
        assert_eq!(history.undoes(), None);
        assert_eq!(name(history.redo(&a)), Some("c".to_owned()));
    }

    #[test]
    fn a_closed_gesture_and_another_key_are_steps_of_their_own() {
        let (a, b, c, d) = (named("a"), named("b"), named("c"), named("d"));
        let mut history = History::default();
        history.note(&Gesture::running("rename", "name"), &a, &b.scenario);
        history.close();
        history.note(&Gesture::running("rename", "name"), &b, &c.scenario);
        history.note(&Gesture::once("delete"), &c, &d.scenario);
        assert_eq!(name(history.undo(&d)), Some("c".to_owned()));
        assert_eq!(name(history.undo(&c)), Some("b".to_owned()));
        assert_eq!(name(history.undo(&b)), Some("a".to_owned()));
    }

    #[test]
    fn a_drag_back_to_its_start_is_no_step() {
        let (a, b) = (named("a"), named("b"));
        let mut history = History::default();
        history.note(&Gesture::running("move", "drag 1"), &a, &b.scenario);
        history.note(&Gesture::running("move", "drag 1"), &b, &a.scenario);
        assert_eq!(history.undoes(), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut history = History::default();
        let large = Scenario { description: Some("x".repeat(MOST_BYTES / 3)), ..Scenario::default() };
        let large = Shared::new(large);
        let document = Document { original: large.clone(), scenario: large };
        for _ in 0..10 {
            history.note(&Gesture::once("edit"), &document, &document.scenario);
        }
        assert!(history.past.len() < 4, "{}", history.past.len());
        for _ in 0..2 * MOST_STEPS {
            history.note(&Gesture::once("edit"), &named("a"), &Scenario::default());
        }
        assert_eq!(history.past.len(), MOST_STEPS);
    }
}
