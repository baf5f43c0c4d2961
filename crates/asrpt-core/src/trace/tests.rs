use super::*;

const TIRESIAS: &str = "job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n";

fn whole() -> Options {
    Options { history: 0.0, ..Options::default() }
}

/// Reason, rows and the first example of every refusal.
fn refused(report: &Report) -> Vec<(&'static str, usize, u64, &str)> {
    let first = |refused: &Refused| refused.examples[0].row;
    report.refused.iter().map(|r| (r.reason, r.rows, first(r), r.examples[0].detail.as_str())).collect()
}

#[test]
fn every_bad_row_is_refused_with_its_line_and_reason() {
    let rows = "a,1,10,5,resnet50,60,0\n\
        b,0,10,5,resnet50,60,0\n\
        c,1,10,5,resnet50,0,0\n\
        d,1,10,5,resnet50,-3,0\n\
        e,600,10,5,resnet50,60,0\n\
        f,1,10,5,hal9000,60,0\n\
        a,1,11,5,resnet50,60,0\n\
        g,one,10,5,resnet50,60,0\n\
        h,1,,5,resnet50,60,0\n\
        i,1,10\n\
        j,-1,10,5,resnet50,60,0\n\
        k,1,5,5,resnet50,60,0\n";
    let (scenario, report) = import(&format!("{TIRESIAS}{rows}"), "auto", &whole()).unwrap();
    assert_eq!(scenario.jobs.iter().map(|job| job.id.as_str()).collect::<Vec<_>>(), ["k", "a"]);
    assert_eq!((report.rows, report.jobs), (12, 2));
    let mut said = refused(&report);
    said.sort_by_key(|(_, _, row, _)| *row);
    assert_eq!(
        said,
        [
            ("needs no GPU", 1, 3, "0 GPUs"),
            ("ran for no time", 1, 4, "0 s"),
            ("ends before it starts", 1, 5, "-3 s"),
            ("needs more GPUs than the cluster has", 1, 6, "600 GPUs, the cluster has 512"),
            ("the library has no such model", 1, 7, said[4].3),
            ("another row has the same id", 1, 8, "id \"a\""),
            ("a number can't be read", 1, 9, "num_gpu is \"one\""),
            ("a value is missing", 1, 10, "submit_time is blank"),
            ("a row has too few or too many cells", 1, 11, "3 cells under 7 columns"),
            ("asks for less than no GPU", 1, 12, "-1 GPUs"),
        ]
    );
    assert!(said[4].3.contains("\"hal9000\""), "{}", said[4].3);
    assert_eq!(report.rows, report.jobs + report.refused.iter().map(|refused| refused.rows).sum::<usize>());
}

#[test]
fn a_job_with_the_best_placement_runs_as_long_as_it_did() {
    let (scenario, _) = import(&format!("{TIRESIAS}a,8,0,1,vgg16,3600,0\n"), "tiresias", &whole()).unwrap();
    let instance = crate::instance::Instance::prepare(scenario).unwrap();
    let (job, alpha_s) = (&instance.jobs[0], instance.models[0].constants.alpha_min_s);
    assert_eq!((job.gpus, job.iterations), (8, (3600.0 / alpha_s + 0.5) as u64));
    assert!((job.iterations as f64 * alpha_s - 3600.0).abs() <= alpha_s / 2.0);
}

#[test]
fn rows_are_split_by_time_sampled_and_cut_into_windows() {
    let rows: String = (0..100).rev().map(|at| format!("j{at},1,{},1,resnet50,60,0\n", at * 10)).collect();
    let text = format!("{TIRESIAS}{rows}");
    let split = |options: &Options| {
        let (scenario, report) = import(&text, "auto", options).unwrap();
        let jobs = scenario.jobs.iter().map(|job| (job.id.clone(), job.arrival_s)).collect::<Vec<_>>();
        (jobs, report)
    };
    let (jobs, report) = split(&Options::default());
    assert_eq!((report.history, report.jobs), (80, 20));
    assert_eq!((jobs[0].clone(), jobs[19].clone()), (("j80".to_owned(), 0.0), ("j99".to_owned(), 190.0)));
    let window = Options {
        from: Moment::parse("100"),
        until: Moment::parse("300"),
        history: 0.5,
        jobs: Some(3),
        ..Options::default()
    };
    let (jobs, report) = split(&window);
    assert_eq!((report.outside, report.history, report.jobs, report.beyond), (80, 10, 3, 7));
    assert_eq!(jobs[0].0, "j20");
    let half = Options { sample: 0.5, seed: 3, ..whole() };
    let (jobs, report) = split(&half);
    assert_eq!((jobs.len(), report.not_sampled), (report.jobs, 100 - report.jobs));
    assert!((30..70).contains(&jobs.len()), "{}", jobs.len());
    assert_eq!(split(&half).0, jobs);
    assert_ne!(split(&Options { seed: 4, ..half }).0, jobs);
    let dated = Options { from: Moment::parse("2017-10-01"), ..whole() };
    assert!(import(&text, "auto", &dated).unwrap_err().contains("no dates"));
}

#[test]
fn pai_adds_up_shares_of_gpus() {
    let text = "job_id,num_inst,submit_time,num_cpu,num_gpu,gpu_type,duration,user\n\
        0,1.0,0,2.0,0.00,CPU,34,u\n1,12.0,3,6.0,0.25,T4,15748,u\n2,3,4,6,0.5,T4,10,v\n3,,5,6,1,T4,10,v\n4,1,6,6,,T4,10,v\n5,1,,6,1,T4,10,v\n";
    let (scenario, report) = import(text, "auto", &whole()).unwrap();
    assert_eq!(report.format, "pai");
    let models: Vec<&str> = scenario.jobs.iter().map(|job| job.model.as_str()).collect();
    assert_eq!(models, ["resnet50-3gpu", "resnet50-2gpu", "resnet50-1gpu"]);
    assert_eq!(scenario.jobs[0].user.as_deref(), Some("u"));
    assert_eq!(refused(&report)[0], ("needs no GPU", 2, 2, "0 GPUs"));
    assert_eq!(refused(&report)[1], ("a value is missing", 1, 7, "submit_time is blank"));
    assert!(report.notes.contains(&"shares of a GPU are rounded up to whole ones (1 row)".to_owned()));
}

#[test]
fn philly_sums_attempts_and_sees_missing_and_reversed_times() {
    let attempt = |start: &str, end: &str, gpus: &str| {
        format!(r#"{{"start_time":{start},"end_time":{end},"detail":[{{"ip":"m","gpus":[{gpus}]}}]}}"#)
    };
    let job = |id: &str, attempts: &[String]| {
        let attempts = attempts.join(",");
        format!(
            r#"{{"jobid":"{id}","vc":"v","user":"u","submitted_time":"2017-10-07 01:00:00","attempts":[{attempts}]}}"#
        )
    };
    let (t0, t1, t2) = ("\"2017-10-07 01:00:00\"", "\"2017-10-07 01:01:00\"", "\"2017-10-07 01:03:00\"");
    let text = [
        job(
            "sum",
            &[attempt(t0, t1, r#""g0""#), attempt(t1, t2, r#""g0","g1""#), attempt(t2, "\"None\"", "")],
        ),
        job("empty", &[]),
        job("null", &[attempt("null", "null", r#""g0""#)]),
        job("reversed", &[attempt(t1, t0, r#""g0""#)]),
        job("cpu", &[attempt(t0, t1, "")]),
        r#"{"jobid":"undated","submitted_time":"None","attempts":[]}"#.to_owned(),
    ];
    let (scenario, report) = import(&format!("[{}]", text.join(",\n")), "auto", &whole()).unwrap();
    assert_eq!((report.format, report.rows, scenario.jobs.len()), ("philly", 6, 1));
    let job = &scenario.jobs[0];
    assert_eq!(
        (job.user.as_deref(), job.group.as_deref(), job.model.as_str()),
        (Some("u"), Some("v"), "resnet50-2gpu")
    );
    let alpha_s =
        crate::instance::Instance::prepare(scenario.clone()).unwrap().models[0].constants.alpha_min_s;
    assert_eq!(job.iterations, (180.0 / alpha_s + 0.5) as u64);
    let mut reasons: Vec<_> = report.refused.iter().map(|refused| (refused.reason, refused.rows)).collect();
    reasons.sort_unstable();
    assert_eq!(
        reasons,
        [("a date can't be read", 1), ("ends before it starts", 1), ("needs no GPU", 1), ("never ran", 2)]
    );
}

#[test]
fn copies_without_ids_are_said_and_dropped_on_demand() {
    let row = "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n";
    let other = "2017-10-09 07:01:55,66.0,2,66.0,11cb48\n";
    let text = format!("timestamp,duration,num_gpus,gpu_time,cluster\n{row}{other}{row}{row}");
    let (scenario, report) = import(&text, "auto", &whole()).unwrap();
    assert_eq!(scenario.jobs.len(), 4);
    assert!(report.notes[0].starts_with("exact copies of an earlier row (2 rows)"), "{:?}", report.notes);
    let (scenario, report) = import(&text, "auto", &Options { drop_copies: true, ..whole() }).unwrap();
    assert_eq!((scenario.jobs.len(), report.copies_dropped), (2, 2));
    assert_eq!(report.notes, ["time 0 is 2017-10-09 07:01:55 on the trace's clock"]);
}

#[test]
fn any_csv_comes_in_by_its_columns() {
    let text =
        "Who;x,Start,Run,GPUs\nann,2020-01-01 00:00:00,2,1\nbob,2020-01-01 00:01:00,1.5,4\nbob,7,1,1\n";
    let columns = Columns::parse("submit=Start,duration=Run,gpus=GPUs,user=Who;x", 60.0).unwrap();
    let options = Options { columns: Some(columns), ..whole() };
    let (scenario, report) = import(text, "csv", &options).unwrap();
    assert_eq!(scenario.jobs[1].arrival_s, 60.0);
    assert_eq!(scenario.jobs[1].user.as_deref(), Some("bob"));
    assert_eq!(refused(&report), [("a date can't be read", 1, 4, "Start is \"7\"")]);
    assert!(import(text, "csv", &whole()).unwrap_err().contains("columns must be named"));
    assert!(Columns::parse("submit=a,duration=b", 1.0).unwrap_err().contains("gpus"));
    let absent =
        Options { columns: Some(Columns::parse("submit=s,duration=Run,gpus=GPUs", 1.0).unwrap()), ..whole() };
    assert!(import(text, "csv", &absent).unwrap_err().contains("lacks s"));
}

#[test]
fn what_is_no_trace_is_said() {
    assert!(import("hello\n", "auto", &whole()).unwrap_err().contains("begins with \"hello\""));
    assert!(import("", "auto", &whole()).is_err());
    assert!(import("a\tb\tc\td\te\tf\tg\n", "auto", &whole()).unwrap_err().contains("Gavel"));
    assert!(import("[1,", "philly", &whole()).unwrap_err().contains("no JSON"));
    let none = import(&format!("{TIRESIAS}a,0,0,1,vgg16,1,0\n"), "auto", &whole()).unwrap_err();
    assert!(none.contains("no row is left") && none.contains("needs no GPU"), "{none}");
}

#[test]
fn absurd_rows_are_refused_and_many_alike_are_quick() {
    let long = "x".repeat(201);
    let text = format!(
        "{TIRESIAS}a,1,0,1,vgg16,1e300,0\nb,1e300,0,1,vgg16,1,0\n{long},1,0,1,vgg16,1,0\nc,1,0,1,vgg16,1,0\n"
    );
    let (_, report) = import(&text, "auto", &whole()).unwrap();
    let reasons: Vec<_> = report.refused.iter().map(|refused| (refused.reason, refused.rows)).collect();
    assert_eq!(report.jobs, 1);
    assert!(reasons.contains(&("passes the limit of simulated time", 1)), "{reasons:?}");
    assert!(reasons.contains(&("a label is longer than 200 characters", 1)), "{reasons:?}");
    let row = "2017-10-09 07:01:55,66.0,1,66.0,11cb48\n".repeat(50_000);
    let text = format!("timestamp,duration,num_gpus,gpu_time,cluster\n{row}");
    assert_eq!(
        import(&text, "auto", &Options { drop_copies: true, ..whole() }).unwrap().1.copies_dropped,
        49_999
    );
}

#[test]
fn only_a_list_of_objects_is_taken_for_philly() {
    for list in ["[{\"jobid\":", "[\n {", "[ {}]"] {
        assert_eq!(super::detect(list).map(super::Format::kind), Ok("philly"), "{list}");
    }
    for other in ["[1, 2, 3]", "[[[[", "[\"a\"]"] {
        assert!(super::detect(other).is_err(), "{other}");
    }
}
