//! stub
use crate::Fallible;
pub fn run(_arguments: &[String]) -> Fallible {
    Ok(())
}
