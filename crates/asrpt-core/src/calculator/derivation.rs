//! Named quantities: what a number is, how it was computed, from where.

use serde::Serialize;

/// One number with its history.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// What it is, with its symbol where formulas use one.
    pub name: String,
    /// How it comes about; empty for inputs.
    pub formula: String,
    /// Its value.
    pub value: f64,
    /// Its unit; empty for plain numbers.
    pub unit: String,
    /// Where the formula (for an input the number) is from; empty where it is plain counting.
    pub source: String,
    /// The number of the model that it sets, as `stages[0].forward_ms`.
    pub sets: Option<String>,
}

/// Quantities in the order in which they are computed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Derivation {
    /// All of them.
    pub quantities: Vec<Quantity>,
}

impl Derivation {
    /// The quantity that sets a number of the model, as `edges[1].activation_mb`.
    pub fn of(&self, path: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.sets.as_deref() == Some(path))
    }

    /// Names the source of an input.
    pub(crate) fn cite(&mut self, name: &str, source: &str) {
        for quantity in self.quantities.iter_mut().filter(|quantity| quantity.name == name) {
            quantity.source = source.to_owned();
        }
    }

    /// The same where the input is still this number.
    pub(crate) fn cite_value(&mut self, name: &str, value: Option<f64>, source: &str) {
        let same = |quantity: &&mut Quantity| quantity.name == name && Some(quantity.value) == value;
        for quantity in self.quantities.iter_mut().filter(same) {
            quantity.source = source.to_owned();
        }
    }

    pub(super) fn input(&mut self, name: impl Into<String>, value: f64, unit: &str) {
        self.push(name.into(), String::new(), value, unit, "input", None);
    }

    pub(super) fn step(
        &mut self,
        name: impl Into<String>,
        formula: impl Into<String>,
        value: f64,
        unit: &str,
        source: &str,
    ) -> f64 {
        self.push(name.into(), formula.into(), value, unit, source, None);
        value
    }

    /// A number of the model, kept to four significant digits so that links stay short.
    pub(super) fn output(
        &mut self,
        path: impl Into<String>,
        name: impl Into<String>,
        formula: impl Into<String>,
        value: f64,
        unit: &str,
        source: &str,
    ) -> f64 {
        let value = four_digits(value);
        self.exact_output(path, name, formula, value, unit, source);
        value
    }

    /// A number of the model that is whole.
    pub(super) fn exact_output(
        &mut self,
        path: impl Into<String>,
        name: impl Into<String>,
        formula: impl Into<String>,
        value: f64,
        unit: &str,
        source: &str,
    ) {
        self.push(name.into(), formula.into(), value, unit, source, Some(path.into()));
    }

    fn push(
        &mut self,
        name: String,
        formula: String,
        value: f64,
        unit: &str,
        source: &str,
        sets: Option<String>,
    ) {
        let (unit, source) = (unit.to_owned(), source.to_owned());
        self.quantities.push(Quantity { name, formula, value, unit, source, sets });
    }
}

/// The nearest number with four significant decimal digits.
pub fn four_digits(value: f64) -> f64 {
    // By way of decimal text: that is exact and the same on every machine, which scaling by powers of ten is not.
    format!("{value:.3e}").parse().expect("a formatted number is a number")
}

#[cfg(test)]
mod tests {
    use super::four_digits;

    #[test]
    fn four_digits_are_kept() {
        assert_eq!(
            [0.0, 123_456.0, 0.001_234_56, 9999.6].map(four_digits),
            [0.0, 123_500.0, 0.001_235, 10_000.0]
        );
    }
}
