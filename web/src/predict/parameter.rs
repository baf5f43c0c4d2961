//! The parameters of predictors as fields.

use asrpt_core::limits;
use asrpt_core::scenario::PredictorSpec;

use crate::edit::rule::Rule;

/// One of them.
pub struct Parameter {
    /// As the file and the predictors call it.
    pub key: &'static str,
    pub label: &'static str,
    pub explained: &'static str,
    pub rule: Rule,
    pub of: fn(&PredictorSpec) -> f64,
    pub set: fn(&mut PredictorSpec, f64),
}

/// The greatest seed that a file's number can carry.
const SEED: Rule = Rule { least: 0.0, most: 9_007_199_254_740_991.0, whole: true };
const SIGMA: Rule = Rule::real((0.0, limits::SIGMA));

/// All of them, in the order of the panel.
pub const PARAMETERS: [Parameter; 5] = [
    Parameter {
        key: "sigma",
        label: "σ of the error",
        explained: "Each n̂ is n · e^(σz), z standard normal. Two of three predictions are within a factor of e^σ.",
        rule: SIGMA,
        of: |spec| spec.sigma,
        set: |spec, value| spec.sigma = value,
    },
    Parameter {
        key: "trees",
        label: "Trees",
        explained: "",
        rule: Rule::count(limits::TREES),
        of: |spec| spec.trees.into(),
        set: |spec, value| spec.trees = value as u32,
    },
    Parameter {
        key: "max_depth",
        label: "Greatest depth",
        explained: "",
        rule: Rule::count(limits::TREE_DEPTH),
        of: |spec| spec.max_depth.into(),
        set: |spec, value| spec.max_depth = value as u32,
    },
    Parameter {
        key: "min_leaf",
        label: "Least records in a leaf",
        explained: "",
        rule: Rule::count(limits::LEAF),
        of: |spec| spec.min_leaf.into(),
        set: |spec, value| spec.min_leaf = value as u32,
    },
    Parameter {
        key: "seed",
        label: "Seed",
        explained: "",
        rule: SEED,
        of: |spec| spec.seed as f64,
        set: |spec, value| spec.seed = value as u64,
    },
];

/// A kind as people read it: `random-forest` is "Random forest".
pub fn label(kind: &str) -> String {
    let mut chars = kind.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.map(|c| if c == '-' { ' ' } else { c })).collect()
}

#[cfg(test)]
mod tests {
    use asrpt_core::predict::PREDICTORS;

    use super::*;

    #[test]
    fn every_parameter_of_every_predictor_has_its_field() {
        for predictor in PREDICTORS {
            for key in predictor.parameters() {
                assert!(PARAMETERS.iter().any(|parameter| parameter.key == *key), "{key}");
            }
        }
    }

    #[test]
    fn what_is_set_is_read_back() {
        let mut spec = PredictorSpec::default();
        for (at, parameter) in PARAMETERS.iter().enumerate() {
            (parameter.set)(&mut spec, 7.0 + at as f64);
        }
        for (at, parameter) in PARAMETERS.iter().enumerate() {
            assert_eq!((parameter.of)(&spec), 7.0 + at as f64, "{}", parameter.key);
        }
    }

    #[test]
    fn kinds_are_written_for_people() {
        assert_eq!(label("random-forest"), "Random forest");
        assert_eq!(label("perfect"), "Perfect");
    }
}
