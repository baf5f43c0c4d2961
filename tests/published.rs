//! The published page: `published count PAGE FILE` writes which functions ran before its later part was there, as a
//! JSON list; `published check PAGE` tries that it begins without the later part, and goes on with it.

use asrpt_core::scenario::Scenario;
use asrpt_core::share;
use asrpt_tests::{Browser, Key, Outcome, Page, fail};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// An example for links.
const LINKED: &str = include_str!("../assets/examples/preemption.json");
/// A little of the lanes.
const DRAWN: &str = "document.querySelectorAll('.stage svg [data-job]').length > 5";
/// What the page's later part draws.
const WHOLE: &str = "document.querySelector('[data-testid=now-sentence]')";
const LATER: &str = "*_later.wasm";

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (page, deed): (&str, &dyn Fn(&mut Browser) -> Outcome) = match arguments[..] {
        ["count", page, file] => (page, &|browser| count(browser, Path::new(file))),
        ["check", page] => (page, &check),
        _ => fail!("published count PAGE FILE, or published check PAGE"),
    };
    let mut browser = Browser::start(Path::new(page))?;
    let outcome = deed(&mut browser);
    browser.close()?;
    outcome
}

/// The way of somebody who comes for the first time. Links and kept work need more: there the later part comes first.
fn count(browser: &mut Browser, file: &Path) -> Outcome {
    let mut ran = BTreeSet::new();
    for width in [1440, 360] {
        let mut page = browser.page()?;
        page.set_viewport(width, 800)?;
        page.open("")?;
        begin(&mut page)?;
        page.run("asrptLater.state = 'lost'; dispatchEvent(new Event('asrptlater'));", vec![])?;
        page.wait_for("[data-testid=later-lost]")?;
        page.run("asrptLater.fetch = () => {};", vec![])?;
        page.click("[data-testid=later-lost] button")?;
        collect(&mut page, &mut ran)?;
        // It may be lost before anything is drawn, and at any time between.
        for after_ms in [0, 30, 100, 300] {
            let mut page = browser.page()?;
            page.set_viewport(width, 800)?;
            page.before_load(&format!(
                "globalThis.asrptLater = {{ state: 'coming' }};
                 setTimeout(() => {{ asrptLater.state = 'lost'; dispatchEvent(new Event('asrptlater')); }}, {after_ms});"
            ))?;
            page.open("")?;
            begin(&mut page)?;
            collect(&mut page, &mut ran)?;
        }
    }
    Ok(std::fs::write(file, json!(ran).to_string())?)
}

/// What one may do with the lanes alone.
fn begin(page: &mut Page) -> Outcome {
    page.wait_until(DRAWN)?;
    let playing = "document.querySelector('[data-testid=play]').dataset.playing === 'true'";
    if page.eval(playing)? == Value::Bool(false) {
        page.press(Key::Space)?;
    }
    let step = page.text("[data-testid=step-counter]")?;
    page.wait_until(&format!(
        "document.querySelector('[data-testid=step-counter]').textContent !== {}",
        json!(step)
    ))?;
    page.press(Key::Space)?;
    // Every kind of step that comes while the rest is fetched, there and back.
    for key in [[Key::Right; 24], [Key::Left; 24]].concat() {
        page.press(key)?;
    }
    Ok(())
}

fn collect(page: &mut Page, ran: &mut BTreeSet<u64>) -> Outcome {
    let list =
        page.eval("Array.from(globalThis.ran.entries()).flatMap(([index, ran]) => ran ? [index] : [])")?;
    let list = list.as_array().ok_or("no list of functions")?;
    if list.len() < 500 {
        fail!("only {} functions ran", list.len());
    }
    ran.extend(list.iter().filter_map(Value::as_u64));
    Ok(())
}

fn check(browser: &mut Browser) -> Outcome {
    type Check = fn(&mut Page) -> Outcome;
    let checks: [(&str, u32, Check); 7] = [
        ("begins without the later part", 1440, begins_without_the_later_part),
        ("begins in a narrow window without the later part", 360, begins_without_the_later_part),
        ("is whole soon", 1440, is_whole_soon),
        ("waits for what is used too early", 1440, waits_for_what_is_used_too_early),
        ("asks again for what is needed", 1440, asks_again_for_what_is_needed),
        ("stops with a word if it can't go on", 1440, stops_with_a_word),
        ("opens a link", 1440, opens_a_link),
    ];
    for (name, width, check) in checks {
        let mut page = browser.page()?;
        page.set_viewport(width, 800)?;
        check(&mut page).map_err(|error| format!("the published page {name}: {error}"))?;
    }
    Ok(())
}

/// The lanes play; the loss is told, and can be made good.
fn begins_without_the_later_part(page: &mut Page) -> Outcome {
    page.expect_console_errors();
    page.block(&[LATER])?;
    page.open("")?;
    begin(page)?;
    page.wait_for("[data-testid=later-lost]")?;
    page.block(&[])?;
    page.click("[data-testid=later-lost] button")?;
    page.wait_until(WHOLE)?;
    page.wait_until("!document.querySelector('[data-testid=later-lost]')")
}

fn is_whole_soon(page: &mut Page) -> Outcome {
    page.open("")?;
    page.wait_until(WHOLE)?;
    page.wait_until("globalThis.asrptLater.state === 'here'")?;
    for tab in ["tab-models", "tab-jobs", "tab-policy", "tab-predictor", "results-tab-side-by-side"] {
        page.click(&format!("[data-testid={tab}]"))?;
    }
    page.wait_until("window.asrpt !== undefined")?;
    let version = page.eval("window.asrpt.model_version")?;
    if version.is_null() {
        fail!("window.asrpt has no model_version");
    }
    Ok(())
}

/// The later part is not to be had until somebody was asked; this is the answer.
fn without_network(page: &mut Page, answer: bool) -> Outcome {
    page.expect_console_errors();
    page.before_load(&format!(
        "const usual = window.fetch;
         window.fetch = (what, ...rest) =>
             `${{what}}`.includes('_later') ? Promise.reject(new Error('no network')) : usual(what, ...rest);
         const open = XMLHttpRequest.prototype.open;
         XMLHttpRequest.prototype.open = function (method, url, ...rest) {{
             return open.call(this, method, window.asked ? url : 'missing', ...rest);
         }};
         window.confirm = () => {{ window.asked = true; return {answer}; }};"
    ))?;
    page.open("")?;
    page.wait_for("[data-testid=later-lost]")?;
    page.wait_until(DRAWN)
}

/// The scale is in the later part.
fn asks_again_for_what_is_needed(page: &mut Page) -> Outcome {
    without_network(page, true)?;
    page.keys(&['+'])?;
    page.wait_until("window.asked && globalThis.asrptLater.state === 'here'")?;
    page.wait_until(WHOLE)
}

fn stops_with_a_word(page: &mut Page) -> Outcome {
    without_network(page, false)?;
    page.keys(&['+'])?;
    page.wait_for_text(".stopped", "Reload the page")
}

/// A link needs the later part at once.
fn opens_a_link(page: &mut Page) -> Outcome {
    let linked = Scenario::from_json(LINKED).map_err(|problems| format!("{problems:?}"))?;
    let link = share::encode(&linked).map_err(|error| format!("{error:?}"))?;
    for view in ["", "&view=embed"] {
        page.open(&format!("#{link}{view}"))?;
        page.wait_until(DRAWN)?;
    }
    Ok(())
}

/// What is asked for before the later part is there comes with it; the network is held up here until then.
fn waits_for_what_is_used_too_early(page: &mut Page) -> Outcome {
    page.before_load(
        "const usual = window.fetch;
         const released = new Promise(done => { window.release = done; });
         window.fetch = async (what, ...rest) => {
             if (`${what}`.includes('_later')) await released;
             return usual(what, ...rest);
         };",
    )?;
    page.open("")?;
    page.wait_until(DRAWN)?;
    if page.eval("globalThis.asrptLater.state")? != json!("coming") {
        fail!("the later part was needed to begin");
    }
    page.keys(&['?'])?;
    page.run("window.release()", vec![])?;
    page.wait_for("dialog[open]")?;
    page.wait_until("globalThis.asrptLater.state === 'here'")
}
