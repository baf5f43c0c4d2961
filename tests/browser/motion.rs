//! What moves at a step, and what stands still where the system asks for it.

use super::lab::{self, id};
use asrpt_tests::{Outcome, Page, Theme, fail};
use serde_json::Value;

/// Clicks on and says at once what moves: whether anything travels, how many animations run.
const STEP: &str = "
    return (async () => {
        const lit = document.querySelector('.lit');
        document.querySelector('[data-testid=forward]').click();
        for (let waited = 0; waited < 500 && document.querySelector('.lit') === lit; waited += 1) {
            await new Promise(soon => setTimeout(soon));
        }
        const travellers = document.querySelector('.travellers');
        return {
            kind: document.querySelector('[data-testid=now-kind]').dataset.kind,
            lit: document.querySelectorAll('.lit *').length,
            travels: Boolean(travellers && travellers.childElementCount && getComputedStyle(travellers).display !== 'none'),
            animations: document.getAnimations().length,
        };
    })();";

/// The rows of the first queue from top to bottom.
const QUEUE: &str = "[...document.querySelectorAll('.queue')[0].querySelectorAll('.queue-row')]
    .sort((a, b) => new DOMMatrix(a.style.transform).f - new DOMMatrix(b.style.transform).f)
    .map(row => row.querySelector('.queue-name').textContent).join()";

pub fn jobs_travel(page: &mut Page) -> Outcome {
    let steps = steps_of_case_04(page)?;
    for step in &steps {
        if step["lit"].as_u64().unwrap_or(0) == 0 {
            fail!("nothing is lit: {step}");
        }
    }
    for kind in ["virtual_completion", "start"] {
        let of_kind = || steps.iter().filter(|step| step["kind"] == kind);
        if of_kind().count() < 4 || !of_kind().all(|step| step["travels"] == true) {
            fail!("{kind}: a job doesn't travel: {steps:?}");
        }
        if !of_kind().all(|step| step["animations"].as_u64() > Some(0)) {
            fail!("{kind}: nothing is animated: {steps:?}");
        }
    }
    Ok(())
}

/// The same is lit, and nothing moves.
pub fn stands_still_on_request(page: &mut Page) -> Outcome {
    page.emulate_media(Theme::Light, true)?;
    for step in steps_of_case_04(page)? {
        if step["animations"] != 0 || step["travels"] == true {
            fail!("something moves: {step}");
        }
        if step["lit"].as_u64().unwrap_or(0) == 0 {
            fail!("nothing says what happens: {step}");
        }
    }
    Ok(())
}

/// At the preemption the queue is in another order than at the arrival before it.
pub fn the_queue_reorders(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "preemption")?;
    lab::rewind(page)?;
    page.click(&id("forward"))?;
    page.wait_for(&format!("{}[data-kind=arrival]", id("now-kind")))?;
    page.wait_until(&format!("{QUEUE} === 'long,short'"))?;
    page.click(&id("forward"))?;
    page.wait_for(&format!("{}[data-kind=preempt]", id("now-kind")))?;
    page.wait_until(&format!("{QUEUE} === 'short,long'"))
}

fn steps_of_case_04(page: &mut Page) -> Outcome<Vec<Value>> {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    page.click(&id("show-all"))?;
    lab::rewind(page)?;
    (1..23).map(|_| page.run(STEP, vec![])).collect()
}
