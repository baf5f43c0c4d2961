//! Which data goes where. A static belongs to the first part if the code of the first part, or another of its statics,
//! holds a number that may be its address. All that looks like an address is taken for one.

use super::module::Module;
use super::plan::Plan;
use crate::Fallible;
use std::ops::Range;
use wasmparser::{DataKind, Operator};

/// A number that is no static's address may still lead to one that is near: the compiler adds an index that does not
/// begin at zero to an address that is not the static's.
const REACH: u32 = 16;
/// A loop that counts up to zero adds its index to the end of its table, where often the next static begins.
const PADDING: u32 = 8;
/// A gap of zeros from which on two segments are shorter than one.
const GAP: usize = 12;

/// A stretch of memory.
pub struct Segment {
    pub address: u32,
    pub bytes: Vec<u8>,
}

/// The data of both parts.
pub struct Split {
    pub first: Vec<Segment>,
    pub later: Vec<Segment>,
}

/// Divides the module's data.
pub fn split(module: &Module, plan: &Plan) -> Fallible<Split> {
    let segments = segments(module)?;
    let statics = Statics::new(module, &segments)?;
    let mut kept =
        Kept { statics: &statics, segments: &segments, is: vec![false; statics.ranges.len()], new: vec![] };
    for number in numbers(module, plan)? {
        kept.add(statics.near(number));
    }
    kept.follow();
    let runs = statics.runs(&kept.is);
    let mut later = Vec::new();
    let mut first = segments;
    for run in &runs {
        let Some((segment, place)) =
            first.iter_mut().find_map(|each| each.place(run).map(|place| (each, place)))
        else {
            return Err("neighbours among the statics are in two segments".into());
        };
        later.push(segment.part(place.clone()));
        segment.bytes[place].fill(0);
    }
    Ok(Split { first: packed(&first), later: packed(&later) })
}

impl Segment {
    fn place(&self, range: &Range<u32>) -> Option<Range<usize>> {
        let from = range.start.checked_sub(self.address)? as usize;
        let to = range.end.checked_sub(self.address)? as usize;
        (to <= self.bytes.len()).then_some(from..to)
    }
}

/// The addresses of the statics, in ascending order and apart from each other.
struct Statics {
    ranges: Vec<Range<u32>>,
}

impl Statics {
    fn new(module: &Module, segments: &[Segment]) -> Fallible<Self> {
        let mut all = Vec::new();
        for each in &module.statics {
            let segment = segments.get(each.segment as usize).ok_or("a static is in no segment")?;
            let start = segment.address + each.offset;
            all.push(start..start + each.bytes);
        }
        all.sort_unstable_by_key(|range| (range.start, range.end));
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for range in all {
            match ranges.last_mut() {
                Some(last) if range.start < last.end => last.end = last.end.max(range.end),
                _ => ranges.push(range),
            }
        }
        Ok(Self { ranges })
    }

    /// The stretches of statics that aren't kept. No stretch goes beyond a kept static: the first part may have written
    /// there by the time the later part comes.
    fn runs(&self, kept: &[bool]) -> Vec<Range<u32>> {
        let pairs: Vec<(&Range<u32>, bool)> = self.ranges.iter().zip(kept.iter().copied()).collect();
        let runs = pairs.chunk_by(|(left, left_kept), (right, right_kept)| {
            !left_kept && !right_kept && right.start - left.end < PADDING
        });
        let later = runs.filter(|run| !run[0].1 && run[0].0.start < run[run.len() - 1].0.end);
        later.map(|run| run[0].0.start..run[run.len() - 1].0.end).collect()
    }

    /// The static that holds this address.
    fn at(&self, address: u32) -> Option<usize> {
        let next = self.ranges.partition_point(|range| range.end <= address);
        self.ranges.get(next).is_some_and(|range| range.contains(&address)).then_some(next)
    }

    /// The statics that a number in code may lead to.
    fn near(&self, number: u32) -> Range<usize> {
        let exact = self.at(number).is_some_and(|found| self.ranges[found].start == number);
        let (before, behind) = if exact { (PADDING, 0) } else { (REACH, REACH) };
        let first = self.ranges.partition_point(|range| range.end < number.saturating_sub(before));
        let last = self.ranges.partition_point(|range| range.start <= number.saturating_add(behind));
        first..last.max(first)
    }
}

/// The statics of the first part, as they are found.
struct Kept<'a> {
    statics: &'a Statics,
    segments: &'a [Segment],
    is: Vec<bool>,
    new: Vec<usize>,
}

impl Kept<'_> {
    fn add(&mut self, found: Range<usize>) {
        for index in found {
            if !std::mem::replace(&mut self.is[index], true) {
                self.new.push(index);
            }
        }
    }

    /// Adds what the found ones point to; the linker puts pointers at multiples of four.
    fn follow(&mut self) {
        while let Some(index) = self.new.pop() {
            let range = self.statics.ranges[index].clone();
            let segments = self.segments;
            for segment in segments {
                let Some(place) = segment.place(&range) else { continue };
                let aligned = place.start + (range.start.next_multiple_of(4) - range.start) as usize;
                for word in segment.bytes[aligned.min(place.end)..place.end].chunks_exact(4) {
                    let number = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                    self.add(self.statics.at(number).map_or(0..0, |found| found..found + 1));
                }
            }
        }
    }
}

/// Every number in the code of the first part that may be an address.
fn numbers(module: &Module, plan: &Plan) -> Fallible<Vec<u32>> {
    let mut numbers = Vec::new();
    for (function, _) in module.functions.iter().zip(&plan.later).filter(|(_, later)| !**later) {
        let Some(body) = &function.body else { continue };
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            if let Operator::I32Const { value } = operator {
                numbers.push(value as u32);
            } else if let Some(offset) = offset(&operator) {
                numbers.push(offset as u32);
            }
        }
    }
    Ok(numbers)
}

/// The constant that a load or store adds to its address.
fn offset(operator: &Operator) -> Option<u64> {
    use Operator::*;
    match operator {
        I32Load { memarg }
        | I64Load { memarg }
        | F32Load { memarg }
        | F64Load { memarg }
        | I32Load8S { memarg }
        | I32Load8U { memarg }
        | I32Load16S { memarg }
        | I32Load16U { memarg }
        | I64Load8S { memarg }
        | I64Load8U { memarg }
        | I64Load16S { memarg }
        | I64Load16U { memarg }
        | I64Load32S { memarg }
        | I64Load32U { memarg }
        | I32Store { memarg }
        | I64Store { memarg }
        | F32Store { memarg }
        | F64Store { memarg }
        | I32Store8 { memarg }
        | I32Store16 { memarg }
        | I64Store8 { memarg }
        | I64Store16 { memarg }
        | I64Store32 { memarg } => Some(memarg.offset),
        _ => None,
    }
}

fn segments(module: &Module) -> Fallible<Vec<Segment>> {
    let mut segments = Vec::new();
    for data in module.data.clone() {
        let data = data?;
        let DataKind::Active { memory_index: 0, offset_expr } = data.kind else {
            return Err("a data segment is not active".into());
        };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
            return Err("the place of a data segment is not a constant".into());
        };
        segments.push(Segment { address: value as u32, bytes: data.data.to_vec() });
    }
    Ok(segments)
}

/// The same memory without longer runs of zeros: memory begins as zeros.
fn packed(segments: &[Segment]) -> Vec<Segment> {
    let mut packed = Vec::new();
    for segment in segments {
        let mut start = None;
        let mut zeros = 0;
        for (place, &byte) in segment.bytes.iter().enumerate() {
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            if byte != 0 {
                start.get_or_insert(place);
            } else if zeros == GAP
                && let Some(from) = start.take()
            {
                packed.push(segment.part(from..place + 1 - zeros));
            }
        }
        if let Some(from) = start {
            packed.push(segment.part(from..segment.bytes.len() - zeros));
        }
    }
    packed
}

impl Segment {
    fn part(&self, place: Range<usize>) -> Segment {
        Segment { address: self.address + place.start as u32, bytes: self.bytes[place].to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Segment, Statics, packed};

    fn statics() -> Statics {
        Statics { ranges: vec![100..108, 108..112, 112..140, 160..164] }
    }

    #[test]
    fn an_address_leads_to_its_static_and_to_the_table_that_ends_there() {
        assert_eq!(statics().near(100), 0..1);
        assert_eq!(statics().near(112), 0..3);
        assert_eq!(statics().near(160), 3..4);
        assert_eq!(statics().near(300), 4..4);
    }

    #[test]
    fn a_number_beside_the_statics_leads_to_those_in_reach() {
        assert_eq!(statics().near(90), 0..1);
        assert_eq!(statics().near(150), 2..4);
        assert_eq!(statics().near(120), 0..3);
    }

    /// The first part may have written to what lies between two statics of the later part.
    #[test]
    fn no_stretch_of_the_later_part_covers_a_kept_static() {
        assert_eq!(statics().runs(&[false, true, false, false]), [100..108, 112..140, 160..164]);
        assert_eq!(statics().runs(&[false, false, true, false]), [100..112, 160..164]);
        assert_eq!(statics().runs(&[true; 4]), []);
    }

    #[test]
    fn long_runs_of_zeros_are_left_out() {
        let mut bytes = vec![0; 100];
        (bytes[3], bytes[8], bytes[60]) = (7, 8, 9);
        let packed = packed(&[Segment { address: 1_000, bytes }]);
        let places: Vec<_> = packed.iter().map(|segment| (segment.address, segment.bytes.clone())).collect();
        assert_eq!(places, [(1_003, vec![7, 0, 0, 0, 0, 8]), (1_060, vec![9])]);
    }
}
