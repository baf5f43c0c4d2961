//! Seeded mutations of links: of their text, which the checksum sees, and of what is inside, with the checksum mended, so
//! that hostile values reach the reader.

use asrpt_core::scenario::Scenario;
use asrpt_core::share::{LinkError, decode, encode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::dice::Dice;
use crate::document::full;
use crate::{check_problems, soon, survives};

const OF_THE_TEXT: u64 = 4000;
const OF_THE_INSIDE: u64 = 6000;
/// A few changed bytes can ask for a quarter of a million jobs; such a scenario is read, but not run here.
const MOST_JOBS_RUN: usize = 500;

/// A link of each version: with online learning it is the second.
fn links() -> [String; 2] {
    let learning = Scenario::from_json(&full().to_string()).expect("the full document is valid");
    let mut plain = learning.clone();
    plain.predictor.refit_every = None;
    let links = [plain, learning].map(|scenario| encode(&scenario).expect("it fits into a link"));
    assert!(links[0].starts_with('1') && links[1].starts_with('2'));
    links
}

/// Decodes; a scenario runs or says why not, an error has words. Whether it was accepted.
fn opens(link: &str) -> bool {
    match decode(link) {
        Ok(scenario) if scenario.jobs.len() <= MOST_JOBS_RUN => survives(&scenario.to_json()),
        Ok(scenario) => encode(&scenario).is_ok_and(|again| decode(&again).as_ref() == Ok(&scenario)),
        Err(error) => {
            if let LinkError::Invalid { problems, .. } = &error {
                check_problems(problems);
            }
            let said = error.to_string();
            assert!(!said.is_empty() && !said.contains(char::is_control), "{said:?}");
            false
        }
    }
}

fn mutated_text(dice: &mut Dice, link: &str) -> String {
    const PIECES: [&str; 14] =
        ["#", "&", "%", "%41", "1", "2", "=", "_", "-", "A", "\u{0}", "é", " ", "&at=9~x~y"];
    let mut chars: Vec<char> = link.chars().collect();
    for _ in 0..dice.between(1, 3) {
        let at = dice.below(chars.len());
        let end = (at + dice.between(0, 12)).min(chars.len());
        let piece: Vec<char> = dice.pick(&PIECES).chars().collect();
        match dice.below(4) {
            0 => chars.truncate(at.max(1)),
            1 => drop(chars.splice(at..end, piece)),
            2 => {
                let last = chars.len() - 1;
                chars.swap(at, end.min(last));
            }
            _ => chars[at] = char::from(dice.between(32, 126) as u8),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_links_are_scenarios_or_say_what_is_wrong() {
    let accepted = soon(|| {
        let links = links();
        let mutants =
            (0..OF_THE_TEXT).map(|seed| mutated_text(&mut Dice::new(seed), &links[seed as usize % 2]));
        mutants.filter(|mutant| opens(mutant)).count()
    });
    // Only what stands behind the code, or white space within it, does no harm.
    assert!((1..OF_THE_TEXT as usize / 10).contains(&accepted), "{accepted} accepted");
}

/// The bytes inside a link.
fn inside(link: &str) -> Vec<u8> {
    let bytes = URL_SAFE_NO_PAD.decode(&link[1..]).expect("the code of a link");
    let length = bytes.iter().position(|byte| byte & 0x80 == 0).expect("a length") + 1;
    miniz_oxide::inflate::decompress_to_vec(&bytes[length + 3..]).expect("whole")
}

/// A link of a version around any bytes, as `encode` makes it.
fn around(version: usize, wire: &[u8]) -> String {
    let deflated = miniz_oxide::deflate::compress_to_vec(wire, 1);
    let (mut bytes, mut length) = (Vec::new(), deflated.len());
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(
        &crc::Crc::<u32, crc::NoTable>::new(&crc::CRC_32_ISO_HDLC).checksum(&deflated).to_le_bytes()[..3],
    );
    bytes.extend_from_slice(&deflated);
    format!("{version}{}", URL_SAFE_NO_PAD.encode(bytes))
}

fn mutated_bytes(dice: &mut Dice, wire: &[u8]) -> Vec<u8> {
    let mut bytes = wire.to_vec();
    for _ in 0..dice.between(1, 3) {
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            // A number that goes on: up to the largest there is.
            2 => drop(bytes.splice(at..at, std::iter::repeat_n(0xff, dice.between(1, 10)))),
            3 => drop(bytes.drain(at..(at + dice.between(1, 8)).min(bytes.len()))),
            4 => bytes.insert(at, dice.between(0, 255) as u8),
            _ => bytes.swap(at, 0),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn mutated_insides_are_scenarios_or_say_what_is_wrong() {
    let accepted = soon(|| {
        let wires = links().map(|link| inside(&link));
        for (at, wire) in wires.iter().enumerate() {
            assert!(opens(&around(at + 1, wire)), "nothing mutated, nothing wrong");
        }
        let mutant = |seed: u64| {
            let at = seed as usize % 2;
            around(at + 1, &mutated_bytes(&mut Dice::new(seed), &wires[at]))
        };
        (0..OF_THE_INSIDE).filter(|&seed| opens(&mutant(seed))).count()
    });
    assert!((100..OF_THE_INSIDE as usize).contains(&accepted), "{accepted} accepted");
}
