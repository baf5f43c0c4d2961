//! Fingers on the lanes: one moves the time axis, two zoom it, up and down stays the page's.

use asrpt_tests::{Key, Outcome, Page, Place, fail};
use serde_json::json;

use super::inspector::open_at;

const STAGE: &str = ".stage";

/// Fingers that go their ways at once, as the browser tells the page of them. (Real ones through the driver are lost in
/// Chromium from some test on that had two of them.)
fn fingers(page: &mut Page, ways: &[(Place, Place)]) -> Outcome {
    let script = "
        const tell = (finger, kind) => {
            const { id, at: [x, y], on } = finger;
            const target = on.isConnected ? on : document.querySelector('.stage');
            target.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: 'touch', isPrimary: id === 11, button: kind === 'pointermove' ? -1 : 0,
                buttons: kind === 'pointerup' ? 0 : 1, clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true }));
        };
        const turn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        return (async ways => {
            const down = ways.map(([from, to], nth) => ({ id: 11 + nth, from, to, at: from, on: document.elementFromPoint(...from) }));
            for (const finger of down) tell(finger, 'pointerdown');
            for (let step = 1; step <= 6; step++) {
                await turn();
                for (const finger of down) {
                    const { from, to } = finger;
                    finger.at = [0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * step / 6);
                    if (from[0] !== to[0] || from[1] !== to[1]) tell(finger, 'pointermove');
                }
            }
            await turn();
            for (const finger of down) { tell(finger, 'pointerup'); await turn(); }
            const [only] = down;
            if (down.length === 1 && only.from[0] === only.to[0] && only.on.isConnected) only.on.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        })(arguments[0]);";
    page.run(script, vec![json!(ways)]).map(|_| ())
}

/// What the lanes show: its first and its last moment as shares of the lanes' ticks.
fn shown(page: &mut Page) -> Outcome<String> {
    let words = page.eval("document.querySelector('.window-words').textContent")?;
    Ok(words.as_str().unwrap_or_default().replace('\u{a0}', " "))
}

/// `39.4 s to 220.1 s of 363.8 s` as numbers.
fn window(page: &mut Page) -> Outcome<(f64, f64)> {
    let words = shown(page)?;
    let numbers: Vec<f64> = words.split(' ').filter_map(|word| word.replace(',', "").parse().ok()).collect();
    match numbers[..] {
        [from, to, _] => Ok((from, to)),
        _ => fail!("no window: {words}"),
    }
}

fn whole_run(page: &mut Page, step: usize) -> Outcome {
    page.set_viewport(360, 780)?;
    open_at(page, "delay-runs-out", step)?;
    page.keys(&['0'])?;
    page.wait_until("document.querySelector('.window-words').textContent.startsWith('all of')")
}

pub fn two_fingers_zoom_and_one_pans(page: &mut Page) -> Outcome {
    whole_run(page, 3)?;
    let place = |page: &mut Page, across: f64| page.place_in(STAGE, (across, 0.55));
    let (a, b) = (place(page, 0.5)?, place(page, 0.6)?);
    let (left, right) = (place(page, 0.35)?, place(page, 0.75)?);
    let zoomed = "!document.querySelector('.window-words').textContent.startsWith('all of')";
    fingers(page, &[(a, left), (b, right)])?;
    page.wait_until(zoomed)?;
    let (from, to) = window(page)?;
    let span = to - from;
    // Four times as far apart, a quarter of the run (372 s with the air behind it).
    if !(80.0..110.0).contains(&span) {
        fail!("two fingers show {from} to {to}");
    }
    let step = page.text("[data-testid=step-counter]")?;
    let before = page.eval("document.querySelector('.window-words').textContent")?;
    let moved = format!("!document.querySelector('.window-words').textContent.startsWith({})", json!(before));
    fingers(page, &[(right, left)])?;
    page.wait_until(&moved)?;
    let (later_from, later_to) = window(page)?;
    if later_from <= from + span * 0.2 || (later_to - later_from - span).abs() > 1.0 {
        fail!("one finger moved {from} to {to} into {later_from} to {later_to}");
    }
    if page.text("[data-testid=step-counter]")? != step {
        fail!("a pan moved the cursor");
    }
    // Together again: the whole run, whichever finger is where.
    let (one, two) = ((place(page, 0.2)?, place(page, 0.52)?), (place(page, 0.95)?, place(page, 0.55)?));
    let whole = "document.querySelector('.window-words').textContent.startsWith('all of')";
    fingers(page, &[one, two])?;
    page.wait_until(whole)
}

pub fn a_tap_and_the_ruler_move_the_cursor(page: &mut Page) -> Outcome {
    whole_run(page, 1)?;
    page.keys(&['+'])?;
    let words = shown(page)?;
    let empty =
        "const r = document.querySelector('.stage').getBoundingClientRect(), x = r.left + r.width * 0.7;
        for (let y = r.top + 60; y < r.bottom; y += 3) {
            if (!document.elementFromPoint(x, y).closest('[data-job], details')) return [x, y];
        }";
    let at: Place = serde_json::from_value(page.run(empty, vec![])?)?;
    let stepped = "!document.querySelector('[data-testid=step-counter]').textContent.includes('Step 1 ')";
    fingers(page, &[(at, at)])?;
    page.wait_until(stepped)?;
    let step = page.text("[data-testid=step-counter]")?;
    let (from, to) = (page.place_in(STAGE, (0.5, 0.02))?, page.place_in(STAGE, (0.98, 0.02))?);
    let on = format!("document.querySelector('[data-testid=step-counter]').textContent !== {}", json!(step));
    fingers(page, &[(from, to)])?;
    page.wait_until(&on)?;
    if shown(page)? != words {
        fail!("the cursor's finger moved the axis from {words} to {}", shown(page)?);
    }
    // A tap on a job selects it.
    page.press(Key::Home)?;
    page.keys(&['0'])?;
    page.wait_for(".lanes g[data-job] rect.solid, .lanes rect.solid[data-job]")?;
    let block = "const r = document.querySelector('.lanes .solid').getBoundingClientRect();
        return [r.left + r.width / 2, r.top + r.height / 2];";
    let at: Place = serde_json::from_value(page.run(block, vec![])?)?;
    fingers(page, &[(at, at)])?;
    page.wait_for(".right.has-job")
}

pub fn up_and_down_stays_the_page_s(page: &mut Page) -> Outcome {
    page.set_viewport(360, 480)?;
    open_at(page, "delay-runs-out", 3)?;
    page.keys(&['+'])?;
    let (words, step) = (shown(page)?, page.text("[data-testid=step-counter]")?);
    let (from, to) = (page.place_in(STAGE, (0.6, 0.6))?, page.place_in(STAGE, (0.6, 0.1))?);
    page.finger_drag(from, to)?;
    page.wait_until("document.scrollingElement.scrollTop > 20")?;
    if shown(page)? != words || page.text("[data-testid=step-counter]")? != step {
        fail!("scrolling moved the lanes to {}", shown(page)?);
    }
    Ok(())
}
