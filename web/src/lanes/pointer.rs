//! What mouse, pen and fingers do to the lanes.

use gloo_events::{EventListener, EventListenerOptions};
use web_sys::Element;
use yew::prelude::*;

use crate::draw::scale::{TimeScale, Window};
use crate::size::pointer_in;
use crate::store::{Action, Dispatch};

use super::fingers::{Fingers, Wish};

/// What is seen of the run.
#[derive(Clone, Copy)]
pub struct Seen {
    pub scale: TimeScale,
    /// How much larger than that the lanes are drawn.
    pub zoom: f64,
    /// The whole run.
    pub all: Window,
    /// Whether that is seen.
    pub whole: bool,
}

/// The lanes' handlers.
pub struct Pointer {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub wheel: Callback<WheelEvent>,
}

/// What is pressed.
#[derive(Default)]
struct Held {
    /// The mouse or a pen moves the cursor.
    scrubs: bool,
    fingers: Fingers,
}

/// The mouse scrubs where there is no job, zooms with Ctrl and the wheel, pans with Shift; for fingers see [`Fingers`].
#[hook]
pub fn use_pointer(stage: &NodeRef, seen: Seen, dispatch: &Dispatch) -> Pointer {
    let held = use_mut_ref(Held::default);
    {
        // Two fingers are the lanes' own, though one may scroll the page up and down.
        let (stage, held) = (stage.clone(), held.clone());
        use_effect_with((), move |()| {
            let options = EventListenerOptions::enable_prevent_default();
            let listener = stage.cast::<Element>().map(|stage| {
                EventListener::new_with_options(&stage, "touchmove", options, move |event| {
                    if held.borrow().fingers.zoom() {
                        event.prevent_default();
                    }
                })
            });
            move || drop(listener)
        });
    }
    let place = {
        let stage = stage.clone();
        move |event: &MouseEvent| pointer_in(&stage, event).map(|(x, y)| (x / seen.zoom, y / seen.zoom))
    };
    let down = {
        let (place, held, dispatch) = (place.clone(), held.clone(), dispatch.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, y)) = place(&event).filter(|_| event.button() == 0) else { return };
            if is_finger(&event) {
                held.borrow_mut().fingers.down(event.pointer_id(), x, y < RULER, &seen.scale);
            } else if !on_job(&event) {
                held.borrow_mut().scrubs = true;
                if let Some(target) = event.target_dyn_into::<Element>() {
                    let _ = target.set_pointer_capture(event.pointer_id());
                }
                dispatch.dispatch(Action::Seek(seen.scale.time_at(x)));
            }
        })
    };
    let moved = {
        let (place, held, dispatch, stage) = (place.clone(), held.clone(), dispatch.clone(), stage.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, _)) = place(&event) else { return };
            if !is_finger(&event) {
                if held.borrow().scrubs {
                    dispatch.dispatch(Action::Seek(seen.scale.time_at(x)));
                }
                return;
            }
            let id = event.pointer_id();
            let wish = held.borrow_mut().fingers.moved(id, x, &seen.scale, seen.all, seen.whole);
            let action = match wish {
                Wish::Nothing => return,
                Wish::Seek(time_us) => Action::Seek(time_us),
                Wish::Show(window) if window == seen.all => Action::ShowAll,
                Wish::Show(window) => Action::ShowWindow(window),
            };
            // What is under the finger may go while it is down.
            if let Some(stage) = stage.cast::<Element>() {
                let _ = stage.set_pointer_capture(id);
            }
            dispatch.dispatch(action);
        })
    };
    let up = {
        let (held, dispatch) = (held.clone(), dispatch.clone());
        Callback::from(move |event: PointerEvent| {
            held.borrow_mut().scrubs = false;
            let tapped = held.borrow_mut().fingers.up(event.pointer_id(), &seen.scale);
            if let Some(time_us) = tapped.filter(|_| !on_job(&event)) {
                dispatch.dispatch(Action::Seek(time_us));
            }
        })
    };
    let cancel = Callback::from(move |event: PointerEvent| {
        held.borrow_mut().scrubs = false;
        held.borrow_mut().fingers.taken(event.pointer_id());
    });
    let wheel = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: WheelEvent| {
            let Some((x, _)) = place(&event) else { return };
            if event.ctrl_key() || event.meta_key() {
                event.prevent_default();
                let factor = if event.delta_y() < 0.0 { 0.8 } else { 1.25 };
                dispatch.dispatch(Action::Zoom { at_us: Some(seen.scale.time_at(x)), factor });
            } else if event.shift_key() || event.delta_x().abs() > event.delta_y().abs() {
                event.prevent_default();
                let by = if event.delta_x() == 0.0 { event.delta_y() } else { event.delta_x() };
                dispatch.dispatch(Action::Pan(by.signum() * 0.1));
            }
        })
    };
    Pointer { down, moved, up, cancel, wheel }
}

/// The ruler with the cursor's flag: a finger there moves the cursor.
const RULER: f64 = 28.0;

fn is_finger(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

fn on_job(event: &PointerEvent) -> bool {
    let target = event.target_dyn_into::<Element>();
    target.and_then(|target| target.closest("[data-job]").ok().flatten()).is_some()
}
