//! What a number field takes: reading what was typed, and stepping with the arrow keys.

use asrpt_core::limits;
use asrpt_core::time::TIME_LIMIT_US;

/// The numbers that a field takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    pub least: f64,
    pub most: f64,
    pub whole: bool,
}

impl Rule {
    /// A whole number from 1.
    pub const fn count(most: u32) -> Self {
        Self { least: 1.0, most: most as f64, whole: true }
    }

    /// A real number.
    pub const fn real((least, most): (f64, f64)) -> Self {
        Self { least, most, whole: false }
    }

    pub const SERVERS: Self = Self::count(limits::SERVERS);
    pub const GPUS: Self = Self::count(limits::SERVER_GPUS);
    pub const REPLICAS: Self = Self::count(limits::CLUSTER_GPUS);
    pub const MICRO_BATCHES: Self = Self::count(limits::MICRO_BATCHES);
    pub const BANDWIDTH: Self = Self::real(limits::GB_PER_S);
    pub const SPEED: Self = Self::real(limits::GPU_SPEED);
    pub const MEGABYTES: Self = Self::real((0.0, limits::MEGABYTES));
    pub const MILLISECONDS: Self = Self::real((0.0, limits::MILLISECONDS));
    pub const PARAMETER: Self = Self::real((0.0, limits::PARAMETER));
    /// The latest arrival is 2^53 µs.
    pub const ARRIVAL: Self = Self::real((0.0, (TIME_LIMIT_US / 1_000_000) as f64));
    pub const ITERATIONS: Self = Self { least: 1.0, most: (TIME_LIMIT_US - 1) as f64, whole: true };
    pub const PREDICTED: Self = Self::real((1.0, f64::MAX));

    /// The number in a text. Thousands may be grouped by commas or spaces.
    ///
    /// # Errors
    /// A sentence on what is wrong with it.
    pub fn read(&self, text: &str) -> Result<f64, String> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
        let bare = bare.replace('\u{2212}', "-");
        if bare.is_empty() {
            return Err("A number is needed".to_owned());
        }
        // Rust also reads "inf" and "nan".
        let number = bare.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| format!("“{}” is no number", short(text)))?;
        if number < self.least {
            return Err(format!("Must be at least {}", self.least));
        }
        if number > self.most {
            return Err(format!("Must be at most {}", written(self.most)));
        }
        if self.whole && number.fract() != 0.0 {
            return Err("Must be a whole number".to_owned());
        }
        Ok(number)
    }

    /// The next number up or down; ten times as far with `far`.
    pub fn stepped(&self, number: f64, up: bool, far: bool) -> f64 {
        let unit = if self.whole { 1.0 } else { fine_step(number.abs()) };
        let step = if far { 10.0 * unit } else { unit };
        // On the grid of the step, so that 0.1 + 0.2 stays 0.3.
        let at = if up { (number / step + 1e-9).floor() + 1.0 } else { (number / step - 1e-9).ceil() - 1.0 };
        let stepped = if step < 1.0 { at / (1.0 / step + 0.5).floor() } else { at * step };
        stepped.clamp(self.least, self.most)
    }
}

/// A hundredth to a tenth of the number, but at most 1.
fn fine_step(number: f64) -> f64 {
    match number {
        n if n < 1.0 => 0.01,
        n if n < 20.0 => 0.1,
        _ => 1.0,
    }
}

fn short(text: &str) -> String {
    let mut short: String = text.trim().chars().take(20).collect();
    if text.trim().chars().nth(20).is_some() {
        short.push('…');
    }
    short
}

/// A number as it stands in a field: in full, so that reading it gives the same.
pub fn written(number: f64) -> String {
    if number.abs() >= 1e15 { format!("{number:e}") } else { format!("{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_or_refused_with_a_reason() {
        assert_eq!(Rule::BANDWIDTH.read(" 6.25 "), Ok(6.25));
        assert_eq!(Rule::ITERATIONS.read("1,200"), Ok(1200.0));
        assert_eq!(Rule::ARRIVAL.read("1e3"), Ok(1000.0));
        assert_eq!(Rule::GPUS.read("0").unwrap_err(), "Must be at least 1");
        assert_eq!(Rule::GPUS.read("2.5").unwrap_err(), "Must be a whole number");
        assert_eq!(Rule::GPUS.read("4096").unwrap_err(), "Must be at most 1024");
        assert_eq!(Rule::GPUS.read("").unwrap_err(), "A number is needed");
        assert_eq!(Rule::GPUS.read("four").unwrap_err(), "“four” is no number");
        for foreign in ["nan", "inf", "-inf", "1e999"] {
            assert!(Rule::PARAMETER.read(foreign).is_err(), "{foreign}");
        }
    }

    #[test]
    fn arrows_go_by_even_steps_within_the_limits() {
        assert_eq!(Rule::GPUS.stepped(4.0, true, false), 5.0);
        assert_eq!(Rule::GPUS.stepped(1.0, false, false), 1.0);
        assert_eq!(Rule::GPUS.stepped(4.0, true, true), 10.0);
        assert_eq!(Rule::PARAMETER.stepped(1.2, true, false), 1.3);
        assert_eq!(Rule::PARAMETER.stepped(0.2, true, false), 0.21);
        assert_eq!(Rule::PARAMETER.stepped(0.29, false, false), 0.28);
        assert_eq!(Rule::BANDWIDTH.stepped(150.0, false, false), 149.0);
        assert_eq!(Rule::PARAMETER.stepped(0.0, false, false), 0.0);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for number in [0.1, 6.25, 1e-6, 123_456.789, 9_007_199_254_740_990.0, 1.5e300] {
            assert_eq!(Rule::PREDICTED.read(&written(number)).ok(), Some(number).filter(|n| *n >= 1.0));
            assert_eq!(written(number).parse::<f64>(), Ok(number));
        }
    }
}
