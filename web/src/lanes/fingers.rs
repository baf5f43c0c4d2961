//! Fingers on the lanes: one pans the time axis, two zoom it. Each holds the moment that it was put on. A finger on the
//! ruler, or where the whole run is in sight, moves the cursor instead; a tap does anywhere.

use asrpt_core::time::TimeUs;

use crate::draw::scale::{TimeScale, Window};

/// Fingers tremble: so many pixels are still a tap.
const TAP: f64 = 8.0;
/// Two fingers are never nearer than this.
const NEAREST: f64 = 12.0;

/// A finger that is down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Finger {
    id: i32,
    /// Where it is, and where it was put down.
    x: f64,
    from: f64,
    /// The moment that it holds.
    holds_us: f64,
    moved: bool,
    on_ruler: bool,
}

/// What a movement asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    Nothing,
    /// The cursor to a moment.
    Seek(TimeUs),
    Show(Window),
}

/// All fingers that are down; of more than two the first two count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fingers(Vec<Finger>);

impl Fingers {
    /// Whether the page must not scroll under them.
    pub fn zoom(&self) -> bool {
        self.0.len() > 1
    }

    /// One more.
    pub fn down(&mut self, id: i32, x: f64, on_ruler: bool, scale: &TimeScale) {
        self.0.retain(|finger| finger.id != id);
        let holds_us = moment(scale, x);
        self.0.push(Finger { id, x, from: x, holds_us, moved: false, on_ruler });
        if self.zoom() {
            self.hold_anew(scale);
        }
    }

    /// One moves. `whole`: nothing lies outside the window.
    pub fn moved(&mut self, id: i32, x: f64, scale: &TimeScale, all: Window, whole: bool) -> Wish {
        let zooms = self.zoom();
        let Some(finger) = self.0.iter_mut().find(|finger| finger.id == id) else { return Wish::Nothing };
        finger.x = x;
        if !finger.moved {
            if !zooms && (x - finger.from).abs() < TAP {
                return Wish::Nothing;
            }
            finger.moved = true;
            finger.holds_us = moment(scale, if zooms { finger.from } else { x });
        }
        match self.0[..] {
            [one] if one.on_ruler || whole => Wish::Seek(scale.time_at(x)),
            [one] => Wish::Show(panned(scale, all, one)),
            [one, two, ..] => Wish::Show(pinched(scale, all, one, two)),
            [] => Wish::Nothing,
        }
    }

    /// One is lifted: the moment that it tapped at, if it did.
    pub fn up(&mut self, id: i32, scale: &TimeScale) -> Option<TimeUs> {
        let at = self.0.iter().position(|finger| finger.id == id)?;
        let finger = self.0.remove(at);
        self.hold_anew(scale);
        (!finger.moved && self.0.is_empty()).then(|| scale.time_at(finger.x))
    }

    /// One that the browser took, to scroll the page.
    pub fn taken(&mut self, id: i32) {
        self.0.retain(|finger| finger.id != id);
    }

    fn hold_anew(&mut self, scale: &TimeScale) {
        for finger in &mut self.0 {
            finger.from = finger.x;
            finger.holds_us = moment(scale, finger.x);
            finger.moved = true;
        }
    }
}

/// The moment at a place, also outside the window.
fn moment(scale: &TimeScale, x: f64) -> f64 {
    scale.window.from_us as f64 + (x - scale.left) * us_per_px(scale)
}

fn us_per_px(scale: &TimeScale) -> f64 {
    scale.window.span_us() as f64 / (scale.right - scale.left).max(1.0)
}

/// The same length, with the moment that the finger holds under it.
fn panned(scale: &TimeScale, all: Window, finger: Finger) -> Window {
    let from_us = finger.holds_us - (finger.x - scale.left) * us_per_px(scale);
    window(from_us, scale.window.span_us() as f64, all)
}

/// Both moments under their fingers.
fn pinched(scale: &TimeScale, all: Window, one: Finger, two: Finger) -> Window {
    let (near, far) = if one.x <= two.x { (one, two) } else { (two, one) };
    let apart = (far.x - near.x).max(NEAREST);
    let width = (scale.right - scale.left).max(1.0);
    let held_us = (far.holds_us - near.holds_us).abs();
    let span_us = (held_us / apart * width).clamp(CLOSEST_US, all.span_us() as f64);
    let middle = ((near.x + far.x) / 2.0 - scale.left) / width;
    window((near.holds_us + far.holds_us) / 2.0 - middle * span_us, span_us, all)
}

const CLOSEST_US: f64 = 20.0;

fn window(from_us: f64, span_us: f64, all: Window) -> Window {
    let span_us = span_us.min(all.span_us() as f64);
    let last = all.to_us as f64 - span_us;
    let from_us = from_us.clamp(all.from_us as f64, last.max(all.from_us as f64));
    let (from_us, span_us) = ((from_us + 0.5) as TimeUs, (span_us + 0.5) as TimeUs);
    Window { from_us, to_us: (from_us + span_us).min(all.to_us) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Window = Window { from_us: 0, to_us: 1_000_000 };

    fn scale(from_us: TimeUs, to_us: TimeUs) -> TimeScale {
        TimeScale { window: Window { from_us, to_us }, left: 100.0, right: 1_100.0 }
    }

    #[test]
    fn one_finger_pans_and_keeps_its_moment() {
        let here = scale(400_000, 600_000);
        let mut fingers = Fingers::default();
        fingers.down(1, 600.0, false, &here);
        assert_eq!(fingers.moved(1, 603.0, &here, ALL, false), Wish::Nothing, "a tremble");
        fingers.moved(1, 610.0, &here, ALL, false);
        let Wish::Show(window) = fingers.moved(1, 310.0, &here, ALL, false) else { panic!("a window") };
        assert_eq!(window, Window { from_us: 460_000, to_us: 660_000 });
        // It goes on from what is shown by then, to the run's end and not beyond.
        let there = scale(460_000, 660_000);
        let Wish::Show(window) = fingers.moved(1, -9_000.0, &there, ALL, false) else { panic!("a window") };
        assert_eq!(window, Window { from_us: 800_000, to_us: 1_000_000 });
        assert_eq!(fingers.up(1, &there), None);
    }

    #[test]
    fn two_fingers_zoom_around_what_they_hold() {
        let here = scale(0, 1_000_000);
        let mut fingers = Fingers::default();
        fingers.down(1, 500.0, false, &here);
        fingers.down(2, 700.0, false, &here);
        assert!(fingers.zoom());
        fingers.moved(1, 400.0, &here, ALL, true);
        let Wish::Show(window) = fingers.moved(2, 800.0, &here, ALL, true) else { panic!("a window") };
        assert_eq!(window.span_us(), 500_000);
        let there = TimeScale { window, ..here };
        assert!(
            (there.x(400_000) - 400.0).abs() < 1.0 && (there.x(600_000) - 800.0).abs() < 1.0,
            "{window:?}"
        );
        // Together again, and past each other: wider, never beyond the run.
        let Wish::Show(window) = fingers.moved(2, 405.0, &there, ALL, false) else { panic!("a window") };
        assert_eq!(window, ALL);
        // The one that stays pans from where it is.
        assert_eq!(fingers.up(2, &there), None);
        let Wish::Show(window) = fingers.moved(1, 500.0, &there, ALL, false) else { panic!("a window") };
        assert_eq!(window, Window { from_us: 200_000, to_us: 700_000 });
        assert_eq!(fingers.up(1, &there), None, "no tap");
    }

    #[test]
    fn a_tap_a_finger_on_the_ruler_and_one_with_nothing_to_pan_move_the_cursor() {
        let here = scale(400_000, 600_000);
        let mut fingers = Fingers::default();
        fingers.down(1, 600.0, false, &here);
        assert_eq!(fingers.up(1, &here), Some(500_000));
        fingers.down(1, 600.0, true, &here);
        assert_eq!(fingers.moved(1, 700.0, &here, ALL, false), Wish::Seek(520_000));
        fingers.taken(1);
        let all = scale(0, 1_000_000);
        fingers.down(2, 600.0, false, &all);
        assert_eq!(fingers.moved(2, 700.0, &all, ALL, true), Wish::Seek(600_000));
        fingers.taken(2);
        assert_eq!(fingers, Fingers::default());
        assert_eq!(fingers.moved(2, 700.0, &all, ALL, true), Wish::Nothing);
    }

    #[test]
    fn never_closer_than_a_pixel_can_tell() {
        let here = scale(500_000, 500_040);
        let mut fingers = Fingers::default();
        fingers.down(1, 590.0, false, &here);
        fingers.down(2, 600.0, false, &here);
        let Wish::Show(window) = fingers.moved(2, 1_100.0, &here, ALL, false) else { panic!("a window") };
        assert_eq!(window.span_us(), 20);
    }
}
