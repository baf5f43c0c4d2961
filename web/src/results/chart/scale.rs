//! Scales of charts: a value to a pixel, linear or logarithmic, and round values to write at an axis.

// Pixels and ticks only: the last bit is no matter here.
#![allow(clippy::disallowed_methods)]

use asrpt_core::time::TimeUs;

use crate::draw::number::{NBSP, fixed, plain};

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
        // On a logarithmic scale the whole's billionth may be more than its small end.
        let air = |end: f64| if self.logarithmic { end * 1e-9 } else { (self.to - self.from) * 1e-9 };
        value >= self.from - air(self.from) && value <= self.to + air(self.to)
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
    /// The one for an axis from the shortest to the longest: where no unit suits both, seconds, of which [`labels`]
    /// writes small and large ones in their own way.
    pub fn for_times(shortest_us: f64, longest_us: TimeUs) -> Self {
        let unit = Self::for_times_up_to(longest_us);
        if shortest_us < unit.us * LEAST_PLAIN { SECONDS } else { unit }
    }

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

const SECONDS: Unit = Unit { name: "s", us: 1e6 };
/// Smaller values have too many digits to be read.
const LEAST_PLAIN: f64 = 0.001;

/// What stands at ticks; the last one carries the unit. Where seconds reach from tiny to huge, each carries its own.
pub fn labels(ticks: &[f64], unit: &str) -> Vec<String> {
    let tiny = |&value: &f64| value > 0.0 && value < LEAST_PLAIN * 0.999;
    if unit == SECONDS.name && ticks.iter().any(tiny) {
        return ticks.iter().map(|&value| of_any_size(value)).collect();
    }
    let last = ticks.len().saturating_sub(1);
    let label = |(at, &value): (usize, &f64)| match (at == last && !unit.is_empty(), short(value)) {
        (true, text) => format!("{text}{NBSP}{unit}"),
        (false, text) => text,
    };
    ticks.iter().enumerate().map(label).collect()
}

/// Seconds as people say them: 20 µs, 5 ms, 100 s, 10⁸ s.
fn of_any_size(seconds: f64) -> String {
    match seconds {
        ..=0.0 => "0".to_owned(),
        ..0.000_999 => format!("{}{NBSP}µs", plain(seconds * 1e6)),
        ..0.999 => format!("{}{NBSP}ms", plain(seconds * 1e3)),
        1e6.. => format!("{}{NBSP}s", by_power(seconds)),
        _ => format!("{}{NBSP}s", plain(seconds)),
    }
}

/// A large number as its digits times a power of ten: 10⁸, 3.37·10⁸.
pub fn by_power(x: f64) -> String {
    let power = (x.log10() + 1e-9).floor() as i32;
    match fixed(x / ten_to(power), 2).trim_end_matches(['0', '.']) {
        "1" => format!("10{}", raised(power)),
        digits => format!("{digits}·10{}", raised(power)),
    }
}

fn raised(power: i32) -> String {
    let digit = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c as usize - '0' as usize).unwrap_or(c);
    power.to_string().chars().map(digit).collect()
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
    fn an_axis_from_tiny_to_huge_has_a_unit_at_each_tick() {
        let (shortest, longest) = (3.0, 40_000_000_000_000);
        let unit = Unit::for_times(shortest, longest);
        assert_eq!(unit.name, "s");
        let ends = (shortest / unit.us, longest as f64 / unit.us);
        let ticks = Scale::logarithmic(ends, (0.0, 900.0)).ticks(14);
        let shown = labels(&ticks, unit.name);
        let expected = [
            "10 µs",
            "100 µs",
            "1 ms",
            "10 ms",
            "100 ms",
            "1 s",
            "10 s",
            "100 s",
            "1,000 s",
            "10,000 s",
            "100,000 s",
            "10⁶ s",
            "10⁷ s",
        ];
        assert_eq!(shown, expected.map(|text| text.replace(' ', "\u{a0}")));
        assert_eq!([2e-6, 0.05, 5e8].map(of_any_size), ["2\u{a0}µs", "50\u{a0}ms", "5·10⁸\u{a0}s"]);
        assert_eq!(Unit::for_times(1e9, longest).name, "days");
        assert_eq!(Unit::for_times(5e3, 90_000_000).name, "s");
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
