//! What WebDriver itself has no words for: Chromium's own commands and its console.

use crate::{Browser, Outcome};
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};

/// A colour scheme that the system asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The size of the page's window, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// A command of Chromium's own, as chromedriver passes it on.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _url: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

impl Browser {
    /// Sends a command of the DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: Value) -> Outcome<Value> {
        let body = json!({ "cmd": command, "params": parameters });
        Ok(self.wait(self.client().issue_cmd(Vendor { path: "goog/cdp/execute", body }))?)
    }

    /// Console messages since the last call: (level, text).
    pub(crate) fn console(&self) -> Outcome<Vec<(String, String)>> {
        let body = json!({ "type": "browser" });
        let entries = self.wait(self.client().issue_cmd(Vendor { path: "se/log", body }))?;
        let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let entries = entries.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(entries.iter().map(|entry| (text(entry, "level"), text(entry, "message"))).collect())
    }

    /// Gives the page's window this size.
    pub(crate) fn resize(&self, screen: Screen) -> Outcome {
        let metrics = json!({
            "width": screen.width,
            "height": screen.height,
            "deviceScaleFactor": 1,
            "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)?;
        Ok(())
    }

    /// Runs a script before every page that is opened from now on.
    pub(crate) fn run_before_load(&mut self, script: &str) -> Outcome {
        let added = self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }))?;
        let name = added["identifier"].as_str().ok_or("the script has no name")?;
        self.before_load.push(name.to_owned());
        Ok(())
    }

    /// No script of an earlier test, and every address can be reached.
    pub(crate) fn forget_interference(&mut self) -> Outcome {
        for name in std::mem::take(&mut self.before_load) {
            self.devtools("Page.removeScriptToEvaluateOnNewDocument", json!({ "identifier": name }))?;
        }
        self.block(&[])
    }

    /// Lets requests fail whose address matches, with `*` for anything.
    pub(crate) fn block(&self, addresses: &[&str]) -> Outcome {
        self.devtools("Network.enable", json!({}))?;
        self.devtools("Network.setBlockedURLs", json!({ "urls": addresses }))?;
        Ok(())
    }

    /// What the system asks the page for.
    pub(crate) fn prefer(&self, theme: Theme, reduced_motion: bool) -> Outcome {
        let scheme = if theme == Theme::Dark { "dark" } else { "light" };
        let motion = if reduced_motion { "reduce" } else { "no-preference" };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]});
        self.devtools("Emulation.setEmulatedMedia", features)?;
        Ok(())
    }
}
