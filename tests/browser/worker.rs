//! What takes long is done in the worker: opening, runs, predictions, imports. It can be ended, it may crash, and what
//! comes too late is dropped. Nothing here goes by the clock: requests are held and let go by hand.

use super::lab::{self, id};
use asrpt_core::instance::Instance;
use asrpt_core::policy;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use asrpt_core::workload::{Workload, generate};
use asrpt_tests::{Outcome, Page, fail};
use serde_json::{Value, json};
use std::sync::Arc;

/// Workers that tell what they are asked. A request's first byte says what it is: 0 a run, 1 a file.
const WATCH: &str = "
    window.asked = []; window.workers = []; window.held = []; window.hold = []; window.turns = 0;
    const Real = window.Worker;
    window.Worker = class extends Real {
        constructor(url) { super(url); this.ended = false; window.workers.push(this); }
        terminate() { this.ended = true; super.terminate(); }
        postMessage(message, transfer) {
            const kind = message.request[0];
            window.asked.push(kind);
            this.last = message.number;
            if (window.broken) message.request = message.request.slice(0, 2);
            const post = () => super.postMessage(message, window.broken ? [] : transfer);
            if (window.hold.includes(kind)) window.held.push({ worker: this, post }); else post();
        }
    };
    const later = window.setTimeout;
    window.setTimeout = (f, ms, ...rest) => { if (!ms) window.turns += 1; return later(f, ms, ...rest); };
    for (const read of ['text', 'arrayBuffer', 'stream']) {
        const real = Blob.prototype[read];
        Blob.prototype[read] = function () { window.asked.push(read); return real.call(this); };
    }";

fn watched(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.set_viewport(1440, 900)?;
    page.run(WATCH, vec![])?;
    Ok(())
}

/// Many jobs, drawn by chance.
fn many(jobs: usize) -> Outcome<Scenario> {
    let workload = Workload { jobs, users: 9, ..Workload::default() };
    Ok(generate(&workload).map_err(|problems| format!("{problems:?}"))?)
}

fn native(scenario: &Scenario, kind: &str) -> Outcome<Run> {
    let instance = Arc::new(Instance::prepare(scenario.clone()).map_err(|problems| format!("{problems:?}"))?);
    Ok(Run::simulate(instance, policy::find(kind).ok_or("no policy")?)
        .map_err(|error| format!("{error:?}"))?)
}

/// The run that is shown has so many steps and that mean JCT.
fn shows(page: &mut Page, run: &Run) -> Outcome {
    let steps = lab::grouped(run.log.len() as u128);
    page.wait_until(&format!(
        "document.querySelector('[data-testid=step-counter]')?.textContent.endsWith('of {steps}')"
    ))?;
    let mean = lab::seconds((run.metrics.mean_jct_us + 0.5) as u128, 1);
    let css = id("metric-mean");
    page.wait_until(&format!("document.querySelector('{css}').textContent === {}", json!(mean)))
}

/// A file of thousands of jobs is read, run and put together off the page's thread or in slices; the result is the one
/// of the command line.
pub fn a_large_file_leaves_the_page_free(page: &mut Page) -> Outcome {
    watched(page)?;
    let scenario = many(8_000)?;
    page.run("window.turns = 0", vec![])?;
    page.choose_file(&id("file-input"), "many.json", &scenario.to_json())?;
    shows(page, &native(&scenario, "a-srpt")?)?;
    let asked =
        page.eval("window.asked.filter(kind => kind === 0 || kind === 1 || typeof kind === 'string')")?;
    if asked != json!([1, 0]) {
        fail!("asked for a file and a run, nothing read on the page: {asked}");
    }
    let turns = page.eval("window.turns")?.as_u64().unwrap_or(0);
    if turns < 5 {
        fail!("only {turns} turns for the page while the run was put together");
    }
    // Far jumps through the run.
    page.keys(&[asrpt_tests::Key::End.into()])?;
    let steps = lab::grouped(native(&scenario, "a-srpt")?.log.len() as u128);
    page.wait_for_text(&id("step-counter"), &format!("Step {steps} "))
}

/// While a file is read and while it is run, there is progress and a Cancel; the work at hand stays.
pub fn opening_can_be_cancelled(page: &mut Page) -> Outcome {
    watched(page)?;
    lab::open_example(page, "delay-runs-out")?;
    let scenario = many(600)?;
    let text = scenario.to_json();
    page.run("window.hold = [1, 0]", vec![])?;
    page.choose_file(&id("file-input"), "many.json", &text)?;
    page.wait_for_text(&id("progress"), "Opening many.json")?;
    page.click(&id("cancel-run"))?;
    page.wait_until("!document.querySelector('[data-testid=progress]') && window.held[0].worker.ended")?;
    same_work(page)?;
    page.run("window.hold = [0]", vec![])?;
    page.choose_file(&id("file-input"), "many.json", &text)?;
    page.wait_for_text(&id("progress"), "Running 600\u{a0}jobs, 0 % done")?;
    page.wait_for(&format!("{} [role=progressbar][aria-valuenow='0']", id("progress")))?;
    page.click(&id("cancel-run"))?;
    page.wait_for_text(&id("refused"), "wasn't opened")?;
    page.wait_for_text(&id("refused"), "Was cancelled")?;
    same_work(page)?;
    // It was read: it can be had after all.
    page.run("window.hold = []", vec![])?;
    page.click(&id("see-the-rest"))?;
    shows(page, &native(&scenario, "a-srpt")?)
}

fn same_work(page: &mut Page) -> Outcome {
    page.wait_for_text(&id("document-name"), "The delay runs out")?;
    page.wait_for_text(&id("step-counter"), "of 23")
}

/// A newer run ends the one before; what that one still says is not heard.
pub fn a_stale_result_is_dropped(page: &mut Page) -> Outcome {
    watched(page)?;
    let scenario = many(600)?;
    page.choose_file(&id("file-input"), "many.json", &scenario.to_json())?;
    shows(page, &native(&scenario, "a-srpt")?)?;
    page.run("window.hold = [0]", vec![])?;
    lab::choose_policy_unseen(page, "fifo")?;
    page.wait_until("window.held.length === 1")?;
    lab::choose_policy_unseen(page, "spjf")?;
    page.wait_until("window.held.length === 2 && window.held[0].worker.ended")?;
    let stale = "
        const { worker } = window.held[0];
        for (const number of [worker.last, worker.last + 1]) {
            const data = { number, result: new ArrayBuffer(8), memory: 1 };
            worker.dispatchEvent(new MessageEvent('message', { data }));
            worker.dispatchEvent(new MessageEvent('message', { data: { number, share: 0.7 } }));
        }
        worker.dispatchEvent(new ErrorEvent('error', { message: 'too late' }));
        window.hold = []; window.held[1].post();";
    page.run(stale, vec![])?;
    shows(page, &native(&scenario, "spjf")?)?;
    if page.count(&format!("{}, {}", id("stale"), id("failed")))? != 0 {
        fail!("something was heard of the run before");
    }
    Ok(())
}

/// A worker that dies is said; the work stays, and a new worker runs it.
pub fn a_crash_is_survived(page: &mut Page) -> Outcome {
    page.expect_console_errors();
    watched(page)?;
    let scenario = many(600)?;
    page.choose_file(&id("file-input"), "many.json", &scenario.to_json())?;
    shows(page, &native(&scenario, "a-srpt")?)?;
    page.run("window.broken = true", vec![])?;
    lab::choose_policy_unseen(page, "fifo")?;
    page.wait_for_text(&id("stale"), "Stopped")?;
    page.wait_for_text(&id("stale"), "the request is broken")?;
    shows(page, &native(&scenario, "a-srpt")?)?;
    page.run("window.broken = false; window.before = window.workers.length", vec![])?;
    page.click(&id("run-again"))?;
    shows(page, &native(&scenario, "fifo")?)?;
    if page.eval("window.workers.length > window.before")? != Value::Bool(true) {
        fail!("no new worker");
    }
    Ok(())
}

/// Predictors are evaluated and asked in the worker, and that can be cancelled and asked again.
pub fn predictions_leave_the_page_free(page: &mut Page) -> Outcome {
    watched(page)?;
    let scenario = generate(&Workload::recurring(500, 40, 1)).map_err(|problems| format!("{problems:?}"))?;
    page.choose_file(&id("file-input"), "learned.json", &scenario.to_json())?;
    shows(page, &native(&scenario, "a-srpt")?)?;
    page.run("window.hold = [2, 3]; window.asked = []", vec![])?;
    page.click(&id("results-tab-prediction"))?;
    page.wait_for_text(&id("prediction-board"), "The predictions are being evaluated …")?;
    page.wait_until("window.held.length === 1")?;
    page.click(&id("cancel-coming"))?;
    page.wait_for_text(&id("not-coming"), "It was cancelled.")?;
    page.wait_until("window.held[0].worker.ended")?;
    page.run("window.hold = []", vec![])?;
    page.click(&id("ask-again"))?;
    page.wait_for(&id("prediction-figures"))?;
    page.click(&id("why-prediction"))?;
    page.wait_for(&id("tree-spread"))?;
    let asked = page.eval("[2, 3].filter(kind => window.asked.includes(kind))")?;
    if asked != json!([2, 3]) {
        fail!("asked for {asked}");
    }
    Ok(())
}

/// A trace is imported and a workload generated in the worker.
pub fn scenarios_are_made_in_the_worker(page: &mut Page) -> Outcome {
    watched(page)?;
    let trace = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/extracts/muri.csv"))?;
    page.drop_file("main", "muri.csv", &trace)?;
    page.wait_for(&id("import-sum"))?;
    page.wait_until("!document.querySelector('[data-testid=import]').disabled")?;
    page.click(&id("import"))?;
    page.wait_for_text(&id("document-name"), "muri")?;
    page.click(&id("examples"))?;
    page.click(&id("open-generate"))?;
    page.run("window.hold = [5]", vec![])?;
    page.click(&id("generate"))?;
    page.wait_for_text(&id("generate-dialog"), "The jobs are being drawn")?;
    page.wait_until("document.querySelector('[data-testid=generate]').disabled && window.held.length === 1")?;
    page.run("window.held[0].post()", vec![])?;
    page.wait_for_text(&id("document-name"), "100 generated jobs, seed 1")?;
    if page.eval("[1, 6, 5].every(kind => window.asked.includes(kind)) && !window.asked.some(kind => typeof kind === 'string')")?
        != Value::Bool(true)
    {
        fail!("not all was asked of the worker");
    }
    Ok(())
}

/// Where a browser gives no workers, everything still works, in slices.
pub fn without_workers_it_works_too(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.run("window.Worker = class { constructor() { throw new Error('no workers here'); } };", vec![])?;
    let scenario = many(400)?;
    page.choose_file(&id("file-input"), "many.json", &scenario.to_json())?;
    shows(page, &native(&scenario, "a-srpt")?)
}
