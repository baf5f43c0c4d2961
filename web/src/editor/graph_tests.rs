use super::*;

/// Stages without numbers to speak of, connected as `a>b`.
pub fn model(ids: &str, edges: &str) -> ModelSpec {
    let mut spec = ModelSpec::default();
    for id in ids.split_whitespace() {
        add_stage(&mut spec).unwrap();
        spec.stages.last_mut().unwrap().id = id.to_owned();
    }
    for edge in edges.split_whitespace() {
        let (from, to) = edge.split_once('>').unwrap();
        connect(&mut spec, from, to).unwrap();
    }
    spec
}

fn ids(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|id| (*id).to_owned()).collect()
}

fn drawn(spec: &ModelSpec) -> Vec<String> {
    spec.edges.iter().map(|edge| format!("{}>{}", edge.from, edge.to)).collect()
}

#[test]
fn a_cycle_is_refused_and_spelled_out() {
    let spec = model("stem left right head", "stem>left stem>right left>head right>head");
    let refusal = refusal(&spec, "head", "stem").unwrap();
    assert_eq!(refusal.reason(), "It would close the cycle stem → left → head → stem.");
    let mut unchanged = spec.clone();
    assert_eq!(connect(&mut unchanged, "head", "stem"), Err(refusal));
    assert_eq!(unchanged, spec);
}

#[test]
fn itself_and_doubled_edges_are_refused_and_others_are_not() {
    let spec = model("a b c", "a>b b>c");
    assert_eq!(refusal(&spec, "b", "b"), Some(Refusal::Itself));
    assert_eq!(refusal(&spec, "a", "b"), Some(Refusal::Doubled));
    assert_eq!(refusal(&spec, "a", "c"), None);
}

#[test]
fn a_long_cycle_shows_its_ends() {
    let names: Vec<String> = (0..30).map(|n| format!("n{n}")).collect();
    let edges: Vec<String> = names.windows(2).map(|pair| format!("{}>{}", pair[0], pair[1])).collect();
    let spec = model(&names.join(" "), &edges.join(" "));
    let reason = refusal(&spec, "n29", "n0").unwrap().reason();
    assert_eq!(reason, "It would close the cycle n0 → n1 → n2 → n3 → … → n29 → n0.");
}

#[test]
fn a_new_edge_takes_the_mb_of_one_beside_it() {
    let mut spec = model("a b c", "a>b");
    spec.edges[0].activation_mb = 64.0;
    connect(&mut spec, "b", "c").unwrap();
    assert_eq!(spec.edges[1].activation_mb, 64.0);
}

#[test]
fn ids_stay_free_and_within_their_length() {
    let mut spec = model("a a-2", "");
    assert_eq!(free_id(&spec, "a"), "a-3");
    assert_eq!(free_id(&spec, "a-2"), "a-3");
    assert_eq!(free_id(&spec, "b"), "b");
    spec.stages[0].id = "x".repeat(limits::NAME_CHARS);
    assert!(free_id(&spec, &spec.stages[0].id.clone()).chars().count() <= limits::NAME_CHARS);
}

#[test]
fn removing_a_stage_takes_its_edges() {
    let mut spec = model("a b c", "a>b b>c a>c");
    remove_stages(&mut spec, &ids(&["b"]));
    assert_eq!(drawn(&spec), ["a>c"]);
    remove_edge(&mut spec, "a", "c");
    assert!(spec.edges.is_empty());
}

#[test]
fn a_part_is_inserted_under_free_ids_with_its_inner_edges() {
    let mut spec = model("a b c", "a>b b>c");
    let part = part(&spec, &ids(&["a", "b"]));
    let new = insert(&mut spec, &part);
    assert_eq!(new, [("a".to_owned(), "a-2".to_owned()), ("b".to_owned(), "b-2".to_owned())]);
    assert_eq!(drawn(&spec), ["a>b", "b>c", "a-2>b-2"]);
}

#[test]
fn renaming_takes_the_edges_along() {
    let mut spec = model("a b", "a>b");
    rename_stage(&mut spec, "a", "first").unwrap();
    assert_eq!(drawn(&spec), ["first>b"]);
    assert_eq!(rename_stage(&mut spec, "first", "b"), Err("There is another stage b.".to_owned()));
    assert_eq!(rename_stage(&mut spec, "first", ""), Err("It needs a name.".to_owned()));
    assert_eq!(drawn(&spec), ["first>b"]);
}
