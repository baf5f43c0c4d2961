//! The chromedriver process.

use crate::Outcome;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running chromedriver on a free port; ends with this value.
pub struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts it and waits until it listens.
    pub fn start() -> Outcome<Driver> {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|problem| format!("{program}: {problem}"))?;
        let output = process.stdout.take().ok_or("chromedriver has no output")?;
        let mut lines = BufReader::new(output).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| port_in(&line))
            .ok_or("chromedriver ended without naming its port")?;
        // Read on, or a full pipe would stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Driver { process, port })
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do about a failure here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// "ChromeDriver was started successfully on port 40123."
fn port_in(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("started successfully on port ")?;
    rest.trim_end_matches('.').trim().parse().ok()
}
