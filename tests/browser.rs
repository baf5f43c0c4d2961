//! The page in a real browser: a test is a function in a module of `browser/` and a row here.

mod browser {
    pub mod api;
    pub mod drawing;
    pub mod edit;
    pub mod editor;
    pub mod first_load;
    pub mod inspector;
    pub mod keys;
    pub mod lab;
    pub mod links;
    pub mod looks;
    pub mod motion;
    pub mod opening;
    pub mod pictures;
    pub mod policies;
    pub mod predict;
    pub mod results;
    pub mod share;
    pub mod stepping;
    pub mod touch;
    pub mod worker;
}
mod parity;

// The property tests' random scenarios.
#[path = "properties/dice.rs"]
mod dice;
#[path = "properties/random.rs"]
mod random;

use asrpt_tests::{Test, run, test};
use browser::{
    api, drawing, edit, editor, first_load, inspector, keys, links, looks, motion, opening, pictures,
    policies, predict, results, share, stepping, touch, worker,
};
use std::process::ExitCode;

const TESTS: &[Test] = &[
    test!(worker::a_large_file_leaves_the_page_free),
    test!(worker::opening_can_be_cancelled),
    test!(worker::a_stale_result_is_dropped),
    test!(worker::a_crash_is_survived),
    test!(worker::predictions_leave_the_page_free),
    test!(worker::scenarios_are_made_in_the_worker),
    test!(worker::without_workers_it_works_too),
    test!(opening::what_cannot_run_leaves_the_work),
    test!(opening::what_could_be_read_can_be_seen),
    test!(opening::two_files_a_folder_and_a_picture),
    test!(opening::a_pasted_trace_is_imported),
    test!(opening::a_fresh_page_has_no_work_to_keep),
    test!(edit::rows_are_added_to_the_marked_ones),
    test!(edit::the_focus_stays_when_all_jobs_go),
    test!(policies::undo_moves_the_choice_back),
    test!(first_load::shows_a_run),
    test!(first_load::works_below_a_path),
    test!(first_load::asks_no_other_host),
    test!(first_load::works_without_storage),
    test!(first_load::works_with_full_storage),
    test!(first_load::says_that_wasm_is_missing),
    test!(first_load::says_that_the_program_is_missing),
    test!(stepping::plays_by_itself),
    test!(stepping::plays_to_the_end_and_over_again),
    test!(stepping::case_04_there_and_back),
    test!(stepping::sentences_of_case_04),
    test!(stepping::jumps_to_the_ends),
    test!(stepping::scrubs_the_overview),
    test!(stepping::speeds),
    test!(policies::every_example_under_every_policy),
    test!(policies::a_switch_keeps_the_moment),
    test!(policies::chosen_in_the_panel),
    test!(keys::move_through_the_run),
    test!(keys::space_plays_and_pauses),
    test!(keys::follow_one_job),
    test!(keys::rest_while_typing),
    test!(keys::help_opens_and_closes),
    test!(keys::choose_an_example),
    test!(keys::reach_every_control),
    test!(motion::jobs_travel),
    test!(motion::stands_still_on_request),
    test!(motion::the_queue_reorders),
    test!(opening::a_good_file_by_choice),
    test!(opening::a_good_file_by_drop),
    test!(opening::a_file_without_a_name),
    test!(opening::bad_files_are_refused),
    test!(opening::a_good_file_after_a_bad_one),
    test!(opening::hostile_names_are_text),
    test!(opening::a_scenario_without_jobs),
    test!(opening::a_large_file),
    test!(looks::nothing_scrolls_sideways),
    test!(looks::long_names_fit),
    test!(looks::changes_fit),
    test!(looks::every_pane_is_accessible_at_360),
    test!(looks::everything_open_is_accessible),
    test!(looks::themes),
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
    test!(drawing::numbers_are_edited_by_finger),
    // Last of those that touch: it ends with two fingers.
    test!(drawing::several_are_selected_by_finger),
    test!(drawing::cards_come_in_line),
    test!(drawing::drags_are_given_up),
    test!(drawing::refusals_are_seen),
    test!(drawing::models_travel_as_files),
    test!(drawing::jobs_of_the_model_are_selected),
    test!(drawing::problems_lead_to_the_drawing),
    test!(drawing::the_calculator_says_a_problem_once),
    test!(drawing::a_hundred_stages_stay_smooth),
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
    test!(results::the_cursor_reaches_the_later_of_both_ends),
    test!(results::a_second_long_run_leaves_the_page_alone),
    test!(results::jobs_are_sorted_and_chosen),
    test!(results::grows_and_shrinks),
    test!(results::terms_are_explained_on_focus),
    test!(results::is_accessible),
    test!(results::figures_of_months_fit),
    test!(results::fits_a_narrow_window),
    test!(inspector::a_job_in_the_queue_says_why_it_waits),
    test!(inspector::every_policy_says_why),
    test!(inspector::formulas_have_their_numbers),
    test!(inspector::a_job_is_found_by_name),
    test!(inspector::the_search_has_a_button_at_every_width),
    test!(inspector::notes_are_closed_by_escape),
    test!(inspector::a_projector_has_large_text_and_a_clicker),
    test!(inspector::figures_that_an_edit_changed_flash),
    test!(inspector::cells_that_an_edit_changed_flash),
    test!(inspector::the_window_is_dragged_by_its_end),
    test!(inspector::is_accessible_with_all_of_it_open),
    test!(links::each_server_has_its_load_in_gb_per_s),
    test!(links::they_come_back_where_there_was_no_room),
    test!(links::who_sends_is_shown_where_a_job_is_pointed_at),
    test!(touch::two_fingers_zoom_and_one_pans),
    test!(touch::a_tap_and_the_ruler_move_the_cursor),
    test!(touch::up_and_down_stays_the_page_s),
    test!(pictures::the_lanes_stand_alone_with_legend_and_link),
    test!(pictures::one_lane_and_a_long_link),
    test!(pictures::the_menu_is_reached_by_keys_and_by_finger),
    test!(pictures::charts_and_codes_are_saved_the_same_way),
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
    test!(predict::a_workload_is_generated_and_undone),
    test!(predict::what_cannot_be_generated_is_said_in_the_dialog),
    test!(predict::a_predictor_is_chosen_and_undone),
    test!(predict::worse_predictions_have_their_price),
    test!(predict::predictions_are_judged_and_explained),
    test!(predict::figures_are_the_command_line_s),
    test!(predict::learning_is_shown_step_by_step),
    test!(predict::a_trace_is_imported_by_its_header),
    test!(predict::refused_rows_are_accounted_for),
    test!(predict::is_accessible_and_fits),
    test!(parity::every_case_of_the_suite),
    test!(parity::random_scenarios),
    test!(parity::the_forest_predicts_the_same),
    test!(parity::learning_learns_the_same),
];

fn main() -> ExitCode {
    run(TESTS)
}
