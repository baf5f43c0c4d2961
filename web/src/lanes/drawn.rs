//! What the lanes show: the layout and the scene of a window. Of a large run it is drawn in slices and laid on layer by
//! layer, while the page answers; until then the layers stay as they were.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::draw::scale::Window;
use crate::results::courses::a_turn;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::worker::Turns;

use super::layout::{Chosen, Layout, Wanted};
use super::scene::{Picture, Scene};

/// Below this width the lanes are compact.
const COMPACT_BELOW: f64 = 560.0;
/// Runs of more jobs are drawn in slices.
const DRAWN_AT_ONCE: usize = 2_000;
/// Layers of a scene.
pub const LAYERS: usize = 9;

/// What is shown.
#[derive(Clone)]
pub struct Drawn {
    pub layout: Layout,
    pub window: Window,
    pub scene: Shared<Scene>,
    /// What the layers show that aren't laid on yet.
    before: Shared<Scene>,
    /// How many layers are.
    laid_on: usize,
}

impl Drawn {
    /// What a layer shows.
    pub fn layer(&self, at: usize) -> &Shared<Scene> {
        if at < self.laid_on { &self.scene } else { &self.before }
    }
}

/// What a scene depends on.
#[derive(Clone, PartialEq)]
pub struct Asked {
    pub simulation: Shared<Simulation>,
    pub window: Window,
    pub width: f64,
    pub height: f64,
    pub lanes: Chosen,
}

impl Asked {
    fn layout(&self) -> Layout {
        let wanted = Wanted::of(&self.simulation.run, self.lanes);
        Layout::fit(self.width, self.height, self.width < COMPACT_BELOW, &wanted)
    }

    fn is_large(&self) -> bool {
        self.simulation.run.instance.jobs.len() > DRAWN_AT_ONCE
    }

    /// The layout with a scene that is all there.
    fn with(&self, layout: Layout, scene: Scene) -> Drawn {
        let scene = Shared::new(scene);
        Drawn { layout, window: self.window, before: scene.clone(), scene, laid_on: LAYERS }
    }
}

/// The scene of what is asked for, or the one before it while that is being drawn.
#[hook]
pub fn use_drawn(asked: Asked) -> Rc<Drawn> {
    let large = asked.is_large();
    let latest = use_state(|| None::<(Shared<Simulation>, Rc<Drawn>)>);
    let at_once = use_memo(asked.clone(), |asked| {
        let layout = asked.layout();
        let scene = match large {
            true => Scene::default(),
            false => Scene::draw(&Picture::new(&asked.simulation, &layout, asked.window)),
        };
        asked.with(layout, scene)
    });
    // The last that was drawn of this run, however far it has got.
    let before = (*latest).clone().filter(|(of, _)| large && *of == asked.simulation).map(|(_, drawn)| drawn);
    {
        let (setter, before) = (latest.setter(), before.clone());
        use_effect_with(asked, move |asked| {
            let given_up = Rc::new(Cell::new(false));
            if large && asked.width > 0.0 {
                let (asked, given_up) = (asked.clone(), Rc::clone(&given_up));
                let tell = move |drawn: Drawn, asked: &Asked| {
                    setter.set(Some((asked.simulation.clone(), Rc::new(drawn))));
                };
                spawn_local(draw(asked, before, given_up, tell));
            }
            move || given_up.set(true)
        });
    }
    before.unwrap_or(at_once)
}

async fn draw(
    asked: Asked,
    before: Option<Rc<Drawn>>,
    given_up: Rc<Cell<bool>>,
    tell: impl Fn(Drawn, &Asked),
) {
    let mut turns = Turns::on_page(Rc::clone(&given_up));
    a_turn().await;
    let layout = asked.layout();
    let picture = Picture::new(&asked.simulation, &layout, asked.window);
    let Some(scene) = Scene::in_turns(&picture, &mut turns).await else { return };
    let mut drawn = asked.with(layout, scene);
    drawn.before = before.map_or_else(|| Shared::new(Scene::default()), |before| before.scene.clone());
    for laid_on in 1..=LAYERS {
        drawn.laid_on = laid_on;
        tell(drawn.clone(), &asked);
        a_turn().await;
        if given_up.get() {
            return;
        }
    }
}
