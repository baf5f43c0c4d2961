//! A job's figures, and why it isn't running; finding a job; the page for a projector.

use asrpt_tests::{Key, Outcome, Page, Theme, fail};
use serde_json::json;

/// Opens an example at a step, counted from 1.
pub fn open_at(page: &mut Page, example: &str, step: usize) -> Outcome {
    page.open("")?;
    page.wait_for("[data-testid=now-kind]")?;
    page.click("[data-testid=examples]")?;
    page.click(&format!("[data-testid=example-{example}]"))?;
    page.press(Key::Home)?;
    for _ in 1..step {
        page.press(Key::Right)?;
    }
    page.wait_for_text("[data-testid=step-counter]", &format!("Step {step} of"))
}

/// The element's whole text with plain spaces.
fn plain(page: &mut Page, css: &str) -> Outcome<String> {
    page.wait_for(css)?;
    let text = page.run("return document.querySelector(arguments[0]).textContent", vec![json!(css)])?;
    Ok(text.as_str().unwrap_or_default().replace('\u{a0}', " "))
}

fn says(page: &mut Page, css: &str, part: &str) -> Outcome {
    let text = plain(page, css)?;
    if !text.contains(part) {
        fail!("{css} says {text:?} without {part:?}");
    }
    Ok(())
}

pub fn a_job_in_the_queue_says_why_it_waits(page: &mut Page) -> Outcome {
    page.emulate_media(Theme::Light, true)?;
    open_at(page, "delay-runs-out", 18)?;
    page.click(".queue-row")?;
    page.wait_for_text(".inspector h2", "later")?;
    says(page, "[data-testid=life-now]", "waits since 222.7 s")?;
    says(page, "[data-testid=why]", "later is number 1 in the queue")?;
    says(page, "[data-testid=why]", "It needs 2 GPUs at once, and 0 are free.")?;
    // Once it runs there is nothing to ask.
    page.press(Key::End)?;
    page.wait_until("!document.querySelector('[data-testid=why]')")?;
    says(page, "[data-testid=life-now]", "ended at 285.9 s")
}

pub fn every_policy_says_why(page: &mut Page) -> Outcome {
    page.emulate_media(Theme::Light, true)?;
    open_at(page, "fifty-jobs", 60)?;
    page.click(".queue-row")?;
    for policy in ["a-srpt-eager", "fifo", "spjf", "wcs-workload"] {
        let choose = "const choice = document.querySelector('[data-testid=tab-policy]');
            if (choice) choice.click();";
        page.run(choose, vec![])?;
        page.wait_for("[data-testid=policy]")?;
        let set = "const select = document.querySelector('[data-testid=policy]');
            select.value = arguments[0];
            if (select.value !== arguments[0]) throw new Error('no policy ' + arguments[0]);
            select.dispatchEvent(new Event('change', { bubbles: true }));";
        page.run(set, vec![json!(policy)])?;
        page.wait_until("document.querySelector('[data-testid=inspector]')")?;
        let text = plain(page, "[data-testid=life-now]")?;
        let asked = page.count("[data-testid=why]")? == 1;
        let runs = text.starts_with("runs") || text.starts_with("ended");
        if asked == runs {
            fail!("{policy}: {text:?}, asked why: {asked}");
        }
    }
    Ok(())
}

pub fn formulas_have_their_numbers(page: &mut Page) -> Outcome {
    page.emulate_media(Theme::Light, true)?;
    open_at(page, "delay-runs-out", 16)?;
    page.wait_for_text(".inspector h2", "heavy")?;
    says(page, "[data-testid=formula]", "= 2·1/2 · 900 / 2.5 = 360.0 ms per iteration")?;
    says(page, "[data-testid=formula]", "= 460.0 ms")?;
    says(page, "[data-testid=placement]", "s0 × 1")?;
    says(page, "[data-testid=placement]", "3.91 of 20")?;
    says(page, "[data-testid=life-parts]", "16.4 s waiting by choice")?;
    says(page, "[data-testid=job-jct]", "114.2 s")
}

pub fn a_job_is_found_by_name(page: &mut Page) -> Outcome {
    open_at(page, "delay-runs-out", 3)?;
    page.keys(&['/'])?;
    page.wait_for("[data-testid=find-input]")?;
    page.type_into("[data-testid=find-input]", "nothing like it")?;
    page.wait_for_text("[data-testid=find-dialog]", "No job is called so")?;
    page.run("document.querySelector('[data-testid=find-input]').value = ''", vec![])?;
    page.type_into("[data-testid=find-input]", "LAT")?;
    page.wait_until("document.querySelectorAll('.find-job').length === 1")?;
    page.press(Key::Enter)?;
    page.wait_for_text(".inspector h2", "later")?;
    page.wait_until("!document.querySelector('[data-testid=find-dialog]').open")
}

/// Between 721 and 899 pixels the inspector is a drawer, below it is another view: the search has its button all the same.
pub fn the_search_has_a_button_at_every_width(page: &mut Page) -> Outcome {
    open_at(page, "delay-runs-out", 3)?;
    for (width, button) in
        [(360, "find-here"), (721, "find-here"), (899, "find-here"), (900, "find"), (1440, "find")]
    {
        page.set_viewport(width, 780)?;
        page.click(&format!("[data-testid={button}]"))?;
        page.wait_for("[data-testid=find-input]")?;
        page.press(Key::Escape)?;
        page.wait_until("!document.querySelector('[data-testid=find-dialog]').open")?;
        let shown = "['find', 'find-here'].filter(id => document.querySelector(`[data-testid=${id}]`)?.offsetParent).length";
        page.wait_until(&format!("{shown} === 1"))?;
    }
    Ok(())
}

pub fn notes_are_closed_by_escape(page: &mut Page) -> Outcome {
    open_at(page, "delay-runs-out", 1)?;
    let seen = "getComputedStyle(document.querySelector('.say .gloss'), '::after').content.length > 20";
    let at = page.place_in(".say .gloss", (0.5, 0.5))?;
    page.click_at(at, 0)?;
    page.wait_until(seen)?;
    page.press(Key::Escape)?;
    page.wait_until(&format!("!({seen})"))?;
    // The next thing that is pointed at has its note again.
    let away = page.place_in("[data-testid=document-name]", (0.5, 0.5))?;
    page.click_at(away, 0)?;
    page.click_at(at, 0)?;
    page.wait_until(seen)?;
    // With the keyboard; the selection stays, as Escape was for the note.
    page.click_at(away, 0)?;
    page.click("[data-testid=now] .job-ref")?;
    page.run("document.querySelector('.say .gloss').focus()", vec![])?;
    page.keys(&['p'])?;
    page.wait_until(seen)?;
    page.press(Key::Escape)?;
    page.wait_until(&format!("!({seen})"))?;
    page.wait_for("[data-testid=inspector] [aria-label='Follow the steps again']")
}

pub fn a_projector_has_large_text_and_a_clicker(page: &mut Page) -> Outcome {
    open_at(page, "delay-runs-out", 13)?;
    let size = |page: &mut Page| -> Outcome<f64> {
        let size = page.eval("parseFloat(getComputedStyle(document.querySelector('.say')).fontSize)")?;
        Ok(size.as_f64().unwrap_or(0.0))
    };
    let before = size(page)?;
    page.keys(&['l'])?;
    page.wait_for(".app.projector")?;
    if size(page)? < 1.4 * before {
        fail!("{before} px and large {} px", size(page)?);
    }
    page.press(Key::PageDown)?;
    page.wait_for_text("[data-testid=step-counter]", "Step 14 of 23")?;
    page.press(Key::PageUp)?;
    page.wait_for_text("[data-testid=step-counter]", "Step 13 of 23")?;
    // A clicker steps by one wherever the focus was left.
    for left_at in
        ["[data-testid=overview]", "[data-testid=speed]", "[data-testid=play]", "[data-testid=theme]"]
    {
        page.run("document.querySelector(arguments[0]).focus()", vec![json!(left_at)])?;
        page.press(Key::PageDown)?;
        page.wait_for_text("[data-testid=step-counter]", "Step 14 of 23")?;
        page.press(Key::PageUp)?;
        page.wait_for_text("[data-testid=step-counter]", "Step 13 of 23")?;
    }
    page.run("document.activeElement.blur()", vec![])?;
    // What the mouse happens to rest on pales the other jobs.
    let away =
        "document.querySelector('.top').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))";
    page.run(away, vec![])?;
    page.wait_until("!document.querySelector('.app > style')")?;
    page.must_be_accessible()?;
    page.keys(&['l'])?;
    page.wait_until("!document.querySelector('.app.projector')")
}

pub fn figures_that_an_edit_changed_flash(page: &mut Page) -> Outcome {
    page.set_viewport(1280, 1000)?;
    open_at(page, "delay-runs-out", 16)?;
    page.wait_for("[data-testid=job-jct]")?;
    let before = page.count(".flash")?;
    page.click("[data-testid=tab-policy]")?;
    page.wait_for("[data-testid=policy]")?;
    let set = "const select = document.querySelector('[data-testid=policy]');
        select.value = 'fifo';
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(set, vec![])?;
    page.wait_until("document.querySelector('.figure .flash')")?;
    if before > 0 {
        fail!("{before} figures flash before anything was edited");
    }
    Ok(())
}

/// In the table of all policies the cells that an edit changed flash, and no others; once only.
pub fn cells_that_an_edit_changed_flash(page: &mut Page) -> Outcome {
    for reduced in [false, true] {
        page.emulate_media(Theme::Light, reduced)?;
        page.set_viewport(1440, 1000)?;
        open_at(page, "delay-runs-out", 16)?;
        page.wait_for("[data-testid=row-a-srpt]")?;
        let watch = "const cells = () => [...document.querySelectorAll('.policies td')].filter(td => td.offsetParent).map(td =>
                [td.parentElement.dataset.testid + td.cellIndex, td.textContent]);
            window.before = new Map(cells());
            window.flashed = new Set();
            const name = e => (td => td && td.parentElement.dataset.testid + td.cellIndex)(e.target.closest?.('.policies td'));
            document.addEventListener('animationstart', e => name(e) && window.flashed.add(name(e)));
            window.changed = () => cells().filter(([at, text]) => window.before.get(at) !== text).map(([at]) => at);";
        page.run(watch, vec![])?;
        page.click("[data-testid=tab-policy]")?;
        let set = "const slider = document.querySelector('[data-testid=delay_factor-slider]');
            slider.value = 0.5;
            slider.dispatchEvent(new Event('input', { bubbles: true }));";
        page.wait_for("[data-testid=delay_factor-slider]")?;
        page.run(set, vec![])?;
        page.wait_until("window.changed().length > 0")?;
        page.wait_until("window.flashed.size > 0 && !document.querySelector('.policies .flash')")?;
        let (changed, flashed) =
            (page.eval("window.changed().sort()")?, page.eval("[...window.flashed].sort()")?);
        if changed != flashed {
            fail!("changed {changed}, flashed {flashed}");
        }
        if !changed.to_string().contains("row-a-srpt") {
            fail!("changed {changed}");
        }
        page.run("window.flashed.clear()", vec![])?;
        page.click("[data-testid=sort-mean_jct_us]")?;
        page.click("[data-testid=sort-mean_jct_us]")?;
        page.wait_for("th[aria-sort=descending] [data-testid=sort-mean_jct_us]")?;
        if page.eval("window.flashed.size")? != json!(0) {
            fail!("sorting flashes {}", page.eval("[...window.flashed]")?);
        }
    }
    Ok(())
}

pub fn the_window_is_dragged_by_its_end(page: &mut Page) -> Outcome {
    open_at(page, "delay-runs-out", 3)?;
    page.keys(&['+'])?;
    page.wait_for(".overview-grip")?;
    let words = page.text(".window-words")?;
    let grip = "const grips = document.querySelectorAll('.overview-grip');
        const r = grips[1].getBoundingClientRect();
        return [r.left + r.width / 2, r.top + r.height / 2];";
    let (x, y): (f64, f64) = serde_json::from_value(page.run(grip, vec![])?)?;
    page.drag((x, y), (x - 40.0, y))?;
    let narrower = page.text(".window-words")?;
    let counter = page.text("[data-testid=step-counter]")?;
    if narrower == words || !counter.contains("Step 3 of") {
        fail!("{words}, then {narrower}; {counter}");
    }
    Ok(())
}

pub fn is_accessible_with_all_of_it_open(page: &mut Page) -> Outcome {
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        open_at(page, "delay-runs-out", 18)?;
        page.click(".queue-row")?;
        page.wait_for("[data-testid=why]")?;
        page.run("document.querySelector('[data-testid=formula]').open = true", vec![])?;
        page.must_be_accessible()?;
        page.keys(&['/'])?;
        page.wait_for(".find-job")?;
        page.must_be_accessible()?;
    }
    Ok(())
}
