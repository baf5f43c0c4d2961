//! The columns: what a cell shows, and what can be written into it.

use asrpt_core::scenario::JobSpec;

use crate::edit::rule::{Rule, written};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Id,
    Model,
    Arrival,
    Iterations,
    Predicted,
    User,
    Group,
}

impl Column {
    pub const ALL: [Self; 7] =
        [Self::Id, Self::Model, Self::Arrival, Self::Iterations, Self::Predicted, Self::User, Self::Group];

    /// Its name, with the unit.
    pub fn label(self) -> &'static str {
        match self {
            Self::Id => "Job",
            Self::Model => "Model",
            Self::Arrival => "Arrives, s",
            Self::Iterations => "Iterations",
            Self::Predicted => "Predicted",
            Self::User => "User",
            Self::Group => "Group",
        }
    }

    /// The key in the file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Model => "model",
            Self::Arrival => "arrival_s",
            Self::Iterations => "iterations",
            Self::Predicted => "predicted_iterations",
            Self::User => "user",
            Self::Group => "group",
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Self::Arrival | Self::Iterations | Self::Predicted)
    }

    /// The column that a heading means: its key, its name, or the name without a unit.
    pub fn of_heading(text: &str) -> Option<Self> {
        let bare = text.trim().to_lowercase();
        let named = |column: &Self| {
            let label = column.label().to_lowercase();
            bare == column.key() || bare == label || Some(bare.as_str()) == label.split(',').next()
        };
        Self::ALL.into_iter().find(named)
    }

    /// What a job has there, in full.
    pub fn text(self, job: &JobSpec) -> String {
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        match self {
            Self::Id => job.id.clone(),
            Self::Model => job.model.clone(),
            Self::Arrival => written(job.arrival_s),
            Self::Iterations => job.iterations.to_string(),
            Self::Predicted => job.predicted_iterations.map(written).unwrap_or_default(),
            Self::User => optional(&job.user),
            Self::Group => optional(&job.group),
        }
    }

    /// Writes a text into a job.
    ///
    /// # Errors
    /// A sentence on what is wrong with the text; the job is as before.
    pub fn write(self, job: &mut JobSpec, text: &str) -> Result<(), String> {
        let text = text.trim();
        let optional = || (!text.is_empty()).then(|| text.to_owned());
        match self {
            Self::Id if text.is_empty() => return Err("A job needs a name".to_owned()),
            Self::Id => text.clone_into(&mut job.id),
            Self::Model => text.clone_into(&mut job.model),
            Self::Arrival => job.arrival_s = Rule::ARRIVAL.read(text)?,
            // Whole and below 2^53, so exact.
            Self::Iterations => job.iterations = Rule::ITERATIONS.read(text)? as u64,
            Self::Predicted if text.is_empty() => job.predicted_iterations = None,
            Self::Predicted => job.predicted_iterations = Some(Rule::PREDICTED.read(text)?),
            Self::User => job.user = optional(),
            Self::Group => job.group = optional(),
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) fn job(id: &str, arrival_s: f64, iterations: u64) -> JobSpec {
    JobSpec {
        id: id.to_owned(),
        model: "m".to_owned(),
        arrival_s,
        iterations,
        predicted_iterations: None,
        user: None,
        group: None,
        name: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cell_shows_can_be_written_back() {
        let mut one = job("a", 0.1 + 0.2, 7);
        one.predicted_iterations = Some(1.0 / 3.0 + 1.0);
        let before = one.clone();
        for column in Column::ALL {
            let text = column.text(&one);
            column.write(&mut one, &text).unwrap();
        }
        assert_eq!(one, before);
    }

    #[test]
    fn wrong_text_is_refused_and_changes_nothing() {
        let mut one = job("a", 1.0, 7);
        let before = one.clone();
        assert_eq!(Column::Iterations.write(&mut one, "many").unwrap_err(), "“many” is no number");
        assert_eq!(Column::Arrival.write(&mut one, "-1").unwrap_err(), "Must be at least 0");
        assert_eq!(Column::Id.write(&mut one, " ").unwrap_err(), "A job needs a name");
        assert_eq!(one, before);
        Column::Predicted.write(&mut one, "").unwrap();
        assert_eq!(one.predicted_iterations, None);
    }

    #[test]
    fn headings_are_understood() {
        assert_eq!(Column::of_heading("arrival_s"), Some(Column::Arrival));
        assert_eq!(Column::of_heading(" Arrives "), Some(Column::Arrival));
        assert_eq!(Column::of_heading("Job"), Some(Column::Id));
        assert_eq!(Column::of_heading("j1"), None);
    }
}
