"""What the course promises its readers, counted: practice, questions, terms, papers. Each chapter that is written is held."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it.token import Token

from easycompilers_site.components.callout import Callout
from easycompilers_site.components.code_block import CodeBlock
from easycompilers_site.components.code_cell import CodeCell
from easycompilers_site.components.exercise import Exercise
from easycompilers_site.components.quiz import Question, Quiz, split_back_matter
from easycompilers_site.components.recap import Recap
from easycompilers_site.inlines import inline_tokens, plain
from easycompilers_site.model import Block, Chapter, Prose, walk
from easycompilers_site.parse import parse
from easycompilers_site.read import read
from easycompilers_site.reading import minutes, words

ROOT = Path(__file__).parent.parent
SITE = parse(read(ROOT))
COURSE = SITE.courses[0]
CHAPTERS = COURSE.chapters

#: As planned: reading time in minutes, and the terms that each part introduces.
PLAN = {
    "tokens-and-vectors": (12, "dimension, embedding, matrix, one-hot, parameter, token, vector"),
    "scores-to-shares": (11, "distribution, dot product, hard pointer, logits, soft alignment, softmax, weighted sum, weights"),
    "queries-keys-values": (16, "attention, attention map, gradient, key, key axis, projection, query, saturating, scale, score matrix, value, variance"),
    "heads-and-masks": (15, "causal mask, head, layer, negative infinity, output projection"),
    "residual-streams-and-layer-norm": (16, "layer norm, residual stream"),
    "feed-forward-layer": (16, ""),
    "positional-encoding": (16, "positional encoding"),
    "training-on-the-next-token": (17, "GPU"),
    "generation-cache-and-gpu": (17, ""),
    "what-the-layers-learn": (18, "retrieval layer"),
}

#: Where papers are kept for good, under an address that stays.
KEPT = ("https://arxiv.org/abs/", "https://doi.org/", "https://dl.acm.org/doi/", "https://transformer-circuits.pub/", "https://www.lesswrong.com/posts/",
        "https://openai.com/index/better-language-models/")

#: What the page gives to a check.
CHECKS = runpy.run_path(str(ROOT / "static/python/checks.py"))

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)


def components(chapter: Chapter, kind: type) -> list:
    return [block for block, _ in walk(chapter.blocks) if isinstance(block, kind)]


def text_of(blocks: tuple[Block, ...]) -> str:
    return " ".join(plain(token.children or ()) for block, _ in walk(blocks) if isinstance(block, Prose) for token in inline_tokens(block.tokens))


@each_chapter
def test_reading_time(chapter: Chapter) -> None:
    assert minutes(chapter) == PLAN[chapter.slug][0], f"{words(chapter.blocks)} words"


@each_chapter
def test_outcomes_are_practised(chapter: Chapter) -> None:
    assert 3 <= len(chapter.outcomes) <= 5
    assert all(goal.label for goal in chapter.outcomes)


@each_chapter
def test_the_summary_is_two_sentences(chapter: Chapter) -> None:
    assert len(re.findall(r"[.?!](?:\s|$)", chapter.summary.plain)) == 2, chapter.summary.plain


@each_chapter
def test_something_to_do_every_600_words(chapter: Chapter) -> None:
    run, longest = 0, 0
    for block in chapter.blocks:
        if isinstance(block, (CodeCell, Exercise, Quiz)) and not (isinstance(block, CodeCell) and block.is_figure and not block.vary):
            run = 0
        else:
            run += words((block,))
            longest = max(longest, run)
    assert longest <= 600


@each_chapter
def test_the_terms_of_the_plan_are_introduced(chapter: Chapter) -> None:
    planned = {term for term in PLAN[chapter.slug][1].split(", ") if term}
    assert planned <= set(chapter.facts.introduced), "a term stands in bold where it is explained"


@each_chapter
def test_papers_are_listed_at_the_end(chapter: Chapter) -> None:
    assert chapter.headings[-1].title.plain == "Papers"
    listed = papers(chapter)
    assert len(listed) >= 3
    for entry in listed:
        assert re.match(r"[\w ,.]+ \((19|20)\d\d\), .{10,}\.", plain(entry)), plain(entry)


@each_chapter
def test_every_title_of_a_paper_is_a_link_to_it(chapter: Chapter) -> None:
    """To where it is kept for good. The text reads as well without."""
    for entry in papers(chapter):
        links = [str(token.attrGet("href")) for token in entry if token.type == "link_open"]
        assert links and len(links) == sum(token.type == "em_open" for token in entry), plain(entry)
        assert all(link.startswith(KEPT) for link in links), links


@each_chapter
def test_every_paper_that_is_cited_is_listed(chapter: Chapter) -> None:
    listed = [plain(entry) for entry in papers(chapter)]
    for author, year in cited(text_of(split_back_matter(chapter.blocks)[0])):
        assert any(re.search(rf"(^|\. ){author}\b[^()]* \({year}\)", entry) for entry in listed), f"{author} {year}"


@pytest.mark.parametrize("text", ["(Vaswani et al. 2017)", "Vaswani et al. (2017) say", "(Vaswani 2017; Xu et al. 2015)", "Vaswani, Le and Xu (2017)",
                                  "(for phrases, Vaswani et al. 2017)", "of Vaswani and Xu (2017)"])
def test_a_citation_is_seen(text: str) -> None:
    assert ("Vaswani", "2017") in cited(text)


def cited(text: str) -> Iterator[tuple[str, str]]:
    """First author and year of each citation."""
    for authors, year in re.findall(r"((?:[A-Z][\w-]+, )*[A-Z][\w-]+ and [A-Z][\w-]+|[A-Z][\w-]+ et al\.) \(?((?:19|20)\d\d)", text):
        yield re.split(r",| and | et al", authors)[0], year
    yield from re.findall(r"(?<! and )(?<![\w,] )\b([A-Z]\w+|nostalgebraist) ((?:19|20)\d\d)\b(?=[;)])", text)
    yield from re.findall(r"\b([A-Z]\w+) \(((?:19|20)\d\d)\)", re.sub(r"[A-Z][\w-]+ and [A-Z]\w+", "", text))


def papers(chapter: Chapter) -> list[list[Token]]:
    """The entries of the list at the end, each as the tokens of its line."""
    return [token.children or [] for block in split_back_matter(chapter.blocks)[1] if isinstance(block, Prose)
            for token in inline_tokens(block.tokens) if plain(token.children or ()) != "Papers"]


@each_chapter
def test_a_listing_a_figure_a_callout_and_a_prediction(chapter: Chapter) -> None:
    cells = components(chapter, CodeCell)
    assert [block for block in components(chapter, CodeBlock) if block.caption], "a listing in PyTorch"
    assert [cell for cell in cells if cell.is_figure and cell.caption and cell.alt]
    assert components(chapter, Callout)
    assert [cell for cell in cells if "predict" in cell.tags], "a cell whose output is guessed first"


@each_chapter
def test_two_exercises_with_mistakes_hints_and_a_way_on(chapter: Chapter) -> None:
    exercises = components(chapter, Exercise)
    assert len(exercises) == 2
    for exercise in exercises:
        assert len(exercise.mistakes) >= 2, exercise.label
        assert 2 <= len(exercise.hints) <= 3, exercise.label
        assert all(mistake.source.lstrip().startswith("# expect:") for mistake in exercise.mistakes), exercise.label
        assert len(text_of(exercise.then_try).split()) >= 15, exercise.label
        for question in exercise.own.questions if exercise.own else ():
            assert question.label and question.asks
            for answer in (*question.choices, *question.expected):
                assert 8 <= len(text_of(answer.explanation).split()) <= 60, (question.label, text_of(answer.explanation))


def test_some_answers_are_arranged_and_some_are_asked_about() -> None:
    exercises = [exercise for chapter in CHAPTERS for exercise in components(chapter, Exercise)]
    assert sum(exercise.parsons is not None for exercise in exercises) >= 4
    assert sum(exercise.own is not None for exercise in exercises) >= 4


@each_chapter
def test_it_asks_what_was_learned_before_it_says_so(chapter: Chapter) -> None:
    (recap,) = components(chapter, Recap)
    assert recap.title.plain.endswith("?") and 3 <= len(re.findall(r"[.?!](?:\s|$)", text_of(recap.blocks))) <= 7


@each_chapter
def test_five_questions_that_ask_for_more_than_recall(chapter: Chapter) -> None:
    questions: list[Question] = [question for quiz in components(chapter, Quiz) if not quiz.own for question in quiz.questions]
    assert len(questions) == 5
    assert sum(question.kind in ("number", "text", "predict") for question in questions) >= 1
    assert all(question.asks for question in questions)
    assert sum(question.asks in ("why", "what-if") for question in questions) >= 3
    assert sum(bool(question.returns_to) for question in questions) == bool(COURSE.parts.index(chapter))
    for question in questions:
        assert not question.choices or 3 <= len(question.choices) <= 4, question.label
        for choice in question.choices:
            assert 10 <= len(text_of(choice.explanation).split()) <= 60, (question.label, text_of(choice.explanation))
    picked = [question for question in questions if question.choices]
    places = [next(n for n, choice in enumerate(question.choices) if choice.right) for question in picked]
    assert len(set(places)) >= 2, "the right choice is not always in one place"
    for pick in (max, min):
        by_length = [pick(question.choices, key=lambda choice: len(text_of(choice.blocks))).right for question in picked]
        assert sum(by_length) <= 2, "the right choice is not the longest as a habit, nor the shortest"


def proofs() -> Iterator[tuple[str, Exercise]]:
    for chapter in CHAPTERS:
        for exercise in components(chapter, Exercise):
            yield exercise.label, exercise


@pytest.mark.parametrize("exercise", [exercise for _, exercise in proofs()], ids=[label for label, _ in proofs()])
def test_an_exercise_holds_in_cpython_as_well(exercise: Exercise) -> None:
    """The build proves it in the Python that ships; here the same code meets this Python."""
    assert verdict(exercise, exercise.solution.answer) is None
    assert verdict(exercise, exercise.starter) is not None
    for mistake in exercise.mistakes:
        said = verdict(exercise, mistake)
        assert said is not None and mistake.source.split("expect:")[1].split("\n")[0].strip() in said


def verdict(exercise: Exercise, cell: CodeCell) -> str | None:
    """What the check says against the code, None where it passes it."""
    names: dict = {"__name__": "__main__"}
    given = {"source": cell.source, "result": None, "close": CHECKS["close"]}
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(cell.source, "cell", "exec"), names)
            seen = CHECKS["seen_by_check"](names, exercise.starter.source)
            exec(compile(exercise.check.source, "check", "exec"), seen | given | {"output": printed.getvalue()})
    except AssertionError as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_figures_and_cells_keep_to_the_width_of_a_page(chapter: Chapter) -> None:
    for cell in components(chapter, CodeCell):
        if not cell.tags & {"check", "mistake", "answer"} and not cell.is_figure:
            for line in cell.source.splitlines():
                assert len(line) <= 100, (cell.span.place, line)


def test_some_figures_can_be_changed_by_the_reader() -> None:
    varied = [cell for chapter in CHAPTERS for cell in components(chapter, CodeCell) if cell.vary]
    assert len(varied) >= (3 if len(CHAPTERS) == 10 else 1)


def test_every_part_that_is_written_is_in_the_plan() -> None:
    assert {chapter.slug for chapter in CHAPTERS} <= PLAN.keys()
    assert [part.slug for part in COURSE.parts] == list(PLAN)
