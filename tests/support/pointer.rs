//! Mouse and fingers, as Chromium makes them of real ones.

use crate::{Outcome, Page};
use fantoccini::actions::{
    Actions, InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use serde_json::json;

/// A place in the window, in CSS pixels.
pub type Place = (f64, f64);

impl Page<'_> {
    /// Where in the window a share of an element lies: (0.5, 0.5) is its middle.
    pub fn place_in(&mut self, css: &str, (across, down): (f64, f64)) -> Outcome<Place> {
        self.wait_for(css)?;
        let script = "const r = document.querySelector(arguments[0]).getBoundingClientRect();
            return [r.left + r.width * arguments[1], r.top + r.height * arguments[2]];";
        let place = self.run(script, vec![json!(css), json!(across), json!(down)])?;
        Ok(serde_json::from_value(place)?)
    }

    /// Presses the mouse at one place and moves it to another, without letting go.
    pub fn drag_to(&mut self, from: Place, to: Place) -> Outcome {
        let halfway = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        self.mouse(&[move_to(from), DOWN, move_to(halfway), move_to(to)])
    }

    /// Lets the mouse go where it is.
    pub fn let_go(&mut self) -> Outcome {
        self.mouse(&[UP])
    }

    /// Drags with the mouse.
    pub fn drag(&mut self, from: Place, to: Place) -> Outcome {
        self.drag_to(from, to)?;
        self.let_go()
    }

    /// Clicks so many times.
    pub fn click_at(&mut self, at: Place, times: usize) -> Outcome {
        let mut steps = vec![move_to(at)];
        for _ in 0..times {
            steps.extend([DOWN, UP]);
        }
        self.mouse(&steps)
    }

    /// Taps with a finger.
    pub fn tap_at(&mut self, at: Place) -> Outcome {
        let steps = [move_to(at), DOWN, UP];
        let finger = steps.into_iter().fold(TouchActions::new("finger".to_owned()), TouchActions::then);
        self.act(finger)
    }

    /// Drags with a finger.
    pub fn finger_drag(&mut self, from: Place, to: Place) -> Outcome {
        let halfway = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let steps = [move_to(from), DOWN, move_to(halfway), move_to(to), UP];
        let finger = steps.into_iter().fold(TouchActions::new("finger".to_owned()), TouchActions::then);
        self.act(finger)
    }

    /// Puts two fingers down and spreads them to so many times their distance.
    pub fn spread(&mut self, middle: Place, times: f64) -> Outcome {
        let finger = |name: &str, side: f64| {
            let at = |apart: f64| move_to((middle.0 + side * apart, middle.1));
            let steps = [at(40.0), DOWN, at(20.0 + 20.0 * times), at(40.0 * times), UP];
            steps.into_iter().fold(TouchActions::new(name.to_owned()), TouchActions::then)
        };
        self.act(Actions::from(finger("left", -1.0)).and(finger("right", 1.0)))
    }

    fn mouse(&mut self, steps: &[PointerAction]) -> Outcome {
        let mouse = steps.iter().cloned().fold(MouseActions::new("mouse".to_owned()), MouseActions::then);
        self.act(mouse)
    }
}

const DOWN: PointerAction = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
const UP: PointerAction = PointerAction::Up { button: MOUSE_BUTTON_LEFT };

fn move_to((x, y): Place) -> PointerAction {
    PointerAction::MoveTo { duration: None, x, y }
}
