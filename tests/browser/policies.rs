//! Every policy in the page, against the native run.

use super::lab::{self, id};
use asrpt_core::metrics::Metrics;
use asrpt_core::policy::POLICIES;
use asrpt_tests::{Outcome, Page, fail};

/// Every step of every example under every policy says what the core says natively, and the figures are the same.
pub fn every_example_under_every_policy(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.click(&id("examples"))?;
    let menu = page.count("#examples [data-testid^=example-]")?;
    if menu != lab::EXAMPLES.len() {
        fail!("the menu has {menu} examples");
    }
    page.click(&id("examples"))?;
    for slug in lab::EXAMPLES {
        lab::open_example(page, slug)?;
        for policy in POLICIES {
            let (what, run) = (format!("{slug}, {}", policy.kind()), lab::native(slug, policy.kind())?);
            lab::choose_policy(page, policy.kind())?;
            lab::rewind(page)?;
            lab::must_be_same(&what, &lab::expected(&run), &lab::walk(page, "forward")?)?;
            same_figures(page, &what, &run.metrics)?;
        }
    }
    Ok(())
}

/// Another policy shows the same moment of its own run.
pub fn a_switch_keeps_the_moment(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    for _ in 1..14 {
        page.click(&id("forward"))?;
    }
    let before = lab::shown(page)?;
    if (before.kind.as_str(), before.time.as_str()) != ("wait", "205.825\u{a0}s") {
        fail!("step 14 is {before:?}");
    }
    for policy in POLICIES {
        lab::choose_policy(page, policy.kind())?;
        let run = lab::native("delay-runs-out", policy.kind())?;
        let step = run.log.iter().filter(|entry| entry.time_us <= 205_825_000).count();
        let after = lab::shown(page)?;
        let counter = format!("Step {step} of {}", run.log.len());
        if after.time != before.time || after.counter != counter {
            fail!("{}: {} at {}, not {counter} at {}", policy.kind(), after.counter, after.time, before.time);
        }
    }
    lab::choose_policy(page, "a-srpt")?;
    if lab::shown(page)? != before {
        fail!("back at A-SRPT, the moment is another one");
    }
    Ok(())
}

/// The choice in the panel and the table are one.
pub fn chosen_in_the_panel(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.set_viewport(1440, 900)?;
    page.click(&id("tab-policy"))?;
    let select = id("policy");
    page.wait_until(&format!("document.querySelector('{select}').options.length === {}", POLICIES.len()))?;
    let script = "
        const select = document.querySelector('[data-testid=policy]');
        select.value = 'fifo';
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(script, vec![])?;
    page.wait_for(&format!("{} button[aria-pressed=true]", id("row-fifo")))?;
    if page.count(&format!("{} button[aria-pressed=true]", id("policies")))? != 1 {
        fail!("more than one policy is chosen");
    }
    lab::choose_policy(page, "wcs-subtime")?;
    page.wait_until(&format!("document.querySelector('{select}').value === 'wcs-subtime'"))
}

/// A select that was once used by hand shows what Undo brings back.
pub fn undo_moves_the_choice_back(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.set_viewport(1440, 900)?;
    let mut scenario = lab::scenario("preemption")?;
    scenario.policy.kind = "wcs-subtime".to_owned();
    page.choose_file(&id("file-input"), "wcs.json", &scenario.to_json())?;
    page.click(&id("tab-policy"))?;
    let shows = |kind: &str| format!("document.querySelector('[data-testid=policy]').value === '{kind}'");
    page.wait_until(&shows("wcs-subtime"))?;
    lab::open_example(page, "fifty-jobs")?;
    page.click(&id("tab-policy"))?;
    lab::choose_policy(page, "wcs-subtime")?;
    page.wait_until(&shows("wcs-subtime"))?;
    let choose = "
        const select = document.querySelector('[data-testid=policy]');
        select.value = 'a-srpt';
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(choose, vec![])?;
    page.wait_for(&format!("{} button[aria-pressed=true]", id("row-a-srpt")))?;
    page.click(&id("undo"))?;
    page.wait_for(&format!("{} button[aria-pressed=true]", id("row-wcs-subtime")))?;
    page.wait_until(&shows("wcs-subtime"))
}

fn same_figures(page: &mut Page, what: &str, native: &Metrics) -> Outcome {
    let seconds = |us: u64| lab::seconds(us.into(), 1);
    let ratio = native.ratio_to_lower_bound.ok_or("no ratio")?;
    for (figure, value) in [
        ("ratio", format!("{ratio:.2}\u{a0}×")),
        ("bound", lab::seconds(native.lower_bound_total_jct_us, 1)),
        ("total", lab::seconds(native.total_jct_us, 1)),
        ("mean", seconds((native.mean_jct_us + 0.5) as u64)),
        ("p50", seconds(native.p50_jct_us)),
        ("p95", seconds(native.p95_jct_us)),
        ("p99", seconds(native.p99_jct_us)),
        ("makespan", seconds(native.makespan_us)),
        ("utilization", format!("{:.1}\u{a0}%", native.gpu_utilization * 100.0)),
    ] {
        let css = id(&format!("metric-{figure}"));
        let shown = page.eval(&format!("document.querySelector('{css}').textContent"))?;
        if shown.as_str() != Some(value.as_str()) {
            fail!("{what}: {figure} is {value} natively, {shown} in the page");
        }
    }
    Ok(())
}
