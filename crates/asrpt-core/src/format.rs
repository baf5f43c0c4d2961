//! Numbers for people: thousands with a comma, always with the unit.

use crate::time::TimeUs;

/// A number with `decimals` digits behind the point and commas between thousands: `12,345.60`.
pub fn decimal(value: f64, decimals: usize) -> String {
    let plain = format!("{value:.decimals$}");
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if fraction.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{fraction}") }
}

/// A whole number with commas between thousands.
pub fn whole(value: impl Into<u128>) -> String {
    let digits = value.into().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time or a length of time: `84.200 s`; below a second `12.300 ms`, below a millisecond `7 µs`; 0 is `0 s`.
pub fn time(us: TimeUs) -> String {
    match us {
        0 => "0 s".to_owned(),
        1..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{}.{:03} ms", us / 1_000, us % 1_000),
        _ => {
            let ms = (us + 500) / 1_000;
            format!("{}.{:03} s", whole(ms / 1_000), ms % 1_000)
        }
    }
}

/// The time of one iteration: `109.0 ms`; digits enough to see microseconds where it is short.
pub fn alpha(seconds: f64) -> String {
    let ms = seconds * 1e3;
    if ms > 0.0 && ms < 1e-3 {
        return format!("{} µs", decimal(ms * 1e3, 3));
    }
    let decimals = if ms < 10.0 { 3 } else { 1 };
    format!("{} ms", decimal(ms, decimals))
}

/// "1 GPU", "8 GPUs".
pub fn count(number: impl Into<u128>, unit: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", whole(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_carry_commas_and_units() {
        assert_eq!(decimal(1_234_567.891, 1), "1,234,567.9");
        assert_eq!(decimal(-999.0, 0), "-999");
        assert_eq!(whole(1_000_u32), "1,000");
        assert_eq!(
            [0, 7, 12_300, 84_200_500, 1_335_042_000].map(time),
            ["0 s", "7 µs", "12.300 ms", "84.201 s", "1,335.042 s"]
        );
        assert_eq!([0.109, 0.0000125, 1e-7].map(alpha), ["109.0 ms", "0.013 ms", "0.100 µs"]);
        assert_eq!([count(1_u32, "GPU"), count(8_u32, "GPU")], ["1 GPU", "8 GPUs"]);
    }
}
