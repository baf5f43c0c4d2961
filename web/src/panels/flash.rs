//! A figure that flashes once when an edit changes it, so that the eye finds what moved.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FlashProps {
    pub value: AttrValue,
}

/// As long as the mark that reduced motion has in place of the flash.
const SEEN_MS: u32 = 2_100;

/// The figure. One that stands for another thing than before needs another key.
#[component]
pub fn Flash(props: &FlashProps) -> Html {
    let seen = use_mut_ref(|| (props.value.clone(), 0_u32));
    let over = use_state_eq(|| 0_u32);
    let mut seen = seen.borrow_mut();
    if seen.0 != props.value {
        *seen = (props.value.clone(), seen.1 + 1);
    }
    let nth = seen.1;
    {
        // It would begin again wherever the figure is moved to or shown anew: in a table that is sorted.
        let over = over.setter();
        use_effect_with(nth, move |&nth| {
            let timer = (nth > 0).then(|| Timeout::new(SEEN_MS, move || over.set(nth)));
            move || drop(timer)
        });
    }
    // Another element each time: its animation begins anew.
    html! { <span key={nth} class={(nth > *over).then_some("flash")}>{ &props.value }</span> }
}
