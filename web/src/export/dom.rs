//! Marks as elements, for pictures that are made once and never updated.

use web_sys::{Document, Element};

use crate::draw::{colour, path::px};
use crate::lanes::marks::{Mark, Shape};

use super::around::Placed;

const SVG: &str = "http://www.w3.org/2000/svg";

/// An SVG element.
pub fn element(document: &Document, name: &str, attributes: &[(&str, &str)]) -> Option<Element> {
    let element = document.create_element_ns(Some(SVG), name).ok()?;
    for (name, value) in attributes {
        element.set_attribute(name, value).ok()?;
    }
    Some(element)
}

/// Groups at their places, below `top`.
pub fn append(document: &Document, parent: &Element, placed: &[Placed], top: f64) -> Option<()> {
    for Placed { x, y, group } in placed {
        let transform = format!("translate({} {})", px(*x), px(y + top));
        let class = group.job.map(colour::class).unwrap_or_default();
        let g = element(document, "g", &[("transform", &transform), ("class", &class)])?;
        for mark in &group.marks {
            let drawn = mark_element(document, mark)?;
            g.append_child(&drawn).ok()?;
        }
        parent.append_child(&g).ok()?;
    }
    Some(())
}

fn mark_element(document: &Document, mark: &Mark) -> Option<Element> {
    let (name, numbers): (&str, Vec<(&str, f64)>) = match &mark.shape {
        Shape::Rect { x, y, width, height, radius } => {
            ("rect", vec![("x", *x), ("y", *y), ("width", *width), ("height", *height), ("rx", *radius)])
        }
        Shape::Line { x1, y1, x2, y2 } => ("line", vec![("x1", *x1), ("y1", *y1), ("x2", *x2), ("y2", *y2)]),
        Shape::Circle { x, y, r } => ("circle", vec![("cx", *x), ("cy", *y), ("r", *r)]),
        Shape::Path(_) => ("path", Vec::new()),
        Shape::Text { x, y, .. } => ("text", vec![("x", *x), ("y", *y)]),
    };
    let drawn = element(document, name, &[("class", mark.class)])?;
    for (name, number) in numbers {
        drawn.set_attribute(name, &px(number)).ok()?;
    }
    if let Some(fill) = &mark.fill {
        drawn.set_attribute("fill", fill).ok()?;
    }
    match &mark.shape {
        Shape::Path(d) => drawn.set_attribute("d", d).ok()?,
        Shape::Text { text, .. } => drawn.set_text_content(Some(text)),
        _ => {}
    }
    Some(drawn)
}
