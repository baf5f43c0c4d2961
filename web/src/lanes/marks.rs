//! What a lane is made of: a few shapes, grouped by the job that they belong to. How a class looks is up to
//! `assets/style.css`; the job's colour comes with the group.

use asrpt_core::ids::JobIndex;

use crate::draw::path::{Path, px};

/// A shape with the class that says what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub class: &'static str,
    pub shape: Shape,
    /// A pattern or another paint that is no matter of class.
    pub fill: Option<String>,
}

/// The shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
    },
    Line {
        x1: f64,
        y1: f64,
        x2: f64,
        y2: f64,
    },
    Circle {
        x: f64,
        y: f64,
        r: f64,
    },
    Path(String),
    /// `more` goes on in a lighter hand.
    Text {
        x: f64,
        y: f64,
        text: String,
        more: Option<String>,
    },
}

impl Mark {
    /// A rectangle.
    pub fn rect(class: &'static str, x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::of(class, Shape::Rect { x, y, width: width.max(0.0), height: height.max(0.0), radius: 0.0 })
    }

    /// A line.
    pub fn line(class: &'static str, x1: f64, y1: f64, x2: f64, y2: f64) -> Self {
        Self::of(class, Shape::Line { x1, y1, x2, y2 })
    }

    /// A circle.
    pub fn circle(class: &'static str, x: f64, y: f64, r: f64) -> Self {
        Self::of(class, Shape::Circle { x, y, r })
    }

    /// A path.
    pub fn path(class: &'static str, path: Path) -> Self {
        Self::of(class, Shape::Path(path.text()))
    }

    /// A line of text from its baseline; where it is anchored is up to the class.
    pub fn text(class: &'static str, x: f64, y: f64, text: impl Into<String>) -> Self {
        Self::of(class, Shape::Text { x, y, text: text.into(), more: None })
    }

    /// With more words behind it, if it is text.
    pub fn followed_by(mut self, words: String) -> Self {
        if let Shape::Text { more, .. } = &mut self.shape {
            *more = Some(words);
        }
        self
    }

    /// With another paint.
    pub fn filled(mut self, fill: String) -> Self {
        self.fill = Some(fill);
        self
    }

    /// With rounded corners, if it is a rectangle.
    pub fn rounded(mut self, by: f64) -> Self {
        if let Shape::Rect { radius, .. } = &mut self.shape {
            *radius = by;
        }
        self
    }

    fn of(class: &'static str, shape: Shape) -> Self {
        Self { class, shape, fill: None }
    }
}

/// Marks of one job (or of none) that come and go together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub job: Option<JobIndex>,
    /// The job whose colour it has, where it belongs to many.
    pub colour: Option<JobIndex>,
    /// The step from which on the group shows what has happened; before it the group is pale. `None`: the cursor's
    /// own veil decides.
    pub step: Option<usize>,
    pub marks: Vec<Mark>,
}

impl Group {
    /// Marks that belong to no job.
    pub fn plain(marks: Vec<Mark>) -> Self {
        Self { job: None, colour: None, step: None, marks }
    }

    /// Marks of a job.
    pub fn of_job(job: JobIndex, marks: Vec<Mark>) -> Self {
        Self { job: Some(job), colour: Some(job), step: None, marks }
    }

    /// Marks of a job that are pale until a step.
    pub fn from_step(job: JobIndex, step: usize, marks: Vec<Mark>) -> Self {
        Self { job: Some(job), colour: Some(job), step: Some(step), marks }
    }

    /// Marks of many jobs in the colour of one.
    pub fn coloured(job: JobIndex, marks: Vec<Mark>) -> Self {
        Self { job: None, colour: Some(job), step: None, marks }
    }
}

/// A translation as a style, so that moving it can be eased.
pub fn moved_to(x: f64, y: f64) -> String {
    format!("transform:translate({}px,{}px)", px(x), px(y))
}
