//! Predictors, how good they are, imported traces, generated workloads.

use asrpt_tests::{Outcome, Page, Theme, fail};
use serde_json::json;

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
