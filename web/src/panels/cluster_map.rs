//! The cluster as it is now: servers, their GPUs with the job and stage on each, NVLink inside, the NIC's way out.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use yew::prelude::*;

use crate::draw::colour;
use crate::draw::number::gb_per_s;
use crate::draw::path::px;
use crate::lanes::gutter::load_in_words;
use crate::lanes::label;
use crate::lanes::links::{self, Load};
use crate::moment::Moment;

const WIDTH: f64 = 256.0;
const BOX: f64 = WIDTH - 34.0;
/// More servers than this are only counted; so are a server's GPUs beyond [`MOST_GPUS`].
const MOST_SERVERS: usize = 32;
const MOST_GPUS: usize = 128;
const TRUNK: f64 = WIDTH - 9.0;

/// Sizes of a server's picture: many GPUs are drawn small.
struct Sizes {
    columns: usize,
    gap: f64,
    height: f64,
    head: f64,
}

impl Sizes {
    fn of(gpus: usize) -> Self {
        let (columns, gap, height) = match gpus {
            0..=4 => (gpus.max(1), 6.0, 30.0),
            5..=16 => (8, 3.0, 20.0),
            _ => (16, 2.0, 10.0),
        };
        Self { columns, gap, height, head: 24.0 }
    }

    fn rows(&self, gpus: usize) -> f64 {
        gpus.div_ceil(self.columns).max(1) as f64
    }

    fn width(&self) -> f64 {
        (BOX - 20.0 - (self.columns - 1) as f64 * self.gap) / self.columns as f64
    }

    fn server_height(&self, gpus: usize) -> f64 {
        self.head + self.rows(gpus) * (self.height + self.gap) + 16.0
    }

    fn place(&self, gpu: usize) -> (f64, f64) {
        let (column, row) = (gpu % self.columns, gpu / self.columns);
        (10.0 + column as f64 * (self.width() + self.gap), self.head + row as f64 * (self.height + self.gap))
    }
}

/// The picture.
pub fn draw(run: &Run, moment: &Moment) -> Html {
    let links = links::now(run, moment);
    let mut y = 0.5;
    let mut ports = Vec::new();
    let mut servers = Vec::new();
    let all = moment.state.gpus.len();
    for (at, gpus) in moment.state.gpus.iter().enumerate().take(MOST_SERVERS) {
        let gpus = gpus.len().min(MOST_GPUS);
        let sizes = Sizes::of(gpus);
        let height = sizes.server_height(gpus);
        servers.push(server(run, moment, at, &sizes, y, links[at]));
        ports.push((y + height / 2.0, links[at].nic > 0.0));
        y += height + 9.0;
    }
    html! {
        <>
        <svg class="cluster-map" width={px(WIDTH)} height={px(y)} role="img" aria-label={in_words(run, moment)}>
            { trunk(&ports) }
            { for servers }
        </svg>
        if all > MOST_SERVERS { <p class="caption">{ format!("and {} more servers", all - MOST_SERVERS) }</p> }
        </>
    }
}

fn in_words(run: &Run, moment: &Moment) -> String {
    let free = moment.free_by_server();
    let said = run.instance.cluster.servers.iter().zip(free).take(MOST_SERVERS);
    let said = said.map(|(server, free)| format!("{}: {free} of {} GPUs free", server.name, server.gpus));
    said.collect::<Vec<_>>().join("; ")
}

fn server(run: &Run, moment: &Moment, at: usize, sizes: &Sizes, y: f64, load: Load) -> Html {
    let gpus = &moment.state.gpus[at];
    let free = gpus.iter().filter(|gpu| gpu.is_none()).count();
    let said = if free == 0 { "full".to_owned() } else { format!("{free} free") };
    let gpus = &gpus[..gpus.len().min(MOST_GPUS)];
    let height = sizes.server_height(gpus.len());
    let name = label::cut(&run.instance.cluster.servers[at].name, BOX - 130.0).unwrap_or_default();
    html! {
        <g key={at} transform={format!("translate(0 {})", px(y))}>
            <title>{ load_in_words(&run.instance.cluster.servers[at].name, load, Load::capacity(run, at)) }</title>
            <rect class="map-server" x=".5" width={px(BOX)} height={px(height)} rx="7" />
            <text class="map-name" x="10" y="16.5">{ name }</text>
            <text class="map-free" x={px(BOX - 9.0)} y="16.5">{ said }</text>
            { rates(load) }
            { nvlinks(gpus, sizes, height, load.nvlink > 0.0) }
            { for (0..gpus.len()).map(|gpu| gpu_node(run, moment, at, gpu, sizes)) }
            { port(height / 2.0, load.nic > 0.0) }
        </g>
    }
}

/// What passes now, in the colours of the links.
fn rates(load: Load) -> Html {
    let part = |class: &'static str, rate: f64| {
        if rate > 0.0 {
            html! { <tspan {class} dx="6">{ gb_per_s(rate) }</tspan> }
        } else {
            Html::default()
        }
    };
    html! { <text class="map-rates" x={px(BOX - 54.0)} y="16.5">{ part("map-nvlink-rate", load.nvlink) }{ part("map-nic-rate", load.nic) }</text> }
}

fn nvlinks(gpus: &[Option<JobIndex>], sizes: &Sizes, height: f64, used: bool) -> Html {
    let y = height - 10.0;
    let class = |busy: bool| if used && busy { "map-nvlink used" } else { "map-nvlink" };
    let middle = |gpu: usize| px(sizes.place(gpu).0 + sizes.width() / 2.0);
    let last = gpus.len().min(sizes.columns).saturating_sub(1);
    let drops = gpus
        .iter()
        .enumerate()
        .filter(|(gpu, _)| sizes.rows(gpus.len()) < 2.0 || gpu + sizes.columns >= gpus.len());
    html! {
        <>
        if last > 0 { <line class={class(true)} x1={middle(0)} x2={middle(last)} y1={px(y)} y2={px(y)} /> }
        { for drops.map(|(gpu, job)| html! {
            <line class={class(job.is_some())} x1={middle(gpu)} x2={middle(gpu)} y1={px(sizes.place(gpu).1 + sizes.height)} y2={px(y)} />
        }) }
        </>
    }
}

fn gpu_node(run: &Run, moment: &Moment, server: usize, gpu: usize, sizes: &Sizes) -> Html {
    let (x, y) = sizes.place(gpu);
    let (width, height) = (px(sizes.width()), px(sizes.height));
    let middle = px(sizes.width() / 2.0);
    let Some((job, stage)) = moment.stage_on(run, server, gpu) else {
        return html! {
            <g key={gpu} transform={format!("translate({} {})", px(x), px(y))}>
                <rect class="map-free-gpu" x=".75" y=".75" width={px(sizes.width() - 1.5)} height={px(sizes.height - 1.5)} rx="4" />
                if sizes.height >= 20.0 { <text class="map-gpu-number" x={middle} y={px(sizes.height / 2.0 + 3.8)}>{ gpu }</text> }
            </g>
        };
    };
    let room = sizes.width() - 4.0;
    let name = label::cut(run.instance.job_id(job), room);
    let stage_name = label::cut(&run.instance.model_of(job).graph.stages[stage.at()].id, room);
    let two_lines = sizes.height >= 28.0;
    html! {
        <g key={gpu} transform={format!("translate({} {})", px(x), px(y))} class={colour::class(job)} data-job={job.0.to_string()}>
            <rect class="solid" width={width.clone()} height={height.clone()} rx="4" />
            if let Some(fill) = colour::pattern(job) { <rect class="pat" {fill} {width} {height} rx="4" /> }
            if let Some(name) = name {
                if sizes.height >= 14.0 {
                    <text class="map-job" x={middle.clone()} y={px(if two_lines { 13.0 } else { sizes.height / 2.0 + 3.8 })}>{ name }</text>
                }
            }
            if let (true, Some(stage)) = (two_lines, stage_name) { <text class="map-stage" x={middle} y="25">{ stage }</text> }
        </g>
    }
}

fn port(y: f64, used: bool) -> Html {
    let class = if used { "map-nic used" } else { "map-nic" };
    html! {
        <>
        <line {class} x1={px(BOX + 6.0)} x2={px(TRUNK)} y1={px(y)} y2={px(y)} />
        <rect class={classes!("map-port", used.then_some("used"))} x={px(BOX - 5.0)} y={px(y - 8.0)} width="11" height="16" rx="2.5" />
        </>
    }
}

/// The way between servers; stitched where a job uses it.
fn trunk(ports: &[(f64, bool)]) -> Html {
    let line = |class: &'static str, from: f64, to: f64| {
        html! { <line {class} x1={px(TRUNK)} x2={px(TRUNK)} y1={px(from)} y2={px(to)} /> }
    };
    let (Some(first), Some(last)) = (ports.first(), ports.last()) else { return Html::default() };
    let used: Vec<f64> = ports.iter().filter(|port| port.1).map(|port| port.0).collect();
    let dot = |&(y, used): &(f64, bool)| {
        html! { <circle class={classes!("map-dot", used.then_some("used"))} cx={px(TRUNK)} cy={px(y)} r="3.25" /> }
    };
    html! {
        <>
        { line("map-nic", first.0, last.0) }
        if let [from, .., to] = used[..] { { line("map-nic-ground", from, to) }{ line("map-nic used", from, to) } }
        { for ports.iter().map(dot) }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn the_nic_is_used_where_a_job_lies_on_two_servers() {
        let run = run_of("delay-runs-out", "a-srpt");
        let mut moment = Moment::first(&run);
        moment.go_to_step(&run, 6);
        let used = |moment: &Moment| {
            links::now(&run, moment).iter().map(|l| (l.nvlink > 0.0, l.nic > 0.0)).collect::<Vec<_>>()
        };
        assert_eq!(used(&moment), [(true, false), (true, false)]);
        moment.go_to_step(&run, 16);
        assert_eq!(used(&moment), [(true, true), (true, true)]);
        assert_eq!(in_words(&run, &moment), "s0: 0 of 4 GPUs free; s1: 0 of 4 GPUs free");
    }
}
