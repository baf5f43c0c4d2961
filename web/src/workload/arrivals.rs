//! When generated jobs arrive, and how their iterations vary.

use asrpt_core::workload::{Arrivals, Shape, Workload};
use yew::prelude::*;

use super::fields::{Form, Number, choice};
use crate::edit::rule::Rule;

/// Jobs of one burst, unless somebody says otherwise.
const USUAL_BURST: u32 = 8;

const BURST: Number<Workload> = Number {
    label: "Jobs of one burst",
    unit: "",
    rule: Rule::count(100_000),
    testid: "generate-burst",
    of: |workload| match workload.arrivals {
        Arrivals::Bursts { size } => size.into(),
        _ => USUAL_BURST.into(),
    },
    put: |workload, size| workload.arrivals = Arrivals::Bursts { size: size as u32 },
};

const ARRIVALS: [(&str, Arrivals); 3] = [
    ("Poisson", Arrivals::Poisson),
    ("Bursts", Arrivals::Bursts { size: USUAL_BURST }),
    ("Diurnal, ± 80 % over a day", Arrivals::Diurnal),
];

const SHAPES: [(&str, Shape); 4] = [
    ("Log-normal", Shape::LogNormal),
    ("Uniform", Shape::Uniform),
    ("Pareto", Shape::Pareto),
    ("Fixed", Shape::Fixed),
];

/// Names with their place as value.
fn listed<T>(all: &'static [(&'static str, T)]) -> impl Iterator<Item = (String, String)> {
    all.iter().enumerate().map(|(at, (name, _))| (at.to_string(), (*name).to_owned()))
}

fn nth<T>(all: &'static [(&'static str, T)], at: &str) -> Option<&'static T> {
    at.parse().ok().and_then(|at: usize| all.get(at)).map(|(_, value)| value)
}

/// The choice of arrivals, with the size of bursts.
pub fn arrivals(form: &Form<Workload>) -> Html {
    let kind = std::mem::discriminant(&form.value.arrivals);
    let chosen =
        ARRIVALS.iter().position(|(_, arrivals)| std::mem::discriminant(arrivals) == kind).unwrap_or(0);
    let set = form.change(|workload: &mut Workload, at: String| {
        workload.arrivals = nth(&ARRIVALS, &at).copied().unwrap_or(Arrivals::Poisson);
    });
    html! {
        <>
        { choice("Arrivals", listed(&ARRIVALS), &chosen.to_string(), set, "generate-arrivals") }
        if matches!(form.value.arrivals, Arrivals::Bursts { .. }) { { form.number(&BURST) } }
        </>
    }
}

/// The choice of a distribution.
pub fn shape(form: &Form<Workload>) -> Html {
    let chosen = SHAPES.iter().position(|(_, shape)| *shape == form.value.shape).unwrap_or(0);
    let set = form.change(|workload: &mut Workload, at: String| {
        workload.shape = nth(&SHAPES, &at).copied().unwrap_or(Shape::LogNormal);
    });
    choice("Iterations", listed(&SHAPES), &chosen.to_string(), set, "generate-shape")
}
