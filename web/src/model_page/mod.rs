//! The page of the model: its rules and equations, each marked with whose it is, and the glossary.

mod formula;
mod text;

use yew::prelude::*;

use crate::results::{Term, written};

use formula::formula;
use text::{LEAD, Origin, Rule, SECTIONS, Section, TRAITS};

/// Rules and equations.
pub fn model() -> Html {
    html! {
        <article class="model-page" data-testid="model-page">
            <p>{ LEAD }</p>
            { for SECTIONS.iter().map(section) }
            <section>
                <h3>{ "Known traits" }</h3>
                <ul class="model-traits">{ for TRAITS.iter().map(|said| html! { <li>{ *said }</li> }) }</ul>
            </section>
        </article>
    }
}

fn section(section: &Section) -> Html {
    html! { <section key={section.title}><h3>{ section.title }</h3>{ for section.rules.iter().map(rule) }</section> }
}

fn rule(rule: &Rule) -> Html {
    let (class, origin) = match rule.origin {
        Origin::Paper => ("origin paper", "paper"),
        Origin::Ours => ("origin", "our choice"),
    };
    html! {
        <div class="model-rule">
            <span {class}>{ origin }</span>
            <div>
                <p>{ formula_words(rule.says) }</p>
                { for rule.formulas.iter().map(|text| html! { <p class="equation">{ formula(text) }</p> }) }
            </div>
        </div>
    }
}

/// Running text in which `x_m` and the like are formulas.
fn formula_words(text: &str) -> Html {
    let word = |word: &str| {
        let core = word.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ':' | ';'));
        let symbol = core.contains('_') || core.contains('\u{302}') || is_letter(core);
        if symbol {
            html! { <>{ formula(word) }{ " " }</> }
        } else {
            html! { <>{ format!("{word} ") }</> }
        }
    };
    text.split(' ').map(word).collect()
}

/// A letter of the model standing alone. "a" and "A" are words more often.
fn is_letter(word: &str) -> bool {
    let mut letters = word.chars();
    matches!((letters.next(), letters.next()), (Some(c), None) if c.is_alphabetic() && !matches!(c, 'a' | 'A'))
}

/// How to drive the simulator from the console.
pub fn scripting() -> Html {
    let line = |(call, gives): &(&'static str, &'static str)| html! { <div><dt><code>{ *call }</code></dt><dd>{ *gives }</dd></div> };
    html! {
        <div class="scripting" data-testid="scripting">
            <p>{ "The page carries its simulator as " }<code>{ "window.asrpt" }</code>{ ". Open the browser's console (F12) and call it; nothing is sent anywhere. A scenario is its JSON text or a plain object; results are JSON text, the same as the command line's. Types for TypeScript: " }<a href="asrpt.d.ts">{ "asrpt.d.ts" }</a>{ "." }</p>
            <dl class="glossary">{ for CALLS.iter().map(line) }</dl>
            <pre tabindex="0">{ RECIPE }</pre>
        </div>
    }
}

const CALLS: &[(&str, &str)] = &[
    (
        "asrpt.validate(scenario)",
        "every problem with its path and a hint; an empty list for a good scenario.",
    ),
    ("asrpt.simulate(scenario, policy?)", "the result of a run."),
    ("asrpt.compare(scenario)", "the figures of every policy."),
    (
        "asrpt.explain(scenario, policy?, step?)",
        "every decision as a sentence with its numbers, or the one of a step.",
    ),
    ("asrpt.share(scenario, base?)", "a link that holds the scenario."),
    ("asrpt.open(link)", "the scenario in a link."),
    ("asrpt.policies, .version, .model_version", "the policies; the versions of the page and of its model."),
];

/// A sweep that a lesson may begin with.
const RECIPE: &str = "const scenario = JSON.parse(asrpt.open(location.href));
for (const nic of [1, 3, 6, 12, 25]) {
  for (const server of scenario.cluster.servers) server.nic_gb_per_s = nic;
  const total = p => JSON.parse(asrpt.simulate(scenario, p)).metrics.total_jct_us / 1e6;
  console.log(nic, 'GB/s:', total('a-srpt'), 's against', total('fifo'), 's');
}";

/// Every term.
pub fn glossary() -> Html {
    let entry =
        |term: &Term| html! { <div><dt>{ written(term.name()) }</dt><dd>{ term.meaning() }</dd></div> };
    html! { <dl class="glossary" data-testid="glossary">{ for Term::ALL.iter().map(entry) }</dl> }
}
