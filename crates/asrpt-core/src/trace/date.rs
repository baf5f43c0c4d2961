//! Dates without a zone, as seconds since 1970-01-01 00:00:00 on the same clock: plain arithmetic.

/// A moment of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// Seconds after the trace's first row.
    After(f64),
    /// A date, as seconds since 1970 on the trace's clock.
    At(f64),
}

impl Moment {
    /// `3600`, `2017-10-03` or `2017-10-03 12:30:00`.
    pub fn parse(text: &str) -> Option<Self> {
        let number = || text.trim().parse().ok().filter(|seconds: &f64| seconds.is_finite());
        number().map(Self::After).or_else(|| parse(text).map(Self::At))
    }
}

/// `2017-10-09 07:01:55`, with `T` instead of the space, a fraction or a `Z` at the end; the time may be missing.
pub(super) fn parse(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('Z');
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "0:0:0"));
    let [year, month, day] = numbers(date, '-')?;
    let mut clock = time.splitn(3, ':');
    let (hour, minute) = (whole(clock.next()?)?, whole(clock.next()?)?);
    let second: f64 = clock.next().unwrap_or("0").parse().ok()?;
    let fits = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && (0.0..61.0).contains(&second);
    fits.then(|| days(year, month, day) as f64 * 86_400.0 + (hour * 3_600 + minute * 60) as f64 + second)
}

/// `2017-10-09 07:01:55`.
pub fn to_text(seconds: f64) -> String {
    let whole = libm::floor(seconds) as i64;
    let (day, second) = (whole.div_euclid(86_400), whole.rem_euclid(86_400));
    let (year, month, day) = date(day);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60)
}

fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(whole);
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

fn whole(text: &str) -> Option<i64> {
    let is_plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the Gregorian calendar, years counted from March (Hinnant, *chrono-compatible low-level
/// date algorithms*).
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let calendar_month = if month < 10 { month + 3 } else { month - 9 };
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    (year + era * 400 + i64::from(calendar_month <= 2), calendar_month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_seconds_and_back() {
        assert_eq!(parse("1970-01-01 00:00:00"), Some(0.0));
        assert_eq!(parse("2017-10-09 07:01:55"), Some(1_507_532_515.0));
        assert_eq!(parse("2020-02-29T23:59:59.5Z"), Some(1_583_020_799.5));
        assert_eq!(parse("2017-10-09"), Some(1_507_507_200.0));
        for bad in ["None", "", "2017-02-29", "2017-13-01", "2017-10-09 25:00:00", "09/10/2017", "2017-10"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
        for text in
            ["2017-10-09 07:01:55", "2000-02-29 00:00:00", "1969-12-31 23:59:59", "2100-03-01 12:00:01"]
        {
            assert_eq!(to_text(parse(text).unwrap()), text);
        }
        assert_eq!(Moment::parse("3600"), Some(Moment::After(3_600.0)));
        assert_eq!(Moment::parse("2017-10-09"), Some(Moment::At(1_507_507_200.0)));
    }
}
