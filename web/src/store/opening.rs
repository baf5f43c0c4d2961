//! How a scenario wants to be seen when it is opened, from its `view`. What isn't understood there is passed over: it
//! never changes a result.

use asrpt_core::scenario::{Json, Scenario};
use asrpt_core::time::time_from_real;

use crate::draw::scale::Window;

/// `view.window_s`: the stretch of time to show, in seconds.
pub fn window(scenario: &Scenario) -> Option<Window> {
    let Json::List(ends) = field(scenario.view.as_ref()?, "window_s")? else { return None };
    let [Json::Number(from_s), Json::Number(to_s)] = ends[..] else { return None };
    let (from_us, to_us) = (time_from_real(from_s * 1e6)?, time_from_real(to_s * 1e6)?);
    (from_us < to_us).then_some(Window { from_us, to_us })
}

fn field<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(fields) = json else { return None };
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_view(view: &str) -> Scenario {
        let json = crate::examples::EXAMPLES[0].json.trim_end().trim_end_matches('}');
        let json = json.split(",\n \"view\"").next().unwrap();
        Scenario::from_json(&format!("{json}, \"view\": {view}}}")).unwrap()
    }

    #[test]
    fn the_window_of_the_file_is_taken_if_it_makes_sense() {
        let window = |view| window(&with_view(view));
        assert_eq!(
            window(r#"{"window_s": [1.5, 60]}"#),
            Some(Window { from_us: 1_500_000, to_us: 60_000_000 })
        );
        for foreign in
            ["{}", "7", r#"{"window_s": [60, 1]}"#, r#"{"window_s": [0, 1e300]}"#, r#"{"window_s": "all"}"#]
        {
            assert_eq!(window(foreign), None, "{foreign}");
        }
    }
}
