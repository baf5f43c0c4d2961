//! Files, good and bad. Whatever is wrong with one, the work at hand stays.

use super::lab::{self, id};
use asrpt_core::scenario::Scenario;
use asrpt_tests::{Outcome, Page, fail};
use serde_json::{Value, json};

pub fn a_good_file_by_choice(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.choose_file(&id("file-input"), "delay.json", &lab::file("delay-runs-out")?)?;
    opened(page, "delay-runs-out")
}

pub fn a_good_file_by_drop(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.drop_file("main", "flush.json", &lab::file("flush-dag")?)?;
    opened(page, "flush-dag")
}

/// The file's name stands in for the scenario's.
pub fn a_file_without_a_name(page: &mut Page) -> Outcome {
    let mut scenario: Value = serde_json::from_str(&lab::file("preemption")?)?;
    scenario.as_object_mut().ok_or("no object")?.remove("name");
    lab::open(page)?;
    page.drop_file("body main", "Tuesday's jobs.json", &scenario.to_string())?;
    page.wait_for_text(&id("document-name"), "Tuesday's jobs")
}

/// Each bad file with a part of the place and of what is said.
pub fn bad_files_are_refused(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    page.click(&id("forward"))?;
    let before = lab::shown(page)?;
    for (what, text, place) in bad_files()? {
        let problems = Scenario::from_json(&text).err().ok_or(format!("{what} is a good file"))?;
        if !problems.iter().any(|problem| problem.path.contains(place)) {
            fail!("{what}: natively no problem at {place}: {problems:?}");
        }
        page.choose_file(&id("file-input"), &format!("{what}.json"), &text)?;
        page.wait_for_text(&id("refused"), &format!("{what}.json"))?;
        let shown = page.texts(&format!("{} li", id("problems")))?;
        if shown.len() != problems.len() {
            fail!("{what}: {} problems natively, in the page {shown:?}", problems.len());
        }
        let places = page.texts(&format!("{} li code", id("problems")))?;
        let natively: Vec<_> = problems.iter().map(|problem| problem.path.clone()).collect();
        if places != natively {
            fail!("{what}: places {natively:?} natively, {places:?} in the page");
        }
        if lab::shown(page)? != before {
            fail!("{what}: the work at hand has changed");
        }
        page.click(&id("keep-my-work"))?;
        page.wait_until("!document.querySelector('[data-testid=refused]')")?;
        if lab::shown(page)? != before || page.text(&id("document-name"))? != "The delay runs out" {
            fail!("{what}: the work at hand is gone");
        }
    }
    Ok(())
}

/// After a refusal a good file opens.
pub fn a_good_file_after_a_bad_one(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.drop_file("main", "bad.json", "{")?;
    page.wait_for(&id("refused"))?;
    page.drop_file("main", "good.json", &lab::file("wait-wins")?)?;
    opened(page, "wait-wins")?;
    page.wait_until("!document.querySelector('[data-testid=refused]')")
}

/// Names are text, wherever they are shown.
pub fn hostile_names_are_text(page: &mut Page) -> Outcome {
    const HOSTILE: &str = "<img src=x onerror=window.hacked=1>";
    let text = lab::file("delay-runs-out")?.replace("\"heavy\"", &json!(HOSTILE).to_string());
    let mut scenario: Value = serde_json::from_str(&text)?;
    scenario["name"] = json!(format!("</title><script>window.hacked=2</script>{HOSTILE}"));
    scenario["description"] = json!(format!("{HOSTILE}\u{202e}{{{{7*7}}}}"));
    lab::open(page)?;
    page.choose_file(&id("file-input"), "hostile.json", &scenario.to_string())?;
    page.wait_for_text(&id("document-name"), "window.hacked=2")?;
    lab::rewind(page)?;
    let steps = lab::walk(page, "forward")?;
    if steps.len() != 23 || !steps[6].sentence.contains(HOSTILE) {
        fail!("the name isn't shown as it is: {steps:?}");
    }
    let unharmed =
        "window.hacked === undefined && document.images.length === 0 && !document.querySelector('[onerror]')";
    page.wait_until(unharmed)?;
    // The same in what is refused: a key that nobody knows, a version that is text, a job without its model.
    scenario[HOSTILE] = json!(1);
    scenario["jobs"][0]["model"] = json!(HOSTILE);
    page.choose_file(&id("file-input"), "<img src=x onerror=window.hacked=3>.json", &scenario.to_string())?;
    page.wait_for_text(&id("refused"), "window.hacked=3")?;
    page.wait_for_text(&id("problems"), "onerror=window.hacked=1")?;
    page.wait_until(unharmed)
}

/// No jobs: said in the lanes, with a way out, and no figure is made up.
pub fn a_scenario_without_jobs(page: &mut Page) -> Outcome {
    let mut scenario: Value = serde_json::from_str(&lab::file("preemption")?)?;
    scenario["jobs"] = json!([]);
    lab::open(page)?;
    page.choose_file(&id("file-input"), "empty.json", &scenario.to_string())?;
    page.wait_for_text(&id("empty"), "No jobs yet")?;
    page.wait_for_text(&id("now"), "no jobs")?;
    page.wait_for(&format!("{}[data-playing=false]", id("play")))?;
    let body = page.text("body")?;
    for nonsense in ["NaN", "undefined", "inf", "-0"] {
        if body.contains(nonsense) {
            fail!("the page says {nonsense}");
        }
    }
    for button in ["first", "back", "forward", "last", "play", "zoom-in", "zoom-out"] {
        page.click(&id(button))?;
    }
    page.must_be_accessible()?;
    page.click(&format!("{} button.primary", id("empty")))?;
    page.wait_for(&id("now-kind"))
}

/// Two thousand jobs are a file like any other.
pub fn a_large_file(page: &mut Page) -> Outcome {
    let mut scenario: Value = serde_json::from_str(&lab::file("preemption")?)?;
    let job = scenario["jobs"][1].clone();
    let jobs = (0..2_000).map(|at| {
        let mut job = job.clone();
        (job["id"], job["arrival_s"]) = (json!(format!("job {at}")), json!(at));
        job
    });
    scenario["jobs"] = jobs.collect();
    scenario["name"] = json!("Two thousand");
    lab::open(page)?;
    page.drop_file("main", "large.json", &scenario.to_string())?;
    page.wait_for_text(&id("document-name"), "Two thousand")?;
    page.wait_for(&id("now-kind"))?;
    page.click(&id("last"))?;
    page.wait_until(
        "/^Step ([\\d,]+) of \\1$/.test(document.querySelector('[data-testid=step-counter]').textContent)",
    )
}

fn opened(page: &mut Page, slug: &str) -> Outcome {
    let name = lab::scenario(slug)?.name.ok_or("no name")?;
    page.wait_for_text(&id("document-name"), &name)?;
    page.wait_for(&format!("{}[data-playing=true]", id("play")))?;
    lab::rewind(page)?;
    let run = lab::native(slug, &lab::scenario(slug)?.policy.kind)?;
    lab::must_be_same(slug, &lab::expected(&run)[..1], &[lab::shown(page)?])
}

/// (what it is, its text, a part of a place that is named).
fn bad_files() -> Outcome<Vec<(&'static str, String, &'static str)>> {
    let good = lab::file("delay-runs-out")?;
    let changed = |change: fn(&mut Value)| -> Outcome<String> {
        let mut scenario: Value = serde_json::from_str(&good)?;
        change(&mut scenario);
        Ok(scenario.to_string())
    };
    Ok(vec![
        ("empty", String::new(), ""),
        ("spaces", " \n\t ".to_owned(), ""),
        ("cut", good[..good.len() / 2].to_owned(), "line"),
        ("no JSON", "a,b\n1,2\n".to_owned(), "line 1"),
        ("other JSON", "[1, 2, 3]".to_owned(), ""),
        ("deep", "[".repeat(100_000), ""),
        ("not a number", good.replacen("200", "NaN", 1), "line"),
        ("wrong version", changed(|s| s["version"] = json!(99))?, "version"),
        ("other format", changed(|s| s["format"] = json!("else"))?, "format"),
        ("huge", changed(|s| s["jobs"][1]["iterations"] = json!(1e308))?, "jobs[1].iterations"),
        ("huge count", changed(|s| s["cluster"]["servers"][0]["count"] = json!(1_u64 << 60))?, "count"),
        ("negative", changed(|s| s["jobs"][0]["arrival_s"] = json!(-1))?, "jobs[0].arrival_s"),
        ("unknown policy", changed(|s| s["policy"]["kind"] = json!("<b>lottery</b>"))?, "policy"),
        ("cycle", changed(|s| s["models"]["solo"] = cycle())?, "models.solo"),
        (
            "much",
            changed(|s| {
                s["version"] = json!(2);
                s["jobs"][0]["model"] = json!("nowhere");
                s["jobs"][1]["id"] = s["jobs"][2]["id"].clone();
            })?,
            "version",
        ),
    ])
}

fn cycle() -> Value {
    let stage = |id: &str| json!({ "id": id, "forward_ms": 1, "backward_ms": 1, "replicas": 1 });
    let edge = |from: &str, to: &str| json!({ "from": from, "to": to, "mb": 1 });
    json!({ "stages": [stage("x"), stage("y")], "edges": [edge("x", "y"), edge("y", "x")] })
}
