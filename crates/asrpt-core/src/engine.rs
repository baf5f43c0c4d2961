//! The state machine over instants (model §5): completions free GPUs, jobs become eligible, one pass walks the queue.
//!
//! [`Engine::advance`] does a bounded number of instants, so that progress, Cancel and pausing come for free.
//! Decisions go to a [`Sink`]; starts and completions are kept as [`Outcome`]s.

mod queue;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cost::{self, Placement};
use crate::heavy_edge;
use crate::ids::{JobIndex, ServerIndex};
use crate::instance::{Instance, Job};
use crate::log::{Event, Handover, Sink, Start, StartReason};
use crate::order::sort_by_key;
use crate::policy::{Eligible, Misfit, Policy, Treatment};
use crate::predict::{Learner, Online};
use crate::scenario::Problem;
use crate::selection::{FreeGpus, Selection, consolidated, fragments};
use crate::time::{TimeUs, add, duration_from_real};
use crate::virtual_machine::{Preemption, VirtualMachine};
use queue::{ClassKey, Patience, Queue, QueueKey};

/// What became of one job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// When it entered the queue of the real cluster.
    pub eligible_us: TimeUs,
    /// When its virtual job completed (a-srpt policies).
    pub virtual_completion_us: Option<TimeUs>,
    /// When it began to wait for a better place, and when that wait would run out.
    pub wait_us: Option<(TimeUs, TimeUs)>,
    /// When it first stopped a pass.
    pub blocked_since_us: Option<TimeUs>,
    /// When it started.
    pub start_us: TimeUs,
    /// When it ended.
    pub completion_us: TimeUs,
    /// α of its real placement.
    pub alpha_s: f64,
    /// n̂ as it was predicted on arrival, after a refit (online learning); otherwise the instance's own holds.
    pub learned: Option<f64>,
}

/// A run that can't go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The job whose time isn't below the limit of simulated time (2^53 µs).
    pub job: JobIndex,
    /// What would happen then, as "complete".
    pub what: &'static str,
}

impl RunError {
    /// As a problem of the scenario.
    pub fn problem(&self, instance: &Instance) -> Problem {
        let id = instance.job_id(self.job);
        Problem {
            path: format!("jobs[{}]", self.job.0),
            message: format!("job {id:?} would {} beyond simulated time (2^53 µs, 285 years)", self.what),
            hint: "give fewer iterations, shorter stages, a smaller delay_factor or earlier arrivals"
                .to_owned(),
        }
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Jobs that have ended.
    pub done: usize,
    /// All jobs.
    pub jobs: usize,
    /// Simulated time.
    pub time_us: TimeUs,
}

impl Progress {
    /// Whether every job has ended (the virtual machine may still be at work for a-srpt-eager).
    pub fn is_done(&self) -> bool {
        self.done == self.jobs
    }
}

/// One run under one policy.
pub struct Engine<'a, S> {
    instance: &'a Instance,
    policy: &'static dyn Policy,
    sink: S,
    now_us: TimeUs,
    /// Whether this instant is one of the real cluster: a completion, a job that became eligible, a wait's end.
    real_instant: bool,
    arrived: usize,
    done: usize,
    machine: Option<VirtualMachine>,
    free: FreeGpus,
    running: BinaryHeap<Reverse<Running>>,
    queue: Queue,
    /// Waits by their end. An entry whose job has started meanwhile is ignored.
    delays: BinaryHeap<Reverse<(TimeUs, JobIndex)>>,
    outcomes: Vec<Outcome>,
    examined: u64,
    learner: Option<Box<dyn Learner + 'a>>,
    /// The instance's, some with another n̂ once there is a learner that has been fitted again.
    jobs: Cow<'a, [Job]>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Running {
    completion_us: TimeUs,
    job: JobIndex,
    allocation: Vec<(ServerIndex, u32)>,
}

impl<'a, S: Sink> Engine<'a, S> {
    /// At time 0, before anything has happened. Where the scenario asks for online learning its predictor learns.
    pub fn new(instance: &'a Instance, policy: &'static dyn Policy, sink: S) -> Self {
        let learner = Online::of(instance).map(|online| -> Box<dyn Learner + 'a> { Box::new(online) });
        Self::with_learner(instance, policy, sink, learner)
    }

    /// As [`Self::new`], with a learner from elsewhere or none.
    pub fn with_learner(
        instance: &'a Instance,
        policy: &'static dyn Policy,
        sink: S,
        learner: Option<Box<dyn Learner + 'a>>,
    ) -> Self {
        Self {
            instance,
            policy,
            sink,
            now_us: 0,
            real_instant: false,
            arrived: 0,
            done: 0,
            machine: policy.uses_virtual_machine().then(VirtualMachine::default),
            free: FreeGpus::all_free(&instance.cluster),
            running: BinaryHeap::new(),
            queue: Queue::default(),
            delays: BinaryHeap::new(),
            outcomes: vec![Outcome::default(); instance.jobs.len()],
            examined: 0,
            learner,
            jobs: Cow::Borrowed(&instance.jobs),
        }
    }

    /// Does at most `budget` instants. The run is over when the result says so and nothing is left to do:
    /// `Ok(None)`.
    ///
    /// # Errors
    /// The job whose time passes the limit of simulated time.
    pub fn advance(&mut self, budget: usize) -> Result<Option<Progress>, RunError> {
        for _ in 0..budget {
            let Some(time_us) = self.next_instant()? else {
                return Ok(None);
            };
            self.instant(time_us)?;
        }
        Ok(Some(Progress { done: self.done, jobs: self.outcomes.len(), time_us: self.now_us }))
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub fn run(mut self) -> Result<Finished<S>, RunError> {
        while self.advance(1 << 16)?.is_some() {}
        Ok(self.finish())
    }

    /// What a run that is over leaves behind.
    pub fn finish(self) -> Finished<S> {
        Finished { outcomes: self.outcomes, sink: self.sink, examined: self.examined }
    }

    fn next_instant(&self) -> Result<Option<TimeUs>, RunError> {
        let arrival =
            self.instance.by_arrival.get(self.arrived).map(|&job| self.instance.job(job).arrival_us);
        let virtual_completion = match &self.machine {
            Some(machine) => {
                machine.next_completion().map_err(|job| RunError { job, what: "complete virtually" })?
            }
            None => None,
        };
        let completion = self.running.peek().map(|Reverse(running)| running.completion_us);
        let delay = self.delays.peek().map(|Reverse((until_us, _))| *until_us);
        Ok([arrival, virtual_completion, completion, delay].into_iter().flatten().min())
    }

    fn instant(&mut self, time_us: TimeUs) -> Result<(), RunError> {
        self.now_us = time_us;
        // Only these make an instant of the real cluster. An arrival at the virtual machine alone doesn't: a pass would
        // find nothing to start, but might find a job that stops it earlier than the model says.
        self.real_instant = false;
        self.complete();
        self.virtual_instant()?;
        self.delays_run_out();
        if self.real_instant { self.pass() } else { Ok(()) }
    }

    fn complete(&mut self) {
        let mut refit_after = None;
        while let Some(Reverse(next)) = self.running.peek() {
            if next.completion_us > self.now_us {
                break;
            }
            let Some(Reverse(ended)) = self.running.pop() else { break };
            for (server, gpus) in ended.allocation {
                self.free.give_back(server, gpus);
            }
            self.done += 1;
            self.real_instant = true;
            self.record(Event::Completion { job: ended.job });
            if self.learner.as_mut().is_some_and(|learner| learner.complete(ended.job)) {
                refit_after = Some(ended.job);
            }
        }
        if let (Some(job), Some(learner)) = (refit_after, &mut self.learner) {
            let (before, records) = learner.refit();
            self.record(Event::Refit { job, before, records });
        }
    }

    /// Virtual completion, arrivals and the preemption they cause. The machine changes hands with the last of them.
    fn virtual_instant(&mut self) -> Result<(), RunError> {
        let before = self.machine.as_ref().and_then(VirtualMachine::running);
        let completed = self.virtual_completion();
        let arrivals = self.arrivals()?;
        let (preemption, after) = self.settle();
        let mut holder = before;
        let mut hand_over = |is_last: bool, meanwhile: Option<JobIndex>| {
            let handover = Handover { before: holder, after: if is_last { after } else { meanwhile } };
            holder = handover.after;
            handover
        };
        if let Some(job) = completed {
            let machine = hand_over(arrivals.is_empty(), None);
            self.record(Event::VirtualCompletion { job, machine });
        }
        let held = if completed.is_some() { None } else { before };
        for (nth, &job) in arrivals.iter().enumerate() {
            let machine = hand_over(preemption.is_none() && nth + 1 == arrivals.len(), held);
            self.record(Event::Arrival { job, machine });
        }
        if let Some(Preemption { loser, winner }) = preemption {
            self.record(Event::Preempt {
                job: loser.job,
                remaining_us: loser.remaining_us,
                winner_remaining_us: winner.remaining_us,
                machine: hand_over(true, None),
            });
        }
        Ok(())
    }

    fn virtual_completion(&mut self) -> Option<JobIndex> {
        let now_us = self.now_us;
        let machine = self.machine.as_mut()?;
        machine.advance_to(now_us);
        let segment = machine.complete()?;
        self.sink.segment(segment);
        self.outcomes[segment.job.at()].virtual_completion_us = Some(now_us);
        if self.policy.eligible() == Eligible::OnVirtualCompletion {
            self.become_eligible(segment.job);
        }
        Some(segment.job)
    }

    fn arrivals(&mut self) -> Result<Vec<JobIndex>, RunError> {
        let instance = self.instance;
        let rest = instance.by_arrival[self.arrived..].iter();
        let arrivals: Vec<JobIndex> =
            rest.copied().take_while(|&job| instance.job(job).arrival_us == self.now_us).collect();
        self.arrived += arrivals.len();
        for &job in &arrivals {
            self.predict(job)?;
            if let Some(machine) = &mut self.machine {
                machine.arrive(job, self.jobs[job.at()].virtual_size_us);
            }
            if self.policy.eligible() == Eligible::OnArrival {
                self.become_eligible(job);
            }
        }
        Ok(arrivals)
    }

    /// Asks the learner, if there is one that knows more than the instance did.
    fn predict(&mut self, job: JobIndex) -> Result<(), RunError> {
        let Some(learned) = self.learner.as_mut().and_then(|learner| learner.predict(job)) else {
            return Ok(());
        };
        let numbers = self.instance.with_prediction(job, learned);
        self.jobs.to_mut()[job.at()] = numbers.ok_or(RunError { job, what: "be predicted to run" })?;
        self.outcomes[job.at()].learned = Some(learned);
        Ok(())
    }

    fn settle(&mut self) -> (Option<Preemption>, Option<JobIndex>) {
        let Some(machine) = &mut self.machine else {
            return (None, None);
        };
        let settled = machine.settle();
        let after = machine.running();
        let preemption = settled.map(|(segment, preemption)| {
            self.sink.segment(segment);
            preemption
        });
        (preemption, after)
    }

    fn become_eligible(&mut self, job: JobIndex) {
        self.real_instant = true;
        self.outcomes[job.at()].eligible_us = self.now_us;
        let key = self.queue_key(job);
        self.queue.insert(self.class_of(job, Patience::Fresh), key);
    }

    fn queue_key(&self, job: JobIndex) -> QueueKey {
        queue_key(&self.jobs, self.policy, job, self.outcomes[job.at()].eligible_us)
    }

    fn class_of(&self, job: JobIndex, patience: Patience) -> ClassKey {
        let treatment = self.policy.treatment(self.instance.job(job));
        let min_servers = match treatment {
            Treatment::WaitForPlace => self.instance.model_of(job).constants.min_servers,
            Treatment::Consolidated | Treatment::Fragments => 0,
        };
        ClassKey { gpus: self.instance.job(job).gpus, min_servers, treatment, patience }
    }

    fn delays_run_out(&mut self) {
        while let Some(&Reverse((until_us, job))) = self.delays.peek() {
            if until_us > self.now_us {
                break;
            }
            self.delays.pop();
            let key = self.queue_key(job);
            if self.queue.remove(self.class_of(job, Patience::Waiting), &key) {
                self.queue.insert(self.class_of(job, Patience::Expired), key);
                self.real_instant = true;
            }
        }
    }

    /// One walk of the queue, front to back. Free GPUs only shrink meanwhile, so that a class of jobs that can't start
    /// once is not looked at again, job by job.
    fn pass(&mut self) -> Result<(), RunError> {
        let mut position = None;
        while let Some((class, key)) = self.queue.next(position.as_ref(), |class| self.admits(class)) {
            self.examined += 1;
            if class.gpus > self.free.total() {
                self.block(key.job);
                break;
            }
            self.treat(class, key)?;
            position = Some(key);
        }
        Ok(())
    }

    /// Whether a job of this class would act, or stop the pass, if it were its turn now.
    fn admits(&self, class: &ClassKey) -> bool {
        if class.gpus > self.free.total() {
            return self.policy.misfit() == Misfit::StopsThePass;
        }
        class.patience != Patience::Waiting || self.is_well_placed(class)
    }

    fn is_well_placed(&self, class: &ClassKey) -> bool {
        self.free.servers_needed(class.gpus).is_some_and(|needed| needed <= class.min_servers)
    }

    fn treat(&mut self, class: ClassKey, key: QueueKey) -> Result<(), RunError> {
        let job = key.job;
        let cluster = &self.instance.cluster;
        let reason = match class.treatment {
            Treatment::Consolidated => StartReason::Consolidated,
            Treatment::Fragments => StartReason::LightOnFragments,
            Treatment::WaitForPlace if self.is_well_placed(&class) => StartReason::HeavyWellPlaced {
                waited_since_us: self.outcomes[job.at()].wait_us.map(|(since, _)| since),
            },
            Treatment::WaitForPlace => match (class.patience, self.outcomes[job.at()].wait_us) {
                (Patience::Expired, Some((waited_since_us, until_us))) => {
                    StartReason::DelayRanOut { waited_since_us, until_us }
                }
                _ => return self.begin_to_wait(class, key),
            },
        };
        let selection = match reason {
            StartReason::LightOnFragments => fragments(&self.free, class.gpus),
            _ => consolidated(&self.free, cluster, class.gpus),
        };
        self.queue.remove(class, &key);
        self.start(job, reason, &selection)
    }

    fn begin_to_wait(&mut self, class: ClassKey, key: QueueKey) -> Result<(), RunError> {
        let job = key.job;
        let delay_us = self.jobs[job.at()].delay_us;
        let until_us = delay_us.and_then(|delay_us| add(self.now_us, delay_us));
        let until_us = until_us.ok_or(RunError { job, what: "end its wait for a better place" })?;
        self.outcomes[job.at()].wait_us = Some((self.now_us, until_us));
        self.delays.push(Reverse((until_us, job)));
        self.queue.remove(class, &key);
        self.queue.insert(ClassKey { patience: Patience::Waiting, ..class }, key);
        if S::KEEPS {
            let offered = consolidated(&self.free, &self.instance.cluster, class.gpus);
            self.record(Event::Wait { job, offered, until_us });
        }
        Ok(())
    }

    fn block(&mut self, job: JobIndex) {
        if self.outcomes[job.at()].blocked_since_us.is_none() {
            self.outcomes[job.at()].blocked_since_us = Some(self.now_us);
            self.record(Event::Block { job, free_gpus: self.free.total() });
        }
    }

    fn start(&mut self, job: JobIndex, reason: StartReason, selection: &Selection) -> Result<(), RunError> {
        let instance = self.instance;
        let graph = &instance.model_of(job).graph;
        let placement = heavy_edge::place(graph, selection);
        let alpha_s = cost::iteration(graph, &instance.cluster.servers, &placement).alpha_s();
        let run_us = duration_from_real(instance.job(job).iterations as f64 * alpha_s * 1e6);
        let completion_us = run_us.and_then(|run_us| add(self.now_us, run_us));
        let completion_us = completion_us.ok_or(RunError { job, what: "complete" })?;
        let free_gpus_before = self.free.total();
        let allocation = allocation(&placement);
        for &(server, gpus) in &allocation {
            self.free.take(server, gpus);
        }
        self.running.push(Reverse(Running { completion_us, job, allocation }));
        let outcome = &mut self.outcomes[job.at()];
        (outcome.start_us, outcome.completion_us, outcome.alpha_s) = (self.now_us, completion_us, alpha_s);
        if S::KEEPS {
            let servers = heavy_edge::servers_of_replicas(graph, selection);
            let start = Start {
                job,
                reason,
                selection: selection.clone(),
                placement,
                servers,
                gpus: Vec::new(),
                alpha_s,
                completion_us,
                free_gpus_before,
            };
            self.record(Event::Start(Box::new(start)));
        }
        Ok(())
    }

    fn record(&mut self, event: Event) {
        self.sink.record(self.now_us, event);
    }
}

/// GPUs by server, ascending.
fn allocation(placement: &Placement) -> Vec<(ServerIndex, u32)> {
    let mut by_server: Vec<(ServerIndex, u32)> = placement.iter().flatten().copied().collect();
    sort_by_key(&mut by_server, |&(server, _)| server);
    by_server.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    by_server
}

/// Where a job stands in the queue of a policy.
pub(crate) fn queue_key(jobs: &[Job], policy: &dyn Policy, job: JobIndex, eligible_us: TimeUs) -> QueueKey {
    let facts = &jobs[job.at()];
    QueueKey { order: policy.order().key(facts, eligible_us), arrival_us: facts.arrival_us, job }
}

/// What a run leaves behind.
pub struct Finished<S> {
    /// By [`JobIndex`].
    pub outcomes: Vec<Outcome>,
    /// The sink with what it kept.
    pub sink: S,
    /// Jobs looked at in all passes: a measure of work that doesn't depend on a clock.
    pub examined: u64,
}
