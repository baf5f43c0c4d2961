//! Columns of a wire form, written and read by one description. Frozen with version 1.
//!
//! A column whose values are all the usual one takes one bit; numbers are short decimals as integers, and text by what
//! repeats. Nothing is said twice: the number of rows comes from outside.

use std::collections::BTreeMap;

/// Rows of any column: a column that isn't written takes no bytes, so their number is all that bounds it.
pub(super) const MOST_ROWS: usize = 1 << 18;

/// One direction of the codec. A wire form calls these in a fixed order, the same for both directions.
/// `None` means bytes that no version of this program wrote; a writer always succeeds.
pub(super) trait Columns {
    /// A number of rows.
    fn rows(&mut self, rows: &mut usize) -> Option<()>;
    /// Whole numbers.
    fn integers(&mut self, rows: usize, usual: u64, values: &mut Vec<u64>) -> Option<()>;
    /// Reals.
    fn reals(&mut self, rows: usize, usual: f64, values: &mut Vec<f64>) -> Option<()>;
    /// Texts that may be missing.
    fn texts(&mut self, rows: usize, values: &mut Vec<Option<String>>) -> Option<()>;
}

/// Of text columns: prefix0, prefix1, … from a number on.
const NUMBERED: u64 = 0;
/// Of text columns: distinct words, then for each row the word's position + 1, or 0 for a missing one.
const WORDS: u64 = 1;
/// Of text columns: a text a row.
const PLAIN: u64 = 2;
/// Of real columns: doubles as they are. Below it: 2 · decimal places, + 1 where each integer is the difference from
/// the one before.
const RAW: u64 = 127;
/// Powers of ten up to here are exact, and keep the integers of numbers that people write below 2^53.
const MOST_PLACES: u64 = 9;

#[derive(Default)]
pub(super) struct Writer {
    /// One bit a column: whether it is written at all.
    present: Vec<bool>,
    bytes: Vec<u8>,
}

impl Writer {
    /// The present bits as one integer, then the columns.
    pub(super) fn finish(self) -> Vec<u8> {
        let mask = self.present.iter().rev().fold(0_u64, |mask, &present| mask << 1 | u64::from(present));
        let mut head = Self::default();
        head.integer(mask);
        head.bytes.extend(self.bytes);
        head.bytes
    }

    fn integer(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn text(&mut self, text: &str) {
        self.integer(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn is_present(&mut self, present: bool) -> bool {
        self.present.push(present);
        present
    }

    fn words(&mut self, values: &[Option<String>]) {
        let mut position = BTreeMap::new();
        let mut words: Vec<&str> = Vec::new();
        let rows: Vec<usize> = values
            .iter()
            .map(|value| match value {
                None => 0,
                Some(text) => *position.entry(text.as_str()).or_insert_with(|| {
                    words.push(text);
                    words.len()
                }),
            })
            .collect();
        if words.len() == values.len() {
            self.integer(PLAIN);
            values.iter().flatten().for_each(|text| self.text(text));
        } else {
            self.integer(WORDS);
            self.integer(words.len() as u64);
            words.iter().for_each(|word| self.text(word));
            rows.iter().for_each(|&row| self.integer(row as u64));
        }
    }
}

impl Columns for Writer {
    fn rows(&mut self, rows: &mut usize) -> Option<()> {
        self.integer(*rows as u64);
        Some(())
    }

    fn integers(&mut self, _rows: usize, usual: u64, values: &mut Vec<u64>) -> Option<()> {
        if self.is_present(values.iter().any(|value| *value != usual)) {
            values.iter().for_each(|&value| self.integer(value));
        }
        Some(())
    }

    fn reals(&mut self, _rows: usize, usual: f64, values: &mut Vec<f64>) -> Option<()> {
        if !self.is_present(values.iter().any(|value| *value != usual)) {
            return Some(());
        }
        let scaled = (0..=MOST_PLACES).find_map(|places| Some((places, scaled(values, places)?)));
        match scaled {
            None => {
                self.integer(RAW);
                values.iter().for_each(|value| self.bytes.extend_from_slice(&value.to_le_bytes()));
            }
            Some((places, plain)) => {
                let steps = steps(&plain);
                let by_steps = size(&steps) < size(&plain);
                self.integer(2 * places + u64::from(by_steps));
                let integers = if by_steps { steps } else { plain };
                integers.iter().for_each(|&integer| self.integer(zigzag(integer)));
            }
        }
        Some(())
    }

    fn texts(&mut self, _rows: usize, values: &mut Vec<Option<String>>) -> Option<()> {
        if self.is_present(values.iter().any(Option::is_some)) {
            match numbered(values) {
                Some((prefix, first)) => {
                    self.integer(NUMBERED);
                    self.text(prefix);
                    self.integer(first);
                }
                None => self.words(values),
            }
        }
        Some(())
    }
}

pub(super) struct Reader<'a> {
    present: u64,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Self { present: 0, bytes };
        reader.present = reader.integer()?;
        Some(reader)
    }

    /// Whether everything was read, and nothing more announced.
    pub(super) fn is_over(&self) -> bool {
        self.bytes.is_empty() && self.present == 0
    }

    fn integer(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.integer()?).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.length()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn double(&mut self) -> Option<f64> {
        let (bytes, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(f64::from_le_bytes(*bytes))
    }

    fn is_present(&mut self) -> bool {
        let present = self.present & 1 == 1;
        self.present >>= 1;
        present
    }

    fn decimals(&mut self, rows: usize, form: u64) -> Option<Vec<f64>> {
        let (scale, by_steps) = (scale(form / 2)?, form % 2 == 1);
        let mut sum = 0_i64;
        (0..rows)
            .map(|_| {
                let integer = unzigzag(self.integer()?);
                sum = if by_steps { sum.checked_add(integer)? } else { integer };
                Some(sum as f64 / scale)
            })
            .collect()
    }
}

impl Columns for Reader<'_> {
    fn rows(&mut self, rows: &mut usize) -> Option<()> {
        *rows = self.length().filter(|&rows| rows <= MOST_ROWS)?;
        Some(())
    }

    fn integers(&mut self, rows: usize, usual: u64, values: &mut Vec<u64>) -> Option<()> {
        *values = if self.is_present() {
            (0..rows).map(|_| self.integer()).collect::<Option<_>>()?
        } else {
            vec![usual; rows]
        };
        Some(())
    }

    fn reals(&mut self, rows: usize, usual: f64, values: &mut Vec<f64>) -> Option<()> {
        *values = if self.is_present() {
            match self.integer()? {
                RAW => (0..rows).map(|_| self.double()).collect::<Option<_>>()?,
                form => self.decimals(rows, form)?,
            }
        } else {
            vec![usual; rows]
        };
        Some(())
    }

    fn texts(&mut self, rows: usize, values: &mut Vec<Option<String>>) -> Option<()> {
        *values = if !self.is_present() {
            vec![None; rows]
        } else {
            match self.integer()? {
                NUMBERED => {
                    let (prefix, first) = (self.text()?, self.integer()?);
                    (0..rows as u64)
                        .map(|at| Some(Some(format!("{prefix}{}", first.checked_add(at)?))))
                        .collect::<Option<_>>()?
                }
                WORDS => {
                    let words: Vec<String> =
                        (0..self.integer()?).map(|_| self.text()).collect::<Option<_>>()?;
                    (0..rows)
                        .map(|_| match self.length()?.checked_sub(1) {
                            None => Some(None),
                            Some(at) => words.get(at).cloned().map(Some),
                        })
                        .collect::<Option<_>>()?
                }
                PLAIN => (0..rows).map(|_| self.text().map(Some)).collect::<Option<_>>()?,
                _ => return None,
            }
        };
        Some(())
    }
}

fn scale(places: u64) -> Option<f64> {
    (places <= MOST_PLACES).then(|| (0..places).fold(1.0, |scale, _| scale * 10.0))
}

/// Each value times 10^places, if all come back exactly.
fn scaled(values: &[f64], places: u64) -> Option<Vec<i64>> {
    let scale = scale(places)?;
    values
        .iter()
        .map(|&value| {
            let m = libm::rint(value * scale);
            let is_exact = m.abs() < 9e15 && m / scale == value && !(m == 0.0 && value.is_sign_negative());
            is_exact.then_some(m as i64)
        })
        .collect()
}

fn steps(values: &[i64]) -> Vec<i64> {
    values.iter().scan(0, |before, &value| Some(value - std::mem::replace(before, value))).collect()
}

/// Bytes of the integers as they are written.
fn size(values: &[i64]) -> u32 {
    values.iter().map(|&value| (64 - zigzag(value).leading_zeros()).div_ceil(7).max(1)).sum()
}

fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn numbered(texts: &[Option<String>]) -> Option<(&str, u64)> {
    let head = texts.first()?.as_deref()?;
    let prefix = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let first: u64 = head[prefix.len()..].parse().ok()?;
    let mut rows = texts.iter().zip(0..);
    let in_row = rows.all(|(text, at)| {
        first.checked_add(at).is_some_and(|number| text.as_deref() == Some(&*format!("{prefix}{number}")))
    });
    in_row.then_some((prefix, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reals_back(values: &[f64]) -> Vec<f64> {
        let mut writer = Writer::default();
        writer.reals(values.len(), 1.0, &mut values.to_vec()).unwrap();
        let bytes = writer.finish();
        let mut back = Vec::new();
        let mut reader = Reader::new(&bytes).unwrap();
        reader.reals(values.len(), 1.0, &mut back).unwrap();
        assert!(reader.is_over());
        back
    }

    #[test]
    fn reals_come_back_to_the_bit() {
        let columns: [&[f64]; 7] = [
            &[],
            &[1.0, 1.0],
            &[0.1, 29.063, 51.81, 71.679],
            &[1e15, 1e15 + 1.0],
            &[f64::MAX, f64::MIN_POSITIVE],
            &[0.1 + 0.2],
            &[-0.0, 3.0],
        ];
        for values in columns {
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&reals_back(values)), bits(values));
        }
    }
}
