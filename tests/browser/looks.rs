//! Widths, themes, and whether everybody can use what is shown.

use super::lab::{self, id};
use asrpt_tests::{Outcome, Page, Theme, fail};

const PANES: [&str; 4] = ["lanes", "edit", "now", "results"];

/// 640 pixels are half of 1280: a zoom of 200 %.
pub fn nothing_scrolls_sideways(page: &mut Page) -> Outcome {
    lab::open(page)?;
    for width in [320, 360, 640, 720, 721, 899, 1_024, 1_200, 1_440, 1_920] {
        page.set_viewport(width, 780)?;
        must_fit(page, width)?;
        one_row(page, width)?;
        if width <= 720 {
            for pane in PANES {
                page.click(&id(&format!("pane-{pane}")))?;
                must_fit(page, width)?;
            }
            page.click(&id("pane-lanes"))?;
        }
    }
    Ok(())
}

/// A long name and a refused file don't widen it.
pub fn long_names_fit(page: &mut Page) -> Outcome {
    let text = lab::file("delay-runs-out")?.replace("\"heavy\"", &format!("\"{}\"", "long-".repeat(30)));
    let text = text.replace("The delay runs out", &"NameWithoutAnySpace".repeat(10));
    lab::open(page)?;
    page.drop_file("main", "long.json", &text)?;
    page.wait_for_text(&id("document-name"), "NameWithoutAnySpace")?;
    lab::rewind(page)?;
    page.drop_file("main", &format!("{}.json", "w".repeat(200)), "{\"version\": 3}")?;
    page.wait_for(&id("refused"))?;
    for width in [360, 1_024, 1_440] {
        page.set_viewport(width, 780)?;
        must_fit(page, width)?;
    }
    page.click(&id("keep-my-work"))?;
    for step in 0..8 {
        page.click(&id("forward"))?;
        must_fit(page, step)?;
    }
    Ok(())
}

/// What an edit puts into the top bar has room there, too.
pub fn changes_fit(page: &mut Page) -> Outcome {
    lab::open(page)?;
    lab::choose_policy(page, "fifo")?;
    page.wait_for(&id("changes"))?;
    for width in [320, 360, 480, 720, 900, 1_024, 1_280] {
        page.set_viewport(width, 780)?;
        must_fit(page, width)?;
        one_row(page, width)?;
    }
    page.set_viewport(320, 780)?;
    page.click(&id("changes"))?;
    page.wait_for_text(&id("changes-list"), "fifo")?;
    must_fit(page, 320)
}

/// The top bar is as high as its buttons, and all of them are in it.
fn one_row(page: &mut Page, width: u32) -> Outcome {
    let tops = page.eval(
        "[...document.querySelectorAll('.top > .tool, .top > .menu > .tool')].map(b => b.getBoundingClientRect())
            .map(r => [r.top, r.width, r.right])",
    )?;
    let rows: Vec<(f64, f64, f64)> = serde_json::from_value(tops)?;
    let first = rows[0].0;
    if rows.len() < 8
        || rows
            .iter()
            .any(|&(top, wide, right)| (top - first).abs() > 12.0 || wide < 24.0 || right > width.into())
    {
        fail!("at {width} the top bar has {rows:?}");
    }
    Ok(())
}

pub fn every_pane_is_accessible_at_360(page: &mut Page) -> Outcome {
    page.set_viewport(360, 780)?;
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        lab::open(page)?;
        for pane in PANES {
            page.click(&id(&format!("pane-{pane}")))?;
            page.wait_for(&format!("{}[aria-current]", id(&format!("pane-{pane}"))))?;
            accessible(page, &format!("{theme:?}, {pane}"))?;
        }
    }
    Ok(())
}

/// First load, every tab, the menu, the help, a refused file.
pub fn everything_open_is_accessible(page: &mut Page) -> Outcome {
    page.set_viewport(1_440, 900)?;
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        lab::open(page)?;
        accessible(page, &format!("{theme:?}, first load"))?;
        for tab in ["tab-models", "tab-jobs", "tab-policy", "tab-cluster"] {
            page.click(&id(tab))?;
            page.wait_for(&format!("{}[aria-selected=true]", id(tab)))?;
            accessible(page, &format!("{theme:?}, {tab}"))?;
        }
        page.click(&id("examples"))?;
        page.wait_for("#examples")?;
        accessible(page, &format!("{theme:?}, menu"))?;
        page.click(&id("help"))?;
        page.wait_for("dialog[open]")?;
        accessible(page, &format!("{theme:?}, help"))?;
        page.click("dialog[open] button")?;
        page.drop_file("main", "bad.json", "{\"version\": 3}")?;
        page.wait_for(&id("refused"))?;
        accessible(page, &format!("{theme:?}, refused"))?;
    }
    Ok(())
}

/// Dark looks dark, light looks light, by the system's wish or by hand, and the choice stays after a reload.
pub fn themes(page: &mut Page) -> Outcome {
    for (theme, dark) in [(Theme::Light, false), (Theme::Dark, true)] {
        page.emulate_media(theme, false)?;
        lab::open(page)?;
        must_be_dark(page, dark)?;
        page.click(&id("theme"))?;
        must_be_dark(page, !dark)?;
        lab::open(page)?;
        must_be_dark(page, !dark)?;
        page.click(&id("theme"))?;
        page.click(&id("theme"))?;
        page.wait_until("document.documentElement.dataset.theme === undefined")?;
        must_be_dark(page, dark)?;
    }
    Ok(())
}

fn must_be_dark(page: &mut Page, dark: bool) -> Outcome {
    let is_dark = "(style => {
        const light = text => text.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
        return light(style.backgroundColor) < light(style.color);
    })(getComputedStyle(document.body))";
    page.wait_until(&format!("{is_dark} === {dark}"))
}

fn accessible(page: &mut Page, what: &str) -> Outcome {
    page.must_be_accessible().map_err(|problem| format!("{what}: {problem}").into())
}

/// Nothing sticks out, and no button of the top bar is cut off where the bar itself doesn't scroll.
fn must_fit(page: &mut Page, width: u32) -> Outcome {
    let wider = page.eval("document.documentElement.scrollWidth - window.innerWidth")?;
    if wider.as_i64().is_none_or(|pixels| pixels > 0) {
        fail!("at {width} pixels the page is wider than its window by {wider}");
    }
    let outside = page.eval(
        "[...document.querySelectorAll('header button')].filter(button => {
            const box = button.getBoundingClientRect();
            return box.width > 0 && (box.left < 0 || box.right > innerWidth);
        }).map(button => button.title || button.textContent).join()",
    )?;
    if outside != "" {
        fail!("at {width} pixels the top bar cuts off {outside}");
    }
    Ok(())
}
