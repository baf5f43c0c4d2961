//! Which columns of a table mean what.

use asrpt_core::trace::Columns;
use yew::prelude::*;

use super::fields::{Form, choice};

/// A meaning: its label, whether a row can't do without, and words by which a column is guessed.
struct Meaning {
    label: &'static str,
    testid: &'static str,
    needed: bool,
    words: &'static [&'static str],
    of: fn(&Columns) -> &str,
    put: fn(&mut Columns, String),
}

fn optional(column: Option<&String>) -> &str {
    column.map_or("", String::as_str)
}

fn some(column: String) -> Option<String> {
    (!column.is_empty()).then_some(column)
}

const MEANINGS: [Meaning; 7] = [
    Meaning {
        label: "Submitted",
        testid: "column-submit",
        needed: true,
        words: &["submit", "arriv", "start", "begin", "time"],
        of: |columns| &columns.submit,
        put: |columns, column| columns.submit = column,
    },
    Meaning {
        label: "Duration",
        testid: "column-duration",
        needed: true,
        words: &["duration", "runtime", "run_time", "took", "length", "elapsed"],
        of: |columns| &columns.duration,
        put: |columns, column| columns.duration = column,
    },
    Meaning {
        label: "GPUs",
        testid: "column-gpus",
        needed: true,
        words: &["gpu", "card", "worker", "replica"],
        of: |columns| &columns.gpus,
        put: |columns, column| columns.gpus = column,
    },
    Meaning {
        label: "Id",
        testid: "column-id",
        needed: false,
        words: &["job_id", "jobid", "id"],
        of: |columns| optional(columns.id.as_ref()),
        put: |columns, column| columns.id = some(column),
    },
    Meaning {
        label: "User",
        testid: "column-user",
        needed: false,
        words: &["user", "owner", "who"],
        of: |columns| optional(columns.user.as_ref()),
        put: |columns, column| columns.user = some(column),
    },
    Meaning {
        label: "Group",
        testid: "column-group",
        needed: false,
        words: &["group", "vc", "queue", "project", "team"],
        of: |columns| optional(columns.group.as_ref()),
        put: |columns, column| columns.group = some(column),
    },
    Meaning {
        label: "Model",
        testid: "column-model",
        needed: false,
        words: &["model", "network", "arch"],
        of: |columns| optional(columns.model.as_ref()),
        put: |columns, column| columns.model = some(column),
    },
];

/// Units of time, with their seconds.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("h", 3_600.0)];

/// A first guess by names of columns, each column for one meaning. It can be seen and changed before anything is made
/// of it.
pub fn guessed(names: &[String]) -> Columns {
    let mut columns = Columns { unit_s: 1.0, ..Columns::default() };
    let mut left: Vec<&String> = names.iter().collect();
    for meaning in &MEANINGS {
        let fits = |word: &&str| left.iter().position(|name| name.to_lowercase().contains(*word));
        if let Some(at) = meaning.words.iter().find_map(fits) {
            (meaning.put)(&mut columns, left.remove(at).clone());
        }
    }
    columns
}

/// What is still missing, as a sentence.
pub fn missing(columns: &Columns) -> Option<String> {
    let missing = |meaning: &&Meaning| meaning.needed && (meaning.of)(columns).is_empty();
    let missing: Vec<&str> = MEANINGS.iter().filter(missing).map(|meaning| meaning.label).collect();
    (!missing.is_empty()).then(|| format!("Say which column is {}.", missing.join(", ")))
}

/// A list of columns for each meaning, and the unit of times.
pub fn draw(form: &Form<Columns>, names: &[String]) -> Html {
    let list = |meaning: &'static Meaning| {
        let none = if meaning.needed { "choose …" } else { "none" };
        let options = std::iter::once((String::new(), none.to_owned()));
        let options = options.chain(names.iter().map(|name| (name.clone(), name.clone())));
        choice(meaning.label, options, (meaning.of)(&form.value), form.change(meaning.put), meaning.testid)
    };
    let unit = UNITS.iter().find(|(_, seconds)| *seconds == form.value.unit_s).map_or("s", |(name, _)| name);
    let set = form.change(|columns: &mut Columns, name: String| {
        columns.unit_s = UNITS.iter().find(|(unit, _)| *unit == name).map_or(1.0, |(_, seconds)| *seconds);
    });
    let units = UNITS.iter().map(|(name, _)| ((*name).to_owned(), (*name).to_owned()));
    html! {
        <fieldset data-testid="mapping">
            <legend>{ "Columns" }</legend>
            <div class="making-fields">
                { for MEANINGS.iter().map(list) }
                { choice("Unit of times", units, unit, set, "column-unit") }
            </div>
            <p class="caption">{ "When a job was submitted may also stand there as a date." }</p>
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_guessed_by_their_names_each_once() {
        let names = ["job_id", "Submit Time", "duration_s", "num_gpus", "user"].map(str::to_owned);
        let columns = guessed(&names);
        assert_eq!((columns.submit.as_str(), columns.duration.as_str()), ("Submit Time", "duration_s"));
        assert_eq!((columns.gpus.as_str(), columns.id.as_deref()), ("num_gpus", Some("job_id")));
        assert_eq!((columns.user.as_deref(), columns.group), (Some("user"), None));
        assert_eq!(
            missing(&guessed(&["a".to_owned()])).unwrap(),
            "Say which column is Submitted, Duration, GPUs."
        );
    }
}
