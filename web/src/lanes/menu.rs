//! The lanes' own menu: which of them are shown, and their picture as a file.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement};
use yew::prelude::*;

use crate::export::{self, Kind, Part};
use crate::store::Action;

use super::layout::{Band, Chosen, Layout};
use super::view::LanesProps;

/// A button in the lanes' corner that opens it.
pub fn draw(props: &LanesProps, layout: &Layout) -> Html {
    let stop = Callback::from(|event: PointerEvent| event.stop_propagation());
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let menu =
            event.target_dyn_into::<Element>().and_then(|e| e.closest(".lanes-menu[open]").ok().flatten());
        if let (Some(menu), "Escape") = (menu, event.key().as_str()) {
            let _ = menu.remove_attribute("open");
            if let Some(summary) =
                menu.first_element_child().and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok())
            {
                let _ = summary.focus();
            }
            event.prevent_default();
        }
    });
    html! {
        <details class="lanes-menu" onpointerdown={stop} {onkeydown}>
            <summary data-testid="lanes-menu">{ "Lanes" }</summary>
            <div>
                { toggles(props, layout) }
                { picture(props, layout) }
            </div>
        </details>
    }
}

/// Work left and the links, on or off: where there is little room they go by themselves, and come back from here.
fn toggles(props: &LanesProps, layout: &Layout) -> Html {
    let toggle = |name: &'static str, id: &'static str, on: bool, chosen: Chosen| {
        let dispatch = props.dispatch.clone();
        let onchange = Callback::from(move |_: Event| dispatch.dispatch(Action::ChooseLanes(chosen)));
        html! { <label><input type="checkbox" checked={on} {onchange} data-testid={id} />{ name }</label> }
    };
    let (links, work) = (!layout.links.is_empty(), layout.work_left.is_some());
    let lanes = props.view.lanes;
    html! {
        <>
        if props.simulation.run.policy.uses_virtual_machine() {
            { toggle("Work left", "lane-work", work, Chosen { work_left: Some(!work), ..lanes }) }
        }
        { toggle("Links", "lane-links", links, Chosen { links: Some(!links), ..lanes }) }
        </>
    }
}

/// The lanes as they are seen, all or one of them, as SVG and PNG.
fn picture(props: &LanesProps, layout: &Layout) -> Html {
    let save = |kind: Kind, said: &'static str, testid: &'static str| {
        let (layout, name) = (layout.clone(), props.simulation.run.instance.scenario.name.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            let stage = event.target_dyn_into::<Element>().and_then(|e| e.closest(".stage").ok().flatten());
            if let Some(stage) = stage {
                save_lanes(kind, &stage, &layout, name.as_deref());
            }
        });
        html! { <button type="button" class="button" {onclick} aria-label={format!("Save the picture as {said}")} data-testid={testid}>{ said }</button> }
    };
    let option = |lane: &Lane| html! { <option value={lane.slug}>{ lane.name }</option> };
    html! {
        <div class="lanes-picture" role="group" aria-label="Picture">
            <label>{ "Picture of" }
                <select class="select" data-testid="picture-of">
                    <option value="lanes" selected={true}>{ "all lanes" }</option>
                    { for lanes_of(layout).iter().map(option) }
                </select>
            </label>
            <span>{ save(Kind::Svg, "SVG", "lanes-svg") }{ save(Kind::Png, "PNG", "lanes-png") }</span>
        </div>
    }
}

fn save_lanes(kind: Kind, stage: &Element, layout: &Layout, name: Option<&str>) {
    let find = |css: &str| stage.query_selector(css).ok().flatten();
    let Some(svg) = find("svg.lanes") else { return };
    let chosen =
        find("select").and_then(|e| e.dyn_into::<HtmlSelectElement>().ok()).map(|select| select.value());
    let lane = chosen.and_then(|chosen| lanes_of(layout).into_iter().find(|lane| lane.slug == chosen));
    let parts = match &lane {
        // The time axis above the one lane.
        Some(lane) => vec![Part { top: 0.0, height: layout.ruler + 1.0 }, lane.part],
        None => vec![Part { top: 0.0, height: layout.bottom + 4.0 }],
    };
    let what = lane.map_or("lanes", |lane| lane.slug);
    // No easing: the picture is of where the cursor goes, not of its way.
    let was = stage.class_name();
    stage.set_class_name(&format!("{was} cut"));
    export::save_picture(kind, &export::file_name(name, what), &svg, &parts);
    stage.set_class_name(&was);
}

/// A lane with its stretch of the picture.
struct Lane {
    slug: &'static str,
    name: &'static str,
    part: Part,
}

/// The lanes that are shown; each ends where the next begins.
fn lanes_of(layout: &Layout) -> Vec<Lane> {
    let top = |bands: &[Band]| bands.first().map(|band| band.top - if layout.compact { 14.0 } else { 6.0 });
    let tops = [
        ("virtual-machine", "the virtual machine", Some(layout.machine.top)),
        ("work-left", "work left", layout.work_left.map(|band| band.top - 6.0)),
        ("order", "the order", Some(layout.order.band.top - 4.0)),
        ("cluster", "the cluster", top(&layout.servers)),
        ("links", "the links", top(&layout.links)),
    ];
    let shown: Vec<(&str, &str, f64)> =
        tops.into_iter().filter_map(|(slug, name, top)| Some((slug, name, top?))).collect();
    let end = |nth: usize| shown.get(nth + 1).map_or(layout.bottom + 4.0, |next| next.2);
    let lane = |(nth, &(slug, name, top)): (usize, &(&'static str, &'static str, f64))| Lane {
        slug,
        name,
        part: Part { top, height: end(nth) - top },
    };
    shown.iter().enumerate().map(lane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::layout::Wanted;

    #[test]
    fn the_lanes_share_the_height_and_leave_out_what_is_not_shown() {
        let wanted = Wanted { gpus: vec![4, 4], virtual_machine: true, chosen: Chosen::default() };
        let layout = Layout::fit(840.0, 620.0, false, &wanted);
        let lanes = lanes_of(&layout);
        let slugs: Vec<&str> = lanes.iter().map(|lane| lane.slug).collect();
        assert_eq!(slugs, ["virtual-machine", "work-left", "order", "cluster", "links"]);
        for pair in lanes.windows(2) {
            assert_eq!(pair[0].part.top + pair[0].part.height, pair[1].part.top);
            assert!(pair[0].part.height > 20.0, "{}", pair[0].slug);
        }
        assert!(lanes[2].part.top <= layout.order.upper - 10.0);
        let chosen = Chosen { links: Some(false), work_left: Some(false) };
        let fewer = lanes_of(&Layout::fit(840.0, 620.0, false, &Wanted { chosen, ..wanted }));
        assert_eq!(fewer.len(), 3);
    }
}
