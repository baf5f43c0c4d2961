//! Names on the picture: how wide they are, and which of them fit beside one another.

/// Names shorter than this are shown whole or not at all.
const SHORTEST_CUT: usize = 6;

/// About how wide a text is in the lanes' small type.
pub fn width(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | '\'' | ' ' => 3.6,
            'm' | 'w' | 'M' | 'W' | '&' | '%' | '@' | '<' | '>' => 9.6,
            _ => 6.8,
        })
        .sum()
}

/// The text, cut with an ellipsis where it is longer than `room`; `None` where too little would stand, and for short
/// names, which a cut would make into other names.
pub fn cut(text: &str, room: f64) -> Option<String> {
    if width(text) <= room {
        return Some(text.to_owned());
    }
    if text.chars().count() < SHORTEST_CUT {
        return None;
    }
    let mut kept = String::new();
    let mut used = 7.0;
    for c in text.chars() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        kept.push(c);
    }
    (kept.chars().count() >= 3).then(|| kept + "…")
}

/// A name that wants to stand centred at `x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish<T> {
    pub x: f64,
    pub text: String,
    pub of: T,
}

/// The names that fit on one line from `left` to `right`: from left to right, each only if it clears the one before.
/// Those at (nearly) one place are written as one.
pub fn fit<T>(mut wishes: Vec<Wish<T>>, left: f64, right: f64) -> Vec<Wish<T>> {
    wishes.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut merged: Vec<Wish<T>> = Vec::new();
    for wish in wishes {
        match merged.last_mut() {
            Some(last) if wish.x - last.x < 3.0 => {
                last.text.push(' ');
                last.text.push_str(&wish.text);
            }
            _ => merged.push(wish),
        }
    }
    let mut end = f64::NEG_INFINITY;
    merged.retain_mut(|wish| {
        let half = width(&wish.text) / 2.0;
        wish.x = wish.x.clamp(left + half, (right - half).max(left + half));
        let fits = wish.x - half > end;
        if fits {
            end = wish.x + half + 4.0;
        }
        fits
    });
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_what_is_too_long() {
        assert_eq!(cut("heavy", 100.0).as_deref(), Some("heavy"));
        assert_eq!(cut("a-very-long-name", 56.0).as_deref(), Some("a-very-…"));
        assert_eq!(cut("abcdef", 20.0), None);
        assert_eq!(cut("j187", 20.0), None, "not j1…");
    }

    #[test]
    fn names_that_would_overlap_are_left_out_and_neighbours_joined() {
        let wish = |x, text: &str| Wish { x, text: text.to_owned(), of: () };
        let fitted = fit(vec![wish(52.0, "b"), wish(50.0, "a"), wish(58.0, "c"), wish(90.0, "d")], 0.0, 92.0);
        let texts: Vec<_> = fitted.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(texts, ["a b", "d"]);
        assert!(fitted[1].x + width("d") / 2.0 <= 92.0);
    }
}
