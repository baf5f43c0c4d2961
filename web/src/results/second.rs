//! The run that is set beside the page's own: the same jobs under another policy, run as the page's own is, in the worker
//! where it takes longer, with progress and Cancel.

use asrpt_core::scenario::{Problem, Scenario};
use yew::prelude::*;

use crate::draw::number::counted;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::worker::progress_bar::ProgressBar;
use crate::worker::runner::{self, Runner, Told};

/// How far it is.
#[derive(Clone, PartialEq)]
pub enum Second {
    Running(f64),
    Done(Shared<Simulation>),
    Failed(Shared<Vec<Problem>>),
}

/// The run, and what can be done about it.
pub struct Beside {
    /// Tells one attempt from the next.
    asked: u64,
    pub second: Second,
    cancel: Callback<()>,
    again: Callback<()>,
}

/// Runs the jobs of `simulation` under another policy.
#[hook]
pub fn use_second(simulation: &Shared<Simulation>, kind: &'static str) -> Beside {
    let runner = use_memo((), |()| Runner::default());
    let attempts = use_state_eq(|| 0_u32);
    let counter = use_mut_ref(|| 0_u64);
    let key = (simulation.clone(), kind, *attempts);
    let asked = *use_memo(key.clone(), |_| {
        *counter.borrow_mut() += 1;
        *counter.borrow()
    });
    let state = use_state_eq(|| (0_u64, Second::Running(0.0)));
    let tell = {
        let state = state.setter();
        use_callback((), move |told: Told, ()| {
            state.set(match told {
                Told::GoesOn { asked, share } => (asked, Second::Running(share)),
                Told::Ended { asked, result: Ok(second) } => (asked, Second::Done(second)),
                Told::Ended { asked, result: Err(problems) } => (asked, Second::Failed(problems)),
            });
        })
    };
    {
        let (runner, tell) = (runner.clone(), tell.clone());
        use_effect_with(key, move |(simulation, kind, _)| {
            let mut scenario: Scenario = simulation.run.prepared.scenario.clone();
            (*kind).clone_into(&mut scenario.policy.kind);
            runner.run_alone(asked, &Shared::new(scenario), &tell);
        });
    }
    {
        let runner = runner.clone();
        use_effect_with((), move |()| move || runner.end());
    }
    let again = Callback::from(move |()| attempts.set(*attempts + 1));
    // What was told of another run isn't of this one.
    let second = if state.0 == asked { state.1.clone() } else { Second::Running(0.0) };
    Beside { asked, second, cancel: Callback::from(move |()| runner.cancel(&tell)), again }
}

impl Beside {
    /// What is shown while it isn't there.
    pub fn waiting(&self, jobs: usize) -> Html {
        let what = format!("Running {}", counted(jobs as u64, "job"));
        match &self.second {
            Second::Done(_) => Html::default(),
            Second::Running(share) => html! {
                <div class="second-run" data-testid="second-running">
                    <ProgressBar asked={self.asked} share={Some(*share)} {what} cancel={self.cancel.clone()} />
                </div>
            },
            Second::Failed(problems) => html! {
                <div class="second-run" role="status" data-testid="second-failed">
                    { for problems.iter().map(|problem| html! { <p>{ in_words(problem) }</p> }) }
                    <button type="button" class="button" onclick={self.again.reform(|_: MouseEvent| ())} data-testid="second-again">{ "Run it again" }</button>
                </div>
            },
        }
    }
}

fn in_words(Problem { path, message, .. }: &Problem) -> String {
    if path == runner::RUN { format!("The second run {message}.") } else { format!("{path}: {message}") }
}
