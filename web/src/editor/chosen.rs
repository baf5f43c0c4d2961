//! Reading a file that was chosen.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

/// Larger files are refused before they are read.
const LARGEST_BYTES: f64 = 16e6;

/// The text of the file that was chosen, or why there is none; the same file can be chosen again.
pub fn on_chosen(then: Callback<Result<String, String>>) -> Callback<Event> {
    Callback::from(move |event: Event| {
        let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            let then = then.clone();
            spawn_local(async move { then.emit(read(&file).await) });
        }
        input.set_value("");
    })
}

async fn read(file: &File) -> Result<String, String> {
    if file.size() > LARGEST_BYTES {
        return Err(format!("{} has {:.0} MB: that is no model.", file.name(), file.size() / 1e6));
    }
    let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
    text.ok_or_else(|| format!("{} can't be read.", file.name()))
}
