//! Models as graphs in Graphviz's language: for pictures, and as a quick way to write one by hand.
//!
//! Besides the label, which is for people, stages have `forward_ms`, `backward_ms`, `replicas`, `stage_name` and
//! `collectives` ("all_reduce 120 iteration; …"), edges `activation_mb`, and the graph `micro_batches`: reading gives the
//! same model. What is missing gets the numbers of a new stage. Subgraphs are taken for what is in them.

use std::fmt::Write;

use asrpt_core::scenario::{CollectiveKind, CollectiveSpec, EdgeSpec, ModelSpec, Per, Problem, StageSpec};

use super::exchange::kind_name;
use super::graph::{DEFAULT_MB, new_stage, position};
use crate::draw::number::plain;

/// As a graph for Graphviz.
pub fn write(name: &str, spec: &ModelSpec) -> String {
    let mut dot = format!("digraph {} {{\n  rankdir=LR;\n  node [shape=box, style=rounded];\n", quoted(name));
    if let Some(micro_batches) = spec.micro_batches {
        let _ = writeln!(dot, "  micro_batches={micro_batches};");
    }
    for stage in &spec.stages {
        let _ = write!(
            dot,
            "  {} [label={}, forward_ms={}, backward_ms={}, replicas={}",
            quoted(&stage.id),
            quoted(&label(stage)),
            stage.forward_ms,
            stage.backward_ms,
            stage.replicas
        );
        if let Some(name) = &stage.name {
            let _ = write!(dot, ", stage_name={}", quoted(name));
        }
        if !stage.collectives.is_empty() {
            let one = |c: &CollectiveSpec| format!("{} {} {}", c.kind.name(), c.mb, c.per.name());
            let all: Vec<String> = stage.collectives.iter().map(one).collect();
            let _ = write!(dot, ", collectives={}", quoted(&all.join("; ")));
        }
        dot.push_str("];\n");
    }
    for edge in &spec.edges {
        let mb = format!("{} MB", plain(edge.activation_mb));
        let (from, to) = (quoted(&edge.from), quoted(&edge.to));
        let _ =
            writeln!(dot, "  {from} -> {to} [label={}, activation_mb={}];", quoted(&mb), edge.activation_mb);
    }
    dot.push_str("}\n");
    dot
}

fn label(stage: &StageSpec) -> String {
    let mut label = format!("{} × {}\n", stage.name.as_ref().unwrap_or(&stage.id), stage.replicas);
    let _ = write!(label, "forward {} ms, backward {} ms", plain(stage.forward_ms), plain(stage.backward_ms));
    for collective in &stage.collectives {
        let _ = write!(label, "\n{} {} MB", kind_name(collective.kind), plain(collective.mb));
    }
    label
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Whether a text is meant to be a graph in this language.
pub fn is_dot(text: &str) -> bool {
    !text.trim_start().starts_with(['{', '[']) && text.contains("graph") && text.contains('{')
}

/// The name and the graph of a text. Whether the model is sound is for the validator to say.
///
/// # Errors
/// What isn't understood, with its line.
pub fn read(text: &str) -> Result<(String, ModelSpec), Problem> {
    let mut reader = Reader { rest: text, line: 1, spec: ModelSpec::default(), defaults: Default::default() };
    let name = reader.head()?;
    reader.statements()?;
    if reader.token()? != Token::End {
        return Err(reader.problem("goes on behind the closing }", "one graph is read at a time"));
    }
    Ok((name, reader.spec))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Id(String),
    Sign(&'static str),
    End,
}

/// An attribute and its value.
type Attribute = (String, String);

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    spec: ModelSpec,
    /// Of stages and of edges.
    defaults: (Vec<Attribute>, Vec<Attribute>),
}

const SIGNS: [&str; 9] = ["->", "--", "{", "}", "[", "]", "=", ";", ","];

impl Reader<'_> {
    fn problem(&self, message: impl Into<String>, hint: &str) -> Problem {
        Problem { path: format!("line {}", self.line), message: message.into(), hint: hint.to_owned() }
    }

    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }

    fn skip_blanks(&mut self) {
        loop {
            let trimmed = self.rest.trim_start();
            self.skip(self.rest.len() - trimmed.len());
            let end = |mark: &str| self.rest.find(mark).map_or(self.rest.len(), |at| at + mark.len());
            let comment = match self.rest {
                rest if rest.starts_with("//") || rest.starts_with('#') => end("\n"),
                rest if rest.starts_with("/*") => end("*/"),
                _ => return,
            };
            self.skip(comment);
        }
    }

    fn token(&mut self) -> Result<Token, Problem> {
        self.skip_blanks();
        if self.rest.is_empty() {
            return Ok(Token::End);
        }
        if let Some(sign) = SIGNS.into_iter().find(|sign| self.rest.starts_with(sign)) {
            self.skip(sign.len());
            return Ok(Token::Sign(sign));
        }
        if self.rest.starts_with('"') {
            return self.quoted_id();
        }
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        // A number may be negative.
        let start = usize::from(self.rest.starts_with('-'));
        let end = self.rest[start..].find(|c| !plain(c)).map_or(self.rest.len(), |at| start + at);
        if end == start {
            let odd: String = self.rest.chars().take(1).collect();
            return Err(self.problem(format!("has {odd:?}, which isn't understood"), "quote names: \"…\""));
        }
        let id = self.rest[..end].to_owned();
        self.skip(end);
        Ok(Token::Id(id))
    }

    fn quoted_id(&mut self) -> Result<Token, Problem> {
        let (mut id, mut escaped) = (String::new(), false);
        for (at, c) in self.rest.char_indices().skip(1) {
            match (escaped, c) {
                (true, 'n') => id.push('\n'),
                (true, _) => id.push(c),
                (false, '"') => {
                    self.skip(at + 1);
                    return Ok(Token::Id(id));
                }
                (false, '\\') => {}
                (false, _) => id.push(c),
            }
            escaped = !escaped && c == '\\';
        }
        Err(self.problem("has a \" that is never closed", "close it"))
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Problem> {
        match self.token()? {
            Token::Sign(found) if found == sign => Ok(()),
            found => Err(self.problem(format!("has {} where {sign} is due", shown(&found)), "")),
        }
    }

    fn id(&mut self) -> Result<String, Problem> {
        match self.token()? {
            Token::Id(id) => Ok(id),
            found => Err(self.problem(format!("has {} where a name is due", shown(&found)), "")),
        }
    }

    /// `strict digraph "name" {`
    fn head(&mut self) -> Result<String, Problem> {
        let mut kind = self.id()?;
        if kind == "strict" {
            kind = self.id()?;
        }
        if kind != "digraph" {
            return Err(self.problem("is no directed graph", "write digraph, and -> for its edges"));
        }
        match self.token()? {
            Token::Id(name) => self.expect("{").map(|()| name),
            Token::Sign("{") => Ok(String::new()),
            found => Err(self.problem(format!("has {} where {{ is due", shown(&found)), "")),
        }
    }

    /// Up to the closing brace.
    fn statements(&mut self) -> Result<(), Problem> {
        loop {
            match self.token()? {
                Token::Sign("}") => return Ok(()),
                Token::Sign(";" | ",") => {}
                Token::Sign("{") => self.statements()?,
                Token::Id(id) if id == "subgraph" => {
                    if self.token()? != Token::Sign("{") {
                        self.expect("{")?;
                    }
                    self.statements()?;
                }
                Token::Id(id) => self.statement(id)?,
                Token::End => return Err(self.problem("ends before the closing }", "add it")),
                found => return Err(self.problem(format!("has {} where a stage is due", shown(&found)), "")),
            }
        }
    }

    fn statement(&mut self, first: String) -> Result<(), Problem> {
        let mut path = vec![first];
        loop {
            self.skip_blanks();
            if self.rest.starts_with("->") {
                self.skip(2);
                path.push(self.id()?);
            } else if self.rest.starts_with("--") {
                return Err(self.problem("has an edge without a direction", "write ->"));
            } else {
                break;
            }
        }
        if self.rest.starts_with('=') {
            self.skip(1);
            let value = self.id()?;
            return self.graph_attribute(&path[0], &value);
        }
        let attributes = self.attributes()?;
        match (&path[..], &*path[0]) {
            ([_], "graph") => attributes.iter().try_for_each(|(key, value)| self.graph_attribute(key, value)),
            ([_], "node") => {
                self.defaults.0.extend(attributes);
                Ok(())
            }
            ([_], "edge") => {
                self.defaults.1.extend(attributes);
                Ok(())
            }
            ([only], _) => self.stage(only, &attributes),
            _ => path.windows(2).try_for_each(|ends| self.edge(&ends[0], &ends[1], &attributes)),
        }
    }

    /// `[a=1, b="x"]`, none or several.
    fn attributes(&mut self) -> Result<Vec<Attribute>, Problem> {
        let mut attributes = Vec::new();
        loop {
            self.skip_blanks();
            if !self.rest.starts_with('[') {
                return Ok(attributes);
            }
            self.skip(1);
            loop {
                match self.token()? {
                    Token::Sign("]") => break,
                    Token::Sign("," | ";") => {}
                    Token::Id(key) => {
                        self.expect("=")?;
                        let value = self.id()?;
                        attributes.push((key, value));
                    }
                    found => {
                        return Err(self.problem(
                            format!("has {} among attributes", shown(&found)),
                            "close them with ]",
                        ));
                    }
                }
            }
        }
    }

    fn graph_attribute(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        if key == "micro_batches" {
            self.spec.micro_batches = Some(self.whole(key, value)?);
        }
        Ok(())
    }

    fn stage(&mut self, id: &str, attributes: &[Attribute]) -> Result<(), Problem> {
        let (at, defaults) = match position(&self.spec, id) {
            Some(at) => (at, Vec::new()),
            None => {
                self.spec.stages.push(new_stage(id));
                (self.spec.stages.len() - 1, self.defaults.0.clone())
            }
        };
        for (key, value) in defaults.iter().chain(attributes) {
            match &**key {
                "forward_ms" => self.spec.stages[at].forward_ms = self.number(key, value)?,
                "backward_ms" => self.spec.stages[at].backward_ms = self.number(key, value)?,
                "replicas" => self.spec.stages[at].replicas = self.whole(key, value)?,
                "stage_name" => self.spec.stages[at].name = Some(value.clone()),
                "collectives" => self.spec.stages[at].collectives = self.collectives(value)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn edge(&mut self, from: &str, to: &str, attributes: &[Attribute]) -> Result<(), Problem> {
        for end in [from, to] {
            self.stage(end, &[])?;
        }
        let mut activation_mb = DEFAULT_MB;
        for (key, value) in self.defaults.1.iter().chain(attributes).filter(|(key, _)| key == "activation_mb")
        {
            activation_mb = self.number(key, value)?;
        }
        self.spec.edges.push(EdgeSpec { from: from.to_owned(), to: to.to_owned(), activation_mb });
        Ok(())
    }

    fn number(&self, key: &str, value: &str) -> Result<f64, Problem> {
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| {
            self.problem(format!("has {key} = {value:?}, which is no number"), "write it as 12.5")
        })
    }

    fn whole(&self, key: &str, value: &str) -> Result<u32, Problem> {
        let number = value.parse::<u32>().ok();
        number.ok_or_else(|| {
            self.problem(format!("has {key} = {value:?}, which is no whole number"), "write it as 4")
        })
    }

    /// `all_reduce 120 iteration; all_to_all 5`
    fn collectives(&self, text: &str) -> Result<Vec<CollectiveSpec>, Problem> {
        let one = |text: &str| {
            let mut words = text.split_whitespace();
            let kinds = [CollectiveKind::AllReduce, CollectiveKind::AllToAll];
            let kind = words.next().and_then(|word| kinds.into_iter().find(|kind| kind.name() == word));
            let kind = kind.ok_or_else(|| {
                self.problem(
                    format!("has the collective {text:?}"),
                    "write all_reduce or all_to_all, MB, and when",
                )
            })?;
            let mb = self.number(kind.name(), words.next().unwrap_or_default())?;
            let per = [Per::Iteration, Per::MicroBatch]
                .into_iter()
                .find(|per| words.clone().any(|w| w == per.name()));
            Ok(CollectiveSpec { kind, mb, per: per.unwrap_or(kind.default_per()) })
        };
        text.split(';').filter(|text| !text.trim().is_empty()).map(one).collect()
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Id(id) => format!("{id:?}"),
        Token::Sign(sign) => (*sign).to_owned(),
        Token::End => "the end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::graph::tests::model;
    use crate::examples::EXAMPLES;

    #[test]
    fn every_model_of_the_examples_comes_back_as_it_was() {
        for example in EXAMPLES {
            for (name, spec) in example.scenario().models {
                assert_eq!(read(&write(&name, &spec)), Ok((name, spec)), "{}", example.slug);
            }
        }
    }

    #[test]
    fn odd_names_come_back_too() {
        let mut spec = model("a b", "a>b");
        for (at, id) in ["q\"u\\o\nte -> x", "→ 日本 {"].into_iter().enumerate() {
            let old = spec.stages[at].id.clone();
            crate::editor::graph::rename_stage(&mut spec, &old, id).unwrap();
        }
        spec.stages[0].name = Some("\\\"".to_owned());
        assert_eq!(read(&write("\"\\", &spec)), Ok(("\"\\".to_owned(), spec)));
        assert!(write("two \"s\"", &model("a", "")).starts_with("digraph \"two \\\"s\\\"\" {"));
    }

    #[test]
    fn graphs_written_by_hand_get_the_numbers_of_new_stages() {
        let text = "strict digraph{// none\nnode[replicas=2,color=red] edge [activation_mb=5]\n a->b->c /* x */ a -> c[activation_mb=7.5]
            subgraph cluster_0 { label=\"x\"; b [forward_ms=1e2] } # end\n micro_batches = 8 }";
        let (name, spec) = read(text).unwrap();
        assert_eq!((name.as_str(), spec.micro_batches), ("", Some(8)));
        let stages: Vec<_> = spec.stages.iter().map(|s| (s.id.as_str(), s.forward_ms, s.replicas)).collect();
        assert_eq!(stages, [("a", 10.0, 2), ("b", 100.0, 2), ("c", 10.0, 2)]);
        let edges: Vec<_> = spec.edges.iter().map(|e| (&*e.from, &*e.to, e.activation_mb)).collect();
        assert_eq!(edges, [("a", "b", 5.0), ("b", "c", 5.0), ("a", "c", 7.5)]);
    }

    #[test]
    fn what_is_not_understood_is_said_with_its_line() {
        for (text, said) in [
            ("graph { a -- b }", "line 1: is no directed graph (write digraph, and -> for its edges)"),
            ("digraph {\n a -- b }", "line 2: has an edge without a direction (write ->)"),
            ("digraph {\n a\n", "line 3: ends before the closing } (add it)"),
            (
                "digraph { a [forward_ms=fast] }",
                "line 1: has forward_ms = \"fast\", which is no number (write it as 12.5)",
            ),
            (
                "digraph { a [replicas=1.5] }",
                "line 1: has replicas = \"1.5\", which is no whole number (write it as 4)",
            ),
            (
                "digraph { a [collectives=\"ring 5\"] }",
                "line 1: has the collective \"ring 5\" (write all_reduce or all_to_all, MB, and when)",
            ),
            ("digraph { a [label=\"x }", "line 1: has a \" that is never closed (close it)"),
            ("digraph { a [label=<b>] }", "line 1: has '<', which isn't understood (quote names: \"…\")"),
            (
                "digraph { a } digraph { b }",
                "line 1: goes on behind the closing } (one graph is read at a time)",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string().replace("\"<\"", "'<'"), said, "{text}");
        }
        for text in [
            "digraph",
            "digraph {",
            "digraph x y {",
            "digraph { -> }",
            "digraph { a = }",
            "digraph { a [",
            "strict",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_graphs() {
        assert!(is_dot("// by hand\n digraph { }") && is_dot("digraph{}"));
        assert!(is_dot("strict graph { }"));
        assert!(!is_dot("{\"digraph\": 1}") && !is_dot("nonsense") && !is_dot(""));
    }
}
