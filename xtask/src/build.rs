//! `cargo xtask build`: the page as it is published.

use crate::page::{self, Effort};
use crate::{Fallible, setup, weight, workspace};
use std::time::Instant;

pub fn run(arguments: &[String]) -> Fallible {
    let accept = match arguments {
        [] => false,
        [flag] if flag == "--accept-size" => true,
        _ => return Err("build takes only --accept-size".into()),
    };
    setup::for_build()?;
    println!("building the page to publish (1 to 4 minutes when much has changed)");
    let started = Instant::now();
    page::build(Effort::Publish, &workspace::dist())?;
    let total = weight::print(&weight::weigh(&workspace::dist())?);
    println!("dist/ is ready after {} s; any static host will do", started.elapsed().as_secs());
    if accept { weight::accept(total) } else { weight::check(total).map(|told| println!("{told}")) }
}
