//! SVG path text from numbers, with no more digits than a screen can show.

use std::fmt::Write;

/// A path being written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(String);

impl Path {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether nothing has been drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lifts the pen to a point.
    pub fn to(mut self, x: f64, y: f64) -> Self {
        self.push('M', &[x, y]);
        self
    }

    /// A straight line to a point.
    pub fn line(mut self, x: f64, y: f64) -> Self {
        self.push('L', &[x, y]);
        self
    }

    /// A level line.
    pub fn across(mut self, x: f64) -> Self {
        self.push('H', &[x]);
        self
    }

    /// An upright line.
    pub fn down(mut self, y: f64) -> Self {
        self.push('V', &[y]);
        self
    }

    /// Back to where the pen was set down.
    pub fn close(mut self) -> Self {
        self.0.push('Z');
        self
    }

    /// A rectangle.
    pub fn block(mut self, x: f64, y: f64, width: f64, height: f64) -> Self {
        self.push('M', &[x, y]);
        self.push('h', &[width]);
        self.push('v', &[height]);
        self.push('h', &[-width]);
        self.close()
    }

    /// A diamond around a point.
    pub fn diamond(self, x: f64, y: f64, r: f64) -> Self {
        self.to(x, y - r).line(x + r, y).line(x, y + r).line(x - r, y).close()
    }

    /// The text of the `d` attribute.
    pub fn text(self) -> String {
        self.0
    }

    fn push(&mut self, command: char, numbers: &[f64]) {
        self.0.push(command);
        for (i, &x) in numbers.iter().enumerate() {
            if i > 0 {
                self.0.push(' ');
            }
            push_px(&mut self.0, x);
        }
    }
}

/// A length with at most two decimals.
pub fn px(x: f64) -> String {
    let mut text = String::new();
    push_px(&mut text, x);
    text
}

/// Beyond this no screen reaches.
const FARTHEST: f64 = 1e12;

/// Written by whole hundredths: a picture has ten thousands of lengths, and the exact way takes ten times as long.
fn push_px(text: &mut String, x: f64) {
    if x.is_nan() || x.abs() > FARTHEST {
        let _ = write!(text, "{x:.0}");
        return;
    }
    let hundredths = (x.abs() * 100.0 + 0.5) as u64;
    if x < 0.0 && hundredths > 0 {
        text.push('-');
    }
    push_whole(text, hundredths / 100);
    let (tenths, rest) = (hundredths / 10 % 10, hundredths % 10);
    if tenths + rest > 0 {
        text.push('.');
        text.push(char::from(b'0' + tenths as u8));
        if rest > 0 {
            text.push(char::from(b'0' + rest as u8));
        }
    }
}

fn push_whole(text: &mut String, n: u64) {
    if n >= 10 {
        push_whole(text, n / 10);
    }
    text.push(char::from(b'0' + (n % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_short_paths() {
        let path = Path::new().to(1.0, 2.5).line(2.7177, -0.001).across(7.0).down(1e3).close();
        assert_eq!(path.text(), "M1 2.5L2.72 0H7V1000Z");
        let lengths = [-0.004, -1.5, 0.05, 12.345_1, 99.999, 1e9, -0.25, 3.0].map(px);
        assert_eq!(lengths, ["0", "-1.5", "0.05", "12.35", "100", "1000000000", "-0.25", "3"]);
        assert_eq!(Path::new().diamond(10.0, 20.0, 4.0).text(), "M10 16L14 20L10 24L6 20Z");
    }
}
