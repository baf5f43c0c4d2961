//! The whole graph, small, with the part that is seen. Pressing it goes there.

use web_sys::PointerEvent;
use yew::prelude::*;

use super::geometry::{Area, Point, bounds};
use crate::draw::path::px;
use crate::size::pointer_in;

const WIDTH: f64 = 148.0;
const HEIGHT: f64 = 84.0;

#[derive(Properties, PartialEq)]
pub struct MinimapProps {
    pub cards: Vec<Area>,
    pub seen: Area,
    pub go: Callback<Point>,
}

/// Whether it helps: some card is out of sight, or there are many.
pub fn is_wanted(cards: &[Area], seen: Area) -> bool {
    let all = bounds(cards);
    cards.len() > 1
        && all.is_some_and(|all| {
            !(seen.holds(Point { x: all.left, y: all.top })
                && seen.holds(Point { x: all.right, y: all.bottom }))
        })
}

/// See the module.
#[component]
pub fn Minimap(props: &MinimapProps) -> Html {
    let node = use_node_ref();
    let Some(all) = bounds(&props.cards) else { return Html::default() };
    let all = all.with(props.seen).grown(20.0);
    let scale = (WIDTH / all.width()).min(HEIGHT / all.height());
    let go = {
        let (node, go) = (node.clone(), props.go.clone());
        move |event: &PointerEvent| {
            if let Some((x, y)) = pointer_in(&node, event) {
                go.emit(Point { x: all.left + x / scale, y: all.top + y / scale });
            }
        }
    };
    let onpointerdown = {
        let (go, node) = (go.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            if let Some(element) = node.cast::<web_sys::Element>() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            go(&event);
        })
    };
    let onpointermove = Callback::from(move |event: PointerEvent| {
        event.stop_propagation();
        if event.buttons() & 1 == 1 {
            go(&event);
        }
    });
    let rect = |class: &'static str, area: Area| {
        html! {
            <rect {class} x={px((area.left - all.left) * scale)} y={px((area.top - all.top) * scale)}
                width={px((area.width() * scale).max(1.0))} height={px((area.height() * scale).max(1.0))} rx="1" />
        }
    };
    html! {
        <svg class="minimap" ref={node} width={px(all.width() * scale)} height={px(all.height() * scale)} {onpointerdown} {onpointermove} aria-hidden="true" data-testid="minimap">
            { for props.cards.iter().map(|card| rect("minimap-card", *card)) }
            { rect("minimap-seen", props.seen) }
        </svg>
    }
}
