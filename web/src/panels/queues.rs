//! Both queues as they stand: on the virtual machine with the work left, and ready to start on the cluster. Rows keep
//! their identity and slide to their new places, so that a preemption is seen as two rows changing places.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;
use yew::prelude::*;

use crate::draw::colour::{self, Swatch};
use crate::draw::number::{counted, seconds_short};
use crate::moment::Moment;

/// Rows that are shown of each queue.
const MOST: usize = 6;
const ROW_PX: usize = 20;

/// Side by side.
pub fn draw(run: &Run, moment: &Moment) -> Html {
    let ready: Vec<JobIndex> = moment.state.queued_jobs(run).collect();
    let inside = moment.virtual_queue(run);
    let largest_us = inside.iter().map(|&(_, left_us)| left_us).max().unwrap_or(1).max(1);
    let virtual_rows = inside.iter().map(|&(job, left_us)| (job, work_left(left_us, largest_us))).collect();
    let ready_rows = ready.into_iter().map(|job| (job, wants(run, job))).collect();
    html! {
        <div class={classes!("queues", (!run.policy.uses_virtual_machine()).then_some("one"))}>
            if run.policy.uses_virtual_machine() {
                { queue(run, "Virtual queue, work left", virtual_rows) }
            }
            { queue(run, "Ready to start", ready_rows) }
        </div>
    }
}

fn queue(run: &Run, title: &'static str, rows: Vec<(JobIndex, Html)>) -> Html {
    let shown = rows.len().min(MOST);
    let more = rows.len() - shown;
    let height = format!("height:{}px", shown.max(1) * ROW_PX);
    // Rows are rendered in the order of the jobs: only their places change.
    let mut placed: Vec<(usize, (JobIndex, Html))> = rows.into_iter().take(shown).enumerate().collect();
    placed.sort_by_key(|(_, (job, _))| *job);
    html! {
        <div class="queue">
            <p class="caption">{ title }</p>
            <ol style={height}>
                { for placed.into_iter().map(|(place, (job, detail))| row(run, place, job, detail)) }
                if shown == 0 { <li class="queue-none caption">{ "empty" }</li> }
            </ol>
            if more > 0 { <div class="caption">{ format!("and {more} more") }</div> }
        </div>
    }
}

fn row(run: &Run, place: usize, job: JobIndex, detail: Html) -> Html {
    let style = format!("transform:translateY({}px)", place * ROW_PX);
    html! {
        <li key={job.0} {style} class={classes!("queue-row", colour::class(job), (place == 0).then_some("front"))} data-job={job.0.to_string()}>
            <Swatch {job} size={10} /><span class="queue-name">{ run.instance.job_id(job) }</span>{ detail }
        </li>
    }
}

fn work_left(left_us: TimeUs, largest_us: TimeUs) -> Html {
    let width = format!("width:{:.1}%", (left_us as f64 / largest_us as f64 * 100.0).max(3.0));
    html! { <><span class="queue-bar"><i style={width} /></span><span class="queue-figure">{ seconds_short(left_us) }</span></> }
}

fn wants(run: &Run, job: JobIndex) -> Html {
    html! { <span class="queue-figure">{ counted(run.instance.job(job).gpus.into(), "GPU") }</span> }
}
