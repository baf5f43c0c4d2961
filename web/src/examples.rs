//! The examples, in the order of the menu. Each is a scenario file of its own; its name and sentence are in it.

use asrpt_core::scenario::Scenario;

/// A shipped scenario.
pub struct Example {
    /// Its name in links and tests.
    pub slug: &'static str,
    pub json: &'static str,
}

macro_rules! example {
    ($slug:literal) => {
        Example { slug: $slug, json: include_str!(concat!("../../assets/examples/", $slug, ".json")) }
    };
}

/// All examples; the first opens with the page.
pub const EXAMPLES: &[Example] = &[
    example!("guide-wins"),
    example!("preemption"),
    example!("wait-wins"),
    example!("delay-runs-out"),
    example!("flush-dag"),
    example!("fifty-jobs"),
];

impl Example {
    /// The scenario. Examples are valid: a test holds it.
    pub fn scenario(&self) -> Scenario {
        Scenario::from_json(self.json).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_valid_and_says_what_it_shows() {
        for example in EXAMPLES {
            let scenario =
                Scenario::from_json(example.json).unwrap_or_else(|e| panic!("{}: {e:?}", example.slug));
            assert!(scenario.name.is_some_and(|name| !name.is_empty()), "{}", example.slug);
            assert!(scenario.description.is_some_and(|text| text.len() > 40), "{}", example.slug);
        }
    }
}
