//! The one time axis: which stretch of time is shown, and where a moment lies in pixels.

use asrpt_core::time::TimeUs;

/// The stretch of time that the lanes show; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its first moment.
    pub from_us: TimeUs,
    /// Its last moment, after the first.
    pub to_us: TimeUs,
}

/// The closest look: 20 µs over the whole width.
const CLOSEST_US: TimeUs = 20;

impl Window {
    /// All of a run that lasts from 0 to `end_us`, with a little air behind it.
    pub fn all(end_us: TimeUs) -> Self {
        Self { from_us: 0, to_us: (end_us + end_us / 50).max(CLOSEST_US) }
    }

    /// Its length.
    pub fn span_us(self) -> TimeUs {
        self.to_us - self.from_us
    }

    /// Whether a moment is in it.
    pub fn holds(self, t: TimeUs) -> bool {
        (self.from_us..=self.to_us).contains(&t)
    }

    /// Whether a stretch has a part in it.
    pub fn meets(self, from_us: TimeUs, to_us: TimeUs) -> bool {
        to_us > self.from_us && from_us < self.to_us
    }

    /// Closer (factor below 1) or wider, with `at` staying in its place, within `all`.
    pub fn zoomed(self, at: TimeUs, factor: f64, all: Self) -> Self {
        let at = at.clamp(self.from_us, self.to_us);
        let span =
            ((self.span_us() as f64 * factor) as TimeUs).clamp(CLOSEST_US, all.span_us().max(CLOSEST_US));
        let share = (at - self.from_us) as f64 / self.span_us() as f64;
        let from_us = at.saturating_sub((span as f64 * share) as TimeUs);
        Self { from_us, to_us: from_us + span }.within(all)
    }

    /// The same length, moved by a signed share of it, within `all`.
    pub fn moved(self, share: f64, all: Self) -> Self {
        let by = (self.span_us() as f64 * share.abs()) as TimeUs;
        let from_us = if share < 0.0 { self.from_us.saturating_sub(by) } else { self.from_us + by };
        Self { from_us, to_us: from_us + self.span_us() }.within(all)
    }

    /// The same length, moved so that `t` is seen, if it isn't.
    pub fn following(self, t: TimeUs, all: Self) -> Self {
        if self.holds(t) {
            return self;
        }
        let from_us = t.saturating_sub(self.span_us() * 45 / 100);
        Self { from_us, to_us: from_us + self.span_us() }.within(all)
    }

    fn within(self, all: Self) -> Self {
        let span = self.span_us().min(all.span_us());
        let from_us = self.from_us.clamp(all.from_us, all.to_us - span);
        Self { from_us, to_us: from_us + span }
    }
}

/// Time to pixels and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    /// What is shown.
    pub window: Window,
    /// Where its first moment lies.
    pub left: f64,
    /// Where its last moment lies.
    pub right: f64,
}

impl TimeScale {
    /// Where a moment lies, also outside the window.
    pub fn x(&self, t: TimeUs) -> f64 {
        let offset = t as f64 - self.window.from_us as f64;
        self.left + offset * (self.right - self.left) / self.window.span_us() as f64
    }

    /// As [`Self::x`], held within the lane.
    pub fn x_held(&self, t: TimeUs) -> f64 {
        self.x(t).clamp(self.left, self.right)
    }

    /// Which moment lies at `x`; outside the lane the nearest one.
    pub fn time_at(&self, x: f64) -> TimeUs {
        let share = ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0);
        self.window.from_us + (share * self.window.span_us() as f64 + 0.5) as TimeUs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Window = Window { from_us: 0, to_us: 1_000 };

    #[test]
    fn maps_there_and_back() {
        let scale = TimeScale { window: Window { from_us: 100, to_us: 300 }, left: 120.0, right: 520.0 };
        assert_eq!(scale.x(100), 120.0);
        assert_eq!(scale.x(200), 320.0);
        assert_eq!(scale.x(50), 20.0);
        assert_eq!(scale.x_held(50), 120.0);
        assert_eq!(scale.time_at(320.0), 200);
        assert_eq!(scale.time_at(-5.0), 100);
    }

    #[test]
    fn zoom_keeps_the_moment_in_its_place() {
        let half = ALL.zoomed(500, 0.5, ALL);
        assert_eq!(half, Window { from_us: 250, to_us: 750 });
        assert_eq!(half.zoomed(250, 0.5, ALL), Window { from_us: 250, to_us: 500 });
        assert_eq!(half.zoomed(500, 4.0, ALL), ALL);
        assert_eq!(ALL.zoomed(0, 0.0, ALL).span_us(), CLOSEST_US);
    }

    #[test]
    fn moves_within_the_run() {
        let part = Window { from_us: 250, to_us: 500 };
        assert_eq!(part.moved(0.5, ALL), Window { from_us: 375, to_us: 625 });
        assert_eq!(part.moved(-9.0, ALL), Window { from_us: 0, to_us: 250 });
        assert_eq!(part.following(400, ALL), part);
        assert_eq!(part.following(990, ALL), Window { from_us: 750, to_us: 1_000 });
    }

    #[test]
    fn an_empty_run_still_has_an_axis() {
        assert_eq!(Window::all(0), Window { from_us: 0, to_us: CLOSEST_US });
    }
}
