//! §5 and §7: the real cluster, instant by instant.

use super::world::{Job, World};
use super::{heavy_edge, select, srpt, time};

const LIMIT: u64 = 1 << 53;

/// A step: when, the class that orders it within its instant, the order within the class, kind and job.
pub struct Step {
    pub time: u64,
    class: u8,
    order: usize,
    pub kind: &'static str,
    pub job: usize,
}

#[derive(Clone)]
pub struct Started {
    pub start: u64,
    pub completion: u64,
    pub alpha: f64,
    pub placement: Vec<Vec<usize>>,
}

pub struct Schedule {
    pub started: Vec<Started>,
    pub steps: Vec<Step>,
    /// The a-srpt policies'.
    pub machine: Option<srpt::History>,
}

struct State<'a> {
    world: &'a World<'a>,
    kind: &'a str,
    free: Vec<usize>,
    /// In the order in which they became eligible.
    queue: Vec<usize>,
    started: Vec<Option<Started>>,
    completed: Vec<bool>,
    /// When the wait began plus the delay.
    runs_out: Vec<Option<u64>>,
    ran_out: Vec<bool>,
    blocked: Vec<bool>,
    steps: Vec<Step>,
}

pub fn run(world: &World, kind: &str) -> Result<Schedule, String> {
    let machine = kind.starts_with("a-srpt").then(|| virtual_machine(world));
    if let Some(machine) = &machine {
        let late = (0..world.jobs.len()).find(|&j| machine.completions[j] >= LIMIT);
        late.map_or(Ok(()), |j| Err(world.jobs[j].id.to_owned()))?;
    }
    let eligible: Vec<u64> = match &machine {
        Some(machine) if kind == "a-srpt" => machine.completions.clone(),
        _ => world.jobs.iter().map(|job| job.arrival).collect(),
    };
    let mut state = State::new(world, kind);
    let mut came = vec![false; world.jobs.len()];
    while let Some(now) = state.next_instant(&eligible, &came) {
        state.complete(now);
        for j in 0..eligible.len() {
            if eligible[j] == now && !came[j] {
                came[j] = true;
                state.queue.push(j);
            }
        }
        state.run_out(now);
        state.pass(now)?;
    }
    let mut steps = state.steps;
    add_steps_of_arrivals(world, machine.as_ref(), &mut steps);
    steps.sort_by_key(|step| (step.time, step.class, step.order));
    let started = state.started.into_iter().map(|started| started.expect("every job starts")).collect();
    Ok(Schedule { started, steps, machine })
}

fn virtual_machine(world: &World) -> srpt::History {
    let job = |job: &Job| srpt::Job { arrival: job.arrival, size: job.virtual_size };
    srpt::run(&world.jobs.iter().map(job).collect::<Vec<_>>())
}

fn add_steps_of_arrivals(world: &World, machine: Option<&srpt::History>, steps: &mut Vec<Step>) {
    for (j, job) in world.jobs.iter().enumerate() {
        steps.push(Step { time: job.arrival, class: 2, order: j, kind: "arrival", job: j });
    }
    let Some(machine) = machine else { return };
    for (j, &time) in machine.completions.iter().enumerate() {
        steps.push(Step { time, class: 1, order: j, kind: "virtual_completion", job: j });
    }
    for &(time, j) in &machine.preemptions {
        steps.push(Step { time, class: 3, order: 0, kind: "preempt", job: j });
    }
}

impl<'a> State<'a> {
    fn new(world: &'a World, kind: &'a str) -> Self {
        let n = world.jobs.len();
        State {
            world,
            kind,
            free: world.capacities(),
            queue: Vec::new(),
            started: vec![None; n],
            completed: vec![false; n],
            runs_out: vec![None; n],
            ran_out: vec![false; n],
            blocked: vec![false; n],
            steps: Vec::new(),
        }
    }

    /// The next of: a real completion, a job becoming eligible, the delay of a job that still waits running out.
    fn next_instant(&self, eligible: &[u64], came: &[bool]) -> Option<u64> {
        let all = 0..eligible.len();
        let completions = all.clone().filter(|&j| !self.completed[j]);
        let completions = completions.filter_map(|j| self.started[j].as_ref()).map(|s| s.completion);
        let coming = all.clone().filter(|&j| !came[j]).map(|j| eligible[j]);
        let waiting = all.filter(|&j| self.started[j].is_none() && !self.ran_out[j]);
        completions.chain(coming).chain(waiting.filter_map(|j| self.runs_out[j])).min()
    }

    fn complete(&mut self, now: u64) {
        for j in 0..self.started.len() {
            let Some(started) = &self.started[j] else { continue };
            if started.completion == now && !self.completed[j] {
                self.completed[j] = true;
                started.placement.iter().flatten().for_each(|&server| self.free[server] += 1);
                self.steps.push(Step { time: now, class: 0, order: j, kind: "completion", job: j });
            }
        }
    }

    fn run_out(&mut self, now: u64) {
        for j in 0..self.started.len() {
            self.ran_out[j] |= self.runs_out[j].is_some_and(|at| at <= now);
        }
    }

    /// The queue, front to back.
    fn in_order(&self) -> Vec<usize> {
        let jobs = &self.world.jobs;
        let key = |j: usize| -> u128 {
            let (d, g) = (u128::from(jobs[j].predicted_run), jobs[j].gpus as u128);
            match self.kind {
                "a-srpt-eager" => u128::from(jobs[j].virtual_size),
                "fifo" | "wcs-subtime" => 0,
                "spjf" | "wcs-duration" => d,
                "spwf" | "wcs-workload" => d * g,
                other => panic!("no policy {other}"),
            }
        };
        let mut queue = self.queue.clone();
        if self.kind != "a-srpt" {
            queue.sort_by_key(|&j| (key(j), jobs[j].arrival, j));
        }
        queue
    }

    fn pass(&mut self, now: u64) -> Result<(), String> {
        let passes_over = self.kind.starts_with("wcs-") || self.kind == "a-srpt-eager";
        for j in self.in_order() {
            if self.world.jobs[j].gpus <= self.free.iter().sum() {
                self.offer(j, now)?;
            } else if !passes_over {
                if !std::mem::replace(&mut self.blocked[j], true) {
                    self.note(now, "block", j);
                }
                break;
            }
        }
        Ok(())
    }

    /// The job fits: start it, or let it wait.
    fn offer(&mut self, j: usize, now: u64) -> Result<(), String> {
        let job = &self.world.jobs[j];
        let guided = self.kind.starts_with("a-srpt");
        if guided && !job.heavy {
            let chosen = select::fragments(&self.free, job.gpus);
            return self.start(j, now, &chosen);
        }
        let chosen = select::consolidated(&self.free, &self.world.machines, job.gpus);
        if !guided || chosen.len() <= job.min_servers || self.ran_out[j] {
            return self.start(j, now, &chosen);
        }
        if self.runs_out[j].is_none() {
            let delay = time(self.world.delay_factor * job.predicted * job.alpha_min * 1e6);
            let end = delay.map(|us| now + us).filter(|&at| at < LIMIT);
            self.runs_out[j] = Some(end.ok_or_else(|| job.id.to_owned())?);
            self.note(now, "wait", j);
        }
        Ok(())
    }

    fn start(&mut self, j: usize, now: u64, chosen: &[usize]) -> Result<(), String> {
        let job = &self.world.jobs[j];
        let placement = heavy_edge::map(job.model, chosen, &self.free);
        let alpha = self.world.alpha(job.model, &placement);
        let length = time(job.iterations * alpha * 1e6).map(|us| us.max(1));
        let completion = length.map(|us| now + us).filter(|&at| at < LIMIT);
        let completion = completion.ok_or_else(|| job.id.to_owned())?;
        placement.iter().flatten().for_each(|&server| self.free[server] -= 1);
        self.queue.retain(|&other| other != j);
        self.started[j] = Some(Started { start: now, completion, alpha, placement });
        self.note(now, "start", j);
        Ok(())
    }

    fn note(&mut self, time: u64, kind: &'static str, job: usize) {
        let order = self.steps.len();
        self.steps.push(Step { time, class: 4, order, kind, job });
    }
}
