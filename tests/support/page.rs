//! The page under test.

use crate::{Browser, Key, Outcome, Screen, Theme, fail};
use fantoccini::Locator;
use fantoccini::actions::Actions;
use fantoccini::elements::Element;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a page may take for anything before a test gives up.
const PATIENCE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);
const DEFAULT_SCREEN: Screen = Screen { width: 1280, height: 800 };

/// A page in the shared browser. Every call waits for the browser's answer.
pub struct Page<'a> {
    browser: &'a mut Browser,
    errors_expected: bool,
}

impl<'a> Page<'a> {
    /// An empty page: no storage, default window, light, full motion, quiet console.
    pub(crate) fn fresh(browser: &'a mut Browser) -> Outcome<Page<'a>> {
        let origin = browser.server().url("");
        browser.wait(browser.client().goto("about:blank"))?;
        let everything = json!({ "origin": origin, "storageTypes": "all" });
        browser.devtools("Storage.clearDataForOrigin", everything)?;
        browser.forget_interference()?;
        browser.resize(DEFAULT_SCREEN)?;
        browser.prefer(Theme::Light, false)?;
        browser.console()?;
        Ok(Page { browser, errors_expected: false })
    }

    /// Opens a path of the page (`""` is the page itself, `"#link"` one of its links) and waits
    /// until its wasm has started.
    pub fn open(&mut self, path: &str) -> Outcome {
        self.visit(path)?;
        self.wait_until("window.wasmBindings !== undefined")
    }

    /// Opens a path without waiting for wasm.
    pub fn visit(&mut self, path: &str) -> Outcome {
        let url = self.url(path);
        // A new fragment alone would not load the page again.
        self.browser.wait(self.browser.client().goto("about:blank"))?;
        Ok(self.browser.wait(self.browser.client().goto(&url))?)
    }

    /// The address of a path of the page.
    pub fn url(&self, path: &str) -> String {
        self.browser.server().url(path)
    }

    /// The value of a JavaScript expression; a promise is awaited.
    pub fn eval(&mut self, expression: &str) -> Outcome<Value> {
        self.run(&format!("return ({expression});"), vec![])
    }

    /// Runs JavaScript statements with `arguments[0]`, …; a returned promise is awaited.
    pub fn run(&mut self, statements: &str, arguments: Vec<Value>) -> Outcome<Value> {
        Ok(self.browser.wait(self.browser.client().execute(statements, arguments))?)
    }

    /// Waits until a JavaScript expression is true.
    pub fn wait_until(&mut self, expression: &str) -> Outcome {
        let started = Instant::now();
        while self.eval(&format!("Boolean({expression})"))? != Value::Bool(true) {
            if started.elapsed() > PATIENCE {
                fail!("after {PATIENCE:?} still not: {expression}");
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }

    /// Waits until there is such an element.
    pub fn wait_for(&mut self, css: &str) -> Outcome {
        self.wait_until(&format!("document.querySelector({})", json!(css)))
    }

    /// Waits until the element's text contains `part`.
    pub fn wait_for_text(&mut self, css: &str, part: &str) -> Outcome {
        let (css, part) = (json!(css), json!(part));
        self.wait_until(&format!("document.querySelector({css})?.innerText.includes({part})"))
    }

    /// Clicks the element as a person would: it must be visible and not covered.
    pub fn click(&mut self, css: &str) -> Outcome {
        let element = self.element(css)?;
        self.browser.wait(element.click()).map_err(|problem| format!("click {css}: {problem}").into())
    }

    /// From now on everything is about the document in this frame, until the next page is opened.
    pub fn enter_frame(&mut self, css: &str) -> Outcome {
        let element = self.element(css)?;
        Ok(self.browser.wait(element.enter_frame())?)
    }

    /// The element's visible text.
    pub fn text(&mut self, css: &str) -> Outcome<String> {
        let element = self.element(css)?;
        Ok(self.browser.wait(element.text())?)
    }

    /// The visible texts of all such elements, in document order.
    pub fn texts(&mut self, css: &str) -> Outcome<Vec<String>> {
        let all =
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText ?? e.textContent);";
        Ok(serde_json::from_value(self.run(all, vec![json!(css)])?)?)
    }

    /// How many such elements there are.
    pub fn count(&mut self, css: &str) -> Outcome<usize> {
        let count = self.eval(&format!("document.querySelectorAll({}).length", json!(css)))?;
        Ok(serde_json::from_value(count)?)
    }

    /// The element's attribute, if it has it.
    pub fn attribute(&mut self, css: &str, name: &str) -> Outcome<Option<String>> {
        let element = self.element(css)?;
        Ok(self.browser.wait(element.attr(name))?)
    }

    /// Types into the element.
    pub fn type_into(&mut self, css: &str, text: &str) -> Outcome {
        let element = self.element(css)?;
        Ok(self.browser.wait(element.send_keys(text))?)
    }

    /// Presses keys, one after the other, wherever the focus is: `&[Key::Right.into(), 'j']`.
    pub fn keys(&mut self, keys: &[char]) -> Outcome {
        let focused = self.browser.wait(self.browser.client().active_element())?;
        let text: String = keys.iter().collect();
        Ok(self.browser.wait(focused.send_keys(&text))?)
    }

    /// Presses one named key, such as `Key::End`.
    pub fn press(&mut self, key: Key) -> Outcome {
        self.keys(&[key.into()])
    }

    /// Gives the window this size, in CSS pixels.
    pub fn set_viewport(&mut self, width: u32, height: u32) -> Outcome {
        self.browser.resize(Screen { width, height })
    }

    /// What the system asks the page for.
    pub fn emulate_media(&mut self, theme: Theme, reduced_motion: bool) -> Outcome {
        self.browser.prefer(theme, reduced_motion)
    }

    /// Does what a person's hand would.
    pub(crate) fn act(&mut self, actions: impl Into<Actions>) -> Outcome {
        Ok(self.browser.wait(self.browser.client().perform_actions(actions))?)
    }

    /// An event of the touch screen: where fingers are by now.
    pub(crate) fn touch(&mut self, kind: &str, points: &[Value]) -> Outcome {
        let event = json!({ "type": kind, "touchPoints": points });
        self.browser.devtools("Input.dispatchTouchEvent", event)?;
        Ok(())
    }

    /// Runs a script before each page that this test opens.
    pub fn before_load(&mut self, script: &str) -> Outcome {
        self.browser.run_before_load(script)
    }

    /// Lets this test's requests fail whose address matches, with `*` for anything.
    pub fn block(&mut self, addresses: &[&str]) -> Outcome {
        self.browser.block(addresses)
    }

    /// Writes a PNG of the window.
    pub fn screenshot(&mut self, file: &Path) -> Outcome {
        let png = self.browser.wait(self.browser.client().screenshot())?;
        Ok(std::fs::write(file, png)?)
    }

    /// This test makes the page write errors to the console.
    pub fn expect_console_errors(&mut self) {
        self.errors_expected = true;
    }

    /// Errors in the console since the page was made, unless expected.
    pub(crate) fn unexpected_errors(&mut self) -> Outcome<Vec<String>> {
        let messages = self.browser.console()?;
        let errors = messages.into_iter().filter(|(level, _)| level == "SEVERE");
        let errors: Vec<String> = errors.map(|(_, text)| text).collect();
        Ok(if self.errors_expected { Vec::new() } else { errors })
    }

    fn element(&mut self, css: &str) -> Outcome<Element> {
        self.wait_for(css)?;
        Ok(self.browser.wait(self.browser.client().find(Locator::Css(css)))?)
    }
}
