//! The page of A-SRPT Lab: a scenario, its run on animated lanes, and what each decision was made for.
//!
//! Data flows one way: [`store`] holds the scenario, the run and the view; panels and [`lanes`] show them and dispatch
//! actions; [`playback`] is the clock. Nothing here decides anything about scheduling: that is `asrpt_core`.

mod app;
mod dialog;
mod draw;
mod edit;
mod editor;
mod examples;
mod export;
mod keys;
mod landmarks;
mod lanes;
mod later;
mod lit;
mod menu;
mod model_page;
mod moment;
mod panels;
mod playback;
mod predict;
mod results;
mod room;
mod selects;
mod share;
mod shared;
mod simulation;
mod size;
mod store;
mod tab_stop;
#[cfg(test)]
mod testing;
mod theme;
mod worker;
mod workload;

fn main() {
    selects::follow();
    later::when_here(asrpt_wasm::install);
    let root =
        web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("app"));
    match root {
        Some(root) => yew::Renderer::<app::App>::with_root(root).render(),
        None => yew::Renderer::<app::App>::new().render(),
    };
}
