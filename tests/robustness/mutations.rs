//! Seeded mutations of a valid document: of its text, and of its tree.

use crate::dice::Dice;
use crate::document::{full, places};
use crate::{soon, survives};
use serde_json::{Value, json};

const OF_THE_TEXT: u64 = 6000;
const OF_THE_TREE: u64 = 4000;

const PIECES: [&str; 16] =
    ["{", "}", "[", "]", ",", ":", "\"", "\\", "-", "e9", "0", "null", "\u{0}", "é", " ", "1e309"];

fn mutated_text(dice: &mut Dice, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..dice.between(1, 3) {
        let at = dice.below(chars.len());
        let end = (at + dice.between(1, 12)).min(chars.len());
        let piece: Vec<char> = match dice.below(3) {
            0 => Vec::new(),
            1 => dice.pick(&PIECES).chars().collect(),
            _ => chars[at..end].to_vec(),
        };
        match dice.below(3) {
            0 => drop(chars.splice(at..end, piece)),
            1 => drop(chars.splice(at..at, piece)),
            _ => chars[at] = char::from(dice.between(32, 126) as u8),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_texts_are_scenarios_or_problems() {
    let text = full().to_string();
    let accepted = soon(move || {
        let mutants = (0..OF_THE_TEXT).map(|seed| mutated_text(&mut Dice::new(seed), &text));
        mutants.filter(|mutant| survives(mutant)).count()
    });
    assert!((50..OF_THE_TEXT as usize / 2).contains(&accepted), "{accepted} accepted");
}

fn number(dice: &mut Dice) -> Value {
    let small = dice.below(20) as f64;
    let values: [f64; 11] = [
        small,
        small / 7.0,
        small * 1e3,
        1e-6,
        1e6,
        1e9,
        1e12,
        262_144.0,
        9_007_199_254_740_991.0,
        -small,
        dice.real(),
    ];
    let value = dice.pick(&values);
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// A number elsewhere, a copy of another place, an item doubled or left out.
fn mutate_tree(dice: &mut Dice, document: &mut Value) {
    let places = places(document);
    let place = &places[dice.below(places.len())];
    let other = places[dice.below(places.len())].of(document).clone();
    let value = place.of(document);
    match value {
        Value::Number(_) => *value = number(dice),
        Value::Array(items) if !items.is_empty() && dice.once_in(2) => {
            let at = dice.below(items.len());
            items.insert(at, items[at].clone());
        }
        Value::Array(items) if !items.is_empty() && dice.once_in(2) => {
            drop(items.remove(dice.below(items.len())))
        }
        Value::String(_) if other.is_string() => *value = other,
        _ if dice.once_in(8) => *value = other,
        _ => {}
    }
}

#[test]
fn mutated_trees_are_scenarios_or_problems() {
    let accepted = soon(|| {
        let mutants = (0..OF_THE_TREE).map(|seed| {
            let (mut dice, mut document) = (Dice::new(seed), full());
            (0..dice.between(1, 4)).for_each(|_| mutate_tree(&mut dice, &mut document));
            document.to_string()
        });
        mutants.filter(|mutant| survives(mutant)).count()
    });
    assert!((500..OF_THE_TREE as usize).contains(&accepted), "{accepted} accepted");
}
