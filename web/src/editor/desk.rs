//! What the canvas keeps to itself: the view, the hand, the number being typed, the last thing said.

use std::collections::BTreeSet;

use super::align::{self, Guide};
use super::board::Board;
use super::fields::Field;
use super::geometry::{Area, Direction, Point, bounds, neighbour};
use super::graph::{self, position, shortened};
use super::hand::{End, Hand, Target, reaching};
use super::viewport::Viewport;
use crate::store::Gesture;

/// Cards come in line this near to others, in pixels of the screen.
const IN_LINE: f64 = 6.0;

/// See the module.
#[derive(Default)]
pub struct Desk {
    /// The model that is in view.
    pub model: Option<std::rc::Rc<str>>,
    /// `None` until the canvas has a size: then all is fitted in.
    pub view: Option<Viewport>,
    pub size: (f64, f64),
    /// All was fitted in, and the view wasn't touched since: it goes with the size.
    pub fitted: bool,
    pub hand: Hand,
    pub editing: Option<Field>,
    /// For screen readers.
    pub said: String,
    /// What was refused, for all to see until something else is done.
    pub notice: Option<String>,
    /// Drags on the empty canvas draw a box and taps add to the selection: how a finger selects several.
    pub selecting: bool,
    /// The stage that shall have the keyboard's focus once it is drawn.
    pub wish: Option<String>,
    /// The canvas itself shall have the focus: an edge is selected.
    pub wish_canvas: bool,
    /// What was copied here, should the clipboard not be reached.
    pub clip: Option<String>,
    pub fingers: Vec<(i32, (f64, f64))>,
    /// The last tap was on the empty canvas: a second one there adds a stage.
    pub tapped_empty: bool,
}

impl Desk {
    /// The view, or a plain one before the first layout.
    pub fn viewport(&self) -> Viewport {
        self.view.unwrap_or_default()
    }

    /// Everything in view.
    pub fn fit(&mut self, cards: &[Area]) {
        let all = bounds(cards).unwrap_or(Area { left: 0.0, top: 0.0, right: 160.0, bottom: 116.0 });
        self.view = Some(Viewport::fit(all, self.size));
        self.fitted = true;
    }

    /// Another view, by hand.
    pub fn look(&mut self, view: Viewport) {
        self.view = Some(view);
        self.fitted = false;
    }

    /// Moves the view so that a card is seen. Gives whether it had to.
    pub fn show(&mut self, card: Area) -> bool {
        let view = self.viewport().showing(card, self.size);
        let moves = view != self.viewport() && self.size.0 > 0.0;
        if moves {
            self.look(view);
        }
        moves
    }

    /// Closer or wider around the middle.
    pub fn zoom(&mut self, factor: f64) {
        self.look(self.viewport().zoomed((self.size.0 / 2.0, self.size.1 / 2.0), factor));
    }

    /// Says something to a screen reader.
    pub fn say(&mut self, sentence: impl Into<String>) {
        self.said = sentence.into();
    }

    /// Says something to everybody: it can't be done, and why.
    pub fn warn(&mut self, sentence: impl Into<String>) {
        self.said = sentence.into();
        self.notice = Some(self.said.clone());
    }

    /// Edits a number where it stands, at a size at which it can be read.
    pub fn edit(&mut self, board: &Board, field: Option<Field>) {
        const LEGIBLE: f64 = 0.8;
        let at = field.as_ref().and_then(|field| position(board.spec(), field.stage()));
        if let Some(at) = at.filter(|_| self.viewport().scale < LEGIBLE) {
            let cards = board.drawing.cards();
            let to = match &field {
                Some(Field::Edge(_, to)) => position(board.spec(), to).map(|to| cards[to]),
                _ => None,
            };
            let middle = to.map_or(cards[at], |to| cards[at].with(to)).middle();
            let view = Viewport { scale: 1.0, ..self.viewport() };
            self.look(view.centred(middle, self.size));
        }
        self.editing = field;
    }

    /// Lets go of what is gone: after an undo, say, in the middle of a drag.
    pub fn forget_what_is_gone(&mut self, board: &Board) {
        let there = |id: &String| position(board.spec(), id).is_some();
        let holds = match &self.hand {
            Hand::Move { stages, .. } => stages.iter().all(there),
            Hand::Link { from, end: End::Stage(to), .. } => there(from) && there(to),
            Hand::Link { from, .. } => there(from),
            Hand::Press { on: Target::Card(id) | Target::Port(id), .. } => there(id),
            _ => true,
        };
        if !holds {
            self.hand = Hand::Idle;
        }
        if self.editing.as_ref().is_some_and(|field| field.value(board.spec()).is_none()) {
            self.editing = None;
        }
    }

    /// The middle of what is seen.
    pub fn middle(&self) -> Point {
        self.viewport().to_canvas((self.size.0 / 2.0, self.size.1 / 2.0))
    }

    /// The cards as they lie while they are dragged.
    pub fn cards(&self, board: &Board) -> Vec<Area> {
        let mut cards = board.drawing.cards();
        if let Some((stages, dx, dy)) = self.hand.shift() {
            let (dx, dy) = self.settled(board, stages, dx, dy);
            let moved = cards.iter_mut().zip(&board.spec().stages).filter(|(_, s)| stages.contains(&s.id));
            moved.for_each(|(card, _)| *card = card.moved(dx, dy));
        }
        cards
    }

    /// How far dragged cards go, in line with others or on the grid.
    pub fn settled(&self, board: &Board, stages: &BTreeSet<String>, dx: f64, dy: f64) -> (f64, f64) {
        board.drawing.settled(stages, (dx, dy), IN_LINE / self.viewport().scale)
    }

    /// What the dragged cards are in line with.
    pub fn guides(&self, board: &Board) -> Vec<Guide> {
        let Some((stages, dx, dy)) = self.hand.shift() else { return Vec::new() };
        let (dx, dy) = self.settled(board, stages, dx, dy);
        let (moved, others) = board.drawing.apart(stages);
        moved.map_or_else(Vec::new, |moved| align::guides(moved.moved(dx, dy), &others))
    }

    /// Adds a stage, selects it and gives it the focus.
    pub fn added(&mut self, board: &Board, id: Option<String>) {
        let Some(id) = id else {
            self.warn(format!("A model has at most {} stages.", asrpt_core::limits::STAGES));
            return;
        };
        self.say(format!("Stage {id} added."));
        self.wish = Some(id.clone());
        board.select_stages([id]);
    }

    /// Adds a stage beside the one in focus, or in the middle.
    pub fn add(&mut self, board: &Board, beside: Option<&str>) {
        let middle = self.middle();
        let id = board.edit(Gesture::once("add a stage"), |drawing| match beside {
            Some(stage) => drawing.add_beside(stage),
            None => drawing.add_stage(middle),
        });
        self.added(board, id);
    }

    /// Begins an edge that stays until it is set or given up.
    pub fn begin_link(&mut self, board: &Board, from: &str) {
        let spec = board.spec();
        let cards = board.drawing.cards();
        let ahead = position(spec, from).and_then(|at| neighbour(&cards, at, Direction::Right));
        let end = ahead.map_or_else(|| from.to_owned(), |at| spec.stages[at].id.clone());
        self.hand = Hand::Link { from: from.to_owned(), end: End::Stage(end), sticky: true };
        self.tell_link(board, "Edge from");
    }

    /// Says where the edge would lead.
    pub fn tell_link(&mut self, board: &Board, before: &str) {
        let Hand::Link { from, end, .. } = &self.hand else { return };
        let Some(reaching) = reaching(board.spec(), &board.drawing.cards(), from, end, self.viewport())
        else {
            return;
        };
        let Some(to) = reaching.to else { return };
        let name = shortened(&board.spec().stages[to].id);
        let what = match reaching.refusal {
            None => format!("to {name}. Enter sets it."),
            Some(graph::Refusal::Doubled) => format!("to {name} is there already. Delete takes it away."),
            Some(refusal) => format!("to {name} refused. {}", refusal.reason()),
        };
        let sentence = format!("{before} {} {what}", shortened(from));
        self.say(sentence);
    }

    /// Another target for the edge that is being drawn by keyboard.
    pub fn turn_link(&mut self, board: &Board, direction: Direction) {
        let Hand::Link { from, end, .. } = &mut self.hand else { return };
        let at = match end {
            End::Stage(id) => position(board.spec(), id),
            End::Point(_) => position(board.spec(), from),
        };
        let next = at.and_then(|at| neighbour(&board.drawing.cards(), at, direction));
        if let Some(next) = next {
            *end = End::Stage(board.spec().stages[next].id.clone());
        }
        self.tell_link(board, "Edge from");
    }

    /// Sets the edge where it leads by now, on a card or, with a new stage, on the empty canvas.
    pub fn set_link(&mut self, board: &Board) {
        let Hand::Link { from, end, sticky } = self.hand.clone() else { return };
        let Some(reaching) = reaching(board.spec(), &board.drawing.cards(), &from, &end, self.viewport())
        else {
            self.hand = Hand::Idle;
            return;
        };
        match (reaching.to, &end) {
            (Some(to), _) => {
                let to = board.spec().stages[to].id.clone();
                self.connect(board, &from, &to, sticky);
            }
            (None, End::Point(point)) if !near(reaching.start, *point) => {
                self.hand = Hand::Idle;
                let id = board.edit(Gesture::once("add a stage"), |drawing| drawing.add_fed(&from, *point));
                self.added(board, id);
            }
            _ => self.hand = Hand::Idle,
        }
    }

    /// A refused edge that was tapped or set by keyboard stays, so that the reason can be read.
    fn connect(&mut self, board: &Board, from: &str, to: &str, sticky: bool) {
        let gesture = Gesture::once(format!("connect {from} to {to}"));
        let names = (shortened(from), shortened(to));
        match board.try_edit(gesture, |drawing| drawing.connect(from, to)) {
            Ok(()) => {
                self.hand = Hand::Idle;
                self.say(format!("{} feeds {}.", names.0, names.1));
                board.select_stages([from.to_owned()]);
            }
            Err(refusal) => {
                self.say(format!("{} → {} refused. {}", names.0, names.1, refusal.reason()));
                let itself = refusal == graph::Refusal::Itself;
                self.hand = match sticky && !itself {
                    true => Hand::Link { from: from.to_owned(), end: End::Stage(to.to_owned()), sticky },
                    false => Hand::Idle,
                };
            }
        }
    }

    /// Takes the edge away that the keyboard's edge would double.
    pub fn remove_linked(&mut self, board: &Board) {
        let Hand::Link { from, end: End::Stage(to), .. } = self.hand.clone() else { return };
        if board.spec().edges.iter().any(|edge| edge.from == from && edge.to == to) {
            self.hand = Hand::Idle;
            self.remove_edge(board, &from, &to);
        }
    }

    /// Takes an edge away.
    pub fn remove_edge(&mut self, board: &Board, from: &str, to: &str) {
        let told = format!("Deleted the edge {} → {}", shortened(from), shortened(to));
        board.edit(Gesture::once("delete an edge").told(told.clone()), |drawing| {
            graph::remove_edge(&mut drawing.spec, from, to);
        });
        self.say(told);
        board.select(board.focus_on().with_stages(BTreeSet::new()));
    }

    /// Deletes what is selected.
    pub fn delete(&mut self, board: &Board, stages: &BTreeSet<String>) {
        if let Some(edge) = board.focus.edge_in(board.spec()) {
            let edge = board.spec().edges[edge].clone();
            self.remove_edge(board, &edge.from, &edge.to);
            return;
        }
        if stages.is_empty() {
            return;
        }
        let told = match stages.first() {
            Some(only) if stages.len() == 1 => format!("Deleted {}", shortened(only)),
            _ => format!("Deleted {} stages", stages.len()),
        };
        self.wish = next_after(board, stages);
        board.edit(Gesture::once("delete").told(told.clone()), |drawing| drawing.remove(stages));
        self.say(told);
        board.select_stages(self.wish.clone());
    }

    /// What is selected, once more.
    pub fn duplicate(&mut self, board: &Board, stages: &BTreeSet<String>) {
        if stages.is_empty() {
            return;
        }
        let new = board.edit(Gesture::once("duplicate"), |drawing| {
            let part = drawing.part(&board.model, stages);
            drawing.insert(&part)
        });
        self.inserted(board, new, "duplicated");
    }

    /// Selects what was inserted.
    pub fn inserted(&mut self, board: &Board, new: BTreeSet<String>, how: &str) {
        match new.len() {
            0 => self.warn(format!(
                "Nothing {how}: a model has at most {} stages and {} edges.",
                asrpt_core::limits::STAGES,
                asrpt_core::limits::EDGES
            )),
            1 => self.say(format!("One stage {how}.")),
            n => self.say(format!("{n} stages {how}.")),
        }
        self.wish = new.first().cloned();
        board.select_stages(new);
    }

    /// Moves cards by keyboard; moves that follow each other are one gesture.
    pub fn nudge(&mut self, board: &Board, stages: &BTreeSet<String>, dx: f64, dy: f64) {
        let (to_x, to_y) = board.drawing.settled(stages, (dx, dy), 0.0);
        // Only the way the arrow points.
        let (dx, dy) = (if dx == 0.0 { 0.0 } else { to_x }, if dy == 0.0 { 0.0 } else { to_y });
        board.edit(Gesture::running("move", "move by keyboard"), |drawing| drawing.move_by(stages, dx, dy));
        if let (Some(area), _) = board.drawing.apart(stages) {
            self.show(area.moved(dx, dy));
        }
    }
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < 24.0 && (a.y - b.y).abs() < 24.0
}

/// Which stage takes the focus when these are gone.
fn next_after(board: &Board, gone: &BTreeSet<String>) -> Option<String> {
    let order = super::tidy::layered_order(board.spec());
    let ids: Vec<&String> = order.into_iter().map(|at| &board.spec().stages[at].id).collect();
    let last = ids.iter().rposition(|id| gone.contains(*id))?;
    let left = |id: &&&String| !gone.contains(**id);
    ids[last..].iter().find(left).or_else(|| ids[..last].iter().rev().find(left)).map(|id| (*id).clone())
}
