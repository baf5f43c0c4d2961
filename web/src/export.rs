//! Pictures and data as files. A picture is what is on the screen: its copy carries every computed style, so that no
//! token, class or other file is needed to read it. Around it stands whose it is, what its colours mean, and the link
//! that opens it ([`caption`], [`around`]). Nothing leaves the machine.

pub mod around;
pub mod caption;
mod dom;

use asrpt_core::ids::JobIndex;

use self::around::Marks;
use self::caption::Caption;
use crate::draw::path::px;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, CssStyleDeclaration, Document, Element,
    HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url, Window, XmlSerializer,
};

/// How many pixels of a PNG stand for one of the screen.
const SHARPNESS: f64 = 2.0;

/// What a shape's look depends on.
const SHAPE: &[&str] = &[
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "paint-order",
    "vector-effect",
];
/// What a text's look depends on besides.
const TEXT: &[&str] =
    &["font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"];
/// What any element's look depends on.
const ANY: &[&str] = &["opacity", "display", "transform", "clip-path"];

/// A stretch of a picture, from its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub top: f64,
    pub height: f64,
}

/// A picture's file, with its size in pixels of the screen.
struct File {
    text: String,
    size: (f64, f64),
}

/// The picture, or these parts of it below one another, as a file of its own.
fn file_of(picture: &Element, parts: &[Part]) -> Option<File> {
    let window = web_sys::window()?;
    let document = window.document()?;
    let (width, height) = own_size(picture);
    let whole = [Part { top: 0.0, height }];
    let parts = if parts.is_empty() { &whole } else { parts };
    let caption = Caption::now()?;
    let is_lanes = is(picture, ".lanes");
    let head = around::head(&caption, width);
    let links = picture.query_selector(".link-row").ok().flatten().is_some();
    let marks = if is_lanes { Marks::Lanes { links } } else { Marks::None };
    let foot = around::foot(&caption, &jobs_in(picture, caption.jobs.len()), marks, width);
    let below = head.height + parts.iter().map(|part| part.height).sum::<f64>();
    let size = (width, below + foot.height);

    // On the page for a moment, so that the words get the page's own look.
    let frame = dom::element(&document, "svg", &[("class", "file-frame")])?;
    dom::append(&document, &frame, &head.placed, 0.0)?;
    dom::append(&document, &frame, &foot.placed, below)?;
    picture.parent_element()?.append_child(&frame).ok()?;
    let root = styled_copy(&window, &frame);
    frame.remove();
    let root = root?;

    let copy = styled_copy(&window, picture)?;
    sized(&copy, (0.0, 0.0), (width, height), 0.0)?;
    copy.set_attribute("id", "picture").ok()?;
    let mut y = head.height;
    for (nth, part) in parts.iter().enumerate() {
        let seen = dom::element(&document, "svg", &[])?;
        sized(&seen, (0.0, y), (width, part.height), part.top)?;
        let content =
            if nth == 0 { copy.clone() } else { dom::element(&document, "use", &[("href", "#picture")])? };
        seen.append_child(&content).ok()?;
        root.append_child(&seen).ok()?;
        y += part.height;
    }
    sized(&root, (0.0, 0.0), size, 0.0)?;
    root.set_attribute("xmlns", "http://www.w3.org/2000/svg").ok()?;
    let surface = if is_lanes { "--surface-lane" } else { "--surface-panel" };
    root.prepend_with_node_1(&ground(&window, &document, surface)?.into()).ok()?;
    if let Some(defs) = borrowed_paints(&window, &document, &root) {
        root.prepend_with_node_1(&defs).ok()?;
    }
    let title = dom::element(&document, "title", &[])?;
    title.set_text_content(Some(&format!("{}: {}", caption.title, caption.facts)));
    root.prepend_with_node_1(&title).ok()?;
    let text = XmlSerializer::new().ok()?.serialize_to_string(&root).ok()?;
    Some(File { text, size })
}

/// In its own units: a projector shows the lanes larger than they are.
fn own_size(picture: &Element) -> (f64, f64) {
    let rect = picture.get_bounding_client_rect();
    let own = picture.get_attribute("viewBox").unwrap_or_default();
    let mut numbers = own.split(' ').skip(2).filter_map(|number| number.parse::<f64>().ok());
    let (width, height) = (numbers.next(), numbers.next());
    width.zip(height).unwrap_or((rect.width(), rect.height()))
}

fn sized(svg: &Element, at: (f64, f64), (width, height): (f64, f64), top: f64) -> Option<()> {
    let set = |name: &str, value: f64| svg.set_attribute(name, &px(value)).ok();
    if at != (0.0, 0.0) {
        set("x", at.0)?;
        set("y", at.1)?;
    }
    set("width", width)?;
    set("height", height)?;
    let seen = format!("0 {} {} {}", px(top), px(width), px(height));
    svg.set_attribute("viewBox", &seen).ok()
}

/// The jobs that a picture shows, by index.
fn jobs_in(picture: &Element, jobs: usize) -> Vec<JobIndex> {
    let mut shown = vec![false; jobs];
    if let Ok(marks) = picture.query_selector_all("[data-job]") {
        for at in 0..marks.length() {
            let mark = marks.item(at).and_then(|mark| mark.dyn_into::<Element>().ok());
            let job = mark.and_then(|mark| mark.get_attribute("data-job")?.parse::<usize>().ok());
            if let Some(seen) = job.and_then(|job| shown.get_mut(job)) {
                *seen = true;
            }
        }
    }
    shown.into_iter().enumerate().filter(|(_, seen)| *seen).map(|(at, _)| JobIndex::from_at(at)).collect()
}

/// A copy with each element's computed look written into it.
fn styled_copy(window: &Window, original: &Element) -> Option<Element> {
    let copy: Element = original.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
    write_look(window, original, &copy);
    let (from, to) = (original.query_selector_all("*").ok()?, copy.query_selector_all("*").ok()?);
    for at in 0..from.length() {
        let pair = (from.item(at)?.dyn_into::<Element>().ok()?, to.item(at)?.dyn_into::<Element>().ok()?);
        write_look(window, &pair.0, &pair.1);
    }
    Some(copy)
}

fn write_look(window: &Window, original: &Element, copy: &Element) {
    if matches!(original.local_name().as_str(), "title" | "desc") {
        return;
    }
    let Some(style) = window.get_computed_style(original).ok().flatten() else { return };
    let (shape, text): (&[&str], &[&str]) = match original.local_name().as_str() {
        "text" | "tspan" => (SHAPE, TEXT),
        "g" | "svg" | "defs" | "clipPath" | "mask" | "pattern" => (&[], &[]),
        _ => (SHAPE, &[]),
    };
    for name in ["class", "style", "role", "tabindex", "data-job", "data-testid"] {
        let _ = copy.remove_attribute(name);
    }
    // What travels is gone by the time that the file is opened.
    if is(original, ".travellers") {
        let _ = copy.set_attribute("display", "none");
        return;
    }
    for name in shape.iter().chain(text).chain(ANY) {
        let value = value_of(&style, name);
        if !is_default(name, &value) {
            let _ = copy.set_attribute(name, &value);
        }
    }
}

fn is(element: &Element, selector: &str) -> bool {
    element.matches(selector).unwrap_or(false)
}

fn value_of(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default()
}

/// What needn't be said.
fn is_default(name: &str, value: &str) -> bool {
    let default = match name {
        "opacity" | "fill-opacity" | "stroke-opacity" => "1",
        "stroke" | "stroke-dasharray" | "vector-effect" | "transform" | "clip-path" => "none",
        "display" => return value != "none",
        "stroke-linecap" => "butt",
        "stroke-linejoin" => "miter",
        "paint-order" | "letter-spacing" | "font-style" => "normal",
        _ => return value.is_empty(),
    };
    value.is_empty() || value == default
}

fn ground(window: &Window, document: &Document, surface: &str) -> Option<Element> {
    let style = window.get_computed_style(&document.document_element()?).ok()??;
    let fill = value_of(&style, surface);
    dom::element(document, "rect", &[("width", "100%"), ("height", "100%"), ("fill", fill.trim())])
}

/// Patterns that the picture paints with and that stand elsewhere on the page.
fn borrowed_paints(window: &Window, document: &Document, copy: &Element) -> Option<Element> {
    let painted = copy.query_selector_all("[fill^='url']").ok()?;
    let defs = dom::element(document, "defs", &[])?;
    let mut taken: Vec<String> = Vec::new();
    for at in 0..painted.length() {
        let element: Element = painted.item(at)?.dyn_into().ok()?;
        let Some(id) = element.get_attribute("fill").as_deref().and_then(id_in_url).map(str::to_owned) else {
            continue;
        };
        let _ = element.set_attribute("fill", &format!("url(#{id})"));
        if taken.contains(&id) || copy.query_selector(&format!("#{id}")).ok().flatten().is_some() {
            continue;
        }
        if let Some(paint) = document.get_element_by_id(&id) {
            defs.append_child(&styled_copy(window, &paint)?.into()).ok()?;
        }
        taken.push(id);
    }
    defs.first_child().map(|_| defs)
}

/// `pat-1-2` in `url("#pat-1-2")`.
fn id_in_url(paint: &str) -> Option<&str> {
    let from = paint.split_once('#')?.1;
    from.split(['"', '\'', ')']).next()
}

/// Saves text as a file.
pub fn save_text(name: &str, mime: &str, text: &str) {
    let parts = Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

fn save_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    let document = web_sys::window().and_then(|window| window.document());
    let anchor = document.and_then(|document| document.create_element("a").ok());
    if let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok()) {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
    }
    // The browser has taken hold of the data by the next turn.
    gloo_timers::callback::Timeout::new(1_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
}

/// What a picture can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Svg,
    Png,
}

/// Saves a picture, or parts of it.
pub fn save_picture(kind: Kind, name: &str, picture: &Element, parts: &[Part]) {
    if let Some(file) = file_of(picture, parts) {
        save_drawn(kind, name, &file.text, file.size);
    }
}

/// Saves an SVG of that size as it is, or its pixels.
pub fn save_drawn(kind: Kind, name: &str, svg: &str, (width, height): (f64, f64)) {
    if kind == Kind::Svg {
        return save_text(&format!("{name}.svg"), "image/svg+xml", svg);
    }
    let size = (width * SHARPNESS, height * SHARPNESS);
    let (svg, name) = (svg.to_owned(), format!("{name}.png"));
    spawn_local(async move {
        if let Some(blob) = painted(&svg, size).await {
            save_blob(&name, &blob);
        }
    });
}

/// A picture's pixels as PNG.
async fn painted(svg: &str, (width, height): (f64, f64)) -> Option<Blob> {
    let document = web_sys::window()?.document()?;
    let image = HtmlImageElement::new().ok()?;
    let encoded = js_sys::encode_uri_component(svg).as_string()?;
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{encoded}"));
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: HtmlCanvasElement = document.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    png_of(&canvas.to_data_url().ok()?)
}

/// The bytes of `data:image/png;base64,…`.
fn png_of(data_url: &str) -> Option<Blob> {
    let base64 = data_url.split_once(',')?.1;
    let binary = web_sys::window()?.atob(base64).ok()?;
    let bytes: Vec<u8> = binary.chars().map(|c| c as u8).collect();
    let parts = Array::of1(&Uint8Array::from(bytes.as_slice()).into());
    let options = BlobPropertyBag::new();
    options.set_type("image/png");
    Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()
}

/// A file name from what a scenario is called.
pub fn file_name(scenario: Option<&str>, what: &str) -> String {
    let mut slug = String::new();
    for c in scenario.unwrap_or("scenario").chars() {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() > 48 {
            break;
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { what.to_owned() } else { format!("{slug}-{what}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(file_name(Some("Seed 11: wrong / predictions"), "jobs"), "seed-11-wrong-predictions-jobs");
        assert_eq!(file_name(Some("../.."), "jobs"), "jobs");
        assert_eq!(file_name(None, "jobs"), "scenario-jobs");
    }

    #[test]
    fn paints_are_found_in_their_urls() {
        assert_eq!(id_in_url("url(\"#pat-1-2\")"), Some("pat-1-2"));
        assert_eq!(id_in_url("url(#pat-3-tint) none"), Some("pat-3-tint"));
        assert_eq!(id_in_url("rgb(1, 2, 3)"), None);
    }
}
