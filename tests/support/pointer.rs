//! Mouse and fingers, as Chromium makes them of real ones.

use crate::{Outcome, Page};
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use serde_json::{Value, json};

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
        self.fingers(&[&[at]])
    }

    /// Drags with a finger.
    pub fn finger_drag(&mut self, from: Place, to: Place) -> Outcome {
        let halfway = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        self.fingers(&[&[from], &[halfway], &[to]])
    }

    /// Puts two fingers down and spreads them to so many times their distance. Chromium was seen to hand no touches to
    /// pages opened after that in the same session: let it be the last touch of the table.
    pub fn spread(&mut self, middle: Place, times: f64) -> Outcome {
        let apart = |by: f64| [(middle.0 - by, middle.1), (middle.0 + by, middle.1)];
        self.fingers(&[&apart(40.0), &apart(20.0 + 20.0 * times), &apart(40.0 * times)])
    }

    /// Touches the screen at the first places, moves the fingers to the others one after the other, and lifts them.
    fn fingers(&mut self, steps: &[&[Place]]) -> Outcome {
        let point = |(id, (x, y)): (usize, &Place)| json!({ "x": x, "y": y, "id": id });
        let points = |places: &[Place]| places.iter().enumerate().map(point).collect::<Vec<Value>>();
        let (first, last) = (points(steps[0]), points(steps[steps.len() - 1]));
        // A hand's fingers come down and go up one by one.
        for down in 1..=first.len() {
            self.touch("touchStart", &first[..down])?;
        }
        for places in &steps[1..] {
            self.touch("touchMove", &points(places))?;
        }
        for left in (0..last.len()).rev() {
            self.touch("touchEnd", &last[..left])?;
        }
        Ok(())
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
