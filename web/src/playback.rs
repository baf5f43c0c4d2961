//! The clock: plays steps one after the other. It is apart from the panels, and the easing between two steps is the
//! style sheet's, so that nothing is rendered 60 times a second.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use crate::store::{Action, Dispatch};

/// How fast steps are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    Half,
    #[default]
    One,
    Two,
    Four,
}

impl Speed {
    pub const ALL: [Self; 4] = [Self::Half, Self::One, Self::Two, Self::Four];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Half => "½×",
            Self::One => "1×",
            Self::Two => "2×",
            Self::Four => "4×",
        }
    }

    /// How long a step stays.
    pub fn step_ms(self) -> u32 {
        match self {
            Self::Half => 1_800,
            Self::One => 900,
            Self::Two => 450,
            Self::Four => 225,
        }
    }

    /// The next faster or slower one.
    pub fn changed(self, faster: bool) -> Self {
        let at = Self::ALL.iter().position(|&speed| speed == self).unwrap_or(1);
        Self::ALL[if faster { (at + 1).min(3) } else { at.saturating_sub(1) }]
    }

    /// The class that sets the pace of the easing.
    pub fn class(self) -> &'static str {
        match self {
            Self::Half | Self::One => "pace-1",
            Self::Two => "pace-2",
            Self::Four => "pace-4",
        }
    }
}

/// Dispatches the next step after each one has stayed for its time.
#[hook]
pub fn use_playback(playing: bool, speed: Speed, step: usize, dispatch: Dispatch) {
    use_effect_with((playing, speed, step), move |&(playing, speed, _)| {
        let timer = playing.then(|| Timeout::new(speed.step_ms(), move || dispatch.dispatch(Action::PlayOn)));
        move || drop(timer)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_and_slower_stop_at_the_ends() {
        assert_eq!(Speed::One.changed(true), Speed::Two);
        assert_eq!(Speed::Four.changed(true), Speed::Four);
        assert_eq!(Speed::One.changed(false).changed(false), Speed::Half);
        assert_eq!(Speed::One.step_ms(), 900);
    }
}
