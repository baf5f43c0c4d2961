//! One iteration by stage: compute, pipeline traffic, collectives, always in this order and from 0.

use asrpt_core::cost::{self, IterationCost, StageCost};
use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::number::iteration_ms_bare;

use super::formula;

/// More stages than this are cut to the slowest ones.
const MOST: usize = 8;

/// The bars of a job under its real placement; under them its best placement, where that differs.
pub fn draw(run: &Run, job: JobIndex) -> Html {
    let model = run.instance.model_of(job);
    let servers = &run.instance.cluster.servers;
    let real = cost::iteration(&model.graph, servers, &run.start_of(job).placement);
    let best = cost::iteration(&model.graph, servers, &model.constants.best);
    let longest = real.stages.iter().chain(&best.stages).map(StageCost::total_ms).fold(1e-9, f64::max);
    let slowest = real.bottleneck().map(|stage| stage.at());
    let stages = shown(&real);
    let rows = stages.iter().map(|&at| {
        let stage = &model.graph.stages[at];
        let differs = (real.stages[at].total_ms() - best.stages[at].total_ms()).abs() > 0.01;
        html! {
            <div key={at} class={classes!("cost-row", (slowest == Some(at)).then_some("slowest"))}>
                <span class="cost-name"><b>{ stage.id.clone() }</b>{ format!(" × {}", stage.replicas) }</span>
                { bar(&real.stages[at], longest, "cost-bar") }
                <span class="cost-figure">{ iteration_ms_bare(real.stages[at].total_ms() / 1000.0) }</span>
                if differs {
                    <span class="cost-best caption">{ "at best" }</span>
                    { bar(&best.stages[at], longest, "cost-bar thin") }
                    <span class="cost-figure caption">{ iteration_ms_bare(best.stages[at].total_ms() / 1000.0) }</span>
                }
            </div>
        }
    });
    html! {
        <div class="cost">
            <div class="section"><h3>{ "One iteration, by stage" }</h3><span class="caption">{ "ms, " }<span class="hot">{ "▸ slowest" }</span></span></div>
            { for rows }
            <div class="cost-legend caption">
                <span><i class="key compute" />{ "compute" }</span><span><i class="key pipeline" />{ "pipeline" }</span><span><i class="key collective" />{ "collective" }</span>
            </div>
            { formula::draw(run, job, &real, &stages) }
        </div>
    }
}

/// All stages, or the slowest of many in their order.
fn shown(cost: &IterationCost) -> Vec<usize> {
    let mut stages: Vec<usize> = (0..cost.stages.len()).collect();
    if stages.len() > MOST {
        stages.sort_by(|&a, &b| cost.stages[b].total_ms().total_cmp(&cost.stages[a].total_ms()));
        stages.truncate(MOST);
        stages.sort_unstable();
    }
    stages
}

fn bar(stage: &StageCost, longest: f64, class: &'static str) -> Html {
    let collective = stage.collective_per_micro_batch_ms + stage.collective_per_iteration_ms;
    let part = |class: &'static str, ms: f64| {
        let style = format!("width:{:.2}%", ms / longest * 100.0);
        if ms > 0.0 {
            html! { <i class={class} {style} /> }
        } else {
            Html::default()
        }
    };
    html! {
        <span {class}>{ part("compute", stage.compute_ms) }{ part("pipeline", stage.pipeline_ms) }{ part("collective", collective) }</span>
    }
}
