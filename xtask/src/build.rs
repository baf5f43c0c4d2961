//! `cargo xtask build`: the page as it is published.

use crate::{Fallible, publish, setup, weight, workspace};
use std::time::Instant;

pub fn run(arguments: &[String]) -> Fallible {
    let accept = match arguments {
        [] => false,
        [flag] if flag == "--accept-size" => true,
        _ => return Err("build takes only --accept-size".into()),
    };
    // The page is opened on the way, so this needs the browser.
    setup::for_tests()?;
    println!("building the page to publish (1 to 4 minutes when much has changed)");
    let started = Instant::now();
    publish::build(&workspace::dist())?;
    let total = weight::print(&weight::weigh(&workspace::dist())?, publish::is_later);
    println!("dist/ is ready after {} s; any static host will do", started.elapsed().as_secs());
    if accept { weight::accept(total) } else { weight::check(total).map(|told| println!("{told}")) }
}
