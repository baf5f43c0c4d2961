//! Which function goes where.

use super::module::Module;
use crate::Fallible;
use std::collections::{HashMap, HashSet};

/// The size of a small function's body, in bytes.
const SMALL: usize = 64;
/// The size of the smallest: about that of a stub.
const TINY: usize = 12;

/// A split: every function of the module is in exactly one of the two parts.
pub struct Plan {
    /// By function: in the later part?
    pub later: Vec<bool>,
    /// Functions of the first part, imported ones included, that the later part calls.
    pub shared: Vec<u32>,
    /// Functions of the later part that the first part can reach, each with its slot in table 0.
    pub stubs: Vec<(u32, u32)>,
    /// The size of table 0, with the slots that the split adds.
    pub slots: u32,
}

impl Plan {
    /// Keeps these functions for the first part.
    pub fn new(module: &Module, first: &HashSet<u32>) -> Fallible<Self> {
        let first = with_small_ones(module, first)?;
        let later: Vec<bool> = module
            .functions
            .iter()
            .zip(first)
            .map(|(function, first)| function.body.is_some() && !first)
            .collect();
        let (stubs, slots) = stubs(module, &later)?;
        let shared = (0..).zip(&later).zip(used(module, |index| later[index]));
        let shared =
            shared.filter(|&((_, &later), used)| used && !later).map(|((index, _), _)| index).collect();
        Ok(Self { later, shared, stubs, slots })
    }
}

/// These functions and small ones beside them: those that they call, and the smallest that can be called through the
/// table. A small function weighs hardly more than the stub in its place, and some run by chance alone, like the
/// comparison of two keys whose hashes meet.
fn with_small_ones(module: &Module, first: &HashSet<u32>) -> Fallible<Vec<bool>> {
    let bytes = |index: u32| module.functions[index as usize].body.as_ref().map(|body| body.as_bytes().len());
    let mut kept = vec![false; module.functions.len()];
    let in_table = module.table_slots()?.into_iter().map(|(_, function)| function);
    let tiny = in_table.filter(|&function| bytes(function).is_some_and(|bytes| bytes <= TINY));
    let mut waiting: Vec<u32> = first.iter().copied().chain(tiny).collect();
    while let Some(index) = waiting.pop() {
        if std::mem::replace(&mut kept[index as usize], true) {
            continue;
        }
        let used = module.functions[index as usize].uses.iter().copied();
        waiting.extend(used.filter(|&used| bytes(used).is_some_and(|bytes| bytes <= SMALL)));
    }
    Ok(kept)
}

/// A function that is in the table already keeps its slot there, any other gets a new one.
fn stubs(module: &Module, later: &[bool]) -> Fallible<(Vec<(u32, u32)>, u32)> {
    let mut reached = used(module, |index| !later[index]);
    for function in module.exported_functions()? {
        reached[function as usize] = true;
    }
    let slot_of: HashMap<u32, u32> =
        module.table_slots()?.into_iter().map(|(slot, function)| (function, slot)).collect();
    let table = module.tables.clone().into_iter().next().ok_or("the module has no table")??;
    let mut slots = table.ty.initial as u32;
    let mut stubs = Vec::new();
    for index in (0..later.len()).filter(|&index| later[index]) {
        match slot_of.get(&(index as u32)) {
            Some(&slot) => stubs.push((index as u32, slot)),
            None if reached[index] => {
                stubs.push((index as u32, slots));
                slots += 1;
            }
            None => {}
        }
    }
    Ok((stubs, slots))
}

/// By function: does one of these use it?
fn used(module: &Module, by: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut used = vec![false; module.functions.len()];
    for (index, function) in module.functions.iter().enumerate() {
        if by(index) {
            function.uses.iter().for_each(|&each| used[each as usize] = true);
        }
    }
    used
}
