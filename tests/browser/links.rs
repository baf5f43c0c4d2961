//! What passes the links, and who sends it.

use super::inspector::open_at;
use asrpt_tests::{Outcome, Page, Theme, fail};
use serde_json::json;

fn rows(page: &mut Page) -> Outcome<Vec<String>> {
    page.wait_for("[data-testid=link-row] title")?;
    let texts = page.texts("[data-testid=link-row] title")?;
    Ok(texts.into_iter().map(|text| text.replace('\u{a0}', " ")).collect())
}

pub fn each_server_has_its_load_in_gb_per_s(page: &mut Page) -> Outcome {
    page.set_viewport(1280, 1000)?;
    page.emulate_media(Theme::Light, true)?;
    open_at(page, "delay-runs-out", 14)?;
    let before = rows(page)?;
    if before[0] != "s0 now: NIC 0 of 20 GB/s, NVLink 0.04 of 400 GB/s" {
        fail!("before a job crosses: {before:?}");
    }
    open_at(page, "delay-runs-out", 16)?;
    let after = rows(page)?;
    // 2 · 900 MB through each NIC in 460 ms.
    if after[1] != "s1 now: NIC 3.91 of 20 GB/s, NVLink 0.04 of 400 GB/s" {
        fail!("while a job crosses: {after:?}");
    }
    let facts = page.texts(".lane-fact")?;
    if !facts.iter().any(|fact| fact == "NIC 3.91") {
        fail!("the gutter doesn't say what a full height is: {facts:?}");
    }
    Ok(())
}

pub fn who_sends_is_shown_where_a_job_is_pointed_at(page: &mut Page) -> Outcome {
    page.set_viewport(1280, 1000)?;
    page.emulate_media(Theme::Light, true)?;
    open_at(page, "delay-runs-out", 16)?;
    let point = "document.querySelector(arguments[0])
        .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))";
    page.run(point, vec![json!(".now .job-ref")])?;
    page.wait_until("document.querySelectorAll('.arc').length === 1")?;
    page.wait_for(".arc.crosses")?;
    page.run(point, vec![json!(".top")])?;
    page.wait_until("document.querySelectorAll('.arc').length === 0")
}

pub fn they_come_back_where_there_was_no_room(page: &mut Page) -> Outcome {
    open_at(page, "fifty-jobs", 3)?;
    if page.count("[data-testid=link-row]")? > 0 {
        fail!("the links are there in a low window");
    }
    page.click("[data-testid=lanes-menu]")?;
    page.click("[data-testid=lane-links]")?;
    page.wait_until("document.querySelectorAll('[data-testid=link-row]').length === 4")?;
    page.click("[data-testid=lane-links]")?;
    page.wait_until("!document.querySelector('[data-testid=link-row]')")
}
