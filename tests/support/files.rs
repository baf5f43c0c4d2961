//! Files given to the page by hand.

use crate::{Outcome, Page};
use serde_json::json;

/// Makes `transfer` hold one file: arguments are selector, name, contents.
const TRANSFER: &str = "
    const [css, name, contents] = arguments;
    const element = document.querySelector(css);
    const transfer = new DataTransfer();
    transfer.items.add(new File([contents], name));";

const DROP: &str = "
    for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type,
            { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }";

const CHOOSE: &str = "
    element.files = transfer.files;
    for (const type of ['input', 'change']) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
    }";

impl Page<'_> {
    /// Drops a file onto the element.
    pub fn drop_file(&mut self, css: &str, name: &str, contents: &str) -> Outcome {
        self.give_file(DROP, css, name, contents)
    }

    /// Chooses a file in an `<input type="file">`, which may be hidden.
    pub fn choose_file(&mut self, css: &str, name: &str, contents: &str) -> Outcome {
        self.give_file(CHOOSE, css, name, contents)
    }

    fn give_file(&mut self, how: &str, css: &str, name: &str, contents: &str) -> Outcome {
        self.wait_for(css)?;
        let arguments = vec![json!(css), json!(name), json!(contents)];
        self.run(&format!("{TRANSFER}{how}"), arguments)?;
        Ok(())
    }
}
