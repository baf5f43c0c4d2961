//! The terms of an iteration with their numbers filled in, as the model writes them.

use asrpt_core::cost::{IterationCost, Placement, StageCost};
use asrpt_core::ids::JobIndex;
use asrpt_core::model::{ModelGraph, Stage};
use asrpt_core::run::Run;
use asrpt_core::scenario::{CollectiveKind, CollectiveSpec, Per};
use yew::prelude::*;

use crate::draw::number::{iteration_ms, plain};

/// More edges of one stage than this are only counted.
const MOST_EDGES: usize = 4;

/// A term: what it is, its formula, and the same with numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub name: &'static str,
    pub symbols: &'static str,
    pub numbers: String,
}

/// What the formulas speak of.
struct Facts<'a> {
    run: &'a Run,
    graph: &'a ModelGraph,
    placement: &'a Placement,
}

/// The terms of the stages `shown`, and how they make α.
pub fn draw(run: &Run, job: JobIndex, cost: &IterationCost, shown: &[usize]) -> Html {
    let graph = &run.instance.model_of(job).graph;
    let facts = Facts { run, graph, placement: &run.start_of(job).placement };
    let stage = |&at: &usize| {
        html! {
            <div key={at}>
                <h4>{ format!("{} × {}", graph.stages[at].id, graph.stages[at].replicas) }</h4>
                { for facts.stage(at, &cost.stages[at]).iter().map(line) }
            </div>
        }
    };
    html! {
        <details class="formula" data-testid="formula">
            <summary>{ "Formulas with these numbers" }</summary>
            { for shown.iter().map(stage) }
            <div><h4>{ "Iteration" }</h4>{ line(&alpha(graph, cost)) }</div>
            <p class="caption">{ "k replicas, x of them on a server; a, h in MB; ν NVLink and β NIC share of a GPU in GB/s; ℓ the share of the other stage on this server. MB / (GB/s) = ms." }</p>
        </details>
    }
}

fn line(line: &Line) -> Html {
    html! {
        <p class="formula-line"><span class="caption">{ line.name }{ ": " }<span class="formula-symbols">{ line.symbols }</span></span><span>{ &line.numbers }</span></p>
    }
}

fn ms(ms: f64) -> String {
    iteration_ms(ms / 1e3)
}

impl Facts<'_> {
    fn stage(&self, at: usize, cost: &StageCost) -> Vec<Line> {
        let stage = &self.graph.stages[at];
        let mut lines = vec![self.compute(at, cost)];
        lines.extend(self.pipeline(at, cost));
        let collectives = stage.collectives.iter().filter(|_| stage.replicas > 1);
        lines.extend(collectives.map(|collective| self.collective(at, stage, collective)));
        lines
    }

    fn compute(&self, at: usize, cost: &StageCost) -> Line {
        let stage = &self.graph.stages[at];
        let speed = stage.compute_ms / cost.compute_ms;
        let speed = if speed.is_finite() { speed } else { 1.0 };
        Line {
            name: "compute c",
            symbols: "(forward + backward) / slowest speed",
            numbers: format!("= {} / {} = {}", plain(stage.compute_ms), plain(speed), ms(cost.compute_ms)),
        }
    }

    /// As seen from the server where it takes longest.
    fn pipeline(&self, at: usize, cost: &StageCost) -> Option<Line> {
        let stage = &self.graph.stages[at];
        if stage.neighbours.is_empty() {
            return None;
        }
        let time_on = |server: usize| -> f64 { self.edges(at, server).iter().map(|edge| edge.0).sum() };
        let servers = self.placement[at].iter().map(|(server, _)| server.at());
        let worst = servers.max_by(|&a, &b| time_on(a).total_cmp(&time_on(b)))?;
        let edges = self.edges(at, worst);
        let mut terms: Vec<String> = edges.iter().take(MOST_EDGES).map(|edge| edge.1.clone()).collect();
        if edges.len() > MOST_EDGES {
            terms.push(format!("{} more", edges.len() - MOST_EDGES));
        }
        let name = &self.run.instance.cluster.servers[worst].name;
        Some(Line {
            name: "pipeline comm",
            symbols: "Σ 2a/k · (ℓ/ν + (1−ℓ)/β), worst server",
            numbers: format!("= {} = {} on {name}", terms.join(" + "), ms(cost.pipeline_ms)),
        })
    }

    /// Each edge of a stage from one server: its ms, and its term.
    fn edges(&self, at: usize, server: usize) -> Vec<(f64, String)> {
        let links = &self.run.instance.cluster.servers[server];
        let replicas = self.graph.stages[at].replicas;
        let edge = |&(other, mb): &(asrpt_core::ids::StageIndex, f64)| {
            let here = self.placement[other.at()].iter().find(|(at, _)| at.at() == server).map_or(0, |u| u.1);
            let local = f64::from(here) / f64::from(self.graph.stages[other.at()].replicas);
            let (nu, beta) = (links.nvlink_gb_per_s, links.nic_share_gb_per_s);
            let time = 2.0 * mb / f64::from(replicas) * (local / nu + (1.0 - local) / beta);
            let inside = format!("{}/{}", plain(local), plain(nu));
            let outside = format!("{}/{}", plain(1.0 - local), plain(beta));
            let both = match local {
                1.0 => inside,
                0.0 => outside,
                _ => format!("({inside} + {outside})"),
            };
            (time, format!("2·{}/{replicas} · {both}", plain(mb)))
        };
        self.graph.stages[at].neighbours.iter().map(edge).collect()
    }

    fn collective(&self, at: usize, stage: &Stage, collective: &CollectiveSpec) -> Line {
        match collective.kind {
            CollectiveKind::AllReduce => self.all_reduce(at, stage, collective),
            CollectiveKind::AllToAll => self.all_to_all(at, stage, collective),
        }
    }

    fn all_reduce(&self, at: usize, stage: &Stage, collective: &CollectiveSpec) -> Line {
        let used = &self.placement[at];
        let servers = &self.run.instance.cluster.servers;
        let k = stage.replicas;
        let volume_mb = 2.0 * f64::from(k - 1) / f64::from(k) * collective.mb;
        let alone = used.len() == 1;
        let link = |&(server, x): &(asrpt_core::ids::ServerIndex, u32)| {
            let server = &servers[server.at()];
            let nic = f64::from(x) * server.nic_share_gb_per_s;
            if alone {
                server.nvlink_gb_per_s
            } else if x >= 2 {
                nic.min(server.nvlink_gb_per_s)
            } else {
                nic
            }
        };
        let bandwidth = used.iter().map(link).fold(f64::INFINITY, f64::min);
        Line {
            name: "all-reduce",
            symbols: if alone {
                "2·(k−1)/k · h / ν"
            } else {
                "2·(k−1)/k · h / least of x·β (and ν)"
            },
            numbers: format!(
                "= 2·{}/{k} · {} / {} = {}{}",
                k - 1,
                plain(collective.mb),
                plain(bandwidth),
                ms(volume_mb / bandwidth),
                per(collective)
            ),
        }
    }

    /// On the server where it takes longest.
    fn all_to_all(&self, at: usize, stage: &Stage, collective: &CollectiveSpec) -> Line {
        let k = f64::from(stage.replicas);
        let time = |&(server, x): &(asrpt_core::ids::ServerIndex, u32)| {
            let (server, x) = (&self.run.instance.cluster.servers[server.at()], f64::from(x));
            let (nu, beta) = (server.nvlink_gb_per_s, server.nic_share_gb_per_s);
            let time = collective.mb / k * ((x - 1.0) / nu + (k - x) / beta);
            let inside = format!("{}/{}", plain(x - 1.0), plain(nu));
            let both = if x < k { format!("({inside} + {}/{})", plain(k - x), plain(beta)) } else { inside };
            (time, both, &server.name)
        };
        let worst = self.placement[at].iter().map(time).max_by(|a, b| a.0.total_cmp(&b.0));
        let numbers = worst.map_or_else(String::new, |(time, both, name)| {
            let mb = plain(collective.mb);
            format!("= {mb}/{} · {both} = {} on {name}{}", stage.replicas, ms(time), per(collective))
        });
        Line { name: "all-to-all", symbols: "h/k · ((x−1)/ν + (k−x)/β), worst server", numbers }
    }
}

fn per(collective: &CollectiveSpec) -> &'static str {
    match collective.per {
        Per::MicroBatch => " per micro-batch",
        Per::Iteration => " per iteration",
    }
}

/// How the stages make an iteration.
fn alpha(graph: &ModelGraph, cost: &IterationCost) -> Line {
    let most = |term: fn(&StageCost) -> f64| cost.stages.iter().map(term).fold(0.0, f64::max);
    match (graph.micro_batches, cost.longest_path_ms) {
        (Some(m), Some(longest)) => Line {
            name: "α",
            symbols: "((M−1) · max U + L) / M + max C",
            numbers: format!(
                "= ({} · {} + {}) / {m} + {} = {}",
                m - 1,
                ms(most(StageCost::per_micro_batch_ms)),
                ms(longest),
                ms(most(|stage| stage.collective_per_iteration_ms)),
                ms(cost.alpha_ms)
            ),
        },
        _ => Line {
            name: "α",
            symbols: "largest c + comm + collectives of a stage",
            numbers: format!("= {}", ms(cost.alpha_ms)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    fn numbers(example: &str, id: &str) -> Vec<String> {
        let run = run_of(example, "a-srpt");
        let job = run.instance.find_job(id).unwrap();
        let graph = &run.instance.model_of(job).graph;
        let facts = Facts { run: &run, graph, placement: &run.start_of(job).placement };
        let cost = asrpt_core::cost::iteration(graph, &run.instance.cluster.servers, facts.placement);
        let stages = 0..graph.stages.len();
        let mut lines: Vec<Line> = stages.flat_map(|at| facts.stage(at, &cost.stages[at])).collect();
        lines.push(alpha(graph, &cost));
        lines.into_iter().map(|line| line.numbers.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn a_ring_over_two_servers_has_the_slowest_link() {
        assert_eq!(
            numbers("delay-runs-out", "heavy"),
            ["= 100 / 1 = 100.0 ms", "= 2·1/2 · 900 / 2.5 = 360.0 ms per iteration", "= 460.0 ms"]
        );
    }

    #[test]
    fn a_flushed_pipeline_shows_its_micro_batches() {
        let run = run_of("flush-dag", "a-srpt");
        let flushed = (0..run.instance.jobs.len())
            .map(JobIndex::from_at)
            .find(|&job| run.instance.model_of(job).graph.micro_batches.is_some())
            .unwrap();
        let lines = numbers("flush-dag", run.instance.job_id(flushed));
        let alpha = iteration_ms(run.outcome(flushed).alpha_s).replace('\u{a0}', " ");
        assert!(lines.last().unwrap().ends_with(&format!("= {alpha}")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(" on s")), "{lines:?}");
    }
}
