//! `window.asrpt` as a script uses it.

use asrpt_core::run;
use asrpt_core::scenario::Scenario;
use asrpt_core::{MODEL_VERSION, instance::Instance, result};
use asrpt_tests::{Outcome, Page, fail};
use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("../../assets/examples/delay-runs-out.json");
const TYPES: &str = include_str!("../../assets/asrpt.d.ts");

fn call(page: &mut Page, body: &str) -> Outcome<Value> {
    page.run(
        &format!("const [scenario] = arguments; const asrpt = window.asrpt; {body}"),
        vec![json!(EXAMPLE)],
    )
}

fn must_be(name: &str, value: &Value, expected: Value) -> Outcome {
    if *value != expected {
        fail!("{name} is {value}, not {expected}");
    }
    Ok(())
}

/// The members of `interface Asrpt`, and nothing else.
pub fn has_the_declared_members(page: &mut Page) -> Outcome {
    page.open("")?;
    let body = TYPES.split_once("interface Asrpt {\n").and_then(|(_, rest)| rest.split_once("\n}"));
    let (body, _) = body.ok_or("no interface Asrpt")?;
    let lines = body.lines().filter_map(|line| line.strip_prefix("  readonly "));
    let mut declared: Vec<&str> = lines.filter_map(|line| line.split(':').next()).collect();
    declared.sort_unstable();
    let members = call(page, "return Object.keys(asrpt).sort();")?;
    must_be("the list of members", &members, json!(declared))?;
    must_be("frozen", &call(page, "return Object.isFrozen(asrpt);")?, json!(true))?;
    must_be("model_version", &call(page, "return asrpt.model_version;")?, json!(MODEL_VERSION))?;
    must_be("version", &call(page, "return asrpt.version;")?, json!(env!("CARGO_PKG_VERSION")))
}

pub fn figures_are_the_command_line_s(page: &mut Page) -> Outcome {
    page.open("")?;
    let instance = Instance::prepare(Scenario::from_json(EXAMPLE).map_err(|p| format!("{p:?}"))?);
    let instance = instance.map_err(|problems| format!("{problems:?}"))?;
    let mut figures = Vec::new();
    for (policy, metrics) in run::compare(&instance) {
        figures.push((policy, metrics.map_err(|error| format!("{error:?}"))?));
    }
    let native = result::comparison_to_json(figures.iter().map(|(policy, metrics)| (*policy, metrics)));
    must_be("compare", &call(page, "return asrpt.compare(scenario);")?, json!(native))?;
    let same = "return asrpt.simulate(JSON.parse(scenario)) === asrpt.simulate(scenario);";
    must_be("an object and its text give the same", &call(page, same)?, json!(true))
}

pub fn explains_steps(page: &mut Page) -> Outcome {
    page.open("")?;
    must_be("the number of steps", &call(page, "return asrpt.explain(scenario).length;")?, json!(23))?;
    let step = call(page, "return asrpt.explain(scenario, null, 14);")?;
    must_be("its kind", &step["kind"], json!("wait"))?;
    must_be("its job", &step["job"], json!("heavy"))?;
    must_be("its time", &step["time_us"], json!(205_825_000))?;
    if !step["text"].as_str().is_some_and(|text| text.contains("communication-heavy")) {
        fail!("the step says {}", step["text"]);
    }
    Ok(())
}

pub fn links_go_there_and_back(page: &mut Page) -> Outcome {
    page.open("")?;
    let same = "const link = asrpt.share(scenario, 'https://example.org/lab/#x');
        return [link.startsWith('https://example.org/lab/#1'), asrpt.simulate(asrpt.open(link)) === asrpt.simulate(scenario)];";
    must_be("a link and what it holds", &call(page, same)?, json!([true, true]))
}

pub fn refuses_with_places(page: &mut Page) -> Outcome {
    page.open("")?;
    let caught = "const caught = f => { try { f(); return 'nothing'; } catch (e) { return e.problems ? e.problems[0].path : e.constructor.name; } };
        const broken = JSON.parse(scenario); broken.jobs[1].model = 'nobody';
        return [
            asrpt.validate(scenario).length, asrpt.validate(broken)[0].path, asrpt.validate('{').length > 0,
            caught(() => asrpt.simulate(broken)), caught(() => asrpt.simulate(scenario, 'best')),
            caught(() => asrpt.compare(broken)), caught(() => asrpt.explain(scenario, 'fifo', 0)),
            caught(() => asrpt.open('#1AAAA')), caught(() => asrpt.simulate(7)), caught(() => asrpt.open()),
        ];";
    let expected = json!([
        0,
        "jobs[1].model",
        true,
        "jobs[1].model",
        "policy",
        "jobs[1].model",
        "step",
        "link",
        "TypeError",
        "TypeError"
    ]);
    must_be("what is refused", &call(page, caught)?, expected)
}

/// Every recipe of the page of docs runs.
pub fn recipes_of_the_docs_run(page: &mut Page) -> Outcome {
    page.open("")?;
    let docs = include_str!("../../docs/api.md");
    let blocks: Vec<&str> =
        docs.split("```js\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    if blocks.len() < 5 {
        fail!("only {} recipes", blocks.len());
    }
    let script = blocks.join("\n").replace(
        "const theirs = asrpt.open(link);",
        "const link = links[1][1]; const theirs = asrpt.open(link);",
    );
    let script = format!(
        "{script}; return [result.jobs.length, policies.length, links.length, asrpt.open(links[2][1]).includes('Edsger')];"
    );
    must_be("what the recipes made", &page.run(&script, vec![])?, json!([2, 8, 3, true]))
}
