//! §4: one machine that always runs what has the least left.

#[derive(Clone, Copy)]
pub struct Job {
    pub arrival: u64,
    pub size: u64,
}

pub struct Segment {
    pub job: usize,
    pub from: u64,
    pub to: u64,
}

#[derive(Default)]
pub struct History {
    /// By job.
    pub completions: Vec<u64>,
    pub segments: Vec<Segment>,
    /// When, and which job lost the machine.
    pub preemptions: Vec<(u64, usize)>,
}

pub fn run(jobs: &[Job]) -> History {
    let mut left: Vec<u64> = jobs.iter().map(|job| job.size).collect();
    let mut done = vec![None; jobs.len()];
    let mut history = History::default();
    let mut now = 0;
    let mut before: Option<usize> = None;
    while done.contains(&None) {
        let here = (0..jobs.len()).filter(|&j| jobs[j].arrival <= now && done[j].is_none());
        let running = here.min_by_key(|&j| (left[j], jobs[j].arrival, j));
        let next_arrival = jobs.iter().map(|job| job.arrival).filter(|&arrival| arrival > now).min();
        if let Some(loser) = before.filter(|_| before != running) {
            history.preemptions.push((now, loser));
        }
        let Some(j) = running else {
            now = next_arrival.expect("a job that isn't done and isn't here will arrive");
            continue;
        };
        let until = next_arrival.unwrap_or(u64::MAX).min(now + left[j]);
        note(&mut history.segments, j, now, until);
        left[j] -= until - now;
        now = until;
        before = Some(j);
        if left[j] == 0 {
            done[j] = Some(now);
            before = None;
        }
    }
    history.completions = done.into_iter().flatten().collect();
    history
}

fn note(segments: &mut Vec<Segment>, job: usize, from: u64, to: u64) {
    match segments.last_mut() {
        Some(last) if last.job == job && last.to == from => last.to = to,
        _ => segments.push(Segment { job, from, to }),
    }
}
