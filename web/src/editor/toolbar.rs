//! The canvas's own tools: adding, tidying, what is selected, zoom.

use yew::prelude::*;

use super::board::Board;
use super::desk::Desk;
use super::keys;
use crate::draw::icon::{Icon, Shape};

/// The tools behind the choice of the model.
pub fn draw(board: &Board, scale: f64, act: &impl Fn(fn(&Board, &mut Desk)) -> Callback<MouseEvent>) -> Html {
    let selected = board.focus.stages_in(board.spec()).len();
    let edge = board.focus.edge_in(board.spec()).is_some();
    let tool = |shape, name: &'static str, title: &'static str, testid: &'static str, onclick| {
        html! {
            <button type="button" class="tool" {onclick} {title} data-testid={testid}><Icon {shape} /><span class="tool-text">{ name }</span></button>
        }
    };
    let icon = |shape, name: &'static str, testid: &'static str, onclick| {
        html! {
            <button type="button" class="tool icon-only" {onclick} title={name} aria-label={name} data-testid={testid}><Icon {shape} /></button>
        }
    };
    html! {
        <>
        <button type="button" class="button add-stage" onclick={act(|board, desk| desk.add(board, None))} title="New stage (N)" data-testid="add-stage">
            <Icon shape={Shape::Plus} size={14} /><span>{ "Stage" }</span>
        </button>
        { tool(Shape::Tidy, "Tidy", "Lay out in layers (T)", "tidy", act(keys::tidy)) }
        if selected > 0 || edge {
            <span class="selection-tools">
                if selected > 0 {
                    { icon(Shape::Copy, "Duplicate (Ctrl D)", "duplicate-selected", act(|board, desk| {
                        let stages = board.focus.stages_in(board.spec());
                        desk.duplicate(board, &stages);
                    })) }
                }
                { icon(Shape::Trash, "Delete (Delete)", "delete-selected", act(|board, desk| {
                    let stages = board.focus.stages_in(board.spec());
                    desk.delete(board, &stages);
                })) }
            </span>
        }
        <span class="grow" />
        <span class="canvas-zoom">
            { icon(Shape::Minus, "Zoom out (−)", "canvas-out", act(|_, desk| desk.zoom(0.8))) }
            <span class="caption" data-testid="canvas-scale">{ format!("{:.0}\u{a0}%", scale * 100.0) }</span>
            { icon(Shape::Plus, "Zoom in (+)", "canvas-in", act(|_, desk| desk.zoom(1.25))) }
            { icon(Shape::Fit, "Show all (0)", "canvas-fit", act(|board, desk| {
                let cards = board.drawing.cards();
                desk.fit(&cards);
            })) }
        </span>
        </>
    }
}
