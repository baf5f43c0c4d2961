//! The page in a real browser: a test is a function in a module of `browser/` and a row here.

mod browser {
    pub mod api;
    pub mod edit;
    pub mod editor;
    pub mod first_load;
    pub mod inspector;
    pub mod links;
    pub mod results;
    pub mod share;
}
mod parity;

// The property tests' random scenarios.
#[path = "properties/dice.rs"]
mod dice;
#[path = "properties/random.rs"]
mod random;

use asrpt_tests::{Test, run, test};
use browser::{api, edit, editor, first_load, inspector, links, results, share};
use std::process::ExitCode;

const TESTS: &[Test] = &[
    test!(first_load::shows_a_main_part),
    test!(first_load::works_below_a_path),
    test!(first_load::is_accessible),
    test!(first_load::fits_a_narrow_window),
    test!(editor::a_graph_is_drawn_by_mouse),
    test!(editor::a_graph_is_drawn_by_keyboard_alone),
    test!(editor::a_graph_is_drawn_by_finger),
    test!(editor::a_cycle_is_refused_at_the_pointer),
    test!(editor::parts_are_copied_and_pasted),
    test!(editor::tidy_and_undo_all_the_way),
    test!(editor::numbers_are_edited_in_place),
    test!(editor::models_are_kept_and_deleted),
    test!(editor::the_placement_is_stepped_through),
    test!(editor::a_model_comes_from_the_library),
    test!(editor::is_accessible_and_fits),
    test!(api::has_the_declared_members),
    test!(api::figures_are_the_command_line_s),
    test!(api::explains_steps),
    test!(api::links_go_there_and_back),
    test!(api::refuses_with_places),
    test!(api::recipes_of_the_docs_run),
    test!(results::figures_are_the_command_line_s),
    test!(results::sorts_by_any_column),
    test!(results::pictures_have_tables_and_files),
    test!(results::two_policies_share_one_cursor),
    test!(results::jobs_are_sorted_and_chosen),
    test!(results::grows_and_shrinks),
    test!(results::terms_are_explained_on_focus),
    test!(results::is_accessible),
    test!(results::fits_a_narrow_window),
    test!(inspector::a_job_in_the_queue_says_why_it_waits),
    test!(inspector::every_policy_says_why),
    test!(inspector::formulas_have_their_numbers),
    test!(inspector::a_job_is_found_by_name),
    test!(inspector::a_projector_has_large_text_and_a_clicker),
    test!(inspector::figures_that_an_edit_changed_flash),
    test!(inspector::the_window_is_dragged_by_its_end),
    test!(inspector::is_accessible_with_all_of_it_open),
    test!(links::each_server_has_its_load_in_gb_per_s),
    test!(links::they_come_back_where_there_was_no_room),
    test!(links::who_sends_is_shown_where_a_job_is_pointed_at),
    test!(edit::all_edits_are_undone_and_redone),
    test!(edit::a_refused_number_stays_and_the_last_run_too),
    test!(edit::a_scenario_that_cannot_run_is_said_in_place),
    test!(edit::rows_are_pasted_edited_and_filled),
    test!(edit::many_servers_are_edited_at_once),
    test!(edit::fifty_jobs_follow_at_once),
    test!(edit::a_long_run_can_be_cancelled),
    test!(share::a_link_opens_the_same_elsewhere),
    test!(share::a_short_link_has_a_code),
    test!(share::damaged_links_are_refused_each_in_its_words),
    test!(share::a_frame_without_an_origin_shows_the_lanes),
    test!(share::work_survives_a_reload_and_back_goes_between_scenarios),
    test!(share::blocked_storage_is_said),
    test!(share::a_pasted_link_opens),
    test!(parity::every_case_of_the_suite),
    test!(parity::random_scenarios),
];

fn main() -> ExitCode {
    run(TESTS)
}
