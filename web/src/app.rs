//! The page: puts the parts together and runs what is asked for.

use yew::prelude::*;

use asrpt_core::ids::JobIndex;

use crate::draw::colour::PatternDefs;
use crate::draw::number::counted;
use crate::edit::jobs::add_job;
use crate::edit::stale_bar::StaleBar;
use crate::edit::toast::Toast;
use crate::editor::StageAside;
use crate::examples;
use crate::export;
use crate::keys::use_keys;
use crate::lanes::view::Lanes;
use crate::later::{self, Later, use_later};
use crate::lit::{Lit, job_of};
use crate::panels::files::{FileInput, Opener, choose, use_drop};
use crate::panels::find::Find;
use crate::panels::help::Help;
use crate::panels::inspector::{self, Inspected};
use crate::panels::left::Left;
use crate::panels::notice::{self, RefusedBar};
use crate::panels::top_bar::{self, TopBar};
use crate::panels::transport::{self, Playing};
use crate::panels::{now, pane_bar};
use crate::playback::use_playback;
use crate::results::Results;
use crate::room::use_room;
use crate::share::address_bar::use_address;
use crate::share::dialog::{ShareDialog, save_file};
use crate::share::embed::EmbedStrip;
use crate::share::kept::NotKept;
use crate::share::kept_notice::LastWork;
use crate::share::open::{start, use_paste};
use crate::shared::Shared;
use crate::store::{Action, Dispatch, Pane, RunState, Running, State, Tab};
use crate::worker::progress_bar::ProgressBar;
use crate::worker::runner::{Runner, Told};
use crate::workload::{self, Ask};

/// The whole page.
#[component]
pub fn App() -> Html {
    let store = use_reducer(start);
    let dispatch = store.dispatcher();
    export::caption::look_at(&store);
    let input = use_node_ref();
    let open_file = {
        let input = input.clone();
        use_callback((), move |(), ()| choose(&input))
    };
    let cancel = use_simulation(&store, dispatch.clone());
    let save_file = use_save(&store);
    use_keys(dispatch.clone(), open_file.clone(), save_file);
    let opener = use_memo((), |()| Opener::new(dispatch.clone()));
    use_paste(dispatch.clone(), (*opener).clone());
    let not_kept = use_address(&store, dispatch.clone());
    let step = store.shown().map_or(0, |(_, moment)| moment.step());
    use_playback(store.view.playing && store.shown().is_some(), store.view.speed, step, dispatch.clone());
    use_room(dispatch.clone());
    let drop = use_drop(&opener);
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(job) = job_of(&event) {
                dispatch.dispatch(Action::Select(Some(JobIndex(job))));
            }
        })
    };
    let later = use_later();
    let whole = later == Later::Here;
    // What a run's progress says is for the bar above the lanes alone; nothing else is drawn again for it.
    let still = State { running: None, ..(*store).clone() };
    let view = &store.view;
    let name = store.scenario.name.clone().unwrap_or_else(|| "Untitled".to_owned());
    let class = classes!(
        "app",
        view.pane.class(),
        view.speed.class(),
        view.patterns.class(),
        view.projector.then_some("projector")
    );
    let center = center(&store, whole, &dispatch, &open_file, &cancel, &opener);
    if view.embed {
        return embedded(&store, classes!(class, "embed", "lights"), name, onclick, center);
    }
    html! {
        <div {class} {onclick} ondragover={drop.over} ondragleave={drop.leave} ondrop={drop.dropped}>
            <PatternDefs />
            <Lit focused={focused(&store)} />
            if whole { { top(&still, name, not_kept, &open_file, &dispatch) } } else { { top_bar::bare(&name) } }
            <main class={classes!("work", "lights", view.tab.class())}>
                if whole { { left(&still, &dispatch) } } else { <aside class="panel left" aria-busy="true">{ later::coming() }</aside> }
                <section class="center" aria-label="Lanes">
                    if later == Later::Lost { { later::lost() } }
                    if whole { <LastWork untouched={store.asked == 1} dispatch={dispatch.clone()} /> }
                    { center }
                </section>
                if whole { { right(&still, &dispatch) } } else { <aside class="panel right" aria-busy="true" /> }
            </main>
            if whole { { results(&store, &dispatch) } } else { <section class="results" aria-busy="true" /> }
            { pane_bar::draw(view.pane, &dispatch) }
            if whole { { over(&still, input, &opener, &dispatch) } }
            if drop.hovers { <div class="drop-here"><p>{ "Drop the file anywhere: a scenario or a trace" }</p></div> }
        </div>
    }
}

// These are functions of their own, never inlined, so that the first part of the published page does without them.

#[inline(never)]
fn embedded(
    store: &State,
    class: Classes,
    name: String,
    onclick: Callback<MouseEvent>,
    center: Html,
) -> Html {
    html! {
        <div {class} {onclick}>
            <PatternDefs />
            <Lit focused={focused(store)} />
            <EmbedStrip {name} state={store.clone()} />
            <main class="center">{ center }</main>
        </div>
    }
}

#[inline(never)]
fn top(
    store: &State,
    name: String,
    not_kept: Option<NotKept>,
    open_file: &Callback<()>,
    dispatch: &Dispatch,
) -> Html {
    let (state, open_file, dispatch) = (store.clone(), open_file.clone(), dispatch.clone());
    html! { <TopBar {name} {not_kept} {state} {open_file} {dispatch} /> }
}

#[inline(never)]
fn left(store: &State, dispatch: &Dispatch) -> Html {
    html! { <Left state={store.clone()} dispatch={dispatch.clone()} /> }
}

#[inline(never)]
fn results(store: &State, dispatch: &Dispatch) -> Html {
    let Some((simulation, moment)) = store.shown() else { return Html::default() };
    let view = &store.view;
    let open = view.results_open || view.pane == Pane::Results;
    let moment = view.results.moment(moment);
    html! {
        <Results simulation={simulation.clone()} {moment} {open} view={view.results} dispatch={dispatch.clone()} />
    }
}

/// What lies over the page: dialogs, menus and notices.
#[inline(never)]
fn over(store: &State, input: NodeRef, opener: &Opener, dispatch: &Dispatch) -> Html {
    let view = &store.view;
    html! {
        <>
        if let Some((simulation, _)) = store.shown() {
            <Find simulation={simulation.clone()} open={view.find_open} dispatch={dispatch.clone()} />
        }
        <FileInput {input} opener={opener.clone()} />
        <Help open={view.help_open} projector={view.projector} dispatch={dispatch.clone()} />
        <ShareDialog state={store.clone()} dispatch={dispatch.clone()} />
        { workload::dialog(store, dispatch) }
        <Toast toast={store.toast.clone()} dispatch={dispatch.clone()} />
        </>
    }
}

/// The job under the pointer or the focus, unless it is selected anyway.
fn focused(store: &State) -> Option<u32> {
    let view = &store.view;
    view.focused.filter(|_| view.focused != view.selected).map(|job| job.0)
}

/// Saves the scenario as it is by then.
#[hook]
fn use_save(store: &State) -> Callback<()> {
    let latest = use_mut_ref(|| store.scenario.clone());
    latest.replace(store.scenario.clone());
    use_callback((), move |(), ()| save_file(&latest.borrow()))
}

/// Runs the scenario that is asked for, whenever another one is; gives the way to cancel that.
#[hook]
fn use_simulation(store: &State, dispatch: Dispatch) -> Callback<()> {
    let runner = use_memo((), |()| Runner::default());
    let tell = use_callback((), move |told: Told, ()| {
        dispatch.dispatch(match told {
            Told::GoesOn { asked, share } => Action::RunGoesOn { asked, share },
            Told::Ended { asked, result } => Action::RunEnded { asked, result },
        });
    });
    let scenario = store.scenario.clone();
    {
        let (runner, tell) = (runner.clone(), tell.clone());
        use_effect_with(store.asked, move |&asked| runner.run(asked, &scenario, &tell));
    }
    use_callback((), move |(), ()| runner.cancel(&tell))
}

fn center(
    store: &State,
    whole: bool,
    dispatch: &Dispatch,
    open_file: &Callback<()>,
    cancel: &Callback<()>,
    opener: &Opener,
) -> Html {
    let lanes = match &store.run {
        RunState::Idle => html! { <div class="stage" aria-busy="true" /> },
        RunState::Failed(problems) => notice::failed(problems),
        RunState::Done { simulation, moment } => html! {
            <>
            <Lanes simulation={simulation.clone()} moment={moment.clone()} view={store.view.clone()} {whole} dispatch={dispatch.clone()} />
            if simulation.run.instance.jobs.is_empty() { { no_jobs(dispatch, open_file) } }
            { transport::draw(&Playing { simulation, moment, view: &store.view, dispatch }) }
            </>
        },
    };
    let quiet = store.refused.is_none()
        && store.problems.is_none()
        && store.opening.is_none()
        && store.running.is_none();
    html! { <>if !quiet { { bars(store, dispatch, cancel, opener) } }{ lanes }</> }
}

/// What is said above the lanes.
#[inline(never)]
fn bars(store: &State, dispatch: &Dispatch, cancel: &Callback<()>, opener: &Opener) -> Html {
    let fresh = store.asked == 1;
    let refused = store.refused.clone();
    let refused =
        refused.map(|refused| html! { <RefusedBar {refused} {fresh} dispatch={dispatch.clone()} /> });
    let stale = store.problems.clone().filter(|_| store.shown().is_some());
    let stale = stale.map(|problems| html! { <StaleBar {problems} dispatch={dispatch.clone()} /> });
    let opening = store.opening.clone().map(|name| {
        let opener = opener.clone();
        let cancel = Callback::from(move |()| opener.cancel());
        html! { <ProgressBar asked={0} share={None} what={format!("Opening {name}")} {cancel} /> }
    });
    let running = store.running.map(|Running { asked, share }| {
        let what = format!("Running {}", counted(store.scenario.jobs.len() as u64, "job"));
        html! { <ProgressBar {asked} share={Some(share)} {what} cancel={cancel.clone()} /> }
    });
    html! { <>{ for refused }{ for stale }{ for opening }{ for running }</> }
}

/// An empty scenario keeps its lanes, and says what can be done.
#[inline(never)]
fn no_jobs(dispatch: &Dispatch, open_file: &Callback<()>) -> Html {
    let add = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| add_job(&dispatch))
    };
    let dispatch = dispatch.clone();
    let generate = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Ask(Some(Ask::Generate))))
    };
    let example =
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Open(Shared::new(examples::demo()))));
    html! {
        <div class="empty" data-testid="empty">
            <h2>{ "No jobs yet" }</h2>
            <div class="empty-ways">
                <button type="button" class="button primary" onclick={add} data-testid="first-job">{ "Add a job" }</button>
                <button type="button" class="button" onclick={example}>{ "Open an example" }</button>
                <button type="button" class="button" onclick={open_file.reform(|_: MouseEvent| ())}>{ "Open a file" }</button>
                <button type="button" class="button" onclick={generate}>{ "Generate a workload" }</button>
            </div>
            <p class="caption">{ "or drop a scenario or a trace (CSV, JSON) here" }</p>
        </div>
    }
}

#[inline(never)]
fn right(store: &State, dispatch: &Dispatch) -> Html {
    html! { <Right state={store.clone()} dispatch={dispatch.clone()} /> }
}

#[derive(Properties, PartialEq)]
struct RightProps {
    state: State,
    dispatch: Dispatch,
}

/// What happens now, and the job that is looked at.
#[component]
fn Right(props: &RightProps) -> Html {
    let (store, dispatch) = (&props.state, &props.dispatch);
    let Some((simulation, moment)) = store.shown() else {
        return html! { <aside class="panel right" aria-label="Now and the job" /> };
    };
    let now = html! {
        <>
        { now::draw(&simulation.run, moment, store.view.playing, dispatch) }
        if let Some(job) = store.inspected() {
            { inspector::draw(&Inspected { simulation, moment, job, selected: store.view.selected.is_some(), dispatch }) }
        }
        </>
    };
    let draws = store.view.tab == Tab::Models;
    let class = classes!("panel", "right", store.view.selected.map(|_| "has-job"));
    html! {
        <aside {class} aria-label="Now and the job">
            if draws {
                <StageAside scenario={store.scenario.clone()} focus={store.view.drawn.clone()} dispatch={dispatch.clone()}>{ now }</StageAside>
            } else {
                { now }
            }
        </aside>
    }
}
