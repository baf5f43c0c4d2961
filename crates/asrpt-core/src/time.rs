//! Simulated time: a whole number of microseconds below 2^53.

/// A moment or a length of time in microseconds.
pub type TimeUs = u64;

/// Times stay below this (2^53 µs, 285 years), so that JavaScript and JSON carry them exactly.
pub const TIME_LIMIT_US: TimeUs = 1 << 53;

/// ⌊x⌉ = floor(x + 0.5), the model's only rounding.
pub fn round_half_up(x: f64) -> f64 {
    libm::floor(x + 0.5)
}

/// A real number of microseconds as a time; `None` when it isn't below [`TIME_LIMIT_US`].
pub fn time_from_real(us: f64) -> Option<TimeUs> {
    let rounded = round_half_up(us);
    (rounded >= 0.0 && rounded < TIME_LIMIT_US as f64).then_some(rounded as TimeUs)
}

/// As [`time_from_real`], but at least 1 µs: nothing that runs takes no time.
pub fn duration_from_real(us: f64) -> Option<TimeUs> {
    time_from_real(us).map(|t| t.max(1))
}

/// The sum, or `None` when it isn't below [`TIME_LIMIT_US`].
pub fn add(a: TimeUs, b: TimeUs) -> Option<TimeUs> {
    a.checked_add(b).filter(|&t| t < TIME_LIMIT_US)
}

/// Microseconds as seconds, for people and for formulas, never to compute a time from.
pub fn seconds(us: TimeUs) -> f64 {
    us as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_half_up_and_refuses_what_passes_the_limit() {
        assert_eq!(time_from_real(0.5), Some(1));
        assert_eq!(time_from_real(0.49), Some(0));
        assert_eq!(time_from_real(9_007_199_254_740_990.0), Some(TIME_LIMIT_US - 2));
        // floor(x + 0.5) in doubles: the sum is a tie and goes to the even 2^53.
        assert_eq!(time_from_real(9_007_199_254_740_991.0), None);
        assert_eq!(time_from_real(9_007_199_254_740_992.0), None);
        assert_eq!(time_from_real(f64::NAN), None);
        assert_eq!(time_from_real(-1.0), None);
        assert_eq!(duration_from_real(0.2), Some(1));
    }
}
