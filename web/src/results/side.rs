//! Two policies, one above the other, on one time axis with one cursor: the page's own.

use std::rc::Rc;

use asrpt_core::ids::JobIndex;
use asrpt_core::policy::{self, POLICIES};
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;
use web_sys::{Element, HtmlSelectElement};
use yew::prelude::*;

use crate::draw::colour;
use crate::draw::number::{grouped, seconds_short};
use crate::draw::path::px;
use crate::draw::scale::{TimeScale, Window};
use crate::lanes::cluster::stretches;
use crate::lanes::label;
use crate::lanes::marks::{Group, Mark};
use crate::lanes::overview::busy_steps;
use crate::lanes::render::groups;
use crate::moment::Moment;
use crate::shared::Shared;
use crate::simulation::Simulation;
use crate::size::{pointer_in, use_size};
use crate::store::{Action, Dispatch};

use super::chart::Size;
use super::chart::axes::Plot;
use super::chart::scale::Scale;
use super::chart::utilisation::{line, time_axis};
use super::frame::{Tools, name_of};
use super::second::{Second, use_second};
use super::sheet::Sheet;
use super::state::{Change, Tab};
use super::table::{Cell, Column, Table};
use super::terms::Term;

/// More jobs or lower rows than this, and busy GPUs are shown in place of who has them.
const MOST_JOBS: usize = 500;
const LOWEST_ROW: f64 = 2.0;

/// The two plots.
fn halves(size: Size) -> [Plot; 2] {
    let whole = Plot::within(size, 44.0);
    let middle = (whole.top + whole.bottom - 20.0) / 2.0;
    [Plot { bottom: middle, ..whole }, Plot { top: middle + 20.0, ..whole }]
}

fn time_of(one: &Run, two: &Run, plot: &Plot) -> TimeScale {
    let to_us = one.end_us().max(two.end_us()).max(20);
    TimeScale { window: Window { from_us: 0, to_us }, left: plot.left, right: plot.right }
}

/// The picture without the cursor.
pub fn draw(one: &Run, two: &Run, size: Size) -> Vec<Group> {
    let plots = halves(size);
    let time = time_of(one, two, &plots[0]);
    let mut all = vec![Group::plain(time_axis(&time, &[&plots[0], &plots[1]]))];
    for (run, plot) in [one, two].into_iter().zip(&plots) {
        all.push(Group::plain(vec![Mark::text(
            "chart-title",
            plot.left,
            plot.top - 6.0,
            run.policy.label(),
        )]));
        let row = (plot.bottom - plot.top) / f64::from(run.instance.cluster.total_gpus.max(1));
        if run.outcomes.len() <= MOST_JOBS && row >= LOWEST_ROW {
            all.extend(lanes(run, plot, &time, row));
        } else {
            all.push(Group::plain(busy(run, plot, &time)));
        }
    }
    all
}

/// A row per GPU, a block per job and stretch of neighbouring GPUs.
fn lanes(run: &Run, plot: &Plot, time: &TimeScale, row: f64) -> Vec<Group> {
    let mut top_of = Vec::with_capacity(run.instance.cluster.servers.len());
    let (mut ground, mut y) = (Vec::new(), plot.top);
    for server in &run.instance.cluster.servers {
        top_of.push(y);
        let height = f64::from(server.gpus) * row;
        ground.push(Mark::rect("row", plot.left, y, plot.right - plot.left, height - 1.0));
        if height >= 10.0 {
            let name = label::cut(&server.name, plot.left - 10.0).unwrap_or_default();
            ground.push(Mark::text("tick tick-end", plot.left - 6.0, y + height / 2.0 + 3.5, name));
        }
        y += height;
    }
    let block = |at: usize| {
        let job = JobIndex::from_at(at);
        let outcome = run.outcome(job);
        let (x0, x1) = (time.x(outcome.start_us), time.x(outcome.completion_us));
        let mut marks = Vec::new();
        for (nth, stretch) in stretches(run, job).into_iter().enumerate() {
            let top = top_of[stretch.server.at()] + f64::from(stretch.first) * row;
            let height =
                f64::from(stretch.last - stretch.first + 1) * row - if row > 4.0 { 1.0 } else { 0.4 };
            let rect =
                |class| Mark::rect(class, x0 + 0.25, top, (x1 - x0 - 0.5).max(0.5), height).rounded(1.5);
            marks.push(rect("solid"));
            marks.extend(colour::pattern(job).map(|fill| rect("pat").filled(fill)));
            let name = if nth == 0 && height >= 10.0 {
                label::cut(run.instance.job_id(job), x1 - x0 - 6.0)
            } else {
                None
            };
            marks.extend(name.map(|name| Mark::text("block-name", x0 + 3.0, top + height / 2.0 + 3.5, name)));
        }
        Group::of_job(job, marks)
    };
    std::iter::once(Group::plain(ground)).chain((0..run.outcomes.len()).map(block)).collect()
}

fn busy(run: &Run, plot: &Plot, time: &TimeScale) -> Vec<Mark> {
    let total = f64::from(run.instance.cluster.total_gpus);
    let height = Scale::linear((0.0, total), plot.up());
    let steps: Vec<(TimeUs, f64)> = busy_steps(run).into_iter().map(|(t, n)| (t, f64::from(n))).collect();
    let mut marks = plot.y_axis(&height, &[0.0, total], "");
    marks.push(Mark::path("chart-area own", line(&steps, time, &height).down(plot.bottom).close()));
    marks.push(Mark::path("chart-line own slim", line(&steps, time, &height)));
    marks
}

/// The cursor, and what each side has done by then.
fn cursor(one: &Run, two: &Run, size: Size, time_us: TimeUs) -> Group {
    let plots = halves(size);
    let x = time_of(one, two, &plots[0]).x_held(time_us);
    let mut marks = vec![Mark::line("cursor-line", x, plots[0].top, x, plots[1].bottom)];
    for (run, plot) in [one, two].into_iter().zip(&plots) {
        let by_then = ByThen::of(run, time_us);
        let said = format!(
            "{} of {} GPUs busy, {} waiting, {} of {} done",
            grouped(by_then.busy),
            grouped(run.instance.cluster.total_gpus.into()),
            grouped(by_then.waiting),
            grouped(by_then.done),
            grouped(run.outcomes.len() as u64)
        );
        let room = plot.right - plot.left - label::width(run.policy.label()) - 24.0;
        let said = if label::width(&said) > room {
            format!("{} of {} done", by_then.done, run.outcomes.len())
        } else {
            said
        };
        marks.push(Mark::text("side-fact tick-end", plot.right, plot.top - 6.0, said));
    }
    Group::plain(marks)
}

/// Where a run is at a moment.
#[derive(Debug, PartialEq)]
struct ByThen {
    busy: u64,
    waiting: u64,
    done: u64,
}

impl ByThen {
    fn of(run: &Run, time_us: TimeUs) -> Self {
        let mut by_then = Self { busy: 0, waiting: 0, done: 0 };
        for (job, outcome) in run.instance.jobs.iter().zip(&run.outcomes) {
            if outcome.completion_us <= time_us {
                by_then.done += 1;
            } else if outcome.start_us <= time_us {
                by_then.busy += u64::from(job.gpus);
            } else if job.arrival_us <= time_us {
                by_then.waiting += 1;
            }
        }
        by_then
    }
}

/// Each job's JCT under both, and the difference.
pub fn table(one: &Run, two: &Run) -> Table {
    let jct_us = |run: &Run, job: JobIndex| run.outcome(job).completion_us - run.instance.job(job).arrival_us;
    let column = |run: &Run| {
        Column::number(format!("{}_jct_us", run.policy.kind()), format!("JCT, {}", run.policy.label()))
            .means(Term::Jct)
    };
    let columns = vec![
        Column::words("job", "Job"),
        column(one),
        column(two),
        Column::number("change", format!("{} against {}", two.policy.label(), one.policy.label())),
    ];
    let row = |at: usize| {
        let job = JobIndex::from_at(at);
        let (a, b) = (jct_us(one, job), jct_us(two, job));
        vec![
            Cell::Job(job, one.instance.job_id(job).to_owned()),
            Cell::Time(a),
            Cell::Time(b),
            if a == 0 { Cell::Nothing } else { Cell::Change(b as f64 / a as f64 - 1.0) },
        ]
    };
    Table { columns, rows: (0..one.outcomes.len()).map(row).collect() }
}

#[derive(Properties, PartialEq)]
pub struct SideBySideProps {
    pub simulation: Shared<Simulation>,
    pub moment: Shared<Moment>,
    pub second: &'static str,
    pub as_table: bool,
    pub dispatch: Dispatch,
}

/// The tab.
#[component]
pub fn SideBySide(props: &SideBySideProps) -> Html {
    let beside = use_second(&props.simulation, props.second);
    let two = match &beside.second {
        Second::Done(two) => Some(two.clone()),
        _ => None,
    };
    // The cursor goes as far as the longer of both runs, while they are side by side.
    let until_us = two.as_ref().map_or(0, |two| two.run.end_us());
    {
        let dispatch = props.dispatch.clone();
        use_effect_with(until_us, move |&until_us| {
            dispatch.dispatch(Action::Results(Change::Until(until_us)));
        });
    }
    {
        let dispatch = props.dispatch.clone();
        use_effect_with((), move |()| move || dispatch.dispatch(Action::Results(Change::Until(0))));
    }
    html! {
        <div class="side-by-side">
            { choice(props) }
            if let Some(two) = two {
                <Pair simulation={props.simulation.clone()} {two} moment={props.moment.clone()} as_table={props.as_table} dispatch={props.dispatch.clone()} />
            } else {
                { beside.waiting(props.simulation.run.outcomes.len()) }
            }
        </div>
    }
}

fn choice(props: &SideBySideProps) -> Html {
    let own = props.simulation.run.policy.kind();
    let onchange = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: Event| {
            let kind = event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
            if let Some(policy) = kind.and_then(|kind| policy::find(&kind)) {
                dispatch.dispatch(Action::Results(Change::CompareWith(policy.kind())));
            }
        })
    };
    let others = POLICIES.iter().filter(|policy| policy.kind() != own);
    html! {
        <label class="side-choice"><span class="caption">{ props.simulation.run.policy.label() }{ " beside" }</span>
            <select class="select" {onchange} data-testid="second-policy">
                { for others.map(|policy| html! { <option value={policy.kind()} selected={policy.kind() == props.second}>{ policy.label() }</option> }) }
            </select>
            <span class="caption" data-testid="side-time">{ "at " }{ seconds_short(props.moment.time_us) }</span>
        </label>
    }
}

#[derive(Properties, PartialEq)]
struct PairProps {
    simulation: Shared<Simulation>,
    two: Shared<Simulation>,
    moment: Shared<Moment>,
    as_table: bool,
    dispatch: Dispatch,
}

#[component]
fn Pair(props: &PairProps) -> Html {
    let room = use_node_ref();
    let (width, height) = use_size(room.clone());
    let size = Size { width, height };
    let (one, two) = (&props.simulation.run, &props.two.run);
    let drawn = use_memo(
        (props.simulation.clone(), props.two.clone(), width as u32, height as u32),
        |(simulation, two, ..)| {
            if width > 60.0 && height > 60.0 { draw(&simulation.run, &two.run, size) } else { Vec::new() }
        },
    );
    let table = {
        let (simulation, two) = (props.simulation.clone(), props.two.clone());
        Callback::from(move |()| Rc::new(table(&simulation.run, &two.run)))
    };
    let sheet = use_memo((props.simulation.clone(), props.two.clone(), props.as_table), {
        let table = table.clone();
        move |(.., as_table)| {
            Shared::new(if *as_table { (*table.emit(())).clone() } else { Table::default() })
        }
    });
    let (onpointerdown, onpointermove, onpointerup) = use_scrub(&room, props, size);
    let words = format!(
        "{} above {}, one row per GPU, at {}",
        one.policy.label(),
        two.policy.label(),
        seconds_short(props.moment.time_us)
    );
    html! {
        <figure class="chart-frame lights" data-testid="chart-side-by-side">
            <div class="chart-room scrubs" ref={room.clone()} {onpointerdown} {onpointermove} onpointerup={onpointerup.clone()} onpointercancel={onpointerup}>
                if props.as_table {
                    <Sheet name="Two policies, job by job" table={(*sheet).clone()} />
                } else if !drawn.is_empty() {
                    <svg class="chart" width={px(width)} height={px(height)} role="img" aria-label={words}>
                        <Still groups={Shared::from(drawn)} />
                        { groups(&[cursor(one, two, size, props.moment.time_us)], usize::MAX) }
                    </svg>
                }
            </div>
            <Tools name={name_of(&props.simulation, Tab::SideBySide)} as_table={props.as_table} {room} {table} dispatch={props.dispatch.clone()} />
        </figure>
    }
}

#[derive(Properties, PartialEq)]
struct StillProps {
    groups: Shared<Vec<Group>>,
}

/// What a step doesn't change.
#[component]
fn Still(props: &StillProps) -> Html {
    groups(&props.groups, usize::MAX)
}

type Scrub = (Callback<PointerEvent>, Callback<PointerEvent>, Callback<PointerEvent>);

/// The cursor follows a pressed pointer, but not one on a job: that selects it.
#[hook]
fn use_scrub(room: &NodeRef, props: &PairProps, size: Size) -> Scrub {
    let scrubbing = use_mut_ref(|| false);
    let seek = {
        let (room, dispatch) = (room.clone(), props.dispatch.clone());
        let scale = time_of(&props.simulation.run, &props.two.run, &halves(size)[0]);
        let off = props.as_table;
        move |event: &PointerEvent| {
            if let Some((x, _)) = pointer_in(&room, event).filter(|_| !off) {
                dispatch.dispatch(Action::Seek(scale.time_at(x)));
            }
        }
    };
    let down = {
        let (seek, scrubbing, room) = (seek.clone(), scrubbing.clone(), room.clone());
        Callback::from(move |event: PointerEvent| {
            let target = event.target_dyn_into::<Element>();
            let on_job =
                target.and_then(|target| target.closest("[data-job], table").ok().flatten()).is_some();
            if event.button() == 0 && !on_job {
                *scrubbing.borrow_mut() = true;
                if let Some(room) = room.cast::<Element>() {
                    let _ = room.set_pointer_capture(event.pointer_id());
                }
                seek(&event);
            }
        })
    };
    let moved = {
        let scrubbing = scrubbing.clone();
        Callback::from(move |event: PointerEvent| {
            if *scrubbing.borrow() {
                seek(&event);
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *scrubbing.borrow_mut() = false);
    (down, moved, up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    const SIZE: Size = Size { width: 700.0, height: 240.0 };

    #[test]
    fn each_side_has_its_own_blocks_at_its_own_times() {
        let (one, two) = (run_of("preemption", "a-srpt"), run_of("preemption", "fifo"));
        let all = draw(&one, &two, SIZE);
        assert_eq!(all.iter().filter(|group| group.job.is_some()).count(), 8);
        let time = time_of(&one, &two, &halves(SIZE)[0]);
        assert_eq!(time.window.to_us, one.end_us().max(two.end_us()));
    }

    #[test]
    fn what_is_done_by_a_moment() {
        let run = run_of("preemption", "fifo");
        assert_eq!(ByThen::of(&run, run.end_us()), ByThen { busy: 0, waiting: 0, done: 4 });
        let first_end = run.outcomes.iter().map(|outcome| outcome.completion_us).min().unwrap();
        assert_eq!(ByThen::of(&run, first_end - 1).done, 0);
        assert_eq!(ByThen::of(&run, first_end).done, 1);
    }

    #[test]
    fn differences_are_of_the_second_against_the_first() {
        let (one, two) = (run_of("preemption", "a-srpt"), run_of("preemption", "fifo"));
        let table = table(&one, &two);
        for row in &table.rows {
            let (Cell::Time(a), Cell::Time(b), Cell::Change(change)) = (&row[1], &row[2], &row[3]) else {
                panic!("{row:?}")
            };
            assert_eq!(*change, *b as f64 / *a as f64 - 1.0);
        }
    }
}
