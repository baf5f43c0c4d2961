//! The run on the page, put together from what the worker sends, in slices. Nothing is decided again.

use std::pin::Pin;
use std::sync::Arc;

use asrpt_core::instance::Assembly;
use asrpt_core::log::{FullLog, Sink};
use asrpt_core::policy::{self, POLICIES};
use asrpt_core::run::Run;
use asrpt_core::scenario::{Problem, Scenario};

use super::bytes::{Reader, Wired};
use super::carried;
use super::task::{Generated, Imported, Opened};
use super::turns::Turns;
use super::wire::{entry_in, metrics_in, outcome_in, segment_in};
use crate::results::courses::{Course, Courses, Kind, Times};
use crate::simulation::{Compared, Simulation, unknown_policy};

/// A list, item by item.
pub async fn list<T>(
    from: &mut Reader<'_>,
    turns: &mut Turns,
    mut read: impl FnMut(&mut Reader) -> Option<T>,
) -> Option<Vec<T>> {
    let length = usize::get(from)?;
    // Every item has at least a byte.
    let mut items = Vec::with_capacity(length.min(from.0.len()));
    for _ in 0..length {
        items.push(read(from)?);
        turns.small().await?;
    }
    Some(items)
}

/// A scenario, its long lists in slices.
pub async fn scenario(from: &mut Reader<'_>, turns: &mut Turns) -> Option<Scenario> {
    let mut scenario = carried::frame_in(from)?;
    scenario.jobs = list(from, turns, Wired::get).await?.into();
    scenario.history = list(from, turns, Wired::get).await?.into();
    Some(scenario)
}

/// What a file holds.
pub async fn opened(bytes: &[u8], turns: &mut Turns) -> Option<Opened> {
    let from = &mut Reader(bytes);
    Some(match from.whole()? {
        0 => Opened::Scenario(scenario(from, turns).await?),
        1 => Opened::Trace { format: Wired::get(from)?, columns: Wired::get(from)? },
        2 => {
            let problems = Wired::get(from)?;
            let is_some = bool::get(from)?;
            Opened::Refused(problems, if is_some { Some(scenario(from, turns).await?) } else { None })
        }
        _ => return None,
    })
}

/// A generated scenario, or what is wrong with what was asked for.
pub fn generated(bytes: Vec<u8>, mut turns: Turns) -> Pin<Box<dyn Future<Output = Option<Generated>>>> {
    Box::pin(async move {
        let from = &mut Reader(&bytes);
        match from.whole()? {
            0 => scenario(from, &mut turns).await.map(Ok),
            _ => Vec::get(from).map(Err),
        }
    })
}

/// An imported scenario.
pub fn imported(bytes: Vec<u8>, mut turns: Turns) -> Pin<Box<dyn Future<Output = Option<Imported>>>> {
    Box::pin(async move {
        let from = &mut Reader(&bytes);
        match from.whole()? {
            0 => {
                let scenario = scenario(from, &mut turns).await?;
                Some(Ok((scenario, Wired::get(from)?)))
            }
            _ => String::get(from).map(Err),
        }
    })
}

/// The simulation of a scenario from a worker's bytes, telling which share of them is read. `None` where they are broken,
/// or once nobody wants it any more.
pub async fn rebuilt(
    scenario: Scenario,
    bytes: &[u8],
    turns: &mut Turns,
    tell: impl Fn(f64),
) -> Option<Result<Simulation, Vec<Problem>>> {
    let from = &mut Reader(bytes);
    match from.whole()? {
        0 => {}
        1 => return Some(Err(Vec::get(from)?)),
        _ => return None,
    }
    let Some(policy) = policy::find(&scenario.policy.kind) else {
        return Some(Err(vec![unknown_policy(&scenario.policy.kind)]));
    };
    let jobs = scenario.jobs.len();
    let tell = |from: &Reader| tell(1.0 - from.0.len() as f64 / bytes.len() as f64);
    turns.large().await?;
    let mut assembly = Assembly::new(scenario);
    if usize::get(from)? != jobs {
        return None;
    }
    for _ in 0..jobs {
        assembly.add(from.real()?);
        turns.small().await?;
    }
    let by_arrival = list(from, turns, Wired::get).await?;
    let order = list(from, turns, Wired::get).await?;
    let outcomes = list(from, turns, outcome_in).await?;
    if [by_arrival.len(), order.len(), outcomes.len()] != [jobs; 3] {
        return None;
    }
    let instance = match assembly.finish(Some(by_arrival)) {
        Ok(instance) => Arc::new(instance),
        Err(problems) => return Some(Err(problems)),
    };
    tell(from);
    let mut log = FullLog::new(&instance.cluster, jobs);
    let mut before_us = 0;
    for _ in 0..usize::get(from)? {
        let entry = entry_in(from, before_us)?;
        before_us = entry.time_us;
        log.record(entry.time_us, entry.event);
        turns.small().await?;
        if log.entries.len().is_multiple_of(50_000) {
            tell(from);
        }
    }
    log.segments = list(from, turns, segment_in).await?;
    tell(from);
    let (mut comparison, mut courses) = (Vec::new(), Vec::new());
    let read = usize::get(from)?.min(POLICIES.len());
    for &policy in &POLICIES[..read] {
        let metrics = match from.whole()? {
            0 => None,
            _ => Some(metrics_in(from)?),
        };
        if metrics.is_some() {
            let times = Times {
                start_us: list(from, turns, Wired::get).await?,
                completion_us: list(from, turns, Wired::get).await?,
                sorted_jct_us: list(from, turns, Wired::get).await?,
            };
            courses.push(Course { policy: Kind(policy), times });
        }
        comparison.push(Compared { policy, metrics });
        tell(from);
    }
    let own = comparison.iter().find(|compared| compared.policy.kind() == policy.kind());
    let metrics = own.and_then(|compared| compared.metrics.clone()).filter(|_| from.0.is_empty())?;
    let run = Run::put_together(Arc::clone(&instance), policy, outcomes, log, (metrics, order));
    turns.large().await?;
    Simulation::finished(run, comparison, Courses::new(instance, policy, courses), turns).await.map(Ok)
}
