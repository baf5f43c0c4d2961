//! Ticks of the time axis: round steps, one unit for the whole axis.

use asrpt_core::time::TimeUs;

use super::number::{NBSP, grouped};
use super::scale::Window;

/// A tick and what stands at it. The last one carries the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// When.
    pub at_us: TimeUs,
    /// What stands there.
    pub label: String,
}

const SECOND: TimeUs = 1_000_000;
const YEAR: TimeUs = 365 * 86_400 * SECOND;

/// The unit of an axis: its name, and its length.
type Unit = (&'static str, TimeUs);

fn unit_for(window: Window) -> Unit {
    match window.to_us {
        ..500 => ("µs", 1),
        500..500_000 => ("ms", 1_000),
        _ if window.span_us() > 4 * YEAR => ("years", YEAR),
        _ if window.span_us() > 20 * 86_400 * SECOND => ("days", 86_400 * SECOND),
        _ if window.span_us() > 10 * 3_600 * SECOND => ("h", 3_600 * SECOND),
        _ => ("s", SECOND),
    }
}

/// The shortest round step (1, 2 or 5 times a power of ten of the unit) that makes at most `most` ticks.
fn step_us(window: Window, unit_us: TimeUs, most: usize) -> TimeUs {
    let least = window.span_us() / most.max(1) as u64;
    let mut decade = unit_us;
    while decade > 1 && decade.is_multiple_of(10) && decade > least {
        decade /= 10;
    }
    loop {
        for times in [1, 2, 5] {
            if decade * times > least {
                return decade * times;
            }
        }
        decade *= 10;
    }
}

/// Round moments within the window, at most about `most` of them.
pub fn ticks(window: Window, most: usize) -> Vec<Tick> {
    let (name, unit_us) = unit_for(window);
    let step = step_us(window, unit_us, most);
    let first = window.from_us.div_ceil(step) * step;
    // Not `step_by`: it takes a usize, which has 32 bits in the browser.
    let mut ticks: Vec<Tick> = (0..)
        .map(|nth| first + nth * step)
        .take_while(|&at_us| at_us <= window.to_us)
        .map(|at_us| Tick { at_us, label: label(at_us, unit_us, step) })
        .collect();
    if let Some(last) = ticks.last_mut() {
        last.label = format!("{}{NBSP}{name}", last.label);
    }
    ticks
}

/// `at_us` in the unit, with the decimals that the step needs.
fn label(at_us: TimeUs, unit_us: TimeUs, step: TimeUs) -> String {
    let whole = grouped(at_us / unit_us);
    let (mut decimals, mut place) = (0, unit_us);
    while !step.is_multiple_of(place) && place > 1 {
        place /= 10;
        decimals += 1;
    }
    if decimals == 0 { whole } else { format!("{whole}.{:0decimals$}", at_us % unit_us / place) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(from_us: TimeUs, to_us: TimeUs, most: usize) -> Vec<String> {
        ticks(Window { from_us, to_us }, most).into_iter().map(|t| t.label).collect()
    }

    #[test]
    fn seconds_with_a_comma_and_one_unit_at_the_end() {
        assert_eq!(labels(1_150 * SECOND, 1_560 * SECOND, 7), ["1,200", "1,300", "1,400", "1,500\u{a0}s"]);
    }

    #[test]
    fn close_looks_get_the_decimals_they_need() {
        assert_eq!(labels(1_335_000_000, 1_335_100_000, 5), ["1,335.00", "1,335.05", "1,335.10\u{a0}s"]);
        assert_eq!(labels(10, 30, 5), ["10", "15", "20", "25", "30\u{a0}µs"]);
        assert_eq!(labels(0, 4_000, 5), ["0", "1", "2", "3", "4\u{a0}ms"]);
    }

    #[test]
    fn long_runs_are_in_hours_and_days() {
        assert_eq!(labels(0, 100 * 3_600 * SECOND, 3), ["0", "50", "100\u{a0}h"]);
        assert_eq!(labels(0, 12 * 3_600 * SECOND, 3), ["0", "5", "10\u{a0}h"]);
        assert_eq!(labels(0, 10 * YEAR, 3), ["0", "5", "10\u{a0}years"]);
        assert_eq!(labels(0, 40 * 86_400 * SECOND, 3), ["0", "20", "40\u{a0}days"]);
    }

    #[test]
    fn never_many_more_than_asked() {
        for most in 1..12 {
            for to_us in [21, 999, 12_345, 7_000_000, 453_207_917, 9_007_199_254_740_990] {
                let n = ticks(Window { from_us: to_us / 3, to_us }, most).len();
                assert!(n <= most + 1, "{n} ticks for {to_us}, {most}");
            }
        }
    }
}
