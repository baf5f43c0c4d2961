//! Rows from and for other programs: tab- or comma-separated, with or without a line of headings.

use asrpt_core::scenario::JobSpec;

use super::acts::{Names, fresh_job};
use super::cells::Column;
use super::marked::Spot;

/// Cells by row. Tabs separate if there is one; else semicolons or commas. A field in quotes may hold them.
pub fn cells(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_end_matches(['\r', '\n']);
    let separator = ['\t', ';'].into_iter().find(|&c| text.contains(c)).unwrap_or(',');
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut chars) = (false, text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => field.extend(chars.next()),
            '"' if quoted => quoted = false,
            '"' if field.is_empty() => quoted = true,
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            c if c == separator && !quoted => row.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    row.push(field);
    rows.push(row);
    rows
}

/// The jobs with pasted cells laid over them from a spot on; rows past the end are new jobs. With a line of headings
/// the columns are theirs, wherever the spot is.
///
/// # Errors
/// The first cell that can't be, with its line.
pub fn pasted(jobs: &[JobSpec], at: Spot, text: &str, model: &str) -> Result<Vec<JobSpec>, String> {
    let mut rows = cells(text);
    let headings: Vec<Option<Column>> = rows[0].iter().map(|text| Column::of_heading(text)).collect();
    let has_headings =
        headings.iter().flatten().count() > 0 && headings.iter().flatten().count() * 2 > headings.len();
    let columns: Vec<Option<Column>> = if has_headings {
        rows.remove(0);
        headings
    } else {
        Column::ALL.into_iter().skip(at.column).map(Some).collect()
    };
    let mut names = Names::of(jobs);
    let mut jobs = jobs.to_vec();
    for (line, row) in rows.iter().enumerate() {
        let place = at.row + line;
        if place >= jobs.len() {
            let job = fresh_job(&jobs, &mut names, model);
            jobs.push(job);
        }
        let place = place.min(jobs.len() - 1);
        for (column, text) in columns.iter().zip(row) {
            let Some(column) = column else { continue };
            let said = |reason: String| {
                format!(
                    "Line {}, {}: {reason}. Nothing was pasted",
                    line + 1 + usize::from(has_headings),
                    column.label()
                )
            };
            column.write(&mut jobs[place], text).map_err(said)?;
        }
    }
    Ok(jobs)
}

/// The marked cells for the clipboard.
pub fn copied(jobs: &[JobSpec], marked: &super::marked::Marked) -> String {
    let line = |job: &JobSpec| {
        let cells = Column::ALL[marked.columns()].iter().map(|column| quoted(&column.text(job)));
        cells.collect::<Vec<_>>().join("\t")
    };
    marked.row_list(jobs.len()).into_iter().map(|row| line(&jobs[row])).collect::<Vec<_>>().join("\n")
}

fn quoted(text: &str) -> String {
    if text.contains(['\t', '\n', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The first marked row's cells in all marked rows below. Names are made anew, since each job has its own.
pub fn filled_down(jobs: &[JobSpec], marked: &super::marked::Marked) -> Vec<JobSpec> {
    let mut names = Names::of(jobs);
    let mut jobs = jobs.to_vec();
    let rows = marked.row_list(jobs.len());
    let Some(first) = rows.first().map(|&row| jobs[row].clone()) else { return jobs };
    let mut last = first.id.clone();
    for row in rows.into_iter().skip(1) {
        for column in &Column::ALL[marked.columns()] {
            if *column == Column::Id {
                jobs[row].id = names.next(&last);
                last.clone_from(&jobs[row].id);
            } else {
                // What one job holds another can hold.
                let _ = column.write(&mut jobs[row], &column.text(&first));
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::super::cells::job;
    use super::super::marked::Marked;
    use super::*;

    #[test]
    fn separators_quotes_and_line_ends() {
        assert_eq!(cells("a\tb\r\nc\td\r\n"), [["a", "b"], ["c", "d"]]);
        assert_eq!(cells("a,\"b,\"\"c\"\"\"\n1,2"), [["a", "b,\"c\""], ["1", "2"]]);
        assert_eq!(cells("a;1,5"), [["a", "1,5"]]);
    }

    #[test]
    fn rows_are_laid_over_and_added() {
        let jobs = [job("a", 0.0, 1), job("b", 1.0, 2)];
        let at = Spot { row: 1, column: 2 };
        let now = pasted(&jobs, at, "5\t50\n6\t60", "m").unwrap();
        let seen: Vec<_> = now.iter().map(|job| (job.id.as_str(), job.arrival_s, job.iterations)).collect();
        assert_eq!(seen, [("a", 0.0, 1), ("b", 5.0, 50), ("b1", 6.0, 60)]);
    }

    #[test]
    fn headings_name_the_columns() {
        let text = "iterations,user,id\n7,eva,x\n8,eva,y";
        let now = pasted(&[], Spot::default(), text, "m").unwrap();
        assert_eq!((now[1].id.as_str(), now[1].iterations, now[1].user.as_deref()), ("y", 8, Some("eva")));
        assert_eq!(now[0].model, "m");
    }

    #[test]
    fn a_bad_cell_refuses_all() {
        let refused = pasted(&[], Spot { row: 0, column: 2 }, "1\t5\n2\tmany", "m").unwrap_err();
        assert_eq!(refused, "Line 2, Iterations: “many” is no number. Nothing was pasted");
    }

    #[test]
    fn copy_and_paste_give_the_same() {
        let jobs = [job("a", 0.5, 1), job("b \"x\"", 1.0, 2)];
        let text = copied(&jobs, &Marked::all(2));
        assert_eq!(pasted(&[], Spot::default(), &text, "?").unwrap(), jobs);
    }

    #[test]
    fn fill_down_makes_names_anew() {
        let jobs = [job("j1", 3.0, 9), job("b", 1.0, 2), job("c", 1.0, 2)];
        let now = filled_down(&jobs, &Marked::all(3));
        let seen: Vec<_> = now.iter().map(|job| (job.id.as_str(), job.arrival_s, job.iterations)).collect();
        assert_eq!(seen, [("j1", 3.0, 9), ("j2", 3.0, 9), ("j3", 3.0, 9)]);
    }
}
