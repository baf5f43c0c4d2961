//! One Chromium session.

use crate::driver::Driver;
use crate::{Outcome, Page, Server};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::path::{Path, PathBuf};
use tokio::runtime::Runtime;

/// Headless, as root if need be, and silent on the network.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
];

/// A running browser with the page's server beside it.
pub struct Browser {
    runtime: Runtime,
    client: Client,
    server: Server,
    profile: PathBuf,
    /// Scripts that run before every page, by the name that Chromium gave them.
    pub(crate) before_load: Vec<String>,
    // Last: the session is closed before its driver ends.
    _driver: Driver,
}

impl Browser {
    /// Starts everything for the page built in this folder.
    pub fn start(page: &Path) -> Outcome<Browser> {
        let server = Server::start(page)?;
        let driver = Driver::start()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let profile = std::env::temp_dir().join(format!("asrpt-browser-{}", std::process::id()));
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Value::Object(wanted) = capabilities(&profile) {
            builder.capabilities(wanted);
        }
        let client = runtime.block_on(builder.connect(&driver.url()))?;
        Ok(Browser { runtime, client, server, profile, before_load: Vec::new(), _driver: driver })
    }

    /// A page with nothing left over from an earlier one.
    pub fn page(&mut self) -> Outcome<Page<'_>> {
        Page::fresh(self)
    }

    /// Closes the session and removes the profile.
    pub fn close(self) -> Outcome {
        self.runtime.block_on(self.client.close())?;
        // Chromium may still be writing there; a leftover in the temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.profile);
        Ok(())
    }

    /// The session's commands.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The page's address.
    pub(crate) fn server(&self) -> &Server {
        &self.server
    }

    /// Waits for the browser's answer.
    pub(crate) fn wait<T>(&self, answer: impl Future<Output = T>) -> T {
        self.runtime.block_on(answer)
    }
}

fn capabilities(profile: &Path) -> Value {
    let data = format!("--user-data-dir={}", profile.display());
    let flags: Vec<&str> = FLAGS.into_iter().chain([data.as_str()]).collect();
    let mut options = json!({ "args": flags });
    if let Ok(binary) = std::env::var("CHROME") {
        options["binary"] = json!(binary);
    }
    json!({
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL" },
        "unhandledPromptBehavior": "accept",
    })
}
