//! Sorting through one piece of code. A generic sort is some 5 kB of wasm for every type that is sorted, and a page has
//! dozens; here only positions are, by a comparison behind a pointer.

use std::cmp::Ordering;

/// Sorts by a comparison; equals keep their order.
pub fn sort_by<T: Clone>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let positions = sorted_positions(items.len(), &|a, b| compare(&items[a], &items[b]));
    let before = items.to_vec();
    for (item, at) in items.iter_mut().zip(positions) {
        *item = before[at as usize].clone();
    }
}

/// Sorts by a key; equals keep their order.
pub fn sort_by_key<T: Clone, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by the items' own order.
pub fn sort<T: Clone + Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

fn sorted_positions(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let length = u32::try_from(length).expect("sizes are limited far below 2^32");
    let mut positions: Vec<u32> = (0..length).collect();
    positions.sort_by(|&a, &b| compare(a as usize, b as usize));
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        let mut pairs = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by_key(&mut pairs, |&(key, _)| key);
        assert_eq!(pairs, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        let mut words = ["b", "a", "c"].map(str::to_owned);
        sort(&mut words);
        assert_eq!(words, ["a", "b", "c"]);
    }
}
