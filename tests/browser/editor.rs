//! Models drawn as graphs: by mouse, by keyboard alone and by finger.

use asrpt_core::cluster::Cluster;
use asrpt_core::cost::Constants;
use asrpt_core::model::ModelGraph;
use asrpt_core::scenario::{EdgeSpec, ModelSpec, Scenario, StageSpec};
use asrpt_tests::{Key, Outcome, Page, Place, Theme, fail};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

use super::results::{CATCH_FILES, saved};

const EXAMPLE: &str = include_str!("../../assets/examples/flush-dag.json");
pub const CANVAS: &str = "[data-testid=canvas]";

/// The model `dag` of the example on the canvas.
pub fn open_example(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    page.open("")?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=example-flush-dag]")?;
    page.click("[data-testid=tab-models]")?;
    page.wait_for(&stage("left"))
}

/// A new model, which has one stage.
fn open_new(page: &mut Page) -> Outcome {
    open_example(page)?;
    page.click("[data-testid=model-acts]")?;
    page.click("[data-testid=model-new]")?;
    page.wait_for(&stage("stage-1"))
}

pub fn stage(id: &str) -> String {
    format!("[data-testid='stage-{id}']")
}

pub fn port(page: &mut Page, id: &str) -> Outcome<Place> {
    page.place_in(&format!("{} .port.out", stage(id)), (0.5, 0.5))
}

/// The edges on the canvas, as `from-to`, in the order of the model.
fn wires(page: &mut Page) -> Outcome<Vec<String>> {
    let names = page.eval(
        "[...document.querySelectorAll('[data-wire]')].map(e => e.dataset.testid.replace('wire-', ''))",
    )?;
    Ok(serde_json::from_value(names)?)
}

fn expect_wires(page: &mut Page, expected: &[&str]) -> Outcome {
    page.wait_until(&format!("document.querySelectorAll('[data-wire]').length === {}", expected.len()))?;
    let found = wires(page)?;
    if found != expected {
        fail!("the edges are {found:?}, not {expected:?}");
    }
    Ok(())
}

/// The model of that name as the page would save it.
fn saved_scenario(page: &mut Page) -> Outcome<Value> {
    page.run(CATCH_FILES, vec![])?;
    let file = saved(page, "save")?;
    Ok(serde_json::from_str(file["text"].as_str().unwrap_or_default())?)
}

/// What the command line prints about a job of a model of this scenario.
fn command_line(scenario: &Value, model: &str) -> Outcome<Value> {
    let mut scenario = scenario.clone();
    scenario["jobs"] = json!([{ "id": "probe", "model": model, "arrival_s": 0, "iterations": 1 }]);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asrpt = ["run", "--quiet", "--package", "asrpt-cli", "--", "run", "-", "--json"];
    let mut child = Command::new(cargo).args(asrpt).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no way in")?.write_all(scenario.to_string().as_bytes())?;
    let output = child.wait_with_output()?;
    let result: Value = serde_json::from_slice(&output.stdout)?;
    Ok(result["jobs"][0].clone())
}

/// The page shows the least and the greatest time of an iteration that the command line prints for the same model.
fn expect_command_line_alpha(page: &mut Page, model: &str, drawn: &ModelSpec) -> Outcome {
    let scenario = saved_scenario(page)?;
    let read = Scenario::from_json(&scenario.to_string()).map_err(|problems| format!("{problems:?}"))?;
    let saved = read.models.iter().find(|(name, _)| name == model).map(|(_, spec)| spec);
    if saved != Some(drawn) {
        fail!("the model that was drawn is {saved:?}, not {drawn:?}");
    }
    let job = command_line(&scenario, model)?;
    for (key, place) in [("alpha_min_s", "[data-testid=alpha-min]"), ("alpha_max_s", ".foot-worst")] {
        let seconds = job[key].as_f64().ok_or("the command line gives no alpha")?;
        page.wait_for_text(place, &format!("{:.1}\u{a0}ms", seconds * 1e3))?;
    }
    Ok(())
}

/// The time of an iteration that the page shows is the core's own.
fn expect_alpha(page: &mut Page, spec: &ModelSpec) -> Outcome {
    let scenario = Scenario::from_json(EXAMPLE).map_err(|problems| format!("{problems:?}"))?;
    let graph = ModelGraph::new(spec).ok_or("no DAG")?;
    let constants = Constants::new(&graph, &Cluster::new(&scenario.servers));
    let expected = format!("{:.1}\u{a0}ms", constants.alpha_min_s * 1e3);
    page.wait_for_text("[data-testid=alpha-min]", &expected)
}

/// Three stages of a new model's numbers, the first of which feeds the others.
fn three_stages(edges: &[(&str, &str)]) -> ModelSpec {
    let stage = |n: usize| StageSpec {
        id: format!("stage-{n}"),
        name: None,
        forward_ms: 10.0,
        backward_ms: 20.0,
        replicas: 1,
        collectives: Vec::new(),
    };
    let edge = |&(from, to): &(&str, &str)| EdgeSpec {
        from: from.to_owned(),
        to: to.to_owned(),
        activation_mb: 10.0,
    };
    ModelSpec {
        stages: (1..=3).map(stage).collect(),
        edges: edges.iter().map(edge).collect(),
        micro_batches: None,
    }
}

pub fn a_graph_is_drawn_by_mouse(page: &mut Page) -> Outcome {
    open_new(page)?;
    // Dropped on the empty canvas, an edge gets a stage of its own.
    let (from, to) = (port(page, "stage-1")?, page.place_in(CANVAS, (0.72, 0.2))?);
    page.drag(from, to)?;
    page.wait_for(&stage("stage-2"))?;
    let empty = page.place_in(CANVAS, (0.75, 0.75))?;
    page.click_at(empty, 2)?;
    page.wait_for(&stage("stage-3"))?;
    let (from, to) = (port(page, "stage-1")?, page.place_in(&stage("stage-3"), (0.3, 0.3))?);
    page.drag(from, to)?;
    expect_wires(page, &["stage-1-stage-2", "stage-1-stage-3"])?;
    expect_command_line_alpha(page, "model", &three_stages(&[("stage-1", "stage-2"), ("stage-1", "stage-3")]))
}

pub fn a_graph_is_drawn_by_keyboard_alone(page: &mut Page) -> Outcome {
    open_new(page)?;
    page.run("document.querySelector(arguments[0]).focus();", vec![CANVAS.into()])?;
    page.press(Key::Tab)?;
    page.keys(&['n'])?;
    page.wait_until("document.activeElement.dataset.testid === 'stage-stage-2'")?;
    page.keys(&['n'])?;
    page.wait_until("document.activeElement.dataset.testid === 'stage-stage-3'")?;
    for _ in 0..2 {
        page.keys(&[Key::Shift.into(), Key::Tab.into()])?;
    }
    page.wait_until("document.activeElement.dataset.testid === 'stage-stage-1'")?;
    page.keys(&['e', Key::Enter.into()])?;
    page.wait_for_text("[data-testid=canvas-said]", "stage-1 feeds stage-2.")?;
    page.keys(&['e', Key::Right.into(), Key::Enter.into()])?;
    expect_wires(page, &["stage-1-stage-2", "stage-1-stage-3"])?;
    // Back to the first stage is refused, and said.
    page.run("document.querySelector(arguments[0]).focus();", vec![stage("stage-3").into()])?;
    page.keys(&['e', Key::Left.into(), Key::Left.into(), Key::Enter.into()])?;
    page.wait_for_text("[data-testid=canvas-said]", "It would close the cycle stage-1 → stage-3 → stage-1.")?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('[data-testid=refusal]')")?;
    expect_command_line_alpha(page, "model", &three_stages(&[("stage-1", "stage-2"), ("stage-1", "stage-3")]))
}

pub fn a_graph_is_drawn_by_finger(page: &mut Page) -> Outcome {
    open_new(page)?;
    // From port to empty canvas, then from port to card: always tap, tap.
    for (from, at) in [("stage-1", (0.72, 0.2)), ("stage-1", (0.72, 0.8))] {
        let port = port(page, from)?;
        page.tap_at(port)?;
        page.wait_for("[data-testid=reach]")?;
        let empty = page.place_in(CANVAS, at)?;
        page.tap_at(empty)?;
        page.wait_until("!document.querySelector('[data-testid=reach]')")?;
    }
    expect_wires(page, &["stage-1-stage-2", "stage-1-stage-3"])?;
    let port = port(page, "stage-2")?;
    page.tap_at(port)?;
    page.wait_for("[data-testid=reach]")?;
    let card = page.place_in(&stage("stage-3"), (0.3, 0.3))?;
    page.tap_at(card)?;
    expect_wires(page, &["stage-1-stage-2", "stage-1-stage-3", "stage-2-stage-3"])?;
    let edges = [("stage-1", "stage-2"), ("stage-1", "stage-3"), ("stage-2", "stage-3")];
    expect_command_line_alpha(page, "model", &three_stages(&edges))
}

pub fn a_cycle_is_refused_at_the_pointer(page: &mut Page) -> Outcome {
    open_example(page)?;
    let before = wires(page)?;
    let (from, to) = (port(page, "head")?, page.place_in(&stage("stem"), (0.5, 0.5))?);
    page.drag_to(from, to)?;
    page.wait_for_text("[data-testid=refusal]", "head → stem refused")?;
    page.wait_for_text("[data-testid=refusal]", "It would close the cycle stem → left → head → stem.")?;
    page.let_go()?;
    page.wait_until("!document.querySelector('[data-testid=refusal]')")?;
    // So are one that is there and one to itself.
    let refused = [
        ("stem", (0.5, 0.5), stage("left"), "This edge is there already."),
        ("left", (0.3, 0.2), stage("left"), "A stage can't feed itself."),
    ];
    for (from, place, to, reason) in refused {
        let (from, to) = (port(page, from)?, page.place_in(&to, place)?);
        page.drag_to(from, to)?;
        page.wait_for_text("[data-testid=refusal]", reason)?;
        page.let_go()?;
        page.wait_until("!document.querySelector('[data-testid=refusal]')")?;
    }
    if wires(page)? != before {
        fail!("a refused edge was drawn");
    }
    Ok(())
}

pub fn parts_are_copied_and_pasted(page: &mut Page) -> Outcome {
    open_example(page)?;
    let card = page.place_in(&stage("stem"), (0.3, 0.15))?;
    page.click_at(card, 1)?;
    page.wait_until("document.activeElement.dataset.testid === 'stage-stem'")?;
    page.keys(&[Key::Control.into(), 'a'])?;
    page.keys(&[Key::Control.into(), 'c'])?;
    page.wait_for_text("[data-testid=canvas-said]", "4 stages copied.")?;
    page.keys(&[Key::Control.into(), 'v'])?;
    page.wait_for(&stage("left-2"))?;
    let found = wires(page)?;
    if found.len() != 8 || !found.contains(&"left-2-head-2".to_owned()) {
        fail!("pasting gave the edges {found:?}");
    }
    page.keys(&[Key::Control.into(), 'd'])?;
    page.wait_for(&stage("left-3"))?;
    page.press(Key::Delete)?;
    page.wait_until("document.querySelectorAll('[data-at]').length === 8")
}

pub fn tidy_and_undo_all_the_way(page: &mut Page) -> Outcome {
    open_example(page)?;
    let places = "[...document.querySelectorAll('[data-at]')].map(e => e.style.transform).join()";
    let before = page.eval(places)?;
    let (from, to) = (page.place_in(&stage("right"), (0.3, 0.15))?, page.place_in(CANVAS, (0.2, 0.9))?);
    page.drag(from, to)?;
    page.wait_until(&format!("{places} !== {before}"))?;
    page.keys(&['t'])?;
    page.wait_until(&format!("{places} === {before}"))?;
    page.keys(&[Key::Right.into()])?;
    page.keys(&[Key::Right.into()])?;
    page.press(Key::Delete)?;
    page.wait_until("document.querySelectorAll('[data-at]').length === 3")?;
    // Moving twice by key is one gesture: four steps back.
    for step in 0..4 {
        if page.count("[data-testid=undo][aria-disabled=true]")? > 0 {
            fail!("only {step} steps could be undone");
        }
        page.click("[data-testid=undo]")?;
    }
    page.wait_until("document.querySelectorAll('[data-at]').length === 4")?;
    page.wait_until(&format!("{places} === {before}"))?;
    let opened: Value = serde_json::from_str(EXAMPLE)?;
    if saved_scenario(page)?["models"] != opened["models"] {
        fail!("undone all the way, the models aren't those of the example");
    }
    expect_wires(page, &["stem-left", "stem-right", "left-head", "right-head"])
}

pub fn numbers_are_edited_in_place(page: &mut Page) -> Outcome {
    open_example(page)?;
    let scenario = Scenario::from_json(EXAMPLE).map_err(|problems| format!("{problems:?}"))?;
    let mut spec = scenario.models.into_iter().find(|(name, _)| name == "dag").ok_or("no dag")?.1;
    expect_alpha(page, &spec)?;
    // Of a stage that is selected already, too.
    let head = page.place_in(&stage("left"), (0.2, 0.1))?;
    page.click_at(head, 1)?;
    page.wait_for(&format!("{}.selected", stage("left")))?;
    let number = page.place_in(&format!("{} [data-field=forward]", stage("left")), (0.5, 0.5))?;
    page.click_at(number, 1)?;
    page.wait_for("[data-testid=in-place]")?;
    page.keys(&['8', '0', Key::Tab.into()])?;
    page.wait_until("document.activeElement.ariaLabel === 'backward of left, ms'")?;
    page.keys(&['x', Key::Enter.into()])?;
    page.wait_for("[data-testid=in-place][aria-invalid=true]")?;
    page.press(Key::Escape)?;
    page.wait_until("document.activeElement.dataset.testid === 'stage-left'")?;
    spec.stages[1].forward_ms = 80.0;
    expect_alpha(page, &spec)?;
    let pill = page.place_in("[data-testid=wire-left-head]", (0.5, 0.5))?;
    page.click_at(pill, 1)?;
    page.wait_for("[data-testid=in-place]")?;
    page.keys(&['7', '0', Key::Enter.into()])?;
    spec.edges[2].activation_mb = 70.0;
    expect_alpha(page, &spec)?;
    // The edge stays selected, so that it can be deleted.
    page.wait_until("document.activeElement.dataset.testid === 'canvas'")?;
    page.press(Key::Delete)?;
    spec.edges.remove(2);
    expect_wires(page, &["stem-left", "stem-right", "right-head"])?;
    expect_alpha(page, &spec)
}

pub fn models_are_kept_and_deleted(page: &mut Page) -> Outcome {
    open_example(page)?;
    page.click("[data-testid=model-acts]")?;
    page.click("[data-testid=model-delete]")?;
    page.wait_for_text("[data-testid=board-ask]", "2 jobs use dag")?;
    page.click("[data-testid=ask-close]")?;
    page.click("[data-testid=model-acts]")?;
    page.click("[data-testid=model-duplicate]")?;
    page.wait_until("document.querySelector('[data-testid=model]').value === 'dag-2'")?;
    page.click("[data-testid=model-acts]")?;
    page.click("[data-testid=model-delete]")?;
    page.wait_until(
        "![...document.querySelectorAll('[data-testid=model] option')].some(o => o.value === 'dag-2')",
    )
}

pub fn the_placement_is_stepped_through(page: &mut Page) -> Outcome {
    open_example(page)?;
    page.click("[data-testid=placement]")?;
    page.wait_for_text("[data-testid=walk-say]", "5 of 5")?;
    page.click("[data-testid=walk-first]")?;
    page.wait_for_text("[data-testid=walk-say]", "0 of 5")?;
    page.click("[data-testid=walk-on]")?;
    page.wait_for_text(
        "[data-testid=walk-say]",
        "left, replica 0 → s0: one of the two that exchange the most",
    )
}

pub fn a_model_comes_from_the_library(page: &mut Page) -> Outcome {
    open_example(page)?;
    page.click("[data-testid=model-acts]")?;
    page.click("[data-testid=model-library]")?;
    page.wait_for_text("[data-testid=library-result]", "parameters on the fullest GPU")?;
    page.run(
        "const e = document.querySelector('[data-testid=library-entry]'); e.value = arguments[0];
         e.dispatchEvent(new Event('change', { bubbles: true }));",
        vec!["gpt-13b-64gpu".into()],
    )?;
    page.wait_for_text("[data-testid=library-result]", "64\u{a0}GPUs")?;
    page.must_be_accessible()?;
    page.click("[data-testid=library-add]")?;
    page.wait_until("document.querySelector('[data-testid=model]').value === 'gpt-13b-64gpu'")?;
    let entry = asrpt_core::library::find("gpt-13b-64gpu").ok_or("no such entry")?;
    let stages = entry.estimate().model.stages.len();
    page.wait_until(&format!("document.querySelectorAll('[data-at]').length === {stages}"))?;
    page.wait_for_text("[data-testid=board-foot]", "It needs 64")
}

pub fn is_accessible_and_fits(page: &mut Page) -> Outcome {
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        open_example(page)?;
        let card = page.place_in(&stage("left"), (0.3, 0.15))?;
        page.click_at(card, 1)?;
        page.click("[data-testid=placement]")?;
        page.wait_for("[data-testid=stage-panel]")?;
        page.must_be_accessible()?;
    }
    page.set_viewport(360, 780)?;
    page.click("[data-testid=pane-edit]")?;
    page.wait_for(CANVAS)?;
    let too_wide = page.eval("document.documentElement.scrollWidth - window.innerWidth")?;
    if too_wide.as_i64().is_none_or(|pixels| pixels > 0) {
        fail!("the page is wider than the window by {too_wide} pixels");
    }
    Ok(())
}
