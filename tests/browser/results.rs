//! The results: figures of the command line, sorting, pictures, their tables and files.

use asrpt_core::instance::Instance;
use asrpt_core::metrics::Metrics;
use asrpt_core::policy;
use asrpt_core::scenario::Scenario;
use asrpt_core::{result, run};
use asrpt_tests::{Key, Outcome, Page, Theme, fail};
use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("../../assets/examples/fifty-jobs.json");

/// Keeps what the page saves: name, type and, for text, contents.
pub const CATCH_FILES: &str = "
    window.saved = [];
    const blobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = blob => { const url = make.call(URL, blob); blobs.set(url, blob); return url; };
    HTMLAnchorElement.prototype.click = function () {
        const blob = blobs.get(this.href), entry = { name: this.download, type: blob.type, size: blob.size };
        window.saved.push(entry);
        blob.arrayBuffer().then(bytes => {
            entry.head = [...new Uint8Array(bytes.slice(0, 8))];
            entry.text = new TextDecoder().decode(bytes);
        });
    };";

fn open(page: &mut Page) -> Outcome {
    page.open("")?;
    page.wait_for("[data-testid=play]")?;
    page.click("[data-testid=examples]")?;
    page.click("[data-testid=example-fifty-jobs]")?;
    page.wait_for_text("[data-testid=document-name]", "Fifty")?;
    page.wait_for("[data-testid=row-a-srpt]")?;
    page.run(CATCH_FILES, vec![])?;
    Ok(())
}

fn tab(page: &mut Page, slug: &str) -> Outcome {
    page.click(&format!("[data-testid=results-tab-{slug}]"))
}

fn instance() -> Outcome<Instance> {
    let scenario = Scenario::from_json(EXAMPLE).map_err(|problems| format!("{problems:?}"))?;
    Ok(Instance::prepare(scenario).map_err(|problems| format!("{problems:?}"))?)
}

fn figures() -> Outcome<Vec<(&'static str, Metrics)>> {
    let instance = instance()?;
    let all = run::compare(&instance).into_iter();
    Ok(all.filter_map(|(policy, metrics)| Some((policy.kind(), metrics.ok()?))).collect())
}

pub fn saved(page: &mut Page, button: &str) -> Outcome<Value> {
    page.run("window.saved.length = 0", vec![])?;
    page.click(&format!("[data-testid={button}]"))?;
    page.wait_until("window.saved[0]?.text !== undefined")?;
    page.eval("window.saved[0]")
}

/// `1234567` µs as `1.2`, the way the page writes seconds.
fn seconds(us: f64) -> String {
    let tenths = (us / 1e5 + 0.5) as u64;
    let whole = (tenths / 10).to_string();
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{}", tenths % 10)
}

pub fn figures_are_the_command_line_s(page: &mut Page) -> Outcome {
    open(page)?;
    for (kind, metrics) in figures()? {
        let row = page.text(&format!("[data-testid=row-{kind}]"))?;
        for expected in [seconds(metrics.mean_jct_us), seconds(metrics.makespan_us as f64)] {
            if !row.contains(&expected) {
                fail!("the row of {kind} has no {expected}: {row}");
            }
        }
    }
    let json = saved(page, "results-json")?;
    let all = figures()?;
    let instance = instance()?;
    let compared: Vec<_> =
        run::compare(&instance).into_iter().filter_map(|(policy, m)| Some((policy, m.ok()?))).collect();
    let native = result::comparison_to_json(compared.iter().map(|(policy, metrics)| (*policy, metrics)));
    if json["text"] != json!(native) {
        fail!("the JSON file differs from the command line's");
    }
    let csv = saved(page, "results-csv")?;
    let text = csv["text"].as_str().unwrap_or_default();
    let first = format!("A-SRPT,{},", all[0].1.total_jct_us);
    if text.lines().count() != 9 || !text.lines().any(|line| line.starts_with(&first)) {
        fail!("the CSV has no {first}: {text}");
    }
    Ok(())
}

fn order(page: &mut Page) -> Outcome<Vec<String>> {
    let rows = page.eval("[...document.querySelectorAll('[data-testid=policies] tbody tr')].map(row => row.dataset.testid.slice(4))")?;
    Ok(serde_json::from_value(rows)?)
}

/// By mouse, and by the keyboard alone.
pub fn sorts_by_any_column(page: &mut Page) -> Outcome {
    open(page)?;
    let mut expected = figures()?;
    expected.sort_by(|a, b| a.1.mean_jct_us.total_cmp(&b.1.mean_jct_us));
    let mut expected: Vec<&str> = expected.iter().map(|(kind, _)| *kind).collect();
    page.click("[data-testid=sort-mean_jct_us]")?;
    page.wait_for("th[aria-sort=ascending] [data-testid=sort-mean_jct_us]")?;
    if order(page)? != expected {
        fail!("ascending: {:?}, not {expected:?}", order(page)?);
    }
    page.run("document.querySelector('[data-testid=sort-mean_jct_us]').focus()", vec![])?;
    page.press(Key::Enter)?;
    page.wait_for("th[aria-sort=descending] [data-testid=sort-mean_jct_us]")?;
    expected.reverse();
    if order(page)? != expected {
        fail!("descending: {:?}, not {expected:?}", order(page)?);
    }
    Ok(())
}

/// Each picture can be turned into its table by one key, and both can be saved.
pub fn pictures_have_tables_and_files(page: &mut Page) -> Outcome {
    open(page)?;
    for slug in ["jct-distribution", "slowdown", "utilisation", "prediction", "side-by-side"] {
        tab(page, slug)?;
        let chart = format!("[data-testid=chart-{slug}]");
        page.wait_for(&format!("{chart} svg.chart[role=img][aria-label]"))?;
        let svg = saved(page, "save-svg")?;
        let text = svg["text"].as_str().unwrap_or_default();
        if !text.starts_with("<svg")
            || text.contains("var(--")
            || text.contains("class=")
            || text.len() < 2_000
        {
            fail!("{slug}: no picture of its own: {}", &text[..text.len().min(300)]);
        }
        let image = "return new Promise((good, bad) => { const i = new Image(); i.onload = () => good(i.width); i.onerror = bad;
            i.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(arguments[0]); });";
        if page.run(image, vec![json!(text)])?.as_f64().is_none_or(|width| width < 100.0) {
            fail!("{slug}: the picture can't be read");
        }
        page.run("document.activeElement.blur()", vec![])?;
        page.keys(&['t'])?;
        page.wait_for(&format!("{chart} [data-testid=sheet] tbody tr"))?;
        let rows = page.count(&format!("{chart} [data-testid=sheet] tbody tr"))?;
        let csv = saved(page, "save-csv")?;
        let lines = csv["text"].as_str().unwrap_or_default().lines().count();
        if lines < rows.min(200) || lines < 4 {
            fail!("{slug}: {rows} rows on the page, {lines} lines in the file");
        }
        page.keys(&['t'])?;
    }
    let png = saved(page, "save-png")?;
    if png["type"] != "image/png" || png["head"] != json!([137, 80, 78, 71, 13, 10, 26, 10]) {
        fail!("no PNG: {}", png["head"]);
    }
    Ok(())
}

fn side_says(page: &mut Page, words: &str) -> Outcome {
    let svg = "document.querySelector('[data-testid=chart-side-by-side] svg.chart')?.textContent";
    page.wait_until(&format!("{svg}.includes({})", json!(words)))
}

pub fn two_policies_share_one_cursor(page: &mut Page) -> Outcome {
    open(page)?;
    page.click("[data-testid=play]")?;
    tab(page, "side-by-side")?;
    side_says(page, "FIFO")?;
    page.run("document.querySelector('[data-testid=second-policy]').focus()", vec![])?;
    page.run("const s = document.querySelector('[data-testid=second-policy]'); s.value = 'spjf'; s.dispatchEvent(new Event('change', { bubbles: true }));", vec![])?;
    side_says(page, "SPJF")?;
    page.run("document.activeElement.blur()", vec![])?;
    page.press(Key::End)?;
    side_says(page, "50 of 50 done")?;
    let done = page.texts("[data-testid=chart-side-by-side] .side-fact")?;
    if done.len() != 2 || !done[0].contains("0 of 16 GPUs busy, 0 waiting, 50 of 50 done") {
        fail!("at the end: {done:?}");
    }
    Ok(())
}

/// Under FIFO this example ends earlier than under A-SRPT: the cursor goes on to the end of the longer run.
pub fn the_cursor_reaches_the_later_of_both_ends(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    open(page)?;
    let ends: Vec<(&str, u64)> =
        figures()?.into_iter().map(|(kind, metrics)| (kind, metrics.makespan_us)).collect();
    let shortest = ends.iter().min_by_key(|end| end.1).ok_or("no policy")?;
    let longest = ends.iter().max_by_key(|end| end.1).ok_or("no policy")?;
    if shortest.1 == longest.1 {
        fail!("all policies end at once: {ends:?}");
    }
    page.click(&format!("[data-testid=row-{}] .row-button", shortest.0))?;
    page.wait_for(&format!("[data-testid=row-{}].own", shortest.0))?;
    tab(page, "side-by-side")?;
    page.wait_for("[data-testid=second-policy]")?;
    let choose = "const s = document.querySelector('[data-testid=second-policy]'); s.value = arguments[0];
        s.dispatchEvent(new Event('change', { bubbles: true })); document.activeElement.blur();";
    page.run(choose, vec![json!(longest.0)])?;
    page.wait_for("[data-testid=chart-side-by-side] svg.chart")?;
    side_says(page, policy::find(longest.0).ok_or("no policy")?.label())?;
    let done = |page: &mut Page| page.texts("[data-testid=chart-side-by-side] .side-fact");
    page.press(Key::End)?;
    page.wait_until("document.querySelector('.side-fact')?.textContent.includes('50 of 50 done')")?;
    if done(page)?[1].contains("50 of 50 done") {
        fail!("the longer run ended with the shorter: {:?}", done(page)?);
    }
    page.press(Key::End)?;
    page.wait_until("document.querySelectorAll('.side-fact')[1]?.textContent.includes('50 of 50 done')")?;
    let time = page.text("[data-testid=side-time]")?;
    if !time.contains(&seconds(longest.1 as f64)) {
        fail!("at the end of {longest:?} it says {time}");
    }
    // By the pointer, too; and back where it came from when the tab is left.
    page.press(Key::Home)?;
    let (from, to) =
        (page.place_in(".chart-room", (0.3, 0.03))?, page.place_in(".chart-room", (0.999, 0.03))?);
    page.drag(from, to)?;
    page.wait_until("document.querySelectorAll('.side-fact')[1]?.textContent.includes('50 of 50 done')")?;
    tab(page, "policies")?;
    page.wait_for_text("[data-testid=now-time]", &seconds(shortest.1 as f64)[..4])
}

/// A long run is run beside the other in the worker: with progress, Cancel, and once more.
pub fn a_second_long_run_leaves_the_page_alone(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    page.open("")?;
    page.wait_for("[data-testid=play]")?;
    let jobs: Vec<Value> = (0..60_000)
        .map(
            |n| json!({ "id": format!("p{n}"), "model": "m", "arrival_s": f64::from(n) / 2.0, "iterations": 10 + n % 90 }),
        )
        .collect();
    let stage = json!({ "id": "s", "forward_ms": 40, "backward_ms": 60, "replicas": 2 });
    let server = json!({ "gpus": 8, "nvlink_gb_per_s": 100, "nic_gb_per_s": 10 });
    let scenario = json!({ "format": "asrpt-scenario", "version": 1, "name": "Many jobs",
        "cluster": { "servers": [server, server, server] },
        "models": { "m": { "stages": [stage], "edges": [] } }, "jobs": jobs });
    page.drop_file("main", "many.json", &scenario.to_string())?;
    page.wait_for_text("[data-testid=document-name]", "Many jobs")?;
    page.wait_until("!document.querySelector('[data-testid=progress]') && document.querySelector('[data-testid=step-counter]')?.innerText.replaceAll(',', '').match(/of (\\d+)/)?.[1] > 180000")?;
    let press = "return (async () => { for (let n = 0; n < 1500; n++) {
            const button = document.querySelector('[data-testid=second-running] [data-testid=cancel-run]');
            if (button) { button.click(); return true; }
            await new Promise(done => setTimeout(done, 5));
        } return false; })()";
    tab(page, "side-by-side")?;
    if page.run(press, vec![])? != json!(true) {
        fail!("no Cancel was offered");
    }
    page.wait_for_text("[data-testid=second-failed]", "The second run was cancelled.")?;
    page.click("[data-testid=second-again]")?;
    page.wait_for("[data-testid=chart-side-by-side] svg.chart")?;
    let labels = page.texts("[data-testid=chart-side-by-side] .chart-title")?;
    if labels != ["A-SRPT", "FIFO"] {
        fail!("side by side are {labels:?}");
    }
    Ok(())
}

pub fn jobs_are_sorted_and_chosen(page: &mut Page) -> Outcome {
    open(page)?;
    tab(page, "jobs")?;
    page.click("[data-testid=sort-jct_us]")?;
    page.click("[data-testid=sort-jct_us]")?;
    page.wait_for("th[aria-sort=descending] [data-testid=sort-jct_us]")?;
    let id = page.text("[data-testid=sheet] tbody tr:first-child .row-button")?;
    page.click("[data-testid=sheet] tbody tr:first-child .row-button")?;
    page.wait_for_text(".inspector h2", id.trim())
}

/// Over the whole page and back, and closed to its bar.
pub fn grows_and_shrinks(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    open(page)?;
    let height = |page: &mut Page| page.eval("document.querySelector('.results').offsetHeight");
    page.click("[data-testid=results-tall]")?;
    page.wait_until("document.querySelector('.results').offsetHeight > 800")?;
    page.press(Key::Escape)?;
    page.wait_until("document.querySelector('.results').offsetHeight < 300")?;
    page.click("[data-testid=results-toggle]")?;
    page.wait_until("document.querySelector('.results').offsetHeight <= 38")?;
    if height(page)?.as_i64().is_none_or(|pixels| pixels < 36) {
        fail!("the bar is {} high", height(page)?);
    }
    tab(page, "slowdown")?;
    page.wait_for("[data-testid=chart-slowdown] svg.chart")
}

pub fn terms_are_explained_on_focus(page: &mut Page) -> Outcome {
    open(page)?;
    page.run("document.querySelector('.figures .term').focus()", vec![])?;
    page.wait_for_text("[data-testid=tip]", "No schedule without preemption")?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('[data-testid=tip]')")
}

pub fn is_accessible(page: &mut Page) -> Outcome {
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        open(page)?;
        for slug in ["policies", "slowdown", "side-by-side", "jobs"] {
            tab(page, slug)?;
            page.must_be_accessible().map_err(|problem| format!("{slug}: {problem}"))?;
        }
    }
    Ok(())
}

/// Totals of hundreds of thousands of days neither lie on their neighbours nor push the table out of its place.
pub fn figures_of_months_fit(page: &mut Page) -> Outcome {
    let mut scenario = Scenario::from_json(EXAMPLE).map_err(|problems| format!("{problems:?}"))?;
    scenario.name = Some("Months".to_owned());
    for job in scenario.jobs.iter_mut() {
        job.iterations *= 1_000_000;
    }
    for (width, height) in [(1440, 900), (1280, 800)] {
        page.set_viewport(width, height)?;
        open(page)?;
        page.choose_file("[data-testid=file-input]", "months.json", &scenario.to_json())?;
        page.wait_for_text("[data-testid=document-name]", "Months")?;
        page.wait_for_text("[data-testid=metric-total]", "days")?;
        let over = page.eval(
            "Math.max(...[document.querySelector('[data-testid=policies]').parentElement, document.querySelector('.figures'), ...document.querySelectorAll('.figure')].map(box => box.scrollWidth - box.clientWidth))",
        )?;
        if over.as_i64().is_none_or(|pixels| pixels > 0) {
            fail!("at {width} pixels something is {over} pixels too wide");
        }
    }
    Ok(())
}

pub fn fits_a_narrow_window(page: &mut Page) -> Outcome {
    page.set_viewport(360, 780)?;
    open(page).or_else(|_| page.wait_for("main"))?;
    page.click("[data-testid=pane-results]")?;
    for slug in
        ["policies", "jct-distribution", "slowdown", "utilisation", "prediction", "side-by-side", "jobs"]
    {
        page.run("const s = document.querySelector('[data-testid=results-choice]'); s.value = arguments[0]; s.dispatchEvent(new Event('change', { bubbles: true }));", vec![json!(slug)])?;
        page.wait_for(&format!(".tab-{slug}"))?;
        let wide = page.eval("Math.max(document.documentElement.scrollWidth, document.querySelector('.results').scrollWidth) - window.innerWidth")?;
        if wide.as_i64().is_none_or(|pixels| pixels > 0) {
            fail!("{slug} is wider than the window by {wide} pixels");
        }
    }
    Ok(())
}
