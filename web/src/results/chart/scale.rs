//! Scales of charts: a value to a pixel, linear or logarithmic, and round values to write at an axis.

// Pixels and ticks only: the last bit is no matter here.
#![allow(clippy::disallowed_methods)]

use asrpt_core::time::TimeUs;

use crate::draw::number::{NBSP, plain};

/// From values to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    logarithmic: bool,
}

impl Scale {
    /// `from..to` lies at `start..end`; a domain without length is given some.
    pub fn linear((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        Self { from, to, start, end, logarithmic: false }
    }

    /// The same by powers of ten, for values above 0.
    pub fn logarithmic((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        let from = from.max(f64::MIN_POSITIVE);
        let to = if to > from { to } else { from * 10.0 };
        Self { from, to, start, end, logarithmic: true }
    }

    /// Where a value lies, held within the scale.
    pub fn at(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value.max(self.from).log10() - self.from.log10()) / (self.to.log10() - self.from.log10())
        } else {
            (value - self.from) / (self.to - self.from)
        };
        self.start + share.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Round values within the domain, about `most` of them.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let most = most.max(2);
        let ticks = if self.logarithmic { self.decades(most) } else { Vec::new() };
        if ticks.len() < 2 { self.even(most) } else { ticks }
    }

    /// 1, 2 and 5 times powers of ten, or powers of ten alone, or every so many of them.
    fn decades(&self, most: usize) -> Vec<f64> {
        let first = self.from.log10().floor() as i32;
        let last = self.to.log10().ceil() as i32;
        let powers = (last - first) as usize;
        let (times, stride): (&[f64], usize) = if powers * 3 <= most + 2 {
            (&[1.0, 2.0, 5.0], 1)
        } else {
            (&[1.0], powers.div_ceil(most).max(1))
        };
        let values = (first..=last)
            .step_by(stride)
            .flat_map(|power| times.iter().map(move |times| times * ten_to(power)));
        values.filter(|&value| self.holds(value)).collect()
    }

    fn even(&self, most: usize) -> Vec<f64> {
        let least = (self.to - self.from) / most as f64;
        let decade = ten_to(least.log10().floor() as i32);
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * decade).find(|&step| step >= least * 0.999);
        let step = step.unwrap_or(decade * 10.0);
        let first = (self.from / step - 1e-9).ceil();
        (0..=most + 1).map(|nth| (first + nth as f64) * step).filter(|&value| self.holds(value)).collect()
    }

    fn holds(&self, value: f64) -> bool {
        let air = (self.to - self.from) * 1e-9;
        value >= self.from - air && value <= self.to + air
    }
}

fn ten_to(power: i32) -> f64 {
    10_f64.powi(power)
}

/// The unit of a time axis: its name, and its length in µs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub name: &'static str,
    pub us: f64,
}

impl Unit {
    /// The one in which the largest value reads well.
    pub fn for_times_up_to(us: TimeUs) -> Self {
        let (name, us) = match us {
            ..1_000 => ("µs", 1.0),
            1_000..1_000_000 => ("ms", 1e3),
            1_000_000..864_000_000_000 => ("s", 1e6),
            864_000_000_000..31_536_000_000_000 => ("h", 3.6e9),
            _ => ("days", 8.64e10),
        };
        Self { name, us }
    }
}

/// What stands at ticks; the last one carries the unit.
pub fn labels(ticks: &[f64], unit: &str) -> Vec<String> {
    let last = ticks.len().saturating_sub(1);
    let label = |(at, &value): (usize, &f64)| match (at == last && !unit.is_empty(), short(value)) {
        (true, text) => format!("{text}{NBSP}{unit}"),
        (false, text) => text,
    };
    ticks.iter().enumerate().map(label).collect()
}

/// With as many digits as a round value needs, however small.
fn short(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.001 { format!("{value}") } else { plain(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_where_they_should() {
        let scale = Scale::linear((0.0, 200.0), (40.0, 440.0));
        assert_eq!([0.0, 50.0, 200.0, 999.0].map(|v| scale.at(v)), [40.0, 140.0, 440.0, 440.0]);
        let scale = Scale::logarithmic((1.0, 10_000.0), (100.0, 0.0));
        assert_eq!([1.0, 10.0, 100.0, 10_000.0, 0.0].map(|v| scale.at(v)), [100.0, 75.0, 50.0, 0.0, 100.0]);
    }

    #[test]
    fn ticks_are_round() {
        let linear = |to, most| Scale::linear((0.0, to), (0.0, 1.0)).ticks(most);
        assert_eq!(linear(16.0, 4), [0.0, 5.0, 10.0, 15.0]);
        assert_eq!(linear(1.0, 2), [0.0, 0.5, 1.0]);
        let log = |from, to, most| Scale::logarithmic((from, to), (0.0, 1.0)).ticks(most);
        assert_eq!(log(5.0, 1_500.0, 12), [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0]);
        assert_eq!(log(5.0, 1_500.0, 4), [10.0, 100.0, 1_000.0]);
        assert_eq!(labels(&log(1.0, 1.6, 4), "×"), ["1", "1.2", "1.4", "1.6\u{a0}×"]);
        for most in 2..12 {
            for to in [1e-3, 0.7, 3.0, 99.0, 12_345.6, 9e15] {
                assert!(linear(to, most).len() <= most + 2);
            }
        }
    }

    #[test]
    fn labels_carry_one_unit() {
        assert_eq!(labels(&[0.0, 1_000.0, 2_000.0], "s"), ["0", "1,000", "2,000\u{a0}s"]);
        assert_eq!(labels(&[0.0001, 0.5], ""), ["0.0001", "0.5"]);
        assert_eq!(Unit::for_times_up_to(3_488_000_000).name, "s");
        assert_eq!(Unit::for_times_up_to(12).name, "µs");
        assert_eq!(Unit::for_times_up_to(30 * 86_400_000_000).name, "h");
    }
}
