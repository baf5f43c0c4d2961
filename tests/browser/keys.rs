//! The keyboard: what keys do, and where they do nothing.

use super::lab::{self, id};
use asrpt_tests::{Key, Outcome, Page, fail};

const COUNTER: &str = "document.querySelector('[data-testid=step-counter]').textContent";

pub fn move_through_the_run(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    for (keys, step) in [
        (Key::Home, 1),
        (Key::Right, 2),
        (Key::Right, 3),
        (Key::Left, 2),
        (Key::End, 23),
        (Key::Right, 23),
        (Key::Left, 22),
        (Key::Home, 1),
        (Key::Left, 1),
    ] {
        page.press(keys)?;
        page.wait_until(&format!("{COUNTER} === 'Step {step} of 23'"))?;
    }
    Ok(())
}

/// Space on the button that was clicked, too: once, not twice.
pub fn space_plays_and_pauses(page: &mut Page) -> Outcome {
    lab::open(page)?;
    let playing = |yes: bool| format!("{}[data-playing={yes}]", id("play"));
    page.wait_for(&playing(true))?;
    page.keys(&[' '])?;
    page.wait_for(&playing(false))?;
    page.click(&id("play"))?;
    page.wait_for(&playing(true))?;
    page.keys(&[' '])?;
    page.wait_for(&playing(false))?;
    let step = page.eval(COUNTER)?;
    std::thread::sleep(std::time::Duration::from_millis(1_200));
    if page.eval(COUNTER)? != step {
        fail!("it plays on, though paused");
    }
    Ok(())
}

/// Shift and an arrow go along the steps of one job.
pub fn follow_one_job(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    let heavy = ["arrival", "preempt", "virtual_completion", "wait", "start", "completion"];
    for _ in 1..7 {
        page.press(Key::Right)?;
    }
    for (at, kind) in heavy.iter().enumerate() {
        if at > 0 {
            page.keys(&[Key::Shift.into(), Key::Right.into()])?;
        }
        page.wait_for(&format!("{}[data-kind={kind}]", id("now-kind")))?;
        let shown = lab::shown(page)?;
        if !shown.sentence.contains("heavy") {
            fail!("that step isn't one of heavy: {shown:?}");
        }
    }
    Ok(())
}

/// Typing in a field, and choosing from a list, moves nothing else.
pub fn rest_while_typing(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    page.press(Key::Right)?;
    page.wait_until(&format!("{COUNTER} === 'Step 2 of 23'"))?;
    let speed = page.eval("document.querySelector('[data-testid=speed]').value")?;
    page.click(&id("tab-cluster"))?;
    let field = "aside.left input:not([type=range]):not([type=checkbox])";
    page.click(field)?;
    for key in
        [Key::Right.into(), Key::Home.into(), Key::End.into(), Key::Left.into(), ' ', ']', '?', 'r', '3']
    {
        page.keys(&[key])?;
    }
    let focused = page.eval("document.activeElement.tagName")?;
    let typed = page.eval("document.activeElement.value")?;
    if focused != "INPUT" || !typed.as_str().is_some_and(|text| text.contains("]?r3")) {
        fail!("the keys didn't reach the field: {focused} holds {typed}");
    }
    if page.count("dialog[open]")? != 0 || page.eval(COUNTER)? != "Step 2 of 23" {
        fail!("typing moved the page: {}", page.eval(COUNTER)?);
    }
    if page.eval("document.querySelector('[data-testid=speed]').value")? != speed {
        fail!("typing changed the speed");
    }
    page.press(Key::Escape)?;
    Ok(())
}

/// The help opens, holds the focus, and gives it back.
pub fn help_opens_and_closes(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.click(&id("help"))?;
    page.wait_for("dialog[open]")?;
    page.wait_until("document.querySelector('dialog[open]').contains(document.activeElement)")?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('dialog[open]')")?;
    page.wait_until("document.activeElement.dataset.testid === 'help'")?;
    page.keys(&['?'])?;
    page.wait_for("dialog[open]")?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('dialog[open]')")
}

/// The menu of examples by the keyboard alone.
pub fn choose_an_example(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.run("document.querySelector('[data-testid=examples]').focus()", vec![])?;
    page.press(Key::Enter)?;
    page.wait_for("#examples")?;
    page.press(Key::Down)?;
    page.press(Key::Down)?;
    page.wait_until("document.activeElement.dataset.testid === 'example-preemption'")?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('#examples')")?;
    page.wait_until("document.activeElement.dataset.testid === 'examples'")?;
    page.press(Key::Enter)?;
    page.wait_for("#examples")?;
    page.press(Key::Up)?;
    page.wait_until("document.activeElement.dataset.testid === 'open-generate'")?;
    page.press(Key::Up)?;
    page.wait_until("document.activeElement.dataset.testid === 'example-public-trace'")?;
    page.press(Key::Enter)?;
    let name = lab::scenario("public-trace")?.name.ok_or("no name")?;
    page.wait_for_text(&id("document-name"), &name)
}

/// Every control that is seen can be reached by Tab, and has a name.
pub fn reach_every_control(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    lab::open(page)?;
    lab::rewind(page)?;
    let wanted = [
        "examples",
        "open",
        "help",
        "theme",
        "first",
        "back",
        "play",
        "forward",
        "last",
        "speed",
        "overview",
        "zoom-in",
        "zoom-out",
        "show-all",
        "tab-cluster",
    ];
    page.run("window.reached = new Set(); document.activeElement.blur();", vec![])?;
    for _ in 0..150 {
        page.press(Key::Tab)?;
        page.run("reached.add(document.activeElement.dataset.testid)", vec![])?;
    }
    for control in wanted {
        if page.eval(&format!("reached.has('{control}')"))? != true {
            fail!("Tab doesn't get to {control}");
        }
    }
    Ok(())
}
