//! Links: the whole scenario in the part of an address after `#`.
//!
//! A link is the version's digit and base64url of: the length of what follows, a checksum, and the deflated wire form.
//! Every version ever released is read for ever, so their modules ([`v1`], [`v2`]) are frozen. The newest is written where
//! it is needed, for online learning; for all other scenarios the first says the same in fewer characters, and more
//! pages can read it. History is carried for online learning alone; otherwise predictions are (see [`encode`]).

mod columns;
mod v1;
mod v2;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::predict;
use crate::scenario::{Problem, Scenario, validate};

/// Bytes that a link may unfold to: enough for several hundred thousand jobs, too little for a bomb.
const UNFOLDED_BYTES: usize = 8 * 1024 * 1024;
/// Characters of a link that are looked at at all.
const LINK_CHARS: usize = 16 * 1024 * 1024;
const CHECKSUM_BYTES: usize = 3;
/// The version that is read up to.
const NEWEST: u32 = 2;

/// Why a link can't be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkError {
    /// Nothing behind `#`, or no `#`.
    Empty,
    /// It doesn't begin with a version's digit.
    Foreign,
    /// Made by a later version of the product.
    Newer {
        /// The version that it names.
        version: u32,
    },
    /// Its end is missing.
    Cut {
        /// Bytes there.
        have: usize,
        /// Bytes it was made with.
        of: usize,
    },
    /// Characters were changed, added or lost on the way.
    Damaged,
    /// It holds, or would hold, more than a link may.
    TooLarge,
    /// Whole, but what it holds is no valid scenario.
    Invalid {
        /// What is wrong with it.
        problems: Vec<Problem>,
        /// What it holds.
        scenario: Box<Scenario>,
    },
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => write!(f, "the link holds no scenario: nothing stands after #"),
            Self::Foreign => write!(f, "this is no link of A-SRPT Lab: one begins with #1 or #2"),
            Self::Newer { version } => {
                write!(
                    f,
                    "the link was made by a newer version (format {version}; this one reads up to {NEWEST})"
                )
            }
            Self::Cut { have, of } => {
                write!(f, "the link was cut: {have} of {of} bytes arrived; ask for it again, or for the file")
            }
            Self::Damaged => {
                write!(f, "the link was damaged on the way: some characters differ; ask for it again")
            }
            Self::TooLarge => write!(f, "the scenario is too large for a link; the file can carry it"),
            Self::Invalid { problems, .. } => {
                write!(f, "the link is whole, but its scenario is not valid")?;
                problems.iter().take(3).try_for_each(|problem| write!(f, "; {problem}"))
            }
        }
    }
}

/// The part of a link after `#`, for a valid scenario.
///
/// Predictions are frozen into it: where the predictor isn't `perfect`, each job carries its n̂, so that a link gives
/// the same results however predictors change. With online learning n̂ depends on the policy, and nothing can be frozen:
/// such a link carries the history, and whoever opens it learns the same again.
///
/// # Errors
/// [`LinkError::TooLarge`] for scenarios that only a file can carry.
pub fn encode(scenario: &Scenario) -> Result<String, LinkError> {
    // Pages that know version 1 alone don't know the parameter: they must say that the link is newer than they are.
    let (version, wire) = match scenario.predictor.refit_every {
        None => (1, v1::write(&frozen(scenario))),
        Some(_) if learns_in_links(scenario) => (2, v2::write(scenario)),
        Some(_) => (2, v2::write(&frozen(scenario))),
    };
    let wire = wire.filter(|wire| wire.len() <= UNFOLDED_BYTES).ok_or(LinkError::TooLarge)?;
    let deflated = miniz_oxide::deflate::compress_to_vec(&wire, 10);
    let mut bytes = Vec::with_capacity(deflated.len() + 8);
    write_length(deflated.len(), &mut bytes);
    bytes.extend_from_slice(&checksum(&deflated));
    bytes.extend_from_slice(&deflated);
    Ok(format!("{version}{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// Whether a link to this scenario carries its history instead of predictions.
pub fn learns_in_links(scenario: &Scenario) -> bool {
    predict::refit_every(scenario).is_some()
}

/// Without its history, but with what was predicted from it.
fn frozen(scenario: &Scenario) -> Scenario {
    let mut frozen = Scenario { history: Vec::new().into(), ..scenario.clone() };
    if scenario.predictor.kind != "perfect" {
        let predicted = predict::iterations(scenario);
        for (job, predicted) in frozen.jobs.iter_mut().zip(predicted) {
            job.predicted_iterations = Some(predicted);
        }
    }
    frozen
}

/// The scenario in a link. Takes a whole address, or the part after `#`; white space that mail programs put in is
/// ignored.
///
/// # Errors
/// What is the matter with it, each kind with its own message.
pub fn decode(link: &str) -> Result<Scenario, LinkError> {
    let fragment = link.rsplit_once('#').map_or(link, |(_, fragment)| fragment);
    if fragment.len() > LINK_CHARS {
        return Err(LinkError::TooLarge);
    }
    let fragment = unwrapped(fragment);
    // Options of the page stand behind the scenario, as in `#1…&view=embed`.
    let code = fragment.split('&').next().unwrap_or_default();
    let digits: String = code.chars().take_while(char::is_ascii_digit).collect();
    match digits.chars().next() {
        None if code.is_empty() => Err(LinkError::Empty),
        Some('1') => read(&code[1..], v1::read),
        Some('2') => read(&code[1..], v2::read),
        Some(digit @ '3'..='9') => Err(LinkError::Newer { version: u32::from(digit) - u32::from('0') }),
        _ => Err(LinkError::Foreign),
    }
}

/// Undoes what mail and chat programs do to a link: escapes of harmless characters, line breaks, and the punctuation
/// of the sentence around it. None of it is ever part of a link.
fn unwrapped(fragment: &str) -> String {
    let plain =
        [("%5f", "_"), ("%5F", "_"), ("%2d", "-"), ("%2D", "-"), ("%20", ""), ("%0a", ""), ("%0A", "")]
            .into_iter()
            .chain([("%0d", ""), ("%0D", "")])
            .fold(fragment.to_owned(), |text, (escape, character)| text.replace(escape, character));
    let code: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
    code.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '>', '"', '\'']).to_owned()
}

fn read(code: &str, read_wire: fn(&[u8]) -> Option<Scenario>) -> Result<Scenario, LinkError> {
    let bytes = decode_base64(code)?;
    let (length, rest) = read_length(&bytes).ok_or(LinkError::Cut { have: 0, of: 1 })?;
    let (head, deflated) = rest.split_at_checked(CHECKSUM_BYTES).unwrap_or((rest, &[]));
    if deflated.len() < length {
        return Err(LinkError::Cut { have: deflated.len(), of: length });
    }
    if deflated.len() != length || head != checksum(deflated) {
        return Err(LinkError::Damaged);
    }
    let wire =
        miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, UNFOLDED_BYTES).map_err(|error| {
            match error.status {
                miniz_oxide::inflate::TINFLStatus::HasMoreOutput => LinkError::TooLarge,
                _ => LinkError::Damaged,
            }
        })?;
    let scenario = read_wire(&wire).ok_or(LinkError::Damaged)?;
    let problems = validate(&scenario);
    if problems.is_empty() {
        Ok(scenario)
    } else {
        Err(LinkError::Invalid { problems, scenario: Box::new(scenario) })
    }
}

/// A cut may leave characters that are no whole byte: they are dropped, so that it is seen to be a cut.
fn decode_base64(code: &str) -> Result<Vec<u8>, LinkError> {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !code.chars().all(is_base64) {
        return Err(LinkError::Damaged);
    }
    let whole = if code.len() % 4 == 1 { &code[..code.len() - 1] } else { code };
    lenient().decode(whole).map_err(|_| LinkError::Damaged)
}

/// Bits left over by a cut are no error of their own.
fn lenient() -> base64::engine::GeneralPurpose {
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let config = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone);
    GeneralPurpose::new(&base64::alphabet::URL_SAFE, config)
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let [a, b, c, _] = crc32(bytes).to_le_bytes();
    [a, b, c]
}

/// The checksum of zip and PNG, computed without a table.
fn crc32(bytes: &[u8]) -> u32 {
    crc::Crc::<u32, crc::NoTable>::new(&crc::CRC_32_ISO_HDLC).checksum(bytes)
}

/// Little-endian groups of seven bits.
fn write_length(mut length: usize, bytes: &mut Vec<u8>) {
    while length >= 0x80 {
        bytes.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}

fn read_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (at, &byte) in bytes.iter().enumerate().take(4) {
        length |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[at + 1..]));
        }
    }
    None
}
