//! Native = wasm: the same scenario gives the same JSON text, byte for byte.

use crate::random;
use asrpt_core::instance::Instance;
use asrpt_core::policy::{self, POLICIES, Policy};
use asrpt_core::result;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use asrpt_core::workload::{Workload, generate};
use asrpt_tests::{Outcome, Page, fail};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

const RANDOM_SCENARIOS: u64 = 50;
/// What both sides say of a run that passes the limit of simulated time.
const REFUSED: &str = "refused";

/// The browser's results under every policy: arguments are the scenario's text and the policies.
const SIMULATE: &str = "
    const [scenario, policies] = arguments;
    return policies.map(policy => {
        try { return window.asrpt.simulate(scenario, policy); }
        catch (error) { if (!error.problems) throw error; return 'refused'; }
    });";

pub fn every_case_of_the_suite(page: &mut Page) -> Outcome {
    page.open("")?;
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let mut compared = 0;
    for case in std::fs::read_dir(suite)? {
        let case = case?.path();
        let text = std::fs::read_to_string(case.join("scenario.json"))?;
        same_in_both(page, &case.display().to_string(), &text)?;
        compared += 1;
    }
    if compared < 16 {
        fail!("only {compared} cases")
    }
    Ok(())
}

pub fn random_scenarios(page: &mut Page) -> Outcome {
    page.open("")?;
    for seed in 0..RANDOM_SCENARIOS {
        let text = random::scenario(seed).to_json();
        same_in_both(page, &format!("random scenario {seed}"), &text)?;
    }
    Ok(())
}

/// 12,000 records of history, 3,000 jobs: every prediction of the forest shows in a virtual size.
pub fn the_forest_predicts_the_same(page: &mut Page) -> Outcome {
    page.open("")?;
    let scenario =
        generate(&Workload::recurring(12_000, 3_000, 1)).map_err(|problems| format!("{problems:?}"))?;
    if scenario.predictor.kind != "random-forest" || scenario.history.len() < 10_000 {
        fail!("not the forest on 10,000 records");
    }
    let text = scenario.to_json();
    let browser = page.run(SIMULATE, vec![json!(text), json!(["a-srpt"])])?;
    let [browser]: [String; 1] = serde_json::from_value(browser)?;
    let instance = Instance::prepare(scenario).map_err(|problems| format!("{problems:?}"))?;
    let policy = policy::find("a-srpt").ok_or("no A-SRPT")?;
    let native = native(&Arc::new(instance), policy);
    if native != browser {
        fail!("{}", first_difference(&native, &browser));
    }
    Ok(())
}

/// Learning while jobs complete: every refit and every prediction made by it, under every policy.
pub fn learning_learns_the_same(page: &mut Page) -> Outcome {
    page.open("")?;
    for kind in ["group-mean", "group-median", "random-forest"] {
        let mut scenario = generate(&Workload::recurring(300, 400, 3)).map_err(|p| format!("{p:?}"))?;
        scenario.predictor.kind = kind.to_owned();
        scenario.predictor.trees = 20;
        scenario.predictor.refit_every = Some(50);
        let text = scenario.to_json();
        let instance = Arc::new(Instance::prepare(scenario).map_err(|problems| format!("{problems:?}"))?);
        let refits = native(&instance, POLICIES[0]).matches("\"refit\"").count();
        if refits < 4 {
            fail!("{kind}: {refits} refits");
        }
        same_in_both(page, kind, &text)?;
    }
    Ok(())
}

fn same_in_both(page: &mut Page, name: &str, text: &str) -> Outcome {
    let kinds: Vec<_> = POLICIES.iter().map(|policy| policy.kind()).collect();
    let browser: Vec<String> = serde_json::from_value(page.run(SIMULATE, vec![json!(text), json!(kinds)])?)?;
    if browser.iter().all(|result| result == REFUSED) {
        fail!("{name}: the browser refuses it under every policy");
    }
    let scenario = Scenario::from_json(text).map_err(|problems| format!("{name}: {problems:?}"))?;
    let instance = Instance::prepare(scenario).map_err(|problems| format!("{name}: {problems:?}"))?;
    let instance = Arc::new(instance);
    for (policy, browser) in POLICIES.iter().zip(browser) {
        let native = native(&instance, *policy);
        if native != browser {
            fail!("{name}, {}: {}", policy.kind(), first_difference(&native, &browser));
        }
    }
    Ok(())
}

fn native(instance: &Arc<Instance>, policy: &'static dyn Policy) -> String {
    match Run::simulate(Arc::clone(instance), policy) {
        Ok(run) => result::to_json(&run),
        Err(_) => REFUSED.to_owned(),
    }
}

/// Both texts from shortly before the first byte that differs.
fn first_difference(native: &str, browser: &str) -> String {
    let same = native.bytes().zip(browser.bytes()).take_while(|(one, other)| one == other).count();
    let from = same.saturating_sub(60);
    let part =
        |text: &str| String::from_utf8_lossy(&text.as_bytes()[from..]).chars().take(120).collect::<String>();
    format!("at byte {same}\n native  {}\n browser {}", part(native), part(browser))
}
