//! How large an element is, kept up to date.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Width and height of an element in CSS pixels; 0 before it is laid out.
#[hook]
pub fn use_size(node: NodeRef) -> (f64, f64) {
    let size = use_state_eq(|| (0.0, 0.0));
    {
        let size = size.setter();
        use_effect_with((), move |()| {
            let element = node.cast::<Element>();
            let measured = element.clone();
            let on_change = Closure::<dyn FnMut()>::new(move || {
                if let Some(element) = &measured {
                    size.set((f64::from(element.client_width()), f64::from(element.client_height())));
                }
            });
            let observer = ResizeObserver::new(on_change.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(element)) = (&observer, &element) {
                observer.observe(element);
            }
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop(on_change);
            }
        });
    }
    *size
}

/// Where a pointer is, from the left and the top of an element.
pub fn pointer_in(node: &NodeRef, event: &web_sys::MouseEvent) -> Option<(f64, f64)> {
    let rect = node.cast::<Element>()?.get_bounding_client_rect();
    Some((f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top()))
}
