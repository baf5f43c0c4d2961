//! A stage as a card with a stack for its replicas, its numbers, and its share of the iteration.

use asrpt_core::cost::StageCost;
use asrpt_core::scenario::StageSpec;
use yew::prelude::*;

use super::exchange::kind_name;
use super::fields::Field;
use super::geometry::{Area, MOST_COLLECTIVES};
use super::in_place::{InPlace, Leave};
use crate::draw::number::{counted, fixed, plain};
use crate::draw::path::px;

/// More replicas than this aren't drawn behind the card.
const MOST_BACKS: u32 = 2;

#[derive(Properties, PartialEq)]
pub struct CardProps {
    /// The stage's position in the list.
    pub at: usize,
    pub stage: StageSpec,
    pub area: Area,
    pub cost: Option<StageCost>,
    /// The longest of the stages' times, which the bar is set against.
    pub longest_ms: f64,
    pub hot: bool,
    pub selected: bool,
    /// Where an edge that is drawn comes from, may lead to, or may not.
    pub link: Option<&'static str>,
    /// The number that is being edited, if it is one of this stage.
    pub editing: Option<Field>,
    /// The servers that hold its replicas so far while the placement is stepped through.
    pub placed: Option<AttrValue>,
    /// What feeds it and what it feeds, in words.
    pub edges: AttrValue,
    pub set: Callback<(Field, f64)>,
    pub left: Callback<(Field, Leave)>,
}

/// See the module.
#[component]
pub fn Card(props: &CardProps) -> Html {
    let stage = &props.stage;
    let style = format!(
        "transform:translate({}px,{}px);height:{}px",
        px(props.area.left),
        px(props.area.top),
        px(props.area.height())
    );
    let class =
        classes!("card", props.selected.then_some("selected"), props.hot.then_some("hottest"), props.link,);
    html! {
        <div {class} {style} tabindex="0" role="group" aria-roledescription="stage" aria-label={words(props)}
            data-at={props.at.to_string()} data-testid={format!("stage-{}", stage.id)}>
            { for (1..stage.replicas.min(MOST_BACKS + 1)).rev().map(|back| html! { <i class={format!("card-back back-{back}")} /> }) }
            <div class="card-face">
                <div class="card-head"><b title={title(stage)}>{ &stage.id }</b>{ replicas(props) }</div>
                { line(props, "forward", Field::Forward(stage.id.clone()), stage.forward_ms) }
                { line(props, "backward", Field::Backward(stage.id.clone()), stage.backward_ms) }
                { for collectives(props) }
                <span class="grow" />
                { cost(props) }
            </div>
            <i class="port in" /><i class="port out" />
            if props.hot { <span class="hot-badge">{ "bottleneck" }</span> }
            if let Some(placed) = &props.placed { <span class="placed-badge">{ placed }</span> }
        </div>
    }
}

fn title(stage: &StageSpec) -> String {
    stage.name.as_ref().map_or_else(|| stage.id.clone(), |name| format!("{}: {name}", stage.id))
}

fn replicas(props: &CardProps) -> Html {
    let field = Field::Replicas(props.stage.id.clone());
    number(props, field, props.stage.replicas.into(), "card-replicas")
}

/// A number, or the field in its place.
fn number(props: &CardProps, field: Field, value: f64, class: &'static str) -> Html {
    if props.editing.as_ref() == Some(&field) {
        let label = field_label(props, &field);
        let name = label.clone();
        return html! { <InPlace key={name} {label} {value} set={props.set.clone()} left={props.left.clone()} {field} /> };
    }
    html! { <span {class} data-field={key(&field)}>{ field.written(value) }</span> }
}

/// How the pointer finds the field.
fn key(field: &Field) -> String {
    match field {
        Field::Forward(_) => "forward".to_owned(),
        Field::Backward(_) => "backward".to_owned(),
        Field::Replicas(_) => "replicas".to_owned(),
        Field::Collective(_, at) => format!("collective-{at}"),
        Field::Edge(..) => "edge".to_owned(),
    }
}

/// The field of a stage by its key.
pub fn field_by_key(stage: &str, key: &str) -> Option<Field> {
    let id = stage.to_owned();
    match key {
        "forward" => Some(Field::Forward(id)),
        "backward" => Some(Field::Backward(id)),
        "replicas" => Some(Field::Replicas(id)),
        _ => Some(Field::Collective(id, key.strip_prefix("collective-")?.parse().ok()?)),
    }
}

fn field_label(props: &CardProps, field: &Field) -> String {
    let what = match field {
        Field::Forward(_) => "forward",
        Field::Backward(_) => "backward",
        Field::Replicas(_) => "replicas",
        Field::Collective(_, at) => {
            props.stage.collectives.get(*at).map_or("collective", |c| kind_name(c.kind))
        }
        Field::Edge(..) => "edge",
    };
    format!("{what} of {}", props.stage.id)
}

fn line(props: &CardProps, name: &'static str, field: Field, value: f64) -> Html {
    html! { <div class="card-line"><span>{ name }</span>{ number(props, field, value, "card-number") }</div> }
}

fn collectives(props: &CardProps) -> Vec<Html> {
    let stage = &props.stage;
    let mut lines: Vec<Html> = stage
        .collectives
        .iter()
        .take(MOST_COLLECTIVES)
        .enumerate()
        .map(|(at, collective)| {
            line(props, kind_name(collective.kind), Field::Collective(stage.id.clone(), at), collective.mb)
        })
        .collect();
    if stage.collectives.len() > MOST_COLLECTIVES {
        let more = stage.collectives.len() - MOST_COLLECTIVES;
        lines.push(html! { <div class="card-line"><span>{ format!("and {more} more") }</span></div> });
    }
    lines
}

/// Compute, pipeline traffic and collectives, always in this order and from 0.
fn cost(props: &CardProps) -> Html {
    let Some(cost) = &props.cost else { return Html::default() };
    let collective = cost.collective_per_micro_batch_ms + cost.collective_per_iteration_ms;
    let part = |class: &'static str, ms: f64| {
        let style = format!("width:{:.2}%", ms / props.longest_ms * 100.0);
        if ms > 0.0 {
            html! { <i {class} {style} /> }
        } else {
            Html::default()
        }
    };
    html! {
        <div class="card-cost">
            <span class="card-bar">{ part("compute", cost.compute_ms) }{ part("pipeline", cost.pipeline_ms) }{ part("collective", collective) }</span>
            <span class="card-total">{ total(cost) }</span>
        </div>
    }
}

fn total(cost: &StageCost) -> String {
    let ms = cost.total_ms();
    fixed(ms, if ms < 10.0 { 2 } else { 1 })
}

/// For a screen reader.
fn words(props: &CardProps) -> String {
    let stage = &props.stage;
    let mut words = format!(
        "{}, {}, forward {} ms, backward {} ms",
        stage.id,
        counted(stage.replicas.into(), "replica"),
        plain(stage.forward_ms),
        plain(stage.backward_ms)
    );
    for collective in stage.collectives.iter().take(MOST_COLLECTIVES) {
        words += &format!(", {} {} MB", kind_name(collective.kind), plain(collective.mb));
    }
    if let Some(cost) = &props.cost {
        words += &format!(", {} ms per iteration", total(cost));
    }
    if props.hot {
        words += ", the bottleneck";
    }
    format!("{words}. {}", props.edges)
}
