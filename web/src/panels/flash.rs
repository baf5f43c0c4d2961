//! A figure that flashes once when an edit changes it, so that the eye finds what moved.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FlashProps {
    pub value: AttrValue,
}

/// The figure. One that stands for another thing than before needs another key.
#[component]
pub fn Flash(props: &FlashProps) -> Html {
    let seen = use_mut_ref(|| (props.value.clone(), 0_u32));
    let mut seen = seen.borrow_mut();
    if seen.0 != props.value {
        *seen = (props.value.clone(), seen.1 + 1);
    }
    // Another element each time: its animation begins anew.
    html! { <span key={seen.1} class={(seen.1 > 0).then_some("flash")}>{ &props.value }</span> }
}
