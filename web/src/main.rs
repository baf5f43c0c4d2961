//! The page (a placeholder until the app lands).

use yew::prelude::*;

#[component]
fn App() -> Html {
    html! { <main><h1>{ "A-SRPT Lab" }</h1></main> }
}

fn main() {
    yew::Renderer::<App>::new().render();
}
