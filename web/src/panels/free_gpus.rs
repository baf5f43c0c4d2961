//! The proof of a decision about GPUs: those that were free, server by server, and those that it takes or would take.

use asrpt_core::ids::JobIndex;
use asrpt_core::log::Event;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;
use crate::moment::Moment;

/// More servers, or GPUs of one, are only counted.
const MOST_SERVERS: usize = 32;
const MOST_GPUS: usize = 64;

/// How a GPU is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gpu {
    Busy,
    Free,
    Taken,
}

/// Small squares per server; only on steps that are about GPUs.
pub fn draw(run: &Run, moment: &Moment) -> Html {
    let Some((job, servers)) = at(run, moment) else { return Html::default() };
    let names = run.instance.cluster.servers.iter().map(|server| server.name.clone());
    let shown = shown(&servers);
    let more = servers.len() - shown.len();
    html! {
        <div class={classes!("free-gpus", colour::class(job))} role="img" aria-label={in_words(run, &servers)}>
            { for names.zip(&servers).enumerate().filter(|(at, _)| shown.contains(at)).map(|(_, (name, gpus))| server(name, gpus)) }
            if more > 0 { <div class="caption">{ format!("and {more} more servers") }</div> }
        </div>
    }
}

/// All servers, or of very many first those that the job would lie on.
fn shown(servers: &[Vec<Gpu>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..servers.len()).collect();
    order.sort_by_key(|&at| !servers[at].contains(&Gpu::Taken));
    order.truncate(MOST_SERVERS);
    order
}

fn server(name: String, gpus: &[Gpu]) -> Html {
    let free = gpus.iter().filter(|&&gpu| gpu != Gpu::Busy).count();
    let said = if free == 0 { "full".to_owned() } else { format!("{free} free") };
    let square = |gpu: &Gpu| {
        let class = match gpu {
            Gpu::Busy => "gpu busy",
            Gpu::Free => "gpu",
            Gpu::Taken => "gpu taken",
        };
        html! { <i {class} /> }
    };
    html! {
        <div>
            <div class="free-name"><b>{ name }</b>{ " " }<span class="caption">{ said }</span></div>
            <div class="gpu-squares">{ for gpus.iter().take(MOST_GPUS).map(square) }</div>
        </div>
    }
}

fn in_words(run: &Run, servers: &[Vec<Gpu>]) -> String {
    let said = run.instance.cluster.servers.iter().zip(servers).take(MOST_SERVERS).map(|(server, gpus)| {
        let count = |kind: Gpu| gpus.iter().filter(|&&gpu| gpu == kind).count();
        format!(
            "{}: {} free, {} of them for this job",
            server.name,
            count(Gpu::Free) + count(Gpu::Taken),
            count(Gpu::Taken)
        )
    });
    format!("Free GPUs. {}", said.collect::<Vec<_>>().join("; "))
}

/// The GPUs as they were when the step's decision was made.
fn at(run: &Run, moment: &Moment) -> Option<(JobIndex, Vec<Vec<Gpu>>)> {
    let entry = moment.entry(run)?;
    let job = entry.event.job();
    let look = |gpu: &Option<JobIndex>| if gpu.is_none() { Gpu::Free } else { Gpu::Busy };
    let mut servers: Vec<Vec<Gpu>> =
        moment.state.gpus.iter().map(|gpus| gpus.iter().map(look).collect()).collect();
    match &entry.event {
        Event::Start(start) => {
            for slot in &start.gpus {
                servers[slot.server.at()][slot.gpu as usize] = Gpu::Taken;
            }
        }
        Event::Wait { offered, .. } => {
            for &(server, wanted) in offered {
                let free = servers[server.at()].iter_mut().filter(|gpu| **gpu == Gpu::Free);
                free.take(wanted as usize).for_each(|gpu| *gpu = Gpu::Taken);
            }
        }
        Event::Block { .. } => {}
        _ => return None,
    }
    Some((job, servers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    fn picture(step: usize) -> Vec<String> {
        let run = run_of("delay-runs-out", "a-srpt");
        let mut moment = Moment::first(&run);
        moment.go_to_step(&run, step);
        let letter = |gpu: &Gpu| match gpu {
            Gpu::Busy => 'x',
            Gpu::Free => '.',
            Gpu::Taken => 'o',
        };
        at(&run, &moment)
            .map(|(_, s)| s.iter().map(|g| g.iter().map(letter).collect()).collect())
            .unwrap_or_default()
    }

    #[test]
    fn what_was_free_and_what_is_taken() {
        assert_eq!(picture(14), ["xxxo", "xxxo"], "offered to a job that waits by choice");
        assert_eq!(picture(16), ["xxxo", "xxxo"], "taken at its start");
        assert_eq!(picture(18), ["xxxx", "xxxx"], "blocked");
        assert!(picture(1).is_empty());
    }
}
