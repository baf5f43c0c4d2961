//! Pictures of the built page: `shots PAGE OUT [--fragment TEXT] [--js CODE] [--size WxH]`.

use asrpt_tests::{Browser, Outcome, Screen, Theme, fail};
use std::path::{Path, PathBuf};

const SCREENS: [Screen; 3] = [
    Screen { width: 1440, height: 900 },
    Screen { width: 1024, height: 768 },
    Screen { width: 360, height: 780 },
];
/// What a transition or a first frame may take.
const SETTLE: std::time::Duration = std::time::Duration::from_millis(600);

struct Options {
    page: PathBuf,
    out: PathBuf,
    fragment: String,
    js: Option<String>,
    screens: Vec<Screen>,
}

fn main() -> Outcome {
    let options = parse(std::env::args().skip(1))?;
    std::fs::create_dir_all(&options.out)?;
    let mut browser = Browser::start(&options.page)?;
    let mut outcome = Ok(());
    for &screen in &options.screens {
        for theme in [Theme::Light, Theme::Dark] {
            outcome = outcome.and(picture(&mut browser, &options, screen, theme));
        }
    }
    browser.close()?;
    outcome
}

fn picture(browser: &mut Browser, options: &Options, screen: Screen, theme: Theme) -> Outcome {
    let mut page = browser.page()?;
    page.expect_console_errors();
    page.set_viewport(screen.width, screen.height)?;
    page.emulate_media(theme, false)?;
    page.open(&options.fragment)?;
    std::thread::sleep(SETTLE);
    if let Some(code) = &options.js {
        page.run(code, vec![])?;
        std::thread::sleep(SETTLE);
    }
    let name = format!("{}x{}-{theme:?}.png", screen.width, screen.height).to_lowercase();
    let file = options.out.join(name);
    page.screenshot(&file)?;
    println!("{}", file.display());
    Ok(())
}

fn parse(mut words: impl Iterator<Item = String>) -> Outcome<Options> {
    let mut wanted = |what: &str| words.next().ok_or(format!("{what} is missing"));
    let page = PathBuf::from(wanted("the page's folder")?);
    let out = Path::new(&wanted("the folder for the pictures")?).to_path_buf();
    let (fragment, js, screens) = (String::new(), None, SCREENS.to_vec());
    let mut options = Options { page, out, fragment, js, screens };
    while let Some(flag) = words.next() {
        let value = words.next().ok_or(format!("{flag} wants a value"))?;
        match flag.as_str() {
            "--fragment" => options.fragment = format!("#{}", value.trim_start_matches('#')),
            "--js" => options.js = Some(value),
            "--size" => options.screens = vec![screen(&value)?],
            unknown => fail!("shots has no option '{unknown}'"),
        }
    }
    Ok(options)
}

fn screen(text: &str) -> Outcome<Screen> {
    let (width, height) = text.split_once('x').ok_or("a size is written 1440x900")?;
    Ok(Screen { width: width.parse()?, height: height.parse()? })
}
