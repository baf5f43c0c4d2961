//! Playing, stepping, scrubbing and jumping, and what is said at every step.

use super::lab::{self, id};
use asrpt_tests::{Key, Outcome, Page, fail};
use serde_json::Value;
use std::path::Path;

const COUNTER: &str = "document.querySelector('[data-testid=step-counter]').textContent";
const NOW_TIME: &str = "document.querySelector('[data-testid=now-time]').textContent";

pub fn plays_by_itself(page: &mut Page) -> Outcome {
    lab::open(page)?;
    let name = page.text(&id("document-name"))?;
    if Some(name.as_str()) != lab::scenario("guide-wins")?.name.as_deref() {
        fail!("it opens with {name}");
    }
    page.wait_for(&format!("{}[data-playing=true]", id("play")))?;
    page.wait_until(&format!("Number({COUNTER}.match(/Step ([\\d,]+)/)[1]) >= 3"))
}

/// To the end, then over again from the first step.
pub fn plays_to_the_end_and_over_again(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "preemption")?;
    page.click(&id("last"))?;
    page.click(&id("back"))?;
    page.click(&id("play"))?;
    page.wait_until(&format!("{COUNTER} === 'Step 18 of 18'"))?;
    page.wait_for(&format!("{}[data-playing=false]", id("play")))?;
    page.click(&id("play"))?;
    page.wait_until(&format!("{COUNTER} === 'Step 2 of 18'"))?;
    page.wait_for(&format!("{}[data-playing=true]", id("play")))
}

/// Case 04 of the suite is that example: every step of the case is shown, with its sentence, there and back.
pub fn case_04_there_and_back(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    let there = lab::walk(page, "forward")?;
    let case = steps_of_case("04-delay-expires", "a-srpt")?;
    if case.len() != 23 || there.len() != case.len() {
        fail!("{} steps in the case, {} in the page", case.len(), there.len());
    }
    for (at, ((time_us, kind, job), shown)) in case.iter().zip(&there).enumerate() {
        let right = shown.kind == *kind
            && shown.time == lab::seconds((*time_us).into(), 3)
            && shown.counter == format!("Step {} of 23", at + 1)
            && shown.sentence.contains(job.as_str());
        if !right {
            fail!("step {} of the case is {kind} of {job} at {time_us} µs; the page shows {shown:?}", at + 1);
        }
    }
    lab::must_be_same("case 04", &lab::expected(&lab::native("delay-runs-out", "a-srpt")?), &there)?;
    let mut back = lab::walk(page, "back")?;
    back.reverse();
    lab::must_be_same("case 04, back again", &there, &back)
}

/// Some sentences in full, written out here, so that the page and the core can't be wrong together.
pub fn sentences_of_case_04(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    let steps = lab::walk(page, "forward")?;
    for (step, parts) in [
        (9, ["heavy", "c", "375"].as_slice()),
        (14, &["heavy", "4.2", "1.5", "222.175"]),
        (16, &["heavy", "waited", "460"]),
        (18, &["later", "2"]),
    ] {
        let sentence = &steps[step - 1].sentence;
        if let Some(missing) = parts.iter().find(|part| !sentence.contains(**part)) {
            fail!("step {step} doesn't say {missing}: {sentence}");
        }
    }
    Ok(())
}

pub fn jumps_to_the_ends(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    page.click(&id("last"))?;
    page.wait_until(&format!("{COUNTER} === 'Step 23 of 23'"))?;
    for (button, disabled) in [("first", "false"), ("back", "false"), ("forward", "true"), ("last", "true")] {
        if page.attribute(&id(button), "aria-disabled")?.as_deref() != Some(disabled) {
            fail!("at the end, {button} isn't aria-disabled={disabled}");
        }
    }
    page.click(&id("forward"))?;
    page.wait_until(&format!("{COUNTER} === 'Step 23 of 23'"))?;
    page.click(&id("first"))?;
    page.wait_until(&format!("{COUNTER} === 'Step 1 of 23'"))
}

/// The overview is a slider: keys go by steps, a pointer by time.
pub fn scrubs_the_overview(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    page.run("document.querySelector('[data-testid=overview]').focus()", vec![])?;
    for (key, step) in [
        (Key::PageDown, 1),
        (Key::Right, 2),
        (Key::PageUp, 12),
        (Key::PageUp, 22),
        (Key::Left, 21),
        (Key::End, 23),
        (Key::PageUp, 23),
        (Key::PageDown, 13),
        (Key::Home, 1),
    ] {
        page.press(key)?;
        page.wait_until(&format!("{COUNTER} === 'Step {step} of 23'"))?;
        page.wait_for(&format!("{}[aria-valuenow='{step}']", id("overview")))?;
    }
    // The overview goes a little beyond the end: its middle is somewhat after 181.9 s, and after the sixth step.
    scrub(page, 0.5)?;
    page.wait_until(&format!("{COUNTER} !== 'Step 1 of 23'"))?;
    let shown = lab::shown(page)?;
    if shown.counter != "Step 6 of 23" {
        fail!("in the middle: {shown:?}");
    }
    let time = number(page, NOW_TIME)?;
    if !(181.8..186.0).contains(&time) {
        fail!("the middle of 363.8 s is shown as {time} s");
    }
    scrub(page, 1.0)?;
    page.wait_until(&format!("{COUNTER} === 'Step 23 of 23'"))
}

pub fn speeds(page: &mut Page) -> Outcome {
    lab::open(page)?;
    let chosen = "document.querySelector('[data-testid=speed]').value";
    page.wait_until(&format!("{chosen} === '1×'"))?;
    for (key, speed) in
        [(']', "2×"), (']', "4×"), (']', "4×"), ('[', "2×"), ('[', "1×"), ('[', "½×"), ('[', "½×")]
    {
        page.keys(&[key])?;
        page.wait_until(&format!("{chosen} === '{speed}'"))?;
    }
    page.type_into(&id("speed"), "4")?;
    page.wait_until(&format!("{chosen} === '4×' && document.querySelector('.app.pace-4')"))
}

/// Presses and lets go at a share of the overview's width.
fn scrub(page: &mut Page, share: f64) -> Outcome {
    let script = "
        const overview = document.querySelector('[data-testid=overview]');
        const box = overview.getBoundingClientRect();
        const at = { clientX: box.left + 3 + (box.width - 6) * arguments[0], clientY: box.top + 10 };
        for (const type of ['pointerdown', 'pointermove', 'pointerup']) {
            overview.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, isPrimary: true, buttons: 1 }));
        }";
    page.run(script, vec![Value::from(share)])?;
    Ok(())
}

fn number(page: &mut Page, text: &str) -> Outcome<f64> {
    let value = page.eval(&format!("parseFloat({text}.replaceAll(',', ''))"))?;
    Ok(value.as_f64().ok_or("no number")?)
}

/// (time, kind, job) of each step that the suite expects.
fn steps_of_case(case: &str, kind: &str) -> Outcome<Vec<(u64, String, String)>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite").join(case).join("expected.json");
    let expected: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    Ok(serde_json::from_value(expected[kind]["steps"].clone())?)
}
