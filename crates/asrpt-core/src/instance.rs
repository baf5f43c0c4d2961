//! A scenario made ready to run: servers unfolded, models with their constants, jobs with their numbers.

use crate::cluster::Cluster;
use crate::cost::Constants;
use crate::ids::{JobIndex, ModelIndex};
use crate::model::ModelGraph;
use crate::order::sort_by_key;
use crate::predict;
use crate::scenario::{HistoryRecord, JobSpec, Problem, Scenario, validate};
use crate::time::{TIME_LIMIT_US, TimeUs, duration_from_real, time_from_real};

/// One model graph with what it costs on this cluster.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name in the file.
    pub name: String,
    /// Stages and edges by index.
    pub graph: ModelGraph,
    /// α_min, α_max, α_lb, κ and the best placement.
    pub constants: Constants,
}

/// One job in numbers.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its model; `None` never occurs for a job.
    pub model: ModelIndex,
    /// g.
    pub gpus: u32,
    /// When it arrives.
    pub arrival_us: TimeUs,
    /// n, which schedulers don't know.
    pub iterations: u64,
    /// n̂.
    pub predicted_iterations: f64,
    /// w = max(1, ⌊n̂ · α_min · g / G · 10^6⌉).
    pub virtual_size_us: TimeUs,
    /// d = max(1, ⌊n̂ · α_min · 10^6⌉).
    pub predicted_run_us: TimeUs,
    /// ⌊delay_factor · n̂ · α_min · 10^6⌉; `None` where that is no simulated time.
    pub delay_us: Option<TimeUs>,
    /// g > 1 and α_max ≥ comm_heavy_ratio · α_min.
    pub comm_heavy: bool,
}

/// A scenario made ready to run. Every policy can be run on the same instance.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Where it came from.
    pub scenario: Scenario,
    /// The machines.
    pub cluster: Cluster,
    /// By [`ModelIndex`]; models that no job uses are left out of `constants`' computation only if they don't fit.
    pub models: Vec<Model>,
    /// By [`JobIndex`].
    pub jobs: Vec<Job>,
    /// Jobs in the order in which they arrive (ties: file order).
    pub by_arrival: Vec<JobIndex>,
    /// With online learning, by [`JobIndex`]: what each job is to the history once it has ended. Empty without.
    pub(crate) ended: Vec<HistoryRecord>,
}

impl Instance {
    /// Validates and prepares.
    ///
    /// # Errors
    /// Everything that [`validate`] finds, and jobs whose times don't fit into simulated time.
    pub fn prepare(scenario: Scenario) -> Result<Self, Vec<Problem>> {
        Self::prepare_with(scenario, predict::iterations)
    }

    /// As [`Self::prepare`], with n̂ of every job from elsewhere: where the predictor has been asked already.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub fn prepare_with(
        scenario: Scenario,
        predicted: impl FnOnce(&Scenario) -> Vec<f64>,
    ) -> Result<Self, Vec<Problem>> {
        let problems = validate(&scenario);
        if !problems.is_empty() {
            return Err(problems);
        }
        let predicted = predicted(&scenario);
        let mut assembly = Assembly::new(scenario);
        predicted.into_iter().for_each(|n| assembly.add(n));
        assembly.finish(None)
    }

    /// A job with another n̂; `None` where that is no simulated time.
    pub(crate) fn with_prediction(&self, index: JobIndex, predicted: f64) -> Option<Job> {
        let (model, spec) = (self.job(index).model, &self.scenario.jobs[index.at()]);
        let constants = &self.models[model.at()].constants;
        job(&self.scenario, &self.cluster, model, constants, spec, predicted)
    }

    /// Whether predictions change while jobs complete, so that they may differ from policy to policy.
    pub fn learns(&self) -> bool {
        !self.ended.is_empty()
    }

    /// The job at an index.
    pub fn job(&self, index: JobIndex) -> &Job {
        &self.jobs[index.at()]
    }

    /// The model of a job.
    pub fn model_of(&self, job: JobIndex) -> &Model {
        &self.models[self.job(job).model.at()]
    }

    /// The id of a job, as people know it.
    pub fn job_id(&self, job: JobIndex) -> &str {
        &self.scenario.jobs[job.at()].id
    }

    /// The job with an id.
    pub fn find_job(&self, id: &str) -> Option<JobIndex> {
        self.scenario.jobs.iter().position(|job| job.id == id).map(JobIndex::from_at)
    }
}

/// An instance of a scenario that is known to be valid, put together job by job: whoever must not take long at a time
/// (a page) can pause between two of them.
pub struct Assembly {
    instance: Instance,
    index_of: ModelNumbers,
    problems: Vec<Problem>,
}

impl Assembly {
    /// Unfolds the cluster and works out what the models cost on it.
    ///
    /// # Panics
    /// If the scenario isn't valid.
    pub fn new(scenario: Scenario) -> Self {
        let cluster = Cluster::new(&scenario.servers);
        let (models, index_of) = models_in_use(&scenario, &cluster);
        let jobs = Vec::with_capacity(scenario.jobs.len());
        let instance =
            Instance { scenario, cluster, models, jobs, by_arrival: Vec::new(), ended: Vec::new() };
        Self { instance, index_of, problems: Vec::new() }
    }

    /// The next job of the scenario, with its n̂.
    pub fn add(&mut self, predicted: f64) {
        let Instance { scenario, cluster, models, jobs, .. } = &mut self.instance;
        let at = jobs.len() + self.problems.len();
        let spec = &scenario.jobs[at];
        let model = self.index_of[spec.model.as_str()];
        match job(scenario, cluster, model, &models[model.at()].constants, spec, predicted) {
            Some(job) => jobs.push(job),
            None => self.problems.push(too_long(at, spec)),
        }
    }

    /// The instance; the order of arrival is worked out where it isn't given.
    ///
    /// # Errors
    /// Jobs whose times don't fit into simulated time.
    pub fn finish(self, by_arrival: Option<Vec<JobIndex>>) -> Result<Instance, Vec<Problem>> {
        let Self { mut instance, problems, .. } = self;
        if !problems.is_empty() {
            return Err(problems);
        }
        let jobs = &instance.jobs;
        instance.by_arrival = by_arrival.unwrap_or_else(|| {
            let mut order: Vec<JobIndex> = (0..jobs.len()).map(JobIndex::from_at).collect();
            sort_by_key(&mut order, |&job| (jobs[job.at()].arrival_us, job));
            order
        });
        if predict::refit_every(&instance.scenario).is_some() {
            let ended = instance.scenario.jobs.iter().zip(jobs);
            instance.ended = ended.map(|(spec, job)| predict::record_of(spec, job.gpus)).collect();
        }
        Ok(instance)
    }
}

type ModelNumbers = std::collections::BTreeMap<String, ModelIndex>;

/// Models that some job uses, in the order of the file: the others never change a result, and may not even fit.
fn models_in_use(scenario: &Scenario, cluster: &Cluster) -> (Vec<Model>, ModelNumbers) {
    let used: std::collections::BTreeSet<&str> = scenario.jobs.iter().map(|job| job.model.as_str()).collect();
    let (mut models, mut index_of) = (Vec::new(), ModelNumbers::new());
    for (name, spec) in scenario.models.iter().filter(|(name, _)| used.contains(name.as_str())) {
        let graph = ModelGraph::new(spec).expect("validated graphs are DAGs without dangling edges");
        let constants = Constants::new(&graph, cluster);
        index_of.insert(name.clone(), ModelIndex::from_at(models.len()));
        models.push(Model { name: name.clone(), graph, constants });
    }
    (models, index_of)
}

fn job(
    scenario: &Scenario,
    cluster: &Cluster,
    model: ModelIndex,
    constants: &Constants,
    spec: &JobSpec,
    predicted: f64,
) -> Option<Job> {
    let (alpha_min_s, gpus) = (constants.alpha_min_s, constants.gpus);
    let (g, total) = (f64::from(gpus), f64::from(cluster.total_gpus));
    let policy = &scenario.policy;
    // The best run must fit into simulated time under the true number of iterations, too.
    duration_from_real(spec.iterations as f64 * alpha_min_s * 1e6)?;
    Some(Job {
        model,
        gpus,
        arrival_us: time_from_real(spec.arrival_s * 1e6)?,
        iterations: spec.iterations,
        predicted_iterations: predicted,
        virtual_size_us: duration_from_real(predicted * alpha_min_s * g / total * 1e6)?,
        predicted_run_us: duration_from_real(predicted * alpha_min_s * 1e6)?,
        delay_us: time_from_real(policy.delay_factor * predicted * alpha_min_s * 1e6),
        comm_heavy: gpus > 1 && constants.alpha_max_s >= policy.comm_heavy_ratio * alpha_min_s,
    })
}

fn too_long(at: usize, spec: &JobSpec) -> Problem {
    Problem::new(
        format!("jobs[{at}]"),
        format!(
            "job {:?} would arrive or run beyond simulated time ({TIME_LIMIT_US} µs, 285 years)",
            spec.id
        ),
        "give fewer iterations, a smaller prediction, shorter stages or an earlier arrival",
    )
}
