//! `cargo xtask serve`: the page on localhost, built again on every change.

use crate::page::{self, Effort};
use crate::{Fallible, run, setup};

struct Options {
    port: u16,
    open: bool,
    effort: Effort,
}

pub fn run(arguments: &[String]) -> Fallible {
    let options = parse(arguments)?;
    setup::for_build()?;
    let mut trunk = page::trunk("serve", options.effort)?;
    trunk.args(["--port", &options.port.to_string()]);
    if options.open {
        trunk.arg("--open");
    }
    println!("building; the first time takes 1 to 2 minutes, then seconds");
    println!("the page will be at http://localhost:{}/ (Ctrl-C ends)", options.port);
    run::run(&mut trunk)
}

fn parse(arguments: &[String]) -> Fallible<Options> {
    let mut options = Options { port: 8080, open: false, effort: Effort::Quick };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--open" => options.open = true,
            "--release" => options.effort = Effort::Publish,
            "--port" => {
                let port = rest.next().ok_or("--port wants a number")?;
                options.port = port.parse().map_err(|_| format!("--port {port}: not a port"))?;
            }
            unknown => return Err(format!("serve has no option '{unknown}'").into()),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options() {
        let options = parse(&words("--open --port 9000")).unwrap();
        assert_eq!((options.port, options.open), (9000, true));
        assert!(parse(&words("--port")).is_err());
        assert!(parse(&words("--port x")).is_err());
        assert!(parse(&words("--fast")).is_err());
    }
}
