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

/// A file that can be read but not run doesn't take the place of the work.
pub fn what_cannot_run_leaves_the_work(page: &mut Page) -> Outcome {
    let mut scenario: Value = serde_json::from_str(&lab::file("preemption")?)?;
    scenario["name"] = json!("For ever");
    scenario["jobs"][0]["iterations"] = json!(9_007_199_254_740_991_u64);
    lab::open(page)?;
    lab::open_example(page, "delay-runs-out")?;
    lab::rewind(page)?;
    page.click(&id("forward"))?;
    let before = lab::shown(page)?;
    page.choose_file(&id("file-input"), "for-ever.json", &scenario.to_string())?;
    page.wait_for_text(&id("refused"), "wasn't opened: there is a problem. Nothing here has changed.")?;
    page.wait_for_text(&id("problems"), "jobs[0]")?;
    if lab::shown(page)? != before || page.text(&id("document-name"))? != "The delay runs out" {
        fail!("the work at hand has changed");
    }
    page.click(&id("see-the-rest"))?;
    page.wait_for_text(&id("document-name"), "For ever")?;
    page.wait_for_text(&id("failed"), "jobs[0]")?;
    page.click(&id("undo"))?;
    page.wait_for_text(&id("document-name"), "The delay runs out")?;
    page.wait_for(&id("now-kind"))
}

/// Of a broken file, and of a broken link, what could be read can be opened and mended.
pub fn what_could_be_read_can_be_seen(page: &mut Page) -> Outcome {
    let mut scenario: Value = serde_json::from_str(&lab::file("preemption")?)?;
    scenario["jobs"][1]["model"] = json!("gone");
    scenario["jobs"][2].as_object_mut().ok_or("no job")?.remove("iterations");
    scenario["name"] = json!("Broken");
    lab::open(page)?;
    page.choose_file(&id("file-input"), "broken.json", &scenario.to_string())?;
    page.wait_for_text(&id("refused"), "there are 2 problems")?;
    page.click(&id("see-the-rest"))?;
    page.wait_for_text(&id("document-name"), "Broken")?;
    page.wait_for_text(&id("failed"), "jobs[1].model")?;
    // What was replaced by a stand-in stays listed.
    page.wait_for_text(&id("refused"), "this is what could be read of it. There are 2 problems")?;
    page.wait_for_text(&id("refused"), "jobs[2].iterations")?;
    page.click(&id("keep-my-work"))?;
    page.wait_until("!document.querySelector('[data-testid=refused]')")?;
    lab::open_example(page, "preemption")?;
    let mut linked = lab::scenario("preemption")?;
    linked.servers[0].gpus = 0;
    linked.name = Some("Linked".to_owned());
    let link =
        format!("https://lab.example/#{}", asrpt_core::share::encode(&linked).map_err(|e| e.to_string())?);
    paste_onto_the_page(page, &link)?;
    page.wait_for_text(&id("refused"), "cluster.servers[0].gpus")?;
    page.click(&id("see-the-rest"))?;
    page.wait_for_text(&id("document-name"), "Linked")?;
    page.wait_for_text(&id("failed"), "cluster.servers[0].gpus")
}

fn paste_onto_the_page(page: &mut Page, text: &str) -> Outcome {
    let script = "
        const data = new DataTransfer();
        data.setData('text/plain', arguments[0]);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));";
    page.run(script, vec![json!(text)])?;
    Ok(())
}

/// Of two files the first is opened and the other is said to be left out; a folder and a picture are called so.
pub fn two_files_a_folder_and_a_picture(page: &mut Page) -> Outcome {
    lab::open(page)?;
    let drop = "
        const [files, folder] = arguments;
        const data = new DataTransfer();
        for (const [name, text, bytes] of files) data.items.add(new File([bytes ? new Uint8Array(bytes) : text], name));
        DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: folder });
        for (const type of ['dragenter', 'dragover', 'drop'])
            document.querySelector('main').dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));";
    let (first, second) = (lab::file("flush-dag")?, lab::file("preemption")?);
    page.run(drop, vec![json!([["first.json", first], ["second.json", second]]), json!(false)])?;
    page.wait_for_text(&id("toast"), "first.json is opened; one file at a time, 1 left out.")?;
    opened(page, "flush-dag")?;
    page.run(drop, vec![json!([["folder", ""]]), json!(true)])?;
    page.wait_for_text(&id("refused"), "It is a folder.")?;
    page.run(
        drop,
        vec![json!([["x.png", "", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]]]), json!(false)],
    )?;
    page.wait_for_text(&id("refused"), "It is a picture (PNG).")?;
    let name = lab::scenario("flush-dag")?.name.ok_or("no name")?;
    page.wait_for_text(&id("document-name"), &name)
}

/// Rows of a known trace, pasted onto the page, are imported as a dropped file is; other rows are let be.
pub fn a_pasted_trace_is_imported(page: &mut Page) -> Outcome {
    lab::open(page)?;
    paste_onto_the_page(page, "some, words\nof, no, trace")?;
    let trace = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/extracts/muri.csv"))?;
    paste_onto_the_page(page, &trace)?;
    page.wait_for(&id("import-sum"))?;
    page.wait_until("document.querySelector('[data-testid=import-format]').value === 'muri'")?;
    page.wait_until("!document.querySelector('[data-testid=import]').disabled")?;
    page.click(&id("import"))?;
    page.wait_for_text(&id("document-name"), "The pasted rows")
}

/// Where nothing was done yet there is no work to keep.
pub fn a_fresh_page_has_no_work_to_keep(page: &mut Page) -> Outcome {
    lab::open(page)?;
    page.drop_file("main", "bad.json", "{")?;
    page.wait_for_text(&id("keep-my-work"), "Close")?;
    if page.text(&id("refused"))?.contains("Nothing here has changed") {
        fail!("speaks of work that isn't there");
    }
    page.click(&id("keep-my-work"))?;
    lab::open_example(page, "preemption")?;
    page.drop_file("main", "bad.json", "{")?;
    page.wait_for_text(&id("keep-my-work"), "Keep my work")
}
