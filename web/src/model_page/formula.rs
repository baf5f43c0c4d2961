//! Formulas from a short notation: `α_{min}` and `x_s` have something below, `10^6` something above; single letters
//! are italic, words and numbers upright.

use yew::prelude::*;

/// A stretch of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Upright(String),
    Letter(String),
    Below(Vec<Piece>),
    Above(Vec<Piece>),
}

/// Reads the notation.
pub fn read(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        match first {
            '_' | '^' => {
                let (inner, left) = argument(after);
                let inner = read(inner);
                pieces.push(if first == '_' { Piece::Below(inner) } else { Piece::Above(inner) });
                rest = left;
            }
            c if c.is_alphabetic() => {
                let end = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
                let word = &rest[..end];
                let letters = word.chars().filter(|c| c.is_alphabetic()).count();
                let word = word.to_owned();
                pieces.push(if letters == 1 { Piece::Letter(word) } else { Piece::Upright(word) });
                rest = &rest[end..];
            }
            _ => {
                let end =
                    rest.find(|c: char| c.is_alphabetic() || c == '_' || c == '^').unwrap_or(rest.len());
                pieces.push(Piece::Upright(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
    }
    pieces
}

/// A letter, or the hat over one.
fn is_of_word(c: char) -> bool {
    c.is_alphabetic() || c == '\u{302}'
}

/// What `_` or `^` holds: a group in braces, or a run of letters and digits (with a comma between).
fn argument(text: &str) -> (&str, &str) {
    if let Some(group) = text.strip_prefix('{') {
        return group.split_once('}').unwrap_or((group, ""));
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    text.split_at(end)
}

/// A formula on the page.
pub fn formula(text: &str) -> Html {
    drawn(&read(text))
}

fn drawn(pieces: &[Piece]) -> Html {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Upright(text) => html! { <>{ text.clone() }</> },
            Piece::Letter(letter) => html! { <i class="symbol">{ letter.clone() }</i> },
            Piece::Below(inner) => html! { <sub>{ drawn(inner) }</sub> },
            Piece::Above(inner) => html! { <sup>{ drawn(inner) }</sup> },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> Piece {
        Piece::Letter(text.to_owned())
    }

    fn upright(text: &str) -> Piece {
        Piece::Upright(text.to_owned())
    }

    #[test]
    fn letters_words_and_what_hangs_on_them() {
        assert_eq!(read("α_{min}"), [letter("α"), Piece::Below(vec![upright("min")])]);
        assert_eq!(
            read("max_s U_s"),
            [
                upright("max"),
                Piece::Below(vec![letter("s")]),
                upright(" "),
                letter("U"),
                Piece::Below(vec![letter("s")]),
            ]
        );
        assert_eq!(read("n̂ · 10^6"), [letter("n̂"), upright(" · 10"), Piece::Above(vec![upright("6")])]);
        assert_eq!(read("x_{s,m}")[1], Piece::Below(vec![letter("s"), upright(","), letter("m")]));
        assert_eq!(read(""), []);
        assert_eq!(read("a_{b")[1], Piece::Below(vec![letter("b")]));
    }
}
