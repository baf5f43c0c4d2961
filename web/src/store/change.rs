//! A change of the scenario as a value.

use std::rc::Rc;

use asrpt_core::scenario::Scenario;
use yew::Callback;

use super::{Action, Dispatch, Gesture};

/// Equal only to itself.
#[derive(Clone)]
pub struct Change(Rc<dyn Fn(&mut Scenario)>);

impl Change {
    /// From what it does.
    pub fn new(change: impl Fn(&mut Scenario) + 'static) -> Self {
        Self(Rc::new(change))
    }

    /// Does it.
    pub fn apply(&self, scenario: &mut Scenario) {
        (self.0)(scenario);
    }
}

impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Asks the store for a change.
pub fn change(dispatch: &Dispatch, gesture: Gesture, change: impl Fn(&mut Scenario) + 'static) {
    dispatch.dispatch(Action::Change { change: Change::new(change), gesture });
}

/// A callback that ends the gesture, for when a field or a drag is left.
pub fn end_gesture<E: 'static>(dispatch: &Dispatch) -> Callback<E> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| dispatch.dispatch(Action::EndGesture))
}
