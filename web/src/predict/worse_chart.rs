//! What worse predictions would cost, as lines over σ.

use asrpt_core::policy::POLICIES;
use asrpt_core::scenario::Scenario;
use yew::prelude::*;

use super::worse::{Curves, SIGMAS, same};
use crate::draw::number::{fixed, percent, plain};
use crate::draw::path::{Path, px};
use crate::lanes::marks::{Group, Mark};
use crate::lanes::render::groups;
use crate::results::chart::Size;
use crate::results::chart::axes::Plot;
use crate::results::chart::scale::{Scale, Unit};
use crate::results::table::total;
use crate::shared::Shared;
use crate::worker::Request;
use crate::worker::answer::{short, use_answer};

/// With more jobs the curves are made when somebody asks.
const AT_ONCE: usize = 400;
/// From this ratio of the greatest to the least total on, it goes by powers of ten.
const LOGARITHMIC_FROM: f64 = 5.0;
const SIZE: Size = Size { width: 254.0, height: 190.0 };

#[derive(Properties, PartialEq)]
pub struct WorseProps {
    pub scenario: Shared<Scenario>,
    /// Whether it can be run.
    pub valid: bool,
}

/// See the module.
#[component]
pub fn Worse(props: &WorseProps) -> Html {
    let asked = use_state_eq(|| false);
    // The scenario that the curves are of: the first of those that give the same.
    let of = use_mut_ref(|| props.scenario.clone());
    if !same(&of.borrow(), &props.scenario) {
        of.replace(props.scenario.clone());
    }
    let jobs = props.scenario.jobs.len();
    let wanted = props.valid && jobs > 0 && (jobs <= AT_ONCE || *asked);
    let request = wanted.then(|| Request::Worsen((**of.borrow()).clone()));
    let asking = use_answer::<Curves>(request, None, short);
    let ask = {
        let asked = asked.setter();
        Callback::from(move |_: MouseEvent| asked.set(true))
    };
    let spec = &props.scenario.predictor;
    let sigma = (spec.kind == "noisy").then_some(spec.sigma);
    html! {
        <section class="worse" aria-labelledby="worse-title">
            <div class="section"><h2 id="worse-title">{ "What worse predictions cost" }</h2></div>
            { match asking.answer.here() {
                Some(curves) => drawn(curves, &props.scenario.policy.kind, sigma),
                None if wanted => asking.waiting("The policies are being run"),
                None if jobs == 0 => html! { <p class="caption">{ "no jobs" }</p> },
                None if !props.valid => html! { <p class="caption">{ "The scenario can't be run." }</p> },
                None => html! { <button type="button" class="button" onclick={ask} data-testid="ask-worse">{ "Run every policy with growing errors" }</button> },
            } }
        </section>
    }
}

fn drawn(curves: &Curves, own: &str, sigma: Option<f64>) -> Html {
    let picture = |measure| picture(curves, own, sigma, measure);
    html! { <>{ picture(Measure::Total) }{ picture(Measure::Order) }</> }
}

/// What is drawn over σ.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Total,
    Order,
}

impl Measure {
    fn of(self, curves: &Curves) -> &[Vec<f64>] {
        match self {
            Self::Total => &curves.totals,
            Self::Order => &curves.swapped,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Total => "Total JCT over σ",
            Self::Order => "Pairs in another order over σ",
        }
    }

    fn explained(self) -> &'static str {
        match self {
            Self::Total => {
                "Total JCT of every policy, with each prediction off by e^(σz): log-normal errors that grow with σ."
            }
            Self::Order => {
                "Pairs of jobs of which the other one starts first than with perfect predictions, under the same policy."
            }
        }
    }

    /// The ids of the picture and of its table.
    fn testids(self) -> (&'static str, &'static str) {
        match self {
            Self::Total => ("worse-chart", "worse-table"),
            Self::Order => ("worse-order", "worse-order-table"),
        }
    }

    fn shown(self, value: f64) -> String {
        match self {
            Self::Total => total(value as u128),
            Self::Order => format!("{}\u{a0}%", fixed(value, 0)),
        }
    }

    /// The scale of the figures, what they are divided by, and their unit.
    fn upright(self, curves: &Curves, plot: &Plot) -> (Scale, f64, &'static str) {
        let values = || self.of(curves).iter().flatten().copied().filter(|value| value.is_finite());
        if self == Self::Order {
            let most = values().fold(1.0, f64::max);
            return (Scale::linear((0.0, most * 1.05), plot.up()), 1.0, "%");
        }
        let perfect = curves.totals.first().and_then(|totals| totals.first()).copied().unwrap_or(1.0);
        let (least, most) = (values().fold(perfect, f64::min), values().fold(perfect, f64::max));
        let logarithmic = most > LOGARITHMIC_FROM * least && least > 0.0;
        let unit = Unit::for_times(if logarithmic { least } else { f64::INFINITY }, most as u64);
        let ends = (least * 0.95 / unit.us, most * 1.05 / unit.us);
        let y =
            if logarithmic { Scale::logarithmic(ends, plot.up()) } else { Scale::linear(ends, plot.up()) };
        (y, unit.us, unit.name)
    }
}

fn picture(curves: &Curves, own: &str, sigma: Option<f64>, measure: Measure) -> Html {
    let drawn = draw(curves, own, sigma, measure);
    let (testid, table_id) = measure.testids();
    html! {
        <>
        <svg class="chart worse-chart" viewBox={format!("0 0 {} {}", px(SIZE.width), px(SIZE.height))} role="img" aria-label={in_words(curves, own, measure)} data-testid={testid} data-done="true">{ groups(&drawn, usize::MAX) }</svg>
        <p class="caption">{ measure.explained() }</p>
        <div class="table-scroll" tabindex="0" role="region" aria-label={format!("{}, by policy", measure.title())}>{ table(curves, own, measure, table_id) }</div>
        </>
    }
}

fn draw(curves: &Curves, own: &str, sigma: Option<f64>, measure: Measure) -> Vec<Group> {
    let plot = Plot::within(SIZE, 66.0);
    let figures = measure.of(curves);
    let x = Scale::linear((0.0, SIGMAS[SIGMAS.len() - 1]), plot.across());
    let (y, divided_by, unit) = measure.upright(curves, &plot);
    let mut ground = vec![plot.title(measure.title())];
    ground.extend(plot.x_axis(&x, &[0.0, 1.0, 2.0, 3.0], ""));
    ground.extend(plot.y_axis(&y, &y.ticks(4), unit));
    if let Some(sigma) = sigma {
        let at = x.at(sigma);
        ground.push(Mark::line("worse-now", at, plot.top, at, plot.bottom));
    }
    let line = |at: usize| {
        let class = match POLICIES[at].kind() {
            kind if kind == own => "chart-line own",
            "fifo" | "a-srpt" => "chart-line dashed",
            _ => "chart-line thin",
        };
        let mut path = Path::new();
        for (nth, (sigma, value)) in SIGMAS.iter().zip(&figures[at]).enumerate() {
            let (left, top) = (x.at(*sigma), y.at(value / divided_by));
            path = if nth == 0 { path.to(left, top) } else { path.line(left, top) };
        }
        Mark::path(class, path)
    };
    let mut order: Vec<usize> =
        (0..POLICIES.len()).filter(|&at| figures[at].iter().all(|value| value.is_finite())).collect();
    order.sort_by_key(|&at| POLICIES[at].kind() == own);
    vec![Group::plain(ground), Group::plain(order.into_iter().map(line).collect())]
}

fn change(totals: &[f64]) -> Option<f64> {
    Some(totals.last()? / totals.first().filter(|&&first| first > 0.0)? - 1.0)
}

fn in_words(curves: &Curves, own: &str, measure: Measure) -> String {
    let at = POLICIES.iter().position(|policy| policy.kind() == own).unwrap_or(0);
    let tried = SIGMAS[curves.totals[at].len().saturating_sub(1)];
    if measure == Measure::Order {
        let swapped = curves.swapped[at].last().copied().unwrap_or(0.0);
        return format!(
            "Order over the error of predictions. Under {} {} of the pairs of jobs start the other way round at σ = {}.",
            POLICIES[at].label(),
            percent(swapped / 100.0),
            plain(tried)
        );
    }
    let by = change(&curves.totals[at]).unwrap_or(0.0);
    format!(
        "Total JCT over the error of predictions. {} changes by {} from perfect predictions to σ = {}.",
        POLICIES[at].label(),
        percent(by),
        plain(tried)
    )
}

/// Perfect, half, the whole way: what the lines say in figures.
fn table(curves: &Curves, own: &str, measure: Measure, testid: &'static str) -> Html {
    let shown = [0.0, 0.5, 1.0, 2.0, 3.0];
    let at = |sigma: f64| SIGMAS.iter().position(|&tried| tried == sigma).unwrap_or(0);
    let cell = |totals: &[f64], sigma: f64| {
        totals
            .get(at(sigma))
            .filter(|total| total.is_finite())
            .map_or("–".to_owned(), |&value| measure.shown(value))
    };
    html! {
        <table class={classes!("worse-table", (measure == Measure::Order).then_some("worse-order-table"))} data-testid={testid}>
            <thead><tr><th scope="col">{ "σ" }</th>{ for shown.map(|sigma| html! { <th scope="col">{ plain(sigma) }</th> }) }</tr></thead>
            <tbody>{ for POLICIES.iter().zip(measure.of(curves)).map(|(policy, totals)| html! {
                <tr class={classes!((policy.kind() == own).then_some("own"))}><th scope="row">{ policy.label() }</th>{ for shown.map(|sigma| html! { <td>{ cell(totals, sigma) }</td> }) }</tr>
            }) }</tbody>
        </table>
    }
}
