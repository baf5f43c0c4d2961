//! How long a link is, and what that means.

use crate::draw::number::grouped;

/// What some chat and mail programs cut, and some servers refuse.
pub const MARKS: [usize; 2] = [2_000, 8_000];
/// Scenarios with more jobs aren't packed: no link could carry them.
pub const MOST_JOBS: usize = 20_000;
/// Codes with more modules are hard to read from a screen.
pub const QR_CHARS: usize = 1_000;

/// How well a link travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travels {
    Everywhere,
    NotInChats,
    OnlyAsFile,
}

impl Travels {
    /// By length.
    pub fn of(chars: usize) -> Self {
        match chars {
            n if n <= MARKS[0] => Self::Everywhere,
            n if n <= MARKS[1] => Self::NotInChats,
            _ => Self::OnlyAsFile,
        }
    }

    /// Its class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Everywhere => "good",
            Self::NotInChats => "long",
            Self::OnlyAsFile => "too-long",
        }
    }

    /// In words, with the length.
    pub fn said(self, chars: usize) -> String {
        let chars = grouped(chars as u64);
        match self {
            Self::Everywhere => format!("{chars} characters, fits everywhere"),
            Self::NotInChats => format!("{chars} characters, some chat and mail tools will cut it"),
            Self::OnlyAsFile => format!("{chars} characters, too long for many servers; send the file"),
        }
    }
}

/// Where a length lies on the meter, from 0 to 1: even steps for doublings would hide the marks, so three stretches.
pub fn share(chars: usize) -> f64 {
    let (x, [a, b]) = (chars as f64, MARKS.map(|mark| mark as f64));
    match x {
        x if x <= a => 0.6 * x / a,
        x if x <= b => 0.6 + 0.26 * (x - a) / (b - a),
        x => (0.86 + 0.14 * (x - b) / (3.0 * b)).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_mean_something() {
        assert_eq!(Travels::of(454).said(454), "454 characters, fits everywhere");
        assert_eq!(Travels::of(2_001), Travels::NotInChats);
        assert_eq!(Travels::of(8_001), Travels::OnlyAsFile);
    }

    #[test]
    fn the_meter_only_rises() {
        let shares: Vec<f64> = (0..40_000).step_by(100).map(share).collect();
        assert!(shares.is_sorted() && shares.iter().all(|s| (0.0..=1.0).contains(s)));
        assert!((share(2_000) - 0.6).abs() < 1e-9 && (share(8_000) - 0.86).abs() < 1e-9);
    }
}
