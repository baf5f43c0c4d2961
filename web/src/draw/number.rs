//! Numbers for people: thousands with a comma, the unit always with them, a no-break space before it.

use asrpt_core::time::TimeUs;

/// No-break space, so that a number never leaves its unit.
pub const NBSP: char = '\u{a0}';

/// 1234567 as `1,234,567`.
pub fn grouped(n: u64) -> String {
    group_digits(&n.to_string())
}

/// A real number with that many decimals, thousands with a comma.
pub fn fixed(x: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", x.abs());
    let (whole, rest) = match text.split_once('.') {
        Some((whole, rest)) => (whole, format!(".{rest}")),
        None => (text.as_str(), String::new()),
    };
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if x < 0.0 && !zero { "\u{2212}" } else { "" };
    format!("{sign}{}{rest}", group_digits(whole))
}

/// A time in seconds without its unit, rounded half up to so many decimals (at most 6).
pub fn seconds_bare(us: TimeUs, decimals: usize) -> String {
    let decimals = decimals.min(6);
    let unit = 10_u64.pow(6 - decimals as u32);
    let rounded = (us + unit / 2) / unit;
    let per_second = 10_u64.pow(decimals as u32);
    let whole = grouped(rounded / per_second);
    if decimals == 0 { whole } else { format!("{whole}.{:0decimals$}", rounded % per_second) }
}

/// A time in seconds with its unit: `1,335.0 s`.
pub fn seconds(us: TimeUs, decimals: usize) -> String {
    format!("{}{NBSP}s", seconds_bare(us, decimals))
}

/// From so long on times are told in days: ten of them.
const LONG_US: TimeUs = 864_000_000_000;

/// From so long on in years of 365 days: ten thousand days.
const VERY_LONG_US: TimeUs = 1_000 * LONG_US;

/// A time with as many decimals as it takes to tell it from zero: one for most, more for the very short; the very long
/// in days and years.
pub fn seconds_short(us: TimeUs) -> String {
    match us {
        0 => format!("0{NBSP}s"),
        1..1_000 => format!("{us}{NBSP}µs"),
        1_000..100_000 => format!("{}{NBSP}ms", fixed(us as f64 / 1e3, 1)),
        VERY_LONG_US.. => format!("{}{NBSP}years", fixed(us as f64 / 86_400e6 / 365.0, 2)),
        LONG_US.. => format!("{}{NBSP}days", fixed(us as f64 / 86_400e6, 2)),
        _ => seconds(us, 1),
    }
}

/// The time of one iteration, given in seconds, in milliseconds: `175.8 ms`.
pub fn iteration_ms(alpha_s: f64) -> String {
    format!("{}{NBSP}ms", iteration_ms_bare(alpha_s))
}

/// As [`iteration_ms`] without the unit.
pub fn iteration_ms_bare(alpha_s: f64) -> String {
    let ms = alpha_s * 1000.0;
    fixed(ms, if ms < 10.0 { 2 } else { 1 })
}

/// A rate in GB/s without the unit, with about three digits: `0.704`, `19.2`, `1,200`.
pub fn gb_per_s(rate: f64) -> String {
    let decimals = match rate {
        ..0.000_5 => 0,
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    let text = fixed(rate, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A share as percent: `57.0 %`.
pub fn percent(share: f64) -> String {
    format!("{}{NBSP}%", fixed(share * 100.0, 1))
}

/// `1 GPU`, `3 GPUs`.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{}{NBSP}{noun}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// As few decimals as the number needs, at most three: `6.25`, `150`, `1.2`.
pub fn plain(x: f64) -> String {
    let text = fixed(x, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn group_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(9_007_199_254_740_991), "9,007,199,254,740,991");
        assert_eq!(fixed(-1234.56, 1), "\u{2212}1,234.6");
        assert_eq!(fixed(-0.04, 1), "0.0");
    }

    #[test]
    fn seconds_are_rounded_from_whole_microseconds() {
        assert_eq!(seconds(1_335_042_000, 1), "1,335.0\u{a0}s");
        assert_eq!(seconds(1_335_042_000, 3), "1,335.042\u{a0}s");
        assert_eq!(seconds(999_950, 1), "1.0\u{a0}s");
        assert_eq!(seconds(0, 0), "0\u{a0}s");
        assert_eq!(seconds_bare(1, 6), "0.000001");
    }

    #[test]
    fn short_times_keep_a_digit() {
        assert_eq!(seconds_short(17), "17\u{a0}µs");
        assert_eq!(seconds_short(2_500), "2.5\u{a0}ms");
        assert_eq!(seconds_short(2_592_000_000_000), "30.00\u{a0}days");
        assert_eq!(seconds_short(9_007_199_254_740_991), "285.62\u{a0}years");
        assert_eq!(seconds_short(88_700_000), "88.7\u{a0}s");
    }

    #[test]
    fn other_formats() {
        assert_eq!(iteration_ms(0.1758), "175.8\u{a0}ms");
        assert_eq!(iteration_ms(0.0058), "5.80\u{a0}ms");
        let rates = [0.0, 0.000_1, 0.7, 0.704_4, 19.23, 100.0, 1_200.0].map(gb_per_s);
        assert_eq!(rates, ["0", "0", "0.7", "0.704", "19.2", "100", "1,200"]);
        assert_eq!(percent(0.57), "57.0\u{a0}%");
        assert_eq!(counted(1, "GPU"), "1\u{a0}GPU");
        assert_eq!(counted(8, "GPU"), "8\u{a0}GPUs");
        assert_eq!(plain(6.25), "6.25");
        assert_eq!(plain(150.0), "150");
        assert_eq!(plain(1000.0), "1,000");
    }
}
