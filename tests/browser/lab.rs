//! What many tests of the page do: open an example, read the moment, choose a policy, and run the same natively.

use asrpt_core::explain;
use asrpt_core::instance::Instance;
use asrpt_core::policy;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use asrpt_tests::{Outcome, Page, fail};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// The examples, in the order of the menu.
pub const EXAMPLES: [&str; 12] = [
    "guide-wins",
    "preemption",
    "wait-wins",
    "delay-runs-out",
    "flush-dag",
    "fifty-jobs",
    "fast-nics",
    "light-load",
    "heavy-edge",
    "wrong-predictions",
    "starvation",
    "public-trace",
];

/// A step as the page shows it, or as it should.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// "Step 3 of 23".
    pub counter: String,
    /// The kind of the step.
    pub kind: String,
    /// Its time, with the unit.
    pub time: String,
    /// What is said of it.
    pub sentence: String,
}

/// Reads the step that is shown. An index below the line is `_index` in plain text.
const READ: &str = "
    const part = id => document.querySelector(`[data-testid=${id}]`);
    const plain = element => {
        const copy = element.cloneNode(true);
        for (const index of copy.querySelectorAll('sub')) index.prepend('_');
        return copy.textContent;
    };
    const read = () => [
        part('step-counter').textContent,
        part('now-kind').dataset.kind,
        part('now-time').textContent,
        plain(part('now-sentence')),
    ];";

/// Clicks the button `name` until it is said to do nothing more, and reads each step on the way.
const WALK: &str = "
    const steps = [read()];
    const button = part(name);
    while (button.getAttribute('aria-disabled') !== 'true') {
        const before = part('step-counter').textContent;
        button.click();
        for (let waited = 0; part('step-counter').textContent === before; waited += 1) {
            if (waited > 2000) throw new Error('nothing happens after ' + before);
            await new Promise(soon => setTimeout(soon));
        }
        steps.push(read());
    }
    return steps;";

impl From<[String; 4]> for Shown {
    fn from([counter, kind, time, sentence]: [String; 4]) -> Self {
        Self { counter, kind, time, sentence }
    }
}

/// A test id as a selector.
pub fn id(name: &str) -> String {
    format!("[data-testid=\"{name}\"]")
}

/// Opens the page and waits until a step is shown.
pub fn open(page: &mut Page) -> Outcome {
    page.open("")?;
    page.wait_for(&id("now-kind"))
}

/// Opens an example by the menu.
pub fn open_example(page: &mut Page, slug: &str) -> Outcome {
    page.click(&id("examples"))?;
    page.click(&id(&format!("example-{slug}")))?;
    let name = scenario(slug)?.name.ok_or("an example without a name")?;
    page.wait_for_text(&id("document-name"), &name)?;
    page.wait_for(&id("now-kind"))
}

/// Pauses, at the first step.
pub fn rewind(page: &mut Page) -> Outcome {
    page.click(&id("first"))?;
    page.wait_until("document.querySelector('[data-testid=step-counter]').textContent.startsWith('Step 1 ')")
}

/// Chooses a policy in the table of results, and waits until its run is shown.
pub fn choose_policy(page: &mut Page, kind: &str) -> Outcome {
    let row = id(&format!("row-{kind}"));
    page.click(&format!("{row} button"))?;
    page.wait_for(&format!("{row} button[aria-pressed=true]"))
}

/// Chooses a policy in the table of results, whatever becomes of its run.
pub fn choose_policy_unseen(page: &mut Page, kind: &str) -> Outcome {
    page.click(&format!("{} button", id(&format!("row-{kind}"))))
}

/// The step that is shown.
pub fn shown(page: &mut Page) -> Outcome<Shown> {
    let read = page.run(&format!("{READ} return read();"), vec![])?;
    Ok(Shown::from(serde_json::from_value::<[String; 4]>(read)?))
}

/// Every step from here to the end in that direction: `forward` or `back`.
pub fn walk(page: &mut Page, direction: &str) -> Outcome<Vec<Shown>> {
    let script = format!("return (async name => {{ {READ} {WALK} }})(arguments[0]);");
    let steps: Vec<[String; 4]> = serde_json::from_value(page.run(&script, vec![json!(direction)])?)?;
    Ok(steps.into_iter().map(Shown::from).collect())
}

/// The text of an example's file.
pub fn file(slug: &str) -> Outcome<String> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples");
    Ok(std::fs::read_to_string(examples.join(format!("{slug}.json")))?)
}

/// An example.
pub fn scenario(slug: &str) -> Outcome<Scenario> {
    Scenario::from_json(&file(slug)?).map_err(|problems| format!("{slug}: {problems:?}").into())
}

/// The native run of an example under a policy.
pub fn native(slug: &str, kind: &str) -> Outcome<Run> {
    let instance = Instance::prepare(scenario(slug)?).map_err(|problems| format!("{slug}: {problems:?}"))?;
    let policy = policy::find(kind).ok_or("no such policy")?;
    Run::simulate(Arc::new(instance), policy).map_err(|error| format!("{slug}: {error:?}").into())
}

/// What the page should show at each step of a run.
pub fn expected(run: &Run) -> Vec<Shown> {
    let steps = run.log.len();
    let step = |at: usize| Shown {
        counter: format!("Step {} of {}", grouped(at as u128 + 1), grouped(steps as u128)),
        kind: run.log[at].event.kind().to_owned(),
        time: seconds(run.log[at].time_us.into(), 3),
        sentence: explain::plain(run, &explain::entry(run, at)),
    };
    (0..steps).map(step).collect()
}

/// Fails at the first step that differs.
pub fn must_be_same(what: &str, native: &[Shown], page: &[Shown]) -> Outcome {
    for (at, (native, page)) in native.iter().zip(page).enumerate() {
        if native != page {
            fail!("{what}, step {}:\n native {native:?}\n page   {page:?}", at + 1);
        }
    }
    if native.len() != page.len() {
        fail!("{what}: {} steps natively, {} in the page", native.len(), page.len());
    }
    Ok(())
}

/// Microseconds as seconds, rounded half up from whole numbers.
pub fn seconds(us: u128, decimals: u32) -> String {
    let unit = 10_u128.pow(6 - decimals);
    let rounded = (us + unit / 2) / unit;
    let per_second = 10_u128.pow(decimals);
    format!(
        "{}.{:0width$}\u{a0}s",
        grouped(rounded / per_second),
        rounded % per_second,
        width = decimals as usize
    )
}

/// 1234567 as `1,234,567`.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
