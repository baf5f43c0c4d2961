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
            let _ = write!(self.0, "{}", px(x));
        }
    }
}

/// A length with at most two decimals.
pub fn px(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_short_paths() {
        let path = Path::new().to(1.0, 2.5).line(2.7177, -0.001).across(7.0).down(1e3).close();
        assert_eq!(path.text(), "M1 2.5L2.72 0H7V1000Z");
        assert_eq!(Path::new().diamond(10.0, 20.0, 4.0).text(), "M10 16L14 20L10 24L6 20Z");
    }
}
