//! The canvas's own tools: adding, tidying, what is selected, zoom.

use yew::prelude::*;

use super::board::Board;
use super::desk::Desk;
use super::{clipboard, keys};
use crate::draw::icon::{Icon, Shape};

/// The tools behind the choice of the model.
pub fn draw(
    board: &Board,
    desk: &Desk,
    act: &impl Fn(fn(&Board, &mut Desk)) -> Callback<MouseEvent>,
    paste: Callback<MouseEvent>,
) -> Html {
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
    // They are there without a selection, too: the canvas doesn't change its size when something is selected.
    let of_selection = |off: bool,
                        shape,
                        name: &'static str,
                        testid: &'static str,
                        onclick: Callback<MouseEvent>| {
        html! {
            <button type="button" class="tool icon-only" {onclick} title={name} aria-label={name} aria-disabled={off.to_string()} data-testid={testid}><Icon {shape} /></button>
        }
    };
    html! {
        <>
        <button type="button" class="button add-stage" onclick={act(|board, desk| desk.add(board, None))} title="New stage (N)" data-testid="add-stage">
            <Icon shape={Shape::Plus} size={14} /><span>{ "Stage" }</span>
        </button>
        { tool(Shape::Tidy, "Tidy", "Lay out in layers (T)", "tidy", act(keys::tidy)) }
        <button type="button" class="tool icon-only" onclick={act(|_, desk| keys::select_several(desk))} title="Select several (S)" aria-label="Select several (S)"
            aria-pressed={desk.selecting.to_string()} data-testid="select-several"><Icon shape={Shape::Select} /></button>
        { icon(Shape::Paste, "Paste (Ctrl V)", "paste", paste) }
        <span class="selection-tools">
            { of_selection(selected == 0, Shape::Copy, "Copy (Ctrl C)", "copy-selected", act(clipboard::copy_selected)) }
            { of_selection(selected == 0, Shape::Duplicate, "Duplicate (Ctrl D)", "duplicate-selected", act(|board, desk| {
                let stages = board.focus.stages_in(board.spec());
                desk.duplicate(board, &stages);
            })) }
            { of_selection(selected == 0 && !edge, Shape::Trash, "Delete (Delete)", "delete-selected", act(|board, desk| {
                let stages = board.focus.stages_in(board.spec());
                desk.delete(board, &stages);
            })) }
        </span>
        <span class="grow" />
        <span class="canvas-zoom">
            { icon(Shape::Minus, "Zoom out (−)", "canvas-out", act(|_, desk| desk.zoom(0.8))) }
            <span class="caption" data-testid="canvas-scale">{ format!("{:.0}\u{a0}%", desk.viewport().scale * 100.0) }</span>
            { icon(Shape::Plus, "Zoom in (+)", "canvas-in", act(|_, desk| desk.zoom(1.25))) }
            { icon(Shape::Fit, "Show all (0)", "canvas-fit", act(|board, desk| {
                let cards = board.drawing.cards();
                desk.fit(&cards);
            })) }
        </span>
        </>
    }
}
