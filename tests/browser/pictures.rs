//! Pictures as files: the lanes, the charts and the QR code.

use asrpt_tests::{Key, Outcome, Page, Theme, fail};
use serde_json::{Value, json};

use super::results::{CATCH_FILES, saved};

fn open(page: &mut Page, slug: &str) -> Outcome {
    page.open("")?;
    page.click("[data-testid=examples]")?;
    page.click(&format!("[data-testid=example-{slug}]"))?;
    page.wait_for("[data-testid=play][data-playing=true], [data-testid=play][data-playing=false]")?;
    page.press(Key::Home)?;
    page.keys(&['0'])?;
    (0..5).try_for_each(|_| page.press(Key::Right))?;
    page.wait_for_text("[data-testid=step-counter]", "Step 6 of")?;
    page.run(CATCH_FILES, vec![])?;
    Ok(())
}

/// What a file says, and what it would need from elsewhere.
fn read(page: &mut Page, svg: &Value) -> Outcome<Value> {
    let text = svg["text"].as_str().unwrap_or_default();
    if svg["type"] != "image/svg+xml" || text.contains("var(--") || text.contains("class=") {
        fail!("no picture of its own: {}", &text[..text.len().min(300)]);
    }
    let script = r##"
        const doc = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
        const all = [...doc.querySelectorAll('*')];
        const missing = all.flatMap(e => [...e.attributes]).filter(a => a.name !== 'xmlns')
            .flatMap(a => [...a.value.matchAll(/url\(["']?#([^"')]+)|^#(.+)/g)].filter(() => a.name !== 'fill' || a.value.startsWith('url')))
            .map(m => m[1] ?? m[2]).filter(id => !doc.getElementById(id));
        const texts = [...doc.querySelectorAll('text')].map(t => t.textContent);
        const around = [...doc.querySelectorAll(':root > g > text')].map(t => t.textContent);
        const at = around.findIndex(t => t.startsWith('http'));
        return { root: doc.documentElement.localName, texts, missing, link: at < 0 ? '' : around.slice(at).join(''),
            width: +doc.documentElement.getAttribute('width'), height: +doc.documentElement.getAttribute('height'),
            ground: doc.querySelector('svg > rect').getAttribute('fill'), uses: doc.querySelectorAll('use').length,
            swatches: doc.querySelectorAll('svg > g > rect').length };"##;
    let found = page.run(script, vec![json!(text)])?;
    if found["root"] != "svg" || found["missing"] != json!([]) {
        fail!("the picture needs what isn't in it: {found}");
    }
    let image = "return new Promise((good, bad) => { const i = new Image(); i.onload = () => good(i.width); i.onerror = bad;
        i.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(arguments[0]); });";
    let width = page.run(image, vec![json!(text)])?;
    if width.as_f64().is_none_or(|width| (width - found["width"].as_f64().unwrap_or(0.0)).abs() > 1.0) {
        fail!("drawn {width} wide, not {}", found["width"]);
    }
    Ok(found)
}

fn must_say(found: &Value, words: &str) -> Outcome {
    let said = found["texts"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|text| text.as_str().is_some_and(|text| text.replace('\u{a0}', " ").contains(words)));
    if !said {
        fail!("nothing of {words:?} in {}", found["texts"]);
    }
    Ok(())
}

pub fn the_lanes_stand_alone_with_legend_and_link(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    let mut grounds = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        open(page, "preemption")?;
        page.click("[data-testid=lanes-menu]")?;
        let svg = saved(page, "lanes-svg")?;
        let found = read(page, &svg)?;
        for words in [
            "A-SRPT, 4 jobs, ",
            "step 6 of 18",
            "Preempted",
            "Waits by choice",
            "NIC load",
            "long",
            "tiny",
            "Virtual machine",
        ] {
            must_say(&found, words)?;
        }
        let title = page.text("[data-testid=document-name]")?;
        must_say(&found, &title)?;
        must_say(&found, "\u{20}s")?;
        if found["swatches"].as_u64().is_none_or(|n| n < 4) {
            fail!("{} swatches for four jobs", found["swatches"]);
        }
        grounds.push(found["ground"].clone());
        page.click("[data-testid=share]")?;
        page.wait_for("[data-testid=link]")?;
        let link = page.eval("document.querySelector('[data-testid=link]').textContent")?;
        if found["link"] != link {
            fail!("the picture's link is {}, the page's {link}", found["link"]);
        }
        page.press(Key::Escape)?;
        let png = saved(page, "lanes-png")?;
        if png["type"] != "image/png"
            || png["head"] != json!([137, 80, 78, 71, 13, 10, 26, 10])
            || png["size"].as_u64() < Some(20_000)
        {
            fail!("no PNG: {} of {}", png["head"], png["size"]);
        }
    }
    if grounds[0] == grounds[1] {
        fail!("light and dark look the same: {}", grounds[0]);
    }
    Ok(())
}

pub fn one_lane_and_a_long_link(page: &mut Page) -> Outcome {
    open(page, "fifty-jobs")?;
    page.click("[data-testid=lanes-menu]")?;
    let svg = saved(page, "lanes-svg")?;
    let all = read(page, &svg)?;
    must_say(&all, "Shortened: the whole link has")?;
    page.run("document.querySelector('[data-testid=picture-of]').value = 'cluster'", vec![])?;
    let svg = saved(page, "lanes-svg")?;
    let one = read(page, &svg)?;
    let height = |found: &Value| found["height"].as_f64().unwrap_or(0.0);
    if one["uses"] != 1 || height(&one) + 100.0 > height(&all) || height(&one) < 150.0 {
        fail!("one lane is {} high, all are {}", height(&one), height(&all));
    }
    if !svg["name"].as_str().is_some_and(|name| name.ends_with("-cluster.svg")) {
        fail!("it is called {}", svg["name"]);
    }
    Ok(())
}

pub fn the_menu_is_reached_by_keys_and_by_finger(page: &mut Page) -> Outcome {
    page.set_viewport(360, 740)?;
    open(page, "preemption")?;
    page.run("document.querySelector('[data-testid=lanes-menu]').focus()", vec![])?;
    page.press(Key::Enter)?;
    page.wait_for("[data-testid=lanes-svg]")?;
    for id in ["lanes-menu", "picture-of", "lanes-svg", "lanes-png"] {
        let size = page.eval(&format!(
            "(r => [r.width, r.height, r.left, innerWidth - r.right])(document.querySelector('[data-testid={id}]').getBoundingClientRect())"
        ))?;
        let at = |nth: usize| size[nth].as_f64().unwrap_or(0.0);
        if at(0) < 44.0 || at(1) < 44.0 || at(2) < 0.0 || at(3) < 0.0 {
            fail!("{id}: {size}");
        }
    }
    page.must_be_accessible()?;
    let svg = saved(page, "lanes-svg")?;
    read(page, &svg)?;
    page.run("document.querySelector('[data-testid=lanes-svg]').focus()", vec![])?;
    page.press(Key::Escape)?;
    page.wait_until("!document.querySelector('.lanes-menu').open && document.activeElement.dataset.testid === 'lanes-menu'")
}

pub fn charts_and_codes_are_saved_the_same_way(page: &mut Page) -> Outcome {
    page.set_viewport(1440, 900)?;
    open(page, "preemption")?;
    page.click("[data-testid=results-tab-slowdown]")?;
    page.wait_for("[data-testid=chart-slowdown] svg.chart")?;
    let svg = saved(page, "save-svg")?;
    let found = read(page, &svg)?;
    must_say(&found, "A-SRPT, 4 jobs, ")?;
    must_say(&found, "step 6 of 18")?;
    page.click("[data-testid=share]")?;
    page.wait_for("[data-testid=save-qr-png]")?;
    let link = page.eval("document.querySelector('[data-testid=link]').textContent")?;
    if found["link"] != link {
        fail!("the chart's link is {}, the page's {link}", found["link"]);
    }
    let png = saved(page, "save-qr-png")?;
    if png["type"] != "image/png" || !png["name"].as_str().is_some_and(|name| name.ends_with("-qr.png")) {
        fail!("no code as PNG: {png}");
    }
    let svg = saved(page, "save-qr")?;
    if !svg["text"].as_str().is_some_and(|text| text.starts_with("<svg")) {
        fail!("no code as SVG");
    }
    Ok(())
}
