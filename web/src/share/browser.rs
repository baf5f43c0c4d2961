//! What the browser gives and may refuse: the address, storage, the clipboard, downloads.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Storage, Url, Window};

fn window() -> Option<Window> {
    web_sys::window()
}

/// What stands behind `#` in the address.
pub fn fragment() -> String {
    let hash = window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    hash.trim_start_matches('#').to_owned()
}

/// The home of links: the page's own setting, else its address without what stands behind `#`.
pub fn home() -> String {
    let meta = window()
        .and_then(|w| w.document())
        .and_then(|d| d.query_selector("meta[name=asrpt-home]").ok().flatten());
    let set = meta.and_then(|meta| meta.get_attribute("content")).filter(|home| !home.trim().is_empty());
    let own = || window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let address = set.unwrap_or_else(own);
    address.split('#').next().unwrap_or_default().trim().to_owned()
}

/// Writes the address: a new entry to go back from, or the present one anew. A browser may refuse (a sandboxed frame,
/// too many in a burst); the work doesn't depend on it.
pub fn write_fragment(fragment: &str, new_entry: bool) -> bool {
    let Some(window) = window() else { return false };
    let Ok(history) = window.history() else { return false };
    let path =
        window.location().pathname().unwrap_or_default() + &window.location().search().unwrap_or_default();
    let url = if fragment.is_empty() { path } else { format!("#{fragment}") };
    let written = if new_entry {
        history.push_state_with_url(&JsValue::NULL, "", Some(&url))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&url))
    };
    written.is_ok()
}

/// This tab's storage; `None` where it is blocked.
pub fn tab_storage() -> Option<Storage> {
    window()?.session_storage().ok().flatten()
}

/// The storage of all tabs; `None` where it is blocked.
pub fn storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}

/// Puts a text on the clipboard; false where that is refused.
pub async fn copy(text: String) -> bool {
    let Some(window) = window() else { return false };
    // Absent in pages without a secure origin.
    let clipboard = js_sys::Reflect::get(&window.navigator(), &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_undefined()) {
        return false;
    }
    JsFuture::from(window.navigator().clipboard().write_text(&text)).await.is_ok()
}

/// The text on the clipboard; `None` where the browser or the person refuses that.
pub async fn read_clipboard() -> Option<String> {
    let window = window()?;
    let clipboard = js_sys::Reflect::get(&window.navigator(), &"clipboard".into()).ok()?;
    let read = js_sys::Reflect::get(&clipboard, &"readText".into()).ok()?;
    let promise = read.dyn_into::<js_sys::Function>().ok()?.call0(&clipboard).ok()?;
    JsFuture::from(promise.dyn_into::<js_sys::Promise>().ok()?).await.ok()?.as_string()
}

/// Saves bytes as a file.
pub fn save(name: &str, kind: &str, bytes: &[u8]) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&Uint8Array::from(bytes));
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) else { return };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    let anchor = window().and_then(|w| w.document()).and_then(|d| d.create_element("a").ok());
    if let Some(anchor) = anchor.and_then(|anchor| anchor.dyn_into::<HtmlAnchorElement>().ok()) {
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
    }
    // The download has begun by then.
    gloo_timers::callback::Timeout::new(10_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
}

/// A file's name from a title: letters and digits of any script, everything else as one hyphen.
pub fn file_name(title: Option<&str>, extension: &str) -> String {
    let mut name = String::new();
    for c in title.unwrap_or_default().to_lowercase().chars().take(60) {
        if c.is_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.{extension}", if name.is_empty() { "scenario" } else { name })
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn titles_become_file_names() {
        assert_eq!(file_name(Some("Delay pays: 2 servers!"), "json"), "delay-pays-2-servers.json");
        assert_eq!(file_name(Some("../../etc"), "json"), "etc.json");
        assert_eq!(file_name(None, "json"), "scenario.json");
        assert_eq!(file_name(Some("💥"), "json"), "scenario.json");
    }
}
