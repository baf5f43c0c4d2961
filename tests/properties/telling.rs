//! What is said at a step is what the step's state shows: nothing of a later step of the same instant.

use crate::{instance, runs, what};
use asrpt_core::explain::{self, Span, entry, not_running};
use asrpt_core::ids::JobIndex;
use asrpt_core::log::Event;
use asrpt_core::policy;
use asrpt_core::replay::State;
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;

/// The job that stands behind these words.
fn named_after(spans: &[Span], words: &str) -> Option<JobIndex> {
    spans.windows(2).find_map(|pair| match pair {
        [Span::Text(text), Span::Job(job)] if text.ends_with(words) => Some(*job),
        _ => None,
    })
}

fn agree(run: &Run) {
    let mut state = State::start(run);
    for step in 0..run.log.len() {
        state.seek(run, step + 1);
        let event = &run.log[step].event;
        let (job, spans) = (event.job(), entry(run, step));
        let said = explain::plain(run, &spans);
        let why = explain::plain(run, &not_running(run, &state, job));
        let told = || format!("step {}: {said}\n why: {why}\n {}", step + 1, what(run));
        match event {
            Event::Arrival { .. } if run.policy.uses_virtual_machine() => {
                let holder = state.virtual_running;
                let behind = named_after(&spans, "queues behind ");
                assert!(behind.is_none() || behind == holder, "{}", told());
                assert_eq!(
                    said.contains("gets the virtual machine, which is free"),
                    holder == Some(job),
                    "{}",
                    told()
                );
                assert_eq!(said.contains("finds the virtual machine free"), holder.is_none(), "{}", told());
                let less = named_after(&spans, "less left than ");
                assert!(less.is_none() || less == holder, "{}", told());
                if said.contains("takes the virtual machine") {
                    let next = &run.log[step + 1];
                    assert!(
                        matches!(next.event, Event::Preempt { machine, .. } if machine.after == Some(job))
                    );
                    assert!(
                        !why.contains("through the virtual machine yet")
                            || why.contains("it has the least left of all"),
                        "{}",
                        told()
                    );
                }
            }
            Event::VirtualCompletion { .. } => {
                let next = named_after(&spans, "Least left now: ");
                assert_eq!(next, state.virtual_running, "{}", told());
                let inside = state.virtual_queue(run);
                assert!(!said.contains("Nothing else is left") || inside.is_empty(), "{}", told());
            }
            _ => {}
        }
        if why.contains("not through the virtual machine") {
            let unsettled = why.contains("Others arrive at this very moment");
            assert_eq!(unsettled, state.virtual_running.is_none(), "{}", told());
        }
    }
}

#[test]
fn sentences_tell_their_own_step() {
    runs(0..150).for_each(|run| agree(&run));
}

/// Jobs of one size that arrive together, with one that was there before and ends as they arrive.
#[test]
fn of_jobs_that_arrive_together_none_is_behind_one_that_is_not_here_yet() {
    let json = r#"{"format":"asrpt-scenario","version":1,
        "cluster":{"servers":[{"gpus":1,"nvlink_gb_per_s":1,"nic_gb_per_s":1}]},
        "models":{"m":{"stages":[{"id":"s","forward_ms":500,"backward_ms":500,"replicas":1}],"edges":[]}},
        "jobs":[{"id":"before","model":"m","arrival_s":0,"iterations":10},
                {"id":"o1","model":"m","arrival_s":10,"iterations":7},
                {"id":"o0","model":"m","arrival_s":10,"iterations":2},
                {"id":"o2","model":"m","arrival_s":11,"iterations":2}]}"#;
    let scenario = Scenario::from_json(json).unwrap();
    let run = Run::simulate(instance(scenario), policy::find("a-srpt").unwrap()).unwrap();
    agree(&run);
    let said: Vec<String> = (0..run.log.len()).map(|step| explain::plain(&run, &entry(&run, step))).collect();
    let of = |job: &str, kind: &str| {
        let is = |entry: &asrpt_core::log::Entry| {
            entry.event.kind() == kind && run.instance.job_id(entry.event.job()) == job
        };
        said[run.log.iter().position(is).unwrap()].clone()
    };
    assert!(
        of("before", "virtual_completion")
            .contains("The virtual machine is free. Others arrive at this very moment")
    );
    assert!(of("o1", "arrival").contains("finds the virtual machine free"));
    assert!(of("o0", "arrival").contains("gets the virtual machine, which is free"));
    assert!(of("o2", "arrival").contains("queues behind o0, which has 1"), "{}", of("o2", "arrival"));
}
