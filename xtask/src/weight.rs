//! What the page weighs on the wire: gzip of every file a browser loads.

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

/// Prints every file and the sum; returns the sum.
pub fn print(weights: &[Weight]) -> u64 {
    println!("{:>12} {:>12}  file", "bytes", "gzip");
    for weight in weights {
        println!("{:>12} {:>12}  {}", weight.plain, weight.gzip, weight.name);
    }
    let total = weights.iter().map(|weight| weight.gzip).sum();
    println!("the page weighs {} gzip", kilobytes(total));
    total
}

/// Compares with the accepted weight; an error when the page grew by more than a tenth.
pub fn check(total: u64) -> Fallible<String> {
    let Ok(text) = std::fs::read_to_string(workspace::root().join(ACCEPTED)) else {
        return Ok(format!("{} (no accepted size yet)", kilobytes(total)));
    };
    let accepted: u64 = text.trim().parse().map_err(|_| format!("{ACCEPTED}: not a number"))?;
    let change = (total as f64 / accepted as f64 - 1.0) * 100.0;
    let told = format!("{}, {change:+.1} % against the accepted", kilobytes(total));
    if change <= LOUD_PERCENT {
        return Ok(told);
    }
    let advice =
        "find out why; if it is worth it, run `cargo xtask build --accept-size` and say why in the commit";
    Err(format!("THE PAGE GREW: {told} {}; {advice}", kilobytes(accepted)).into())
}

/// Makes this the accepted weight.
pub fn accept(total: u64) -> Fallible {
    std::fs::write(workspace::root().join(ACCEPTED), format!("{total}\n"))?;
    println!("accepted: {ACCEPTED}");
    Ok(())
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
    use super::gzip_size;

    #[test]
    fn repetition_weighs_little() {
        assert!(gzip_size(&[7; 10_000]).unwrap() < 100);
    }
}
