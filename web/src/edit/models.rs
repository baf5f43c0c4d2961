//! The models as tables: stages and edges of one model at a time.

use std::rc::Rc;

use asrpt_core::scenario::{EdgeSpec, ModelSpec, Scenario, StageSpec, join};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::field::{NumberField, TextField};
use super::problems;
use super::rule::Rule;
use crate::draw::icon::{Icon, Shape};
use crate::editor::Focus;
use crate::store::{Action, Dispatch, Gesture, State, change, end_gesture};

#[derive(Properties, PartialEq)]
pub struct ModelsPanelProps {
    pub state: State,
    pub dispatch: Dispatch,
}

/// See the module.
#[component]
pub fn ModelsPanel(props: &ModelsPanelProps) -> Html {
    let models = &props.state.scenario.models;
    let drawn = props.state.view.drawn.model_in(&props.state.scenario);
    let at = models.iter().position(|(name, _)| drawn.as_deref() == Some(name)).unwrap_or(0);
    let onchange = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                dispatch.dispatch(Action::Draw(Focus::on(select.value())));
            }
        })
    };
    let Some((_, spec)) = models.get(at) else { return html! { <p class="caption">{ "none" }</p> } };
    let model = Model { at, state: props.state.clone(), dispatch: props.dispatch.clone() };
    html! {
        <section class="models-panel" aria-label="Models">
            <select class="select" {onchange} aria-label="Model" data-testid="model">
                { for models.iter().enumerate().map(|(index, (name, _))| html! { <option value={name.clone()} selected={index == at}>{ name }</option> }) }
            </select>
            <div class="section"><h2>{ "Stages" }</h2>{ model.button("Add a stage", Shape::Plus, add_stage) }</div>
            { for spec.stages.iter().enumerate().map(|(stage, spec)| model.stage(stage, spec)) }
            <div class="section"><h2>{ "Edges" }</h2></div>
            if spec.edges.is_empty() { <p class="caption">{ "none" }</p> }
            { for spec.edges.iter().enumerate().map(|(edge, spec)| model.edge(edge, spec)) }
            if spec.stages.len() > 1 { { model.new_edge(spec) } }
        </section>
    }
}

/// The model in the panel.
struct Model {
    at: usize,
    state: State,
    dispatch: Dispatch,
}

impl Model {
    fn path(&self, rest: &str) -> String {
        format!("{}.{rest}", join("models", &self.state.scenario.models[self.at].0))
    }

    /// What changes this model, as a callback.
    fn set<T: Clone + 'static>(
        &self,
        label: &'static str,
        key: String,
        set: impl Fn(&mut ModelSpec, &T) + 'static,
    ) -> Callback<T> {
        let (dispatch, at, set) = (self.dispatch.clone(), self.at, Rc::new(set));
        Callback::from(move |value: T| {
            let set = Rc::clone(&set);
            change(&dispatch, Gesture::running(label, key.clone()), move |scenario: &mut Scenario| {
                if let Some((_, model)) = scenario.models.get_mut(at) {
                    set(model, &value);
                }
            });
        })
    }

    fn button(&self, name: &'static str, shape: Shape, act: impl Fn(&mut ModelSpec) + 'static) -> Html {
        let act = self.set(name, String::new(), move |model, &()| act(model));
        let end = end_gesture::<()>(&self.dispatch);
        let onclick = Callback::from(move |_: MouseEvent| {
            act.emit(());
            end.emit(());
        });
        html! { <button type="button" class="tool icon-only" {onclick} aria-label={name} title={name}><Icon {shape} /></button> }
    }

    fn number(
        &self,
        label: &'static str,
        unit: &'static str,
        rule: Rule,
        (path, value): (String, f64),
        set: fn(&mut ModelSpec, usize, f64),
        at: usize,
    ) -> Html {
        let path = self.path(&path);
        let set = self.set(label, path.clone(), move |model, &value| set(model, at, value));
        html! {
            <NumberField {label} value={Some(value)} {rule} {unit} path={path.clone()} {set}
                problem={problems::at(&self.state, &path)} left={end_gesture(&self.dispatch)} testid={path.clone()} />
        }
    }

    fn stage(&self, at: usize, stage: &StageSpec) -> Html {
        let place = |key: &str| format!("stages[{at}].{key}");
        let rename = self.set("name of a stage", self.path(&place("id")), move |model, id: &String| {
            rename_stage(model, at, id)
        });
        html! {
            <div class="model-row" key={format!("stage {at}")}>
                <TextField label="Stage" value={stage.id.clone()} path={self.path(&place("id"))} set={rename}
                    problem={problems::at(&self.state, &self.path(&place("id")))} testid={format!("stage-{at}")} />
                { self.number("Forward", "ms", Rule::MILLISECONDS, (place("forward_ms"), stage.forward_ms), |m, at, x| m.stages[at].forward_ms = x, at) }
                { self.number("Backward", "ms", Rule::MILLISECONDS, (place("backward_ms"), stage.backward_ms), |m, at, x| m.stages[at].backward_ms = x, at) }
                { self.number("Replicas", "GPUs", Rule::REPLICAS, (place("replicas"), stage.replicas.into()), |m, at, x| m.stages[at].replicas = x as u32, at) }
                { self.button("Remove the stage", Shape::Trash, move |model| remove_stage(model, at)) }
            </div>
        }
    }

    fn edge(&self, at: usize, edge: &EdgeSpec) -> Html {
        let place = format!("edges[{at}].activation_mb");
        html! {
            <div class="model-row edge" key={format!("edge {at}")}>
                <span>{ format!("{} → {}", edge.from, edge.to) }</span>
                { self.number("Activations", "MB", Rule::MEGABYTES, (place, edge.activation_mb), |m, at, x| m.edges[at].activation_mb = x, at) }
                { self.button("Remove the edge", Shape::Trash, move |model| { model.edges.remove(at); }) }
            </div>
        }
    }

    /// Two stages to choose; the validator says what is wrong with the edge.
    fn new_edge(&self, spec: &ModelSpec) -> Html {
        let ends: Vec<(String, String)> = spec
            .stages
            .iter()
            .flat_map(|from| spec.stages.iter().map(move |to| (from.id.clone(), to.id.clone())))
            .filter(|(from, to)| {
                from != to && !spec.edges.iter().any(|edge| edge.from == *from && edge.to == *to)
            })
            .take(400)
            .collect();
        let add = self.set("add an edge", String::new(), |model, (from, to): &(String, String)| {
            model.edges.push(EdgeSpec { from: from.clone(), to: to.clone(), activation_mb: 10.0 });
        });
        let names = ends.clone();
        let onchange = Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else { return };
            let chosen =
                usize::try_from(select.selected_index() - 1).ok().and_then(|at| names.get(at).cloned());
            if let Some(ends) = chosen {
                add.emit(ends);
            }
            select.set_selected_index(0);
        });
        html! {
            <select class="select" {onchange} aria-label="Add an edge">
                <option>{ "Add an edge …" }</option>
                { for ends.iter().map(|(from, to)| html! { <option>{ format!("{from} → {to}") }</option> }) }
            </select>
        }
    }
}

fn add_stage(model: &mut ModelSpec) {
    let free = (model.stages.len()..).map(|n| format!("s{n}"));
    let id =
        free.into_iter().find(|id| !model.stages.iter().any(|stage| stage.id == *id)).unwrap_or_default();
    let like = model.stages.last();
    model.stages.push(StageSpec {
        id,
        name: None,
        forward_ms: like.map_or(10.0, |stage| stage.forward_ms),
        backward_ms: like.map_or(20.0, |stage| stage.backward_ms),
        replicas: like.map_or(1, |stage| stage.replicas),
        collectives: Vec::new(),
    });
}

/// With its edges.
fn remove_stage(model: &mut ModelSpec, at: usize) {
    let id = model.stages.remove(at).id;
    model.edges.retain(|edge| edge.from != id && edge.to != id);
}

/// Its edges follow.
fn rename_stage(model: &mut ModelSpec, at: usize, id: &str) {
    let old = std::mem::replace(&mut model.stages[at].id, id.to_owned());
    for edge in &mut model.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if *end == old {
                id.clone_into(end);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_follow_their_stages() {
        let mut model = ModelSpec::default();
        add_stage(&mut model);
        add_stage(&mut model);
        model.edges.push(EdgeSpec { from: "s0".to_owned(), to: "s1".to_owned(), activation_mb: 1.0 });
        rename_stage(&mut model, 0, "stem");
        assert_eq!((model.stages[0].id.as_str(), model.edges[0].from.as_str()), ("stem", "stem"));
        remove_stage(&mut model, 1);
        assert!(model.edges.is_empty());
    }
}
