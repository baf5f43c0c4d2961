//! What crosses, field by field: scenarios, and what is asked about them and answered.

use asrpt_core::predict::{
    Basis, Evaluation, Held, Importance, Nearest, Pair, Prediction, Scores, Spread, Why,
};
use asrpt_core::scenario::{
    CollectiveKind, CollectiveSpec, EdgeSpec, HistoryRecord, JobSpec, ModelSpec, Per, PolicySpec,
    PredictorSpec, Problem, Scenario, ServerSpec, StageSpec,
};
use asrpt_core::trace::{Columns, Example, Moment, Options, Refused, Report};
use asrpt_core::workload::{Arrivals, Shape, Workload};

use super::bytes::{Reader, Wired, Writer, wired};

wired! {
    Problem { path, message, hint }
    ServerSpec { name, count, gpus, nvlink_gb_per_s, nic_gb_per_s, gpu_speed }
    ModelSpec { stages, edges, micro_batches }
    StageSpec { id, name, forward_ms, backward_ms, replicas, collectives }
    CollectiveSpec { kind, mb, per }
    EdgeSpec { from, to, activation_mb }
    JobSpec { id, model, arrival_s, iterations, predicted_iterations, user, group, name }
    PolicySpec { kind, comm_heavy_ratio, delay_factor }
    PredictorSpec { kind, seed, sigma, trees, max_depth, min_leaf, refit_every }
    HistoryRecord { user, group, model, gpus, iterations }
    Workload {
        jobs, history, seed, load, arrivals, shape, median_iterations, iterations_sigma, prediction_sigma, users,
        groups, recurrence, group_sigma, heavy_share, predictor, servers, models,
    }
    Options { servers, from, until, sample, seed, history, jobs, model, drop_copies, predictor, columns }
    Columns { submit, duration, gpus, id, user, group, model, unit_s }
    Report { format, rows, refused, outside, not_sampled, copies_dropped, history, jobs, beyond, notes }
    Refused { reason, rows, examples }
    Example { row, detail }
    Evaluation { predictor, fitted, held_out, importance }
    Held { pairs, scores }
    Importance { fact, increase }
    Pair { predicted, iterations }
    Scores { jobs, mape, median_abs_log_error, r2_log }
    Why { prediction, made, nearest, features, spread }
    Prediction { iterations, basis }
    Nearest { record, same_group, same_user, same_model, gpus, iterations }
    Spread { trees, p10, p90 }
}

/// A scenario without its long lists, which are the last to be written.
pub fn frame_out(scenario: &Scenario, out: &mut Writer) {
    scenario.name.put(out);
    scenario.description.put(out);
    scenario.servers.put(out);
    scenario.models.put(out);
    scenario.policy.put(out);
    scenario.predictor.put(out);
    let view = scenario.view.as_ref().map(|view| serde_json::to_string(view).unwrap_or_default());
    view.put(out);
}

/// The same, read.
pub fn frame_in(from: &mut Reader) -> Option<Scenario> {
    let mut scenario = Scenario {
        name: Wired::get(from)?,
        description: Wired::get(from)?,
        servers: Wired::get(from)?,
        models: Wired::get(from)?,
        policy: Wired::get(from)?,
        predictor: Wired::get(from)?,
        ..Scenario::default()
    };
    let view: Option<String> = Wired::get(from)?;
    scenario.view = view.and_then(|view| serde_json::from_str(&view).ok());
    Some(scenario)
}

impl Wired for Scenario {
    fn put(&self, out: &mut Writer) {
        frame_out(self, out);
        out.list(&self.jobs, |out, job| job.put(out));
        out.list(&self.history, |out, record| record.put(out));
    }
    fn get(from: &mut Reader) -> Option<Self> {
        let mut scenario = frame_in(from)?;
        scenario.jobs = from.list(JobSpec::get)?.into();
        scenario.history = from.list(HistoryRecord::get)?.into();
        Some(scenario)
    }
}

/// A kind by its place in a list.
macro_rules! by_place {
    ($($type:ty: $($kind:expr),*;)*) => {$(
        impl Wired for $type {
            fn put(&self, out: &mut Writer) {
                out.whole([$($kind),*].iter().position(|kind| kind == self).unwrap_or(0) as u64);
            }
            fn get(from: &mut Reader) -> Option<Self> {
                [$($kind),*].get(from.whole()? as usize).copied()
            }
        }
    )*};
}

by_place! {
    CollectiveKind: CollectiveKind::AllReduce, CollectiveKind::AllToAll;
    Per: Per::Iteration, Per::MicroBatch;
    Shape: Shape::LogNormal, Shape::Uniform, Shape::Pareto, Shape::Fixed;
}

impl Wired for Arrivals {
    fn put(&self, out: &mut Writer) {
        match self {
            Self::Poisson => out.whole(0),
            Self::Diurnal => out.whole(1),
            Self::Bursts { size } => {
                out.whole(2);
                size.put(out);
            }
        }
    }
    fn get(from: &mut Reader) -> Option<Self> {
        match from.whole()? {
            0 => Some(Self::Poisson),
            1 => Some(Self::Diurnal),
            2 => Some(Self::Bursts { size: Wired::get(from)? }),
            _ => None,
        }
    }
}

impl Wired for Moment {
    fn put(&self, out: &mut Writer) {
        let (kind, seconds) = match self {
            Self::After(seconds) => (0, seconds),
            Self::At(seconds) => (1, seconds),
        };
        out.whole(kind);
        out.real(*seconds);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        match (from.whole()?, from.real()?) {
            (0, seconds) => Some(Self::After(seconds)),
            (1, seconds) => Some(Self::At(seconds)),
            _ => None,
        }
    }
}

impl Wired for Basis {
    fn put(&self, out: &mut Writer) {
        let (kind, records) = match self {
            Self::Given => (0, 0),
            Self::Truth => (1, 0),
            Self::Prior => (2, 0),
            Self::Group(records) => (3, *records),
            Self::User(records) => (4, *records),
            Self::All(records) => (5, *records),
        };
        out.whole(kind);
        records.put(out);
    }
    fn get(from: &mut Reader) -> Option<Self> {
        let (kind, records) = (from.whole()?, Wired::get(from)?);
        Some(match kind {
            0 => Self::Given,
            1 => Self::Truth,
            2 => Self::Prior,
            3 => Self::Group(records),
            4 => Self::User(records),
            5 => Self::All(records),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::bytes::{whole, written};
    use super::*;
    use crate::examples::EXAMPLES;

    #[test]
    fn every_example_crosses_as_the_same_document() {
        for example in EXAMPLES {
            let scenario = example.scenario();
            let back: Scenario = whole(&written(&scenario)).unwrap();
            assert_eq!(back, scenario, "{}", example.slug);
        }
    }

    #[test]
    fn an_invalid_scenario_crosses_as_it_is() {
        let mut scenario = EXAMPLES[1].scenario();
        scenario.servers.clear();
        scenario.jobs[0].model = "gone".to_owned();
        scenario.jobs[0].arrival_s = -0.5;
        assert_eq!(whole::<Scenario>(&written(&scenario)).unwrap(), scenario);
    }

    #[test]
    fn what_is_asked_and_answered_crosses() {
        let workload = Workload { arrivals: Arrivals::Bursts { size: 7 }, ..Workload::recurring(40, 20, 3) };
        assert_eq!(whole::<Workload>(&written(&workload)).unwrap(), workload);
        let options = Options {
            from: Some(Moment::After(0.1 + 0.2)),
            until: Some(Moment::At(-5.0)),
            columns: Some(Columns::parse("submit=a,duration=b,gpus=c", 60.0).unwrap()),
            ..Options::default()
        };
        assert_eq!(whole::<Options>(&written(&options)).unwrap(), options);
        let scenario = asrpt_core::workload::generate(&workload).unwrap();
        let evaluation = asrpt_core::predict::evaluate(&scenario, None).unwrap();
        assert_eq!(whole::<Evaluation>(&written(&evaluation)).unwrap(), evaluation);
        let why = asrpt_core::predict::Explainer::new(&scenario).why(asrpt_core::ids::JobIndex(3), 5);
        assert!(why.spread.is_some() && why.nearest.len() == 5);
        assert_eq!(whole::<Why>(&written(&why)).unwrap(), why);
    }
}
