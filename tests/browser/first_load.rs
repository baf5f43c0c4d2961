//! What everybody sees first, however the browser is set.

use super::lab::{self, id};
use asrpt_tests::{Outcome, Page, fail};

/// No error is in the console: the harness sees to that in every test.
pub fn shows_a_run(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.wait_for(&format!("{}[data-playing=true]", id("play")))?;
    for part in ["now-sentence", "overview", "metrics", "policies"] {
        page.wait_for(&id(part))?;
    }
    let drawn = page.eval("document.querySelectorAll('.stage svg [data-job]').length")?;
    if drawn.as_u64().is_none_or(|jobs| jobs < 10) {
        fail!("only {drawn} pieces of jobs are drawn");
    }
    page.wait_until("document.title.includes('A-SRPT Lab')")
}

/// `Server` has the page there as well.
pub fn works_below_a_path(page: &mut Page) -> Outcome {
    page.open("below/a/path/")?;
    page.wait_for(&id("now-kind"))
}

/// Nothing comes from, or goes to, any other host.
pub fn asks_no_other_host(page: &mut Page) -> Outcome {
    lab::open(page)?;
    for example in lab::EXAMPLES {
        lab::open_example(page, example)?;
    }
    page.drop_file("main", "bad.json", "{")?;
    page.wait_for(&id("refused"))?;
    let foreign = page.eval(
        "performance.getEntriesByType('resource').map(entry => entry.name)
            .filter(name => name.startsWith('http') && new URL(name).host !== location.host)",
    )?;
    let all = page.eval("performance.getEntriesByType('resource').length")?;
    if foreign != serde_json::json!([]) || all.as_u64().is_none_or(|files| files < 3) {
        fail!("of {all} files these are foreign: {foreign}");
    }
    Ok(())
}

/// Everything but what needs storage works without it.
pub fn works_without_storage(page: &mut Page) -> Outcome {
    page.before_load(
        "for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
            Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
        }",
    )?;
    lab::open(page)?;
    page.click(&id("theme"))?;
    page.wait_until("document.documentElement.dataset.theme === 'dark'")?;
    lab::open_example(page, "preemption")?;
    lab::rewind(page)?;
    page.click(&id("forward"))?;
    lab::choose_policy(page, "fifo")
}

/// Storage that is there but full.
pub fn works_with_full_storage(page: &mut Page) -> Outcome {
    page.before_load(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    )?;
    lab::open(page)?;
    page.click(&id("theme"))?;
    page.wait_until("document.documentElement.dataset.theme === 'dark'")?;
    lab::open_example(page, "preemption")
}

pub fn says_that_wasm_is_missing(page: &mut Page) -> Outcome {
    page.expect_console_errors();
    page.before_load("delete globalThis.WebAssembly;")?;
    page.visit("")?;
    page.wait_for_text("#loading[role=alert]", "no WebAssembly")?;
    page.must_be_accessible()
}

pub fn says_that_the_program_is_missing(page: &mut Page) -> Outcome {
    page.expect_console_errors();
    page.block(&["*.wasm"])?;
    page.visit("")?;
    page.wait_for_text("#loading[role=alert]", "could not start")?;
    page.must_be_accessible()
}
