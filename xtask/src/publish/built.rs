//! The files of a built page, and what a split changes in them.

use crate::{Fallible, split};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The script that fetches the later part.
const LATER: &str = include_str!("later.js");
/// The sheets that the first part can do without.
const LATER_SHEETS: [&str; 6] = ["edit", "editor", "panels", "predict", "results", "share"];

/// Whether a published page begins without this file.
pub fn is_later(name: &str) -> bool {
    let sheet = LATER_SHEETS.iter().any(|sheet| name.starts_with(&format!("{sheet}-")));
    sheet || name.ends_with("_later.wasm") || name.ends_with(".d.ts")
}

/// A page as Trunk built it, in one part.
pub struct Built {
    folder: PathBuf,
    /// What the names of program and script begin with: `asrpt-web-` and a hash.
    stem: String,
}

impl Built {
    pub fn find(folder: &Path) -> Fallible<Self> {
        let program =
            names(folder)?.into_iter().find_map(|name| Some(name.strip_suffix("_bg.wasm")?.to_owned()));
        let stem = program.ok_or("Trunk left no program")?;
        Ok(Self { folder: folder.to_path_buf(), stem })
    }

    /// The program.
    pub fn wasm(&self) -> PathBuf {
        self.folder.join(format!("{}_bg.wasm", self.stem))
    }

    /// Writes a copy of the page with this program, which tells what of it runs. The page begins as if the later part
    /// were still to come, unless it is told otherwise before.
    pub fn counting(&self, program: &[u8], into: &Path) -> Fallible {
        if into.exists() {
            std::fs::remove_dir_all(into)?;
        }
        std::fs::create_dir_all(into)?;
        for name in names(&self.folder)? {
            std::fs::copy(self.folder.join(&name), into.join(&name))?;
        }
        let copy = Self { folder: into.to_path_buf(), stem: self.stem.clone() };
        std::fs::write(copy.wasm(), program)?;
        let import = format!("{}: {{ {}: (index) => {{ ran[index] = 1; }} }},", split::LATER, split::RAN);
        let head = "const ran = (globalThis.ran = new Uint8Array(1 << 17));\n\
                    globalThis.asrptLater ??= { state: 'coming' };\n";
        copy.write_script(&(head.to_owned() + &copy.script_importing(&import)?))?;
        copy.change("index.html", without_integrity)
    }

    /// Puts both parts in the place of the whole program.
    pub fn in_two(&self, first: &[u8], later: &[u8], imports: &[(String, String)]) -> Fallible {
        let names = names(&self.folder)?;
        // What is in the parts is named by it: a browser must never take one part from its cache and fetch the other.
        let stem = format!("asrpt-web-{:016x}", hash(&(first, later)));
        let program = format!("{stem}_later.wasm");
        let import = format!("{}: {{ {}: later.load }},", split::LATER, split::LOAD);
        let begun = "wasm.__wbindgen_start();";
        let script = renamed(self.script_importing(&import)?, imports)?;
        let script = replaced(&script, begun, &format!("{begun}\n    setTimeout(later.fetch);"))?;
        let loader = replaced(LATER, "LATER_CODE", &format!("'./{program}'"))?;

        std::fs::write(self.wasm(), first)?;
        std::fs::write(self.folder.join(program), later)?;
        self.write_script(&without_indents(&(script + &loader)))?;
        for name in names.iter().filter(|name| name.ends_with(".css")) {
            self.change(name, |css| without_indents(&without_comments(css, "/*", "*/")))?;
        }
        self.change("index.html", |html| {
            let html = without_integrity(&with_later_sheets(html)).replace(&self.stem, &stem);
            without_indents(&without_comments(&html, "<!--", "-->"))
        })?;
        for end in [".js", "_bg.wasm"] {
            std::fs::rename(self.folder.join(self.stem.clone() + end), self.folder.join(stem.clone() + end))?;
        }
        Ok(())
    }

    fn script(&self) -> PathBuf {
        self.folder.join(format!("{}.js", self.stem))
    }

    fn write_script(&self, script: &str) -> Fallible {
        Ok(std::fs::write(self.script(), script)?)
    }

    /// wasm-bindgen's script with one more module of imports.
    fn script_importing(&self, import: &str) -> Fallible<String> {
        let script = std::fs::read_to_string(self.script())?;
        let last = "_bg.js\": import0,";
        replaced(&script, last, &format!("{last}\n        {import}"))
    }

    fn change(&self, name: &str, change: impl Fn(&str) -> String) -> Fallible {
        let file = self.folder.join(name);
        let text = change(&std::fs::read_to_string(&file)?);
        Ok(std::fs::write(file, text)?)
    }
}

fn names(folder: &Path) -> Fallible<Vec<String>> {
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder)? {
        names.push(file?.file_name().into_string().map_err(|name| format!("{name:?} is no plain name"))?);
    }
    names.sort();
    Ok(names)
}

/// An error unless `from` occurs exactly once: the tools may write their output otherwise one day.
fn replaced(text: &str, from: &str, to: &str) -> Fallible<String> {
    match text.matches(from).count() {
        1 => Ok(text.replacen(from, to, 1)),
        count => Err(format!("expected '{from}' once in the page's script, found it {count} times").into()),
    }
}

/// The script offers what the program imports as methods of an object, one a line.
fn renamed(script: String, imports: &[(String, String)]) -> Fallible<String> {
    imports.iter().try_fold(script, |script, (from, to)| {
        replaced(&script, &format!("\n        {from}: "), &format!("\n        {to}: "))
    })
}

/// The files are changed after Trunk took their checksums.
fn without_integrity(html: &str) -> String {
    let mut parts = html.split(" integrity=\"");
    let head = parts.next().unwrap_or_default().to_owned();
    parts.fold(head, |html, part| html + part.split_once('"').map_or("", |(_, rest)| rest))
}

fn without_comments(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let head = parts.next().unwrap_or_default().to_owned();
    parts.fold(head, |text, part| text + part.split_once(end).map_or("", |(_, rest)| rest))
}

fn without_indents(text: &str) -> String {
    text.lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty())
        .map(|line| line.to_owned() + "\n")
        .collect()
}

/// The script turns what is left of the links into links again, in their places: their order counts.
fn with_later_sheets(html: &str) -> String {
    let is_later = |tag: &str| LATER_SHEETS.iter().any(|sheet| tag.contains(&format!("./{sheet}-")));
    let tags = html.split_inclusive('>').map(|tag| match is_later(tag) {
        true => tag.replace("rel=\"stylesheet\"", "data-later"),
        false => tag.to_owned(),
    });
    tags.collect()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{replaced, with_later_sheets, without_comments, without_indents, without_integrity};

    #[test]
    fn a_sheet_that_comes_later_is_no_link_yet() {
        let html =
            r#"<link rel="stylesheet" href="./style-1.css"/><link rel="stylesheet" href="./edit-2.css"/><p>"#;
        let later =
            r#"<link rel="stylesheet" href="./style-1.css"/><link data-later href="./edit-2.css"/><p>"#;
        assert_eq!(with_later_sheets(html), later);
    }

    #[test]
    fn sheets_lose_what_is_only_for_us() {
        let css = "/* one\n two */\n.a { color: red; }\n\n  .b { } /* three */\n";
        assert_eq!(without_indents(&without_comments(css, "/*", "*/")), ".a { color: red; }\n.b { } \n");
    }

    #[test]
    fn checksums_are_taken_out() {
        let html = r#"<link href="a" integrity="sha384-x" as="fetch"><script integrity="y"></script>"#;
        assert_eq!(without_integrity(html), r#"<link href="a" as="fetch"><script></script>"#);
    }

    #[test]
    fn what_is_replaced_must_be_there_once() {
        assert_eq!(replaced("a b", "b", "c").unwrap(), "a c");
        assert!(replaced("b b", "b", "c").is_err());
        assert!(replaced("a", "b", "c").is_err());
    }
}
