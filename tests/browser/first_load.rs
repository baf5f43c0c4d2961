//! What everybody sees first.

use asrpt_tests::{Outcome, Page, Theme, fail};

pub fn shows_a_main_part(page: &mut Page) -> Outcome {
    page.open("")?;
    page.wait_for("main")?;
    let text = page.text("main")?;
    if text.trim().is_empty() {
        fail!("the main part is empty");
    }
    Ok(())
}

/// `Server` has the page there as well.
pub fn works_below_a_path(page: &mut Page) -> Outcome {
    page.open("below/a/path/")?;
    page.wait_for("main")
}

pub fn is_accessible(page: &mut Page) -> Outcome {
    for theme in [Theme::Light, Theme::Dark] {
        page.emulate_media(theme, true)?;
        page.open("")?;
        page.wait_for("main")?;
        page.must_be_accessible()?;
    }
    Ok(())
}

pub fn fits_a_narrow_window(page: &mut Page) -> Outcome {
    page.set_viewport(360, 780)?;
    page.open("")?;
    page.wait_for("main")?;
    let too_wide = page.eval("document.documentElement.scrollWidth - window.innerWidth")?;
    if too_wide.as_i64().is_none_or(|pixels| pixels > 0) {
        fail!("the page is wider than the window by {too_wide} pixels");
    }
    Ok(())
}
