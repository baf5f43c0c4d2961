//! What is seen on the canvas.

use std::rc::Rc;

use asrpt_core::scenario::ModelSpec;
use yew::prelude::*;

use super::align::Guide;
use super::board::Board;
use super::card::Card;
use super::desk::Desk;
use super::fields::Field;
use super::geometry::{Area, Point, bounds, in_port, out_port};
use super::graph::shortened;
use super::hand::{Hand, Reaching, boxed, reaching};
use super::in_place::Leave;
use super::minimap::{self, Minimap};
use super::route;
use super::viewport::Viewport;
use super::wire::{Pill, Wire};
use crate::draw::path::px;

/// A class for what the hand is at.
pub fn hand_class(hand: &Hand) -> &'static str {
    match hand {
        Hand::Idle | Hand::Press { .. } => "",
        Hand::Move { .. } => "moving",
        Hand::Box { .. } => "boxing",
        Hand::Link { .. } => "linking",
        Hand::Pan { .. } | Hand::Pinch { .. } => "panning",
    }
}

/// The dots, further apart where they would run together.
pub fn ground(view: Viewport) -> String {
    let step = if view.scale < 0.5 { 100.0 } else { 20.0 };
    let offset = |from: f64| (step / 2.0 - from) * view.scale;
    format!(
        "background-size:{0}px {0}px;background-position:{1}px {2}px",
        step * view.scale,
        offset(view.left),
        offset(view.top)
    )
}

/// Everything on the canvas.
pub fn draw(
    board: &Board,
    desk: &Desk,
    set: &Callback<(Field, f64)>,
    left: &Callback<(Field, Leave)>,
    placed: Option<&Rc<Vec<AttrValue>>>,
    go: &Callback<Point>,
) -> Html {
    let cards = desk.cards(board);
    let view = desk.viewport();
    let link = match &desk.hand {
        Hand::Link { from, end, .. } => {
            reaching(board.spec(), &cards, from, end, view).map(|reaching| (from.clone(), reaching))
        }
        _ => None,
    };
    let world = format!(
        "transform:translate({}px,{}px) scale({})",
        px(-view.left * view.scale),
        px(-view.top * view.scale),
        view.scale
    );
    html! {
        <>
        <div class="world" style={world}>
            { wires(board, &cards) }
            { stages(board, desk, &cards, link.as_ref(), placed, set, left) }
            { pills(board, desk, &cards, set, left) }
            { over(board, desk, &cards, link.as_ref()) }
        </div>
        { link.as_ref().map(|(from, reaching)| tip(board, desk, from, reaching)).unwrap_or_default() }
        if minimap::is_wanted(&cards, view.seen(desk.size)) {
            <Minimap cards={cards.clone()} seen={view.seen(desk.size)} go={go.clone()} />
        }
        </>
    }
}

/// The ports that the edges join.
fn ends(board: &Board, cards: &[Area]) -> Vec<(Point, Point)> {
    let ports = |&(from, to): &(usize, usize)| (out_port(cards[from]), in_port(cards[to]));
    board.outline.ends.iter().map(|ends| ends.as_ref().map(ports).unwrap_or_default()).collect()
}

/// Where the edges' figures stand.
pub fn middles(board: &Board, cards: &[Area]) -> Vec<Point> {
    let floor = floor(cards);
    ends(board, cards).into_iter().map(|(from, to)| route::middle(from, to, floor)).collect()
}

fn floor(cards: &[Area]) -> f64 {
    bounds(cards).map_or(0.0, |all| all.bottom)
}

fn most_mb(spec: &ModelSpec) -> f64 {
    spec.edges.iter().map(|edge| edge.activation_mb).fold(0.0, f64::max)
}

fn wires(board: &Board, cards: &[Area]) -> Html {
    let (spec, floor, most_mb) = (board.spec(), floor(cards), most_mb(board.spec()));
    let chosen = board.focus.edge_in(spec);
    let travels = board.meaning.figures().map(|figures| &figures.travels);
    let wire = |(at, (from, to)): (usize, (Point, Point))| {
        let edge = &spec.edges[at];
        html! {
            <Wire key={board.outline.edge_keys[at].clone()} path={route::edge(from, to, floor)} mb={edge.activation_mb} {most_mb}
                travel={travels.and_then(|travels| travels.get(at).copied())} selected={chosen == Some(at)} />
        }
    };
    html! { <svg class="wires" aria-hidden="true">{ for ends(board, cards).into_iter().enumerate().map(wire) }</svg> }
}

fn pills(
    board: &Board,
    desk: &Desk,
    cards: &[Area],
    set: &Callback<(Field, f64)>,
    left: &Callback<(Field, Leave)>,
) -> Html {
    let (spec, floor) = (board.spec(), floor(cards));
    let chosen = board.focus.edge_in(spec);
    let travels = board.meaning.figures().map(|figures| &figures.travels);
    let longest_ms = board.meaning.figures().map_or(1.0, super::figures::Figures::longest_ms);
    let pill = |(at, (from, to)): (usize, (Point, Point))| {
        let edge = &spec.edges[at];
        let editing = desk.editing == Some(Field::Edge(edge.from.clone(), edge.to.clone()));
        html! {
            <Pill key={board.outline.edge_keys[at].clone()} from={edge.from.clone()} to={edge.to.clone()} {at} {longest_ms} {editing}
                middle={route::middle(from, to, floor)} mb={edge.activation_mb} selected={chosen == Some(at)}
                travel={travels.and_then(|travels| travels.get(at).copied())} set={set.clone()} left={left.clone()} />
        }
    };
    html! { <div class="pills">{ for ends(board, cards).into_iter().enumerate().map(pill) }</div> }
}

/// The cards, in the order in which the keyboard walks them.
fn stages(
    board: &Board,
    desk: &Desk,
    cards: &[Area],
    link: Option<&(String, Reaching)>,
    placed: Option<&Rc<Vec<AttrValue>>>,
    set: &Callback<(Field, f64)>,
    left: &Callback<(Field, Leave)>,
) -> Html {
    let spec = board.spec();
    let selected = match &desk.hand {
        Hand::Box { from, now, .. } => boxed(spec, cards, *from, *now),
        _ => board.focus.stages_in(spec),
    };
    let figures = board.meaning.figures();
    let hot = figures.and_then(super::figures::Figures::bottleneck).filter(|_| spec.stages.len() > 1);
    let longest_ms = figures.map_or(1.0, super::figures::Figures::longest_ms);
    let card = |at: usize| {
        let stage = &spec.stages[at];
        let editing = desk
            .editing
            .clone()
            .filter(|field| field.stage() == stage.id && !matches!(field, Field::Edge(..)));
        html! {
            <Card key={board.outline.stage_keys[at].clone()} {at} stage={stage.clone()} area={cards[at]} cost={figures.map(|f| f.cost.stages[at])} {longest_ms}
                hot={hot == Some(at)} selected={selected.contains(&stage.id)} link={link_class(spec, at, link)} {editing}
                placed={placed.map(|placed| placed[at].clone()).filter(|text| !text.is_empty())} edges={board.outline.words[at].clone()}
                set={set.clone()} left={left.clone()} />
        }
    };
    html! { <div class="cards">{ for board.outline.order.iter().copied().map(card) }</div> }
}

fn link_class(spec: &ModelSpec, at: usize, link: Option<&(String, Reaching)>) -> Option<&'static str> {
    let (from, reaching) = link?;
    if spec.stages[at].id == *from {
        return Some(if reaching.refusal.is_some() { "link-from refused" } else { "link-from" });
    }
    match (&reaching.refusal, reaching.to == Some(at)) {
        (_, false) => None,
        (None, true) => Some("link-to"),
        (Some(_), true) => Some("link-to refused"),
    }
}

/// The box and the edge that are being drawn, and what moved cards are in line with.
fn over(board: &Board, desk: &Desk, cards: &[Area], link: Option<&(String, Reaching)>) -> Html {
    let boxed = match &desk.hand {
        Hand::Box { from, now, .. } => Some(Area::between(*from, *now)),
        _ => None,
    };
    html! {
        <svg class="wires over" aria-hidden="true">
            if let Some(area) = boxed {
                <rect class="box-select" x={px(area.left)} y={px(area.top)} width={px(area.width())} height={px(area.height())} />
            }
            { for desk.guides(board).into_iter().map(|Guide { from, to }| html! {
                <path class="guide" d={format!("M{} {}L{} {}", px(from.x), px(from.y), px(to.x), px(to.y))} data-testid="guide" />
            }) }
            if let Some((_, reaching)) = link { { reach(reaching, cards) } }
        </svg>
    }
}

fn reach(reaching: &Reaching, cards: &[Area]) -> Html {
    let Point { x, y } = reaching.end;
    let refused = reaching.refusal.is_some();
    html! {
        <g class={classes!("reach", refused.then_some("refused"))} data-testid="reach">
            <path class="reach-line" d={route::edge(reaching.start, reaching.end, floor(cards))} />
            if refused {
                <circle cx={px(x)} cy={px(y)} r="8" class="reach-cross-ground" />
                <path d={format!("M{} {}l6 6m0 -6l-6 6", px(x - 3.0), px(y - 3.0))} class="reach-cross" />
            } else {
                <circle cx={px(x)} cy={px(y)} r="5" class="reach-end" />
            }
        </g>
    }
}

/// Beside the pointer: why an edge is refused, or what it would be.
fn tip(board: &Board, desk: &Desk, from: &str, reaching: &Reaching) -> Html {
    let Some(refusal) = &reaching.refusal else { return Html::default() };
    let to = reaching.to.map_or("", |to| board.spec().stages[to].id.as_str());
    let style = tip_place(desk.viewport(), reaching.end, desk.size);
    html! {
        <div class="canvas-tip" {style} data-testid="refusal">
            <b>{ format!("{} → {} refused", shortened(from), shortened(to)) }</b>
            <span>{ refusal.reason() }</span>
        </div>
    }
}

/// Below the pointer, or above it near the lower border; always within the canvas.
fn tip_place(view: Viewport, at: Point, (width, height): (f64, f64)) -> String {
    const WIDTH: f64 = 224.0;
    const HEIGHT: f64 = 84.0;
    let (x, y) = view.to_view(at);
    let left = (x - 60.0).clamp(8.0, (width - WIDTH - 8.0).max(8.0));
    let top = if y + 18.0 + HEIGHT > height { y - 18.0 - HEIGHT } else { y + 18.0 };
    format!("left:{}px;top:{}px;width:{WIDTH}px", px(left), px(top.max(8.0)))
}
