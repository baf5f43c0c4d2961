//! What the page weighs on the wire, as gzip: the files that it begins with, and all of them.

use crate::{Fallible, workspace};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The accepted weight, in bytes; tracked, so that growth is a decision.
const ACCEPTED: &str = "xtask/page-size.txt";
/// Growth from which on somebody must decide.
const LOUD_PERCENT: f64 = 10.0;

/// A file's size, plain and compressed.
pub struct Weight {
    pub name: String,
    pub plain: u64,
    pub gzip: u64,
}

/// Every file of a built page, the heaviest first.
pub fn weigh(page: &Path) -> Fallible<Vec<Weight>> {
    let mut weights = Vec::new();
    for file in files_below(page)? {
        let bytes = std::fs::read(&file)?;
        weights.push(Weight {
            name: file.strip_prefix(page)?.display().to_string(),
            plain: bytes.len() as u64,
            gzip: gzip_size(&bytes)?,
        });
    }
    weights.sort_by_key(|weight| std::cmp::Reverse(weight.gzip));
    Ok(weights)
}

/// The sums that count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Total {
    /// What is fetched until the lanes are drawn and play.
    pub first: u64,
    /// All that a browser fetches.
    pub all: u64,
}

/// Prints every file and the sums.
pub fn print(weights: &[Weight], is_later: impl Fn(&str) -> bool) -> Total {
    println!("{:>12} {:>12}  file", "bytes", "gzip");
    let mut total = Total { first: 0, all: 0 };
    for weight in weights {
        let later = is_later(&weight.name);
        let when = if later { ", later" } else { "" };
        println!("{:>12} {:>12}  {}{when}", weight.plain, weight.gzip, weight.name);
        total.all += weight.gzip;
        total.first += if later { 0 } else { weight.gzip };
    }
    println!("the page begins with {} gzip, and is {} in all", kilobytes(total.first), kilobytes(total.all));
    total
}

/// Compares with the accepted weight; an error when the page grew by more than a tenth.
pub fn check(total: Total) -> Fallible<String> {
    let text = std::fs::read_to_string(workspace::root().join(ACCEPTED))?;
    compared(total, read(&text)?)
}

fn compared(total: Total, accepted: Total) -> Fallible<String> {
    let percent = |now: u64, before: u64| (now as f64 / before as f64 - 1.0) * 100.0;
    let (first, all) = (percent(total.first, accepted.first), percent(total.all, accepted.all));
    let told = format!(
        "begins with {}, {first:+.1} % against the accepted; {} in all, {all:+.1} %",
        kilobytes(total.first),
        kilobytes(total.all)
    );
    if first.max(all) <= LOUD_PERCENT {
        return Ok(told);
    }
    let advice =
        "find out why; if it is worth it, run `cargo xtask build --accept-size` and say why in the commit";
    Err(format!("THE PAGE GREW: {told}; {advice}").into())
}

/// Makes this the accepted weight.
pub fn accept(total: Total) -> Fallible {
    std::fs::write(workspace::root().join(ACCEPTED), format!("first {}\nall {}\n", total.first, total.all))?;
    println!("accepted: {ACCEPTED}");
    Ok(())
}

fn read(text: &str) -> Fallible<Total> {
    let number = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok());
        line.ok_or(format!("{ACCEPTED}: no number after '{key}'"))
    };
    Ok(Total { first: number("first ")?, all: number("all ")? })
}

fn kilobytes(bytes: u64) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}

fn gzip_size(bytes: &[u8]) -> Fallible<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

fn files_below(directory: &Path) -> Fallible<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{Total, compared, gzip_size, read};

    #[test]
    fn growth_of_either_is_loud() {
        let accepted = read("first 1000\nall 4000\n").unwrap();
        assert_eq!(accepted, Total { first: 1_000, all: 4_000 });
        assert!(compared(Total { first: 1_090, all: 4_300 }, accepted).unwrap().contains("+9.0 %"));
        assert!(compared(Total { first: 1_110, all: 4_000 }, accepted).is_err());
        assert!(compared(Total { first: 900, all: 4_500 }, accepted).is_err());
        assert!(read("967386").is_err());
    }

    #[test]
    fn repetition_weighs_little() {
        assert!(gzip_size(&[7; 10_000]).unwrap() < 100);
    }
}
