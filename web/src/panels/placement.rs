//! Where a job lies and what its traffic takes of each server's links.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;
use crate::draw::number::gb_per_s;
use crate::lanes::links::{self, Load};

/// More servers than this are only counted.
const MOST: usize = 8;

/// A row per server used.
pub fn draw(run: &Run, job: JobIndex) -> Html {
    let loads = links::of_job(run, job);
    let more = loads.len().saturating_sub(MOST);
    html! {
        <div class={classes!("placement", colour::class(job))} data-testid="placement">
            <div class="section"><h3>{ "Placement and traffic" }</h3><span class="caption">{ "GB/s, of capacity" }</span></div>
            { for loads.into_iter().take(MOST).map(|(server, load)| row(run, job, server.at(), load)) }
            if more > 0 { <p class="caption">{ format!("and {more} more servers") }</p> }
        </div>
    }
}

fn row(run: &Run, job: JobIndex, server: usize, load: Load) -> Html {
    let capacity = Load::capacity(run, server);
    html! {
        <div class="placement-row" key={server}>
            <b class="placement-server">{ &run.instance.cluster.servers[server].name }</b>
            <span class="placement-stages">
                { for stages_on(run, job, server).into_iter().map(|(name, x)| html! { <span class="placement-stage">{ name }{ " × " }{ x }</span> }) }
            </span>
            { meter("NVLink", "nvlink", load.nvlink, capacity.nvlink) }
            { meter("NIC", "nic", load.nic, capacity.nic) }
        </div>
    }
}

/// The stages with replicas on a server, and how many.
fn stages_on(run: &Run, job: JobIndex, server: usize) -> Vec<(String, u32)> {
    let stages = run.instance.model_of(job).graph.stages.iter();
    let placed = stages.zip(&run.start_of(job).placement);
    placed
        .filter_map(|(stage, used)| {
            let (_, x) = used.iter().find(|(at, _)| at.at() == server)?;
            Some((stage.id.clone(), *x))
        })
        .collect()
}

fn meter(name: &'static str, class: &'static str, load: f64, capacity: f64) -> Html {
    let share = if capacity > 0.0 { (load / capacity).min(1.0) } else { 0.0 };
    html! {
        <span class={classes!("meter", class)}>
            <span>{ name }</span>
            <span class="meter-bar">if load > 0.0 { <i style={format!("width:{:.1}%", share * 100.0)} /> }</span>
            <span class="meter-figure">{ gb_per_s(load) }{ " of " }{ gb_per_s(capacity) }</span>
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn the_stages_on_each_server() {
        let run = run_of("delay-runs-out", "a-srpt");
        let heavy = run.instance.find_job("heavy").unwrap();
        assert_eq!(stages_on(&run, heavy, 0), [("s0".to_owned(), 1)]);
        assert_eq!(stages_on(&run, heavy, 1), [("s0".to_owned(), 1)]);
    }
}
