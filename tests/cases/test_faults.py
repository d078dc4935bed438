"""Kinds of fault that readers and authors have met in generators like this one, and the test that guards against each."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

#: What goes wrong elsewhere, and where it is held here: a golden page and its case, or a file of tests and its function.
FAULTS = [
    # text
    ("a listing within a nested list keeps its indentation, or its fence shows", "components/callout.md", "In a list, with a listing before it"),
    ("a backtick in a box's title turns the rest of the chapter into code", "components/callout.md", "A title of its own"),
    ("headings in other scripts have empty ids, so that links and menu are dead", "parse/headings.md", "Other scripts"),
    ("all headings of one name lead to the first", "cases/text.md", "Anchors that differ by capitals and level"),
    ("a link to a file with a space in its name leads nowhere", "cases/text.md", "A file's name with spaces, written in both ways"),
    ("an escaped pipe in a table's code shows its backslash, or splits the row", "cases/text.md", "Pipes in a row, and money beside formulas"),
    ("a byte-order mark hides the front matter", "test_bad_input.py", "test_a_byte_order_mark_and_windows_line_ends_are_fine"),
    ("a byte-order mark or Windows line ends change what a settings file says", "cases/test_sites.py", "test_every_kind_of_file_may_come_from_windows"),
    ("a rule on the first line swallows the text up to the next one", "cases/text.md", "A first line that is a rule"),
    ("symbols in a heading are escaped twice, or lost, in menus and titles", "cases/test_sites.py", "test_a_title_with_symbols_is_the_same_text_everywhere"),
    ("a script's end tag in a cell ends the data block that the cell stands in", "components/code-cell.md", "Code that could end a script, or be taken for a tag"),
    ("a control character breaks what programs read of the page", "cases/text.md", "Characters that nobody sees"),
    ("two prices in a line become a formula", "parse/text.md", "Money and formulas"),
    ("braces in the text reach the template engine", "components/code-block.md", "Template braces are text"),
    ("a footnote that is defined in a list ends the build", "cases/text.md", "A footnote defined in a list"),
    ("an empty line in a listing within a fold lets the fold swallow the rest", "cases/html.md", "What a fold holds, a listing with an empty line among it"),
    ("a list that goes on after a picture begins at 1 again", "cases/text.md", "Numbers that go on, and one that begins no list"),
    ("a listing that is never closed, or closed twice, swallows the rest of the chapter", "check/leftovers.md", "A listing that is never closed, and a directive that is indented too far"),
    ("what looks like a box and is none stays on the page as colons", "check/leftovers.md", "Fences that close nothing, and names without braces"),
    ("HTML that is never closed hides the rest of the page", "cases/html.md", "A box that is never closed, and hides the rest"),
    # glossary
    ("only the exact form of a term links, so that plurals and capitals do by chance", "components/term.md", "The first mention links"),
    ("a term within a longer word links", "components/term.md", "Whole words only"),
    ("of two terms that overlap the shorter links", "cases/glossary.md", "Terms that overlap"),
    ("terms link in code, headings, links and paths", "cases/glossary.md", "Never in a title, a path or an address"),
    ("every mention links, or the first of the site only", "cases/test_sites.py", "test_each_chapter_links_its_own_first_mention_and_the_glossary_lists_a_term_once"),
    ("a term with symbols is never found, or shares its anchor with another", "cases/test_sites.py", "test_symbols_tell_terms_apart"),
    ("of a term that is defined twice one definition is dropped in silence", "parse/glossary.md", "A key twice, an unknown key, no definition"),
    ("a term that YAML takes for true or false vanishes", "parse/glossary.md", "Words that YAML reads as something else"),
    ("quotes and tags in a definition break the page", "cases/test_sites.py", "test_a_definition_with_quotes_and_symbols_breaks_nothing"),
    # quiz
    ("a tag that a choice names becomes that tag", "cases/html.md", "Tags in the choices of a quiz"),
    ("a choice is marked by its place, and not by what it is", "components/quiz.md", "One right choice"),
    ("a question with one right choice has boxes to tick", "browser/test_quiz.py", "test_native_radio_buttons_in_a_group_named_by_the_prompt"),
    ("nothing picked is marked as wrong", "browser/test_quiz.py", "test_nothing_picked"),
    ("formulas stay raw in choices and explanations", "browser/test_quiz_kinds.py", "test_tags_in_choices_are_text_and_formulas_are_formulas"),
    ("after a reload a question is half answered", "browser/test_quiz.py", "test_a_reload_starts_blank"),
    ("a browser that keeps nothing breaks the quiz", "cases/test_browser.py", "test_a_quiz_works_in_a_browser_that_keeps_nothing"),
    # cells
    ("a loop that never ends takes the page with it", "browser/test_limits.py", "test_stop_ends_anything_and_the_next_run_works"),
    ("a program that sleeps cannot be stopped, and what it printed is held back", "browser/test_run.py", "test_output_appears_while_the_cell_runs"),
    ("a syntax error names a line that the learner did not write", "browser/test_failures.py", "test_a_syntax_error_has_the_line_of_the_cell"),
    ("output is taken for HTML", "browser/test_run.py", "test_output_is_text_and_keeps_its_spaces"),
    ("input() fails with a number", "browser/test_run.py", "test_input_asks_in_the_page"),
    ("what is run while Python loads is lost, doubled or run in another order", "browser/test_cells.py",
     "test_what_is_asked_for_while_python_loads_runs_once_each_with_its_text_of_then"),
    ("a cell run before those above it fails without a word", "browser/test_cells.py", "test_a_cell_first_runs_those_above_that_it_needs_and_the_last_run_value_holds"),
    ("a space that is none, from a copied text, stops the code", "run/test_session.py", "test_pasted_no_break_spaces_are_read_as_spaces"),
    ("a picture appears twice, or in another cell", "browser/test_bench.py", "test_html_is_shown_in_its_order_and_can_run_fetch_and_move_nothing"),
    ("a check shows its own lines, or the solution", "browser/test_exercise.py", "test_an_exercise_is_refused_and_passed_twice"),
    ("below a path the worker or Python is looked for at the domain's root", "cases/test_browser.py",
     "test_a_run_asks_for_nothing_outside_the_sites_folder_and_for_nothing_that_is_not_there"),
    # build
    ("a chapter that was deleted or renamed stays online", "cases/test_sites.py", "test_a_chapter_that_was_deleted_and_one_that_was_renamed_leave_nothing"),
    ("each build of a preview triggers the next", "test_serve.py", "test_what_a_build_writes_changes_nothing"),
    ("an output among the sources is read by the next build", "cases/test_sites.py", "test_an_output_among_the_sources_is_refused"),
    ("of two names that differ by capitals one is lost on another disk", "cases/test_sites.py", "test_names_that_differ_by_capitals_are_told_on_any_disk"),
    ("a dead symbolic link ends the build", "test_bad_input.py", "test_a_dead_symbolic_link_is_a_warning"),
    ("a file in another encoding is not named", "test_bad_input.py", "test_a_mistake_in_a_chapter"),
    ("a value of the wrong type ends the build far from its place", "parse/front-matter.md", "Wrong keys and values"),
    ("an empty chapter ends the build, or leaves an entry without words", "cases/test_sites.py", "test_no_text_and_no_title_still_give_a_page_with_a_name"),
    ("lines are counted from the end of the front matter", "test_bad_input.py", "test_a_byte_order_mark_and_windows_line_ends_are_fine"),
    ("each build differs, by order, clock or chance", "test_course.py", "test_a_second_build_elsewhere_gives_the_same_bytes"),
    ("the second build of read-only sources cannot replace the first", "cases/test_sites.py",
     "test_sources_that_may_not_be_written_are_built_twice_and_the_site_can_be_deleted"),
    ("two builds at once mix their files", "cases/test_sites.py", "test_builds_at_once_each_leave_a_whole_site_or_say_why_not"),
    ("a chapter that no list names is never published, and nobody notices", "parse/settings.md", "Chapters in an explicit order"),
    ("every page holds the whole menu, so that the site grows with the square", "cases/test_sites.py", "test_a_page_does_not_grow_with_the_number_of_chapters"),
    # publishing
    ("below a path the page for a wrong address has no style and leads away", "browser/test_not_found.py", "test_the_way_home_from_any_depth"),
    ("a host that runs Jekyll drops folders", "cases/test_sites.py", "test_a_host_that_runs_jekyll_keeps_every_file"),
    ("a returning reader has the script of the last release with the page of this one", "render/test_assets.py", "test_a_change_renames_a_file_and_those_that_name_it"),
    ("a page reached without its slash has no style, and its links lead elsewhere", "browser/test_addresses.py", "test_style_and_links_are_right_at_every_address"),
    ("a preview serves addresses that no host would, so that what breaks there works here", "test_serve.py", "test_an_address_without_its_slash_leads_to_the_one_with_it"),
    # accessibility
    ("the editor keeps who works with the keyboard", "browser/test_cell_page.py", "test_the_keyboard_reaches_the_code_runs_it_and_leaves_it"),
    ("something on a page swallows Tab", "cases/test_browser.py", "test_tab_goes_through_a_whole_page_and_is_swallowed_nowhere"),
    ("a verdict is not announced, or only once", "browser/test_quiz.py", "test_the_same_verdict_twice_is_announced_twice"),
    ("colours of code are too faint", "browser/test_contrast.py", "test_code_has_no_colour_that_is_not_tested_here"),
    ("the focus is lost when a button goes", "browser/test_quiz.py", "test_enter_submits_and_focus_is_never_lost"),
    ("without script a page hides its text or keeps buttons that do nothing", "browser/test_pages.py", "test_without_script_nothing_is_a_dead_end"),
]


@pytest.mark.parametrize(("place", "name"), [(place, name) for _, place, name in FAULTS], ids=[fault for fault, _, _ in FAULTS])
def test_each_fault_is_guarded_by_a_test_that_is_there(place: str, name: str) -> None:
    text = (TESTS / place).read_text(encoding="utf-8")
    assert (f"\n# {name}\n" if place.endswith(".md") else f"\ndef {name}(") in text
