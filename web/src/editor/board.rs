//! The model on the canvas with all that its parts need to show and to change it.

use std::rc::Rc;

use asrpt_core::scenario::{ModelSpec, Scenario};
use yew::AttrValue;

use super::drawing::Drawing;
use super::figures::Meaning;
use super::focus::Focus;
use super::outline::Outline;
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Gesture};

/// See the module.
#[derive(Clone, PartialEq)]
pub struct Board {
    pub scenario: Shared<Scenario>,
    pub model: Rc<str>,
    pub drawing: Rc<Drawing>,
    pub meaning: Rc<Meaning>,
    pub outline: Rc<Outline>,
    pub focus: Focus,
    pub dispatch: Dispatch,
}

impl Board {
    /// The model's graph.
    pub fn spec(&self) -> &ModelSpec {
        &self.drawing.spec
    }

    /// What is wrong at a place of the model.
    pub fn problem_at(&self, path: &str) -> Option<AttrValue> {
        let Meaning::Invalid(problems) = &*self.meaning else { return None };
        let problem = problems.iter().find(|problem| problem.path.strip_prefix("models.m.") == Some(path))?;
        Some(format!("{}.", problem.message).into())
    }

    /// Changes the model, as one gesture. The act gives what it has to tell.
    pub fn edit<T>(&self, gesture: Gesture, act: impl FnOnce(&mut Drawing) -> T) -> T {
        let mut drawing = (*self.drawing).clone();
        let told = act(&mut drawing);
        self.put(drawing, gesture);
        told
    }

    /// As [`Self::edit`], but only where the act succeeds.
    pub fn try_edit<T, E>(
        &self,
        gesture: Gesture,
        act: impl FnOnce(&mut Drawing) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut drawing = (*self.drawing).clone();
        let told = act(&mut drawing)?;
        self.put(drawing, gesture);
        Ok(told)
    }

    fn put(&self, drawing: Drawing, gesture: Gesture) {
        let scenario = Shared::new(drawing.put_into(&self.scenario, &self.model));
        self.dispatch.dispatch(Action::Edit { scenario, gesture });
    }

    /// Selects something else.
    pub fn select(&self, focus: Focus) {
        self.dispatch.dispatch(Action::Draw(focus));
    }

    /// Selects these stages.
    pub fn select_stages(&self, stages: impl IntoIterator<Item = String>) {
        self.select(self.focus_on().with_stages(stages.into_iter().collect()));
    }

    /// The focus with this model named, so that it stays when another one comes first.
    pub fn focus_on(&self) -> Focus {
        Focus { model: Some(self.model.clone()), ..self.focus.clone() }
    }
}
