//! Links: what one person sees, another one sees from the link alone.

use asrpt_tests::{Outcome, Page, fail};
use serde_json::json;

fn text_of(page: &mut Page, testid: &str) -> Outcome<String> {
    let css = format!("[data-testid={testid}]");
    page.wait_for(&css)?;
    let text = page.eval(&format!("document.querySelector({}).textContent", json!(css)))?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

fn fragment_of(link: &str) -> Outcome<String> {
    Ok(format!("#{}", link.split_once('#').ok_or("a link has a #")?.1))
}

fn forget_everything(page: &mut Page) -> Outcome {
    page.run("sessionStorage.clear(); localStorage.clear();", vec![])?;
    Ok(())
}

fn open_example(page: &mut Page, slug: &str) -> Outcome {
    page.open("")?;
    page.click("[data-testid=examples]")?;
    page.click(&format!("[data-testid=example-{slug}]"))?;
    page.wait_for("[data-testid=step-counter]")
}

pub fn a_link_opens_the_same_elsewhere(page: &mut Page) -> Outcome {
    open_example(page, "fifty-jobs")?;
    page.click("[data-testid=last]")?;
    page.click("[data-testid=back]")?;
    let (figures, step) = (page.texts("[data-testid^=row-]")?, page.text("[data-testid=step-counter]")?);
    page.click("[data-testid=share]")?;
    let link = text_of(page, "link")?;
    let shown = if link.chars().count() > 1_000 { "[data-testid=no-qr]" } else { "[data-testid=qr] path" };
    page.wait_for(shown)?;
    page.must_be_accessible()?;
    forget_everything(page)?;
    page.open(&fragment_of(&link)?)?;
    page.wait_for("[data-testid^=row-]")?;
    let there = (page.texts("[data-testid^=row-]")?, page.text("[data-testid=step-counter]")?);
    if there != (figures.clone(), step.clone()) {
        fail!("there {there:?}, here {figures:?} at {step}");
    }
    Ok(())
}

pub fn a_short_link_has_a_code(page: &mut Page) -> Outcome {
    open_example(page, "preemption")?;
    page.click("[data-testid=share]")?;
    page.wait_for("[data-testid=qr] path")?;
    let (with, all) = (text_of(page, "link")?, text_of(page, "link-length")?);
    if !all.contains(&format!("{} characters, fits everywhere", with.chars().count())) {
        fail!("{all} for {} characters", with.chars().count());
    }
    page.click("[data-testid=with-moment]")?;
    page.wait_until("!document.querySelector('[data-testid=link]').textContent.includes('&at=')")?;
    if text_of(page, "link")?.len() >= with.len() {
        fail!("without the moment the link is shorter");
    }
    Ok(())
}

pub fn damaged_links_are_refused_each_in_its_words(page: &mut Page) -> Outcome {
    open_example(page, "preemption")?;
    page.click("[data-testid=share]")?;
    let link = fragment_of(&text_of(page, "link")?)?;
    let code = link.split('&').next().unwrap_or_default().to_owned();
    let changed =
        format!("{}{}{}", &code[..40], if code.as_bytes()[40] == b'A' { "B" } else { "A" }, &code[41..]);
    let cases = [
        (code[..60].to_owned(), "The link was cut"),
        (changed, "The link was damaged on the way"),
        ("#9xyz".to_owned(), "The link was made by a newer version"),
        ("#about-us".to_owned(), "This is no link of A-SRPT Lab"),
    ];
    for (fragment, said) in cases {
        forget_everything(page)?;
        page.open(&fragment)?;
        page.wait_for_text("[data-testid=refused]", said)?;
        page.wait_for_text("[data-testid=refused]", "Below is")?;
        page.wait_for("[data-testid=save-link]")?;
    }
    page.must_be_accessible()?;
    page.click("[data-testid=keep-my-work]")?;
    page.wait_until("!document.querySelector('[data-testid=refused]')")
}

pub fn a_frame_without_an_origin_shows_the_lanes(page: &mut Page) -> Outcome {
    open_example(page, "delay-runs-out")?;
    page.click("[data-testid=share]")?;
    let frame = text_of(page, "frame")?;
    // A page of nobody's on the same server.
    page.expect_console_errors();
    page.visit("no-such-page")?;
    let sandboxed = frame
        .replacen("<iframe ", "<iframe sandbox=\"allow-scripts\" ", 1)
        .replace("width=\"640\"", "width=\"320\"");
    page.run("document.body.innerHTML = arguments[0];", vec![json!(sandboxed)])?;
    page.enter_frame("iframe")?;
    page.wait_for_text("[data-testid=step-counter]", "Step")?;
    page.wait_for_text("[data-testid=document-name]", "The delay runs out")?;
    let too_wide = page.eval("document.documentElement.scrollWidth > innerWidth || document.querySelector('.transport').getBoundingClientRect().bottom > innerHeight")?;
    if too_wide != json!(false) || page.count("[data-testid=tab-cluster], [data-testid^=row-]")? != 0 {
        fail!("the frame shows more than lanes and transport, or they don't fit");
    }
    page.click("[data-testid=forward]")?;
    page.must_be_accessible()
}

pub fn work_survives_a_reload_and_back_goes_between_scenarios(page: &mut Page) -> Outcome {
    open_example(page, "preemption")?;
    page.wait_until("location.hash.length > 40")?;
    let first = page.eval("location.hash")?;
    page.click("[data-testid=tab-jobs]")?;
    page.click("#job-cell-0-0")?;
    page.press(asrpt_tests::Key::Delete)?;
    page.wait_for("[data-testid=changes]")?;
    page.wait_until("sessionStorage.getItem('asrpt-work').split('{\"format\"').length === 3 || sessionStorage.getItem('asrpt-work').split('asrpt-scenario').length === 3")?;
    page.run("location.reload();", vec![])?;
    page.wait_for("[data-testid=changes]")?;
    page.click("[data-testid=tab-jobs]")?;
    page.wait_for_text(".jobs-panel", "3\u{a0}jobs")?;
    page.wait_until(&format!("location.hash !== {first}"))?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=example-wait-wins]")?;
    page.wait_until(
        "history.length > 0 && document.querySelector('[data-testid=document-name]').innerText.length > 0",
    )?;
    let edited = page.eval("location.hash")?;
    page.wait_until(&format!("location.hash !== {edited}"))?;
    page.run("history.back();", vec![])?;
    page.wait_for_text(".jobs-panel", "3\u{a0}jobs")
}

pub fn blocked_storage_is_said(page: &mut Page) -> Outcome {
    open_example(page, "preemption")?;
    page.run(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
        vec![],
    )?;
    page.click("[data-testid=duplicate-servers]")?;
    page.wait_for("[data-testid=not-kept]")
}

pub fn a_pasted_link_opens(page: &mut Page) -> Outcome {
    open_example(page, "wait-wins")?;
    page.click("[data-testid=share]")?;
    let link = text_of(page, "link")?;
    page.press(asrpt_tests::Key::Escape)?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=example-preemption]")?;
    let paste = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        return document.querySelector('[data-testid=document-name]').innerText;";
    let before = page.run(paste, vec![json!(link)])?;
    page.wait_until(&format!("document.querySelector('[data-testid=document-name]').innerText !== {before}"))
}
