//! Predictors, how good they are, imported traces, generated workloads.

use asrpt_core::format::decimal;
use asrpt_core::instance::Instance;
use asrpt_core::policy;
use asrpt_core::predict::{self, Held, Scores};
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use asrpt_core::workload::{Workload, generate};
use asrpt_tests::{Key, Outcome, Page, Theme, fail};
use serde_json::json;
use std::sync::Arc;

const MURI: &str = include_str!("../extracts/muri.csv");

/// A select is set as the browser does it.
const CHOOSE: &str = "
    const select = document.querySelector(arguments[0]);
    select.value = arguments[1];
    if (select.value !== arguments[1]) throw new Error(`no option ${arguments[1]}`);
    select.dispatchEvent(new Event('change', { bubbles: true }));";

fn choose(page: &mut Page, css: &str, value: &str) -> Outcome {
    page.wait_for(css)?;
    page.run(CHOOSE, vec![json!(css), json!(value)])?;
    Ok(())
}

/// Types a number in place of what stands in the field, and leaves it.
fn set(page: &mut Page, testid: &str, value: &str) -> Outcome {
    let css = format!("[data-testid={testid}]");
    page.wait_for(&css)?;
    page.run(
        "const field = document.querySelector(arguments[0]);
        field.focus();
        field.value = arguments[1];
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));",
        vec![json!(css), json!(value)],
    )?;
    page.wait_until(&format!("!document.querySelector('{css}').hasAttribute('data-settled')"))?;
    page.run("document.querySelector(arguments[0]).blur();", vec![json!(css)])?;
    page.wait_until(&format!("document.querySelector('{css}').hasAttribute('data-settled')"))
}

fn open(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    page.open("")?;
    page.wait_for("[data-testid=step-counter]")
}

/// The name in the top bar.
fn is_named(page: &mut Page, name: &str) -> Outcome {
    page.wait_for_text("[data-testid=document-name]", name)
}

fn generated(page: &mut Page) -> Outcome {
    open(page)?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=open-generate]")?;
    page.wait_for("[data-testid=generate-dialog][open]")?;
    set(page, "generate-jobs", "60")?;
    set(page, "generate-history", "500")?;
    page.click("[data-testid=generate]")?;
    is_named(page, "60 generated jobs, seed 1")?;
    page.wait_for("[data-testid=step-counter]")
}

pub fn a_workload_is_generated_and_undone(page: &mut Page) -> Outcome {
    open(page)?;
    let before = page.text("[data-testid=document-name]")?;
    generated(page)?;
    page.wait_until("!document.querySelector('[data-testid=generate-dialog]')")?;
    page.click("[data-testid=undo]")?;
    is_named(page, &before)
}

pub fn what_cannot_be_generated_is_said_in_the_dialog(page: &mut Page) -> Outcome {
    open(page)?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=open-generate]")?;
    // A model of 8 GPUs doesn't fit into one server of 4.
    set(page, "make-servers", "1")?;
    set(page, "make-gpus", "4")?;
    page.click("[data-testid=generate]")?;
    page.wait_for("[data-testid=generate-problems] li")?;
    page.click("[data-testid=cancel]")?;
    page.wait_until("!document.querySelector('[data-testid=generate-dialog]')")
}

pub fn a_predictor_is_chosen_and_undone(page: &mut Page) -> Outcome {
    generated(page)?;
    page.click("[data-testid=tab-predictor]")?;
    page.wait_for_text("[data-testid=history]", "500")?;
    page.wait_for("[data-testid=predictor-trees]")?;
    choose(page, "[data-testid=predictor]", "noisy")?;
    page.wait_for("[data-testid=sigma-slider]")?;
    set(page, "predictor-sigma", "2")?;
    if page.eval("document.querySelector('[data-testid=sigma-slider]').value")? != json!("2") {
        fail!("the slider doesn't follow the field");
    }
    page.click("[data-testid=undo]")?;
    page.wait_until("document.querySelector('[data-testid=predictor-sigma]').value === '0.5'")?;
    page.click("[data-testid=undo]")?;
    page.wait_for("[data-testid=predictor-trees]")
}

/// Policies that look at predictions lose as these get worse; FIFO doesn't look.
pub fn worse_predictions_have_their_price(page: &mut Page) -> Outcome {
    generated(page)?;
    page.click("[data-testid=tab-predictor]")?;
    page.wait_for("[data-testid=worse-chart][data-done=true]")?;
    let row = |name: &str| {
        format!(
            "[...document.querySelectorAll('[data-testid=worse-table] tbody tr')].find(row => row.cells[0].innerText === '{name}')"
        )
    };
    let figure = |page: &mut Page, name: &str, at: usize| -> Outcome<f64> {
        let text = page.eval(&format!("{}.cells[{at}].innerText", row(name)))?;
        let text: String = serde_json::from_value(text)?;
        let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        digits.parse().map_err(|_| format!("{name}: no number in {text:?}").into())
    };
    let (fifo, fifo_worst) = (figure(page, "FIFO", 1)?, figure(page, "FIFO", 5)?);
    if fifo != fifo_worst {
        fail!("FIFO moves from {fifo} to {fifo_worst}");
    }
    let (own, own_worst) = (figure(page, "A-SRPT", 1)?, figure(page, "A-SRPT", 5)?);
    if own >= own_worst {
        fail!("A-SRPT gains by worse predictions: {own}, {own_worst}");
    }
    let order = page.eval("[...document.querySelectorAll('[data-testid=worse-order-table] tbody tr')].filter(row => ['A-SRPT', 'FIFO'].includes(row.cells[0].innerText)).map(row => [1, 5].map(at => parseFloat(row.cells[at].innerText)))")?;
    let [[own, own_worst], fifo]: [[f64; 2]; 2] = serde_json::from_value(order)?;
    if fifo != [0.0, 0.0] || own != 0.0 || own_worst < 5.0 {
        fail!("the order: A-SRPT {own} to {own_worst} %, FIFO {fifo:?}");
    }
    Ok(())
}

pub fn predictions_are_judged_and_explained(page: &mut Page) -> Outcome {
    generated(page)?;
    page.click("[data-testid=results-tab-prediction]")?;
    page.wait_for("[data-testid=importance]")?;
    page.wait_for("[data-testid=chart-held-out] svg")?;
    page.wait_for("[data-testid=chart-errors] svg")?;
    let heads = page.texts("[data-testid=prediction-figures] tbody th")?;
    if !heads.iter().any(|head| head == "Random forest, held out") {
        fail!("no row for the forest: {heads:?}");
    }
    let compared = page.texts("[data-testid=prediction-figures] .sheet tbody tr:nth-child(2) td")?;
    if compared.first().map(String::as_str) != Some("100") {
        fail!("a fifth of 500 records is held out, not {compared:?}");
    }
    page.click("[data-testid=why-prediction]")?;
    page.wait_for("[data-testid=why-told]")?;
    page.wait_for("[data-testid=tree-spread]")?;
    if page.count("[data-testid=nearest-records] tbody tr")? != 5 {
        fail!("not five nearest records");
    }
    page.must_be_accessible()
}

/// The board's figures to the last digit, as `asrpt predict` prints them: without learning and with it.
pub fn figures_are_the_command_line_s(page: &mut Page) -> Outcome {
    for refit_every in [None, Some(10)] {
        let mut scenario = generate(&Workload::recurring(300, 80, 5)).map_err(|p| format!("{p:?}"))?;
        scenario.name = Some(format!("learning {refit_every:?}"));
        scenario.predictor.trees = 10;
        scenario.predictor.refit_every = refit_every;
        open(page)?;
        page.choose_file("[data-testid=file-input]", "predicted.json", &scenario.to_json())?;
        is_named(page, scenario.name.as_deref().unwrap_or_default())?;
        page.click("[data-testid=results-tab-prediction]")?;
        page.wait_for("[data-testid=importance]")?;
        let rows = page.texts("[data-testid=prediction-figures] .sheet tbody tr")?;
        let plain = |text: &String| text.replace('\u{a0}', " ").replace('\u{2212}', "-");
        let shown: Vec<String> =
            rows.iter().map(|row| plain(row).split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let expected = figures(scenario)?;
        if shown != expected {
            fail!("the page shows {shown:#?}, the command line {expected:#?}");
        }
    }
    Ok(())
}

/// The rows of `asrpt predict`, with the names that the page gives them.
fn figures(scenario: Scenario) -> Outcome<Vec<String>> {
    let instance = Arc::new(Instance::prepare(scenario).map_err(|problems| format!("{problems:?}"))?);
    let policy = policy::find("a-srpt").ok_or("no A-SRPT")?;
    let run = Run::simulate(instance, policy).map_err(|error| format!("{error:?}"))?;
    let scenario = &run.instance.scenario;
    let jobs = Held::of_report(&predict::report_of(&run), scenario).scores;
    let held = |kind| predict::evaluate(scenario, predict::find(kind)).and_then(|e| e.held_out.scores);
    let rows = [
        ("These jobs", jobs),
        ("Random forest, held out", held("random-forest")),
        ("Group mean, held out", held("group-mean")),
        ("Group median, held out", held("group-median")),
    ];
    let row = |(name, scores): (&str, Option<Scores>)| {
        let scores = scores.ok_or_else(|| format!("{name}: nothing to compare"))?;
        let r2 = scores.r2_log.map_or("–".to_owned(), |r2| decimal(r2, 3));
        let (mape, median) = (decimal(scores.mape * 100.0, 1), decimal(scores.median_abs_log_error, 3));
        Ok(format!("{name} {} {mape} % {median} {r2}", scores.jobs))
    };
    rows.into_iter().map(row).collect()
}

/// Refits are steps; before a job arrives nothing is predicted for it; the link says what it carries.
pub fn learning_is_shown_step_by_step(page: &mut Page) -> Outcome {
    open(page)?;
    page.choose_file("[data-testid=file-input]", "learning.json", include_str!("../links/learning.json"))?;
    is_named(page, "Learning while jobs complete")?;
    super::lab::rewind(page)?;
    // The last job is still to come.
    page.click("[data-testid=results-tab-jobs]")?;
    page.wait_for_text("[data-testid=sheet] tbody tr:last-child", "j13")?;
    page.click("[data-testid=sheet] tbody tr:last-child .row-button")?;
    page.wait_for_text("[data-testid=inspector] h2", "j13")?;
    page.wait_for_text("[data-testid=inspector] .facts", "not yet")?;
    if page.count("[data-testid=why-prediction]")? != 0 {
        fail!("a prediction is explained before it is made");
    }
    let kinds = "document.querySelector('[data-testid=now-kind]').dataset.kind";
    super::lab::rewind(page)?;
    for _ in 0..19 {
        page.press(Key::Right)?;
    }
    page.wait_until(&format!("{kinds} === 'refit'"))?;
    page.wait_for_text(
        "[data-testid=now-sentence]",
        "now on 12 records: 9 of the history and 3 of completed jobs",
    )?;
    page.must_be_accessible()?;
    page.click("[data-testid=tab-predictor]")?;
    page.wait_for("[data-testid=learning]:checked")?;
    set(page, "predictor-refit_every", "5")?;
    page.wait_until("document.querySelector('[data-testid=predictor-refit_every]').value === '5'")?;
    page.click("[data-testid=share]")?;
    page.wait_for_text("[data-testid=link-learns]", "the 9\u{a0}records of history go along")?;
    page.wait_for_text("[data-testid=link]", "#2")?;
    page.press(Key::Escape)?;
    page.click("[data-testid=learning]")?;
    page.wait_until("!document.querySelector('[data-testid=predictor-refit_every]')")?;
    page.click("[data-testid=undo]")?;
    page.wait_for("[data-testid=learning]:checked")
}

pub fn a_trace_is_imported_by_its_header(page: &mut Page) -> Outcome {
    open(page)?;
    let before = page.text("[data-testid=document-name]")?;
    page.drop_file("main", "muri.csv", MURI)?;
    page.wait_for("[data-testid=import-dialog][open]")?;
    page.wait_for_text("[data-testid=import-sum]", "12\u{a0}jobs, 48\u{a0}records of history")?;
    set(page, "import-history", "50")?;
    page.wait_for_text("[data-testid=import-sum]", "30\u{a0}jobs, 30\u{a0}records of history")?;
    page.must_be_accessible()?;
    page.click("[data-testid=import]")?;
    is_named(page, "muri")?;
    page.wait_for("[data-testid=step-counter]")?;
    page.click("[data-testid=undo]")?;
    is_named(page, &before)
}

/// Rows that can't be used are counted with their reason and shown; the work at hand stays until *Import*.
pub fn refused_rows_are_accounted_for(page: &mut Page) -> Outcome {
    open(page)?;
    let before = page.text("[data-testid=document-name]")?;
    let text = "begin,took,cards,who\n0,100,1,a\n5,-3,1,a\n6,50,0,b\n9,x,2,b\n12,60,2,b\n";
    page.choose_file("[data-testid=file-input]", "mine.csv", text)?;
    page.wait_for("[data-testid=mapping]")?;
    page.wait_until("document.querySelector('[data-testid=column-user]').value === 'who'")?;
    set(page, "import-history", "0")?;
    page.wait_for_text("[data-testid=import-sum]", "2\u{a0}jobs")?;
    let reasons = page.texts("[data-testid=refused-rows] summary")?;
    if reasons.len() != 3 {
        fail!("three reasons, not {reasons:?}");
    }
    choose(page, "[data-testid=column-gpus]", "")?;
    page.wait_for_text("[data-testid=mapping-missing]", "GPUs")?;
    page.wait_until("document.querySelector('[data-testid=import]').disabled")?;
    page.click("[data-testid=cancel]")?;
    page.wait_until("!document.querySelector('[data-testid=import-dialog]')")?;
    is_named(page, &before)
}

pub fn is_accessible_and_fits(page: &mut Page) -> Outcome {
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        open(page)?;
        page.click("[data-testid=tab-predictor]")?;
        page.wait_for("[data-testid=worse-chart]")?;
        page.must_be_accessible()?;
        page.click("[data-testid=examples]")?;
        page.click("[data-testid=open-generate]")?;
        page.wait_for("[data-testid=generate-dialog][open]")?;
        page.must_be_accessible()?;
    }
    page.set_viewport(360, 780)?;
    let too_wide = page.eval("document.querySelector('[data-testid=generate-dialog]').scrollWidth > 360")?;
    if too_wide != json!(false) {
        fail!("the dialog is wider than the window");
    }
    Ok(())
}
