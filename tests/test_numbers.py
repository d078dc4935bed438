"""Numbers of the course: each one in the text stands in what the page runs or shows, is reckoned in the text itself, or is listed here."""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
from collections.abc import Iterator

import pytest
from test_content import CHAPTERS, ROOT, SITE

from easycompilers_site.cache import Cache
from easycompilers_site.components.code_block import CodeBlock
from easycompilers_site.components.code_cell import CodeCell
from easycompilers_site.components.exercise import Exercise
from easycompilers_site.components.quiz import Question, Quiz, split_back_matter
from easycompilers_site.inlines import inline_tokens, plain
from easycompilers_site.model import Block, Chapter, Outcome, Prose, Stream, walk
from easycompilers_site.read import read
from easycompilers_site.run import Runner

#: Chosen for an example, so that no page works them out.
CHOSEN = {
    "tokens-and-vectors": "7,000 512 40",
    "scores-to-shares": "100 50 0.001",
    "queries-keys-values": "32 1,000",
    "residual-streams-and-layer-norm": "50 1.1",
    "feed-forward-layer": "16",
    "positional-encoding": "1,000 3.14159 102 103",
}
#: Of papers and models. The papers stand at the end of the part.
FACTS = {
    "tokens-and-vectors": {"37,000": "Vaswani et al. 2017", "262": "the vocabulary of GPT-2"},
    "queries-keys-values": {"512": "Vaswani et al. 2017"},
    "heads-and-masks": {"512": "Vaswani et al. 2017", "64": "Vaswani et al. 2017", "38 48 0.15": "Voita et al. 2019", "768": "Radford et al. 2019"},
    "positional-encoding": {"1,024 768": "Radford et al. 2019", "1,024 2,048": "Press, Smith and Lewis 2021", "4,096 2,048": "Chen et al. 2023"},
    "generation-cache-and-gpu": {"192 108 19 40 80 1.5 2.0": "Dao et al. 2022"},
}

NUMBER = re.compile(r"(?<![\w.,^_{])\d[\d,]*(?:\.\d+)?(?![\w¹²³⁴⁵⁶⁷⁸⁹⁰])")
YEAR = re.compile(r"\b(?:19[5-9]\d|20[0-4]\d)(?![\d,.]\d)\b")
SIGNS = {"×": "*", "−": "-", "⅔": "(2/3)", "≈": "=", ",": ""}
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
EQUALS = re.compile(r"(?P<left>(?:ln(?=[ (])|[\d.,()×+−/√⅔⁰¹²³⁴⁵⁶⁷⁸⁹ ])*) [=≈] (?P<right>−?\d[\d,]*(?:\.\d+)?)(?![\w%²-⁹/^]|[.,]\d| [×+−/] )")

each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    runner = Runner(SITE, read(ROOT), Cache(ROOT / ".easycompilers" / "cache"))
    return {place: outcome for course in SITE.courses for chapter in course.chapters for place, outcome in runner.chapter(course, chapter).by_place.items()}


@each_chapter
def test_every_number_in_the_text_comes_from_the_page(chapter: Chapter, outcomes: dict[str, Outcome]) -> None:
    known = {float(text) for source in shown(chapter, outcomes) for text in numbers(source.replace("_", ""))}
    known |= {float(text) for listed in (CHOSEN.get(chapter.slug, ""), *FACTS.get(chapter.slug, {})) for text in numbers(listed)}
    known |= {float(text) for text in given(chapter)}
    known |= {number for passage in told(chapter) for number in reckoned(passage)}
    unknown = [(text, passage) for passage in told(chapter) for text in numbers(YEAR.sub("", passage))
               if matters(text) and not any(same(text, number) for number in known)]
    assert unknown == []


@each_chapter
def test_what_is_reckoned_in_the_text_is_right(chapter: Chapter) -> None:
    for passage in told(chapter):
        for left, right in equations(passage):
            assert same(right, value(left)), f"{left} = {right}"


@each_chapter
def test_no_number_is_listed_in_vain(chapter: Chapter) -> None:
    text = " ".join(told(chapter))
    listed = " ".join((CHOSEN.get(chapter.slug, ""), *FACTS.get(chapter.slug, {}))).split()
    assert [number for number in listed if not re.search(rf"(?<![\d,.]){re.escape(number)}(?!\d)", text)] == []
    papers = passages(split_back_matter(chapter.blocks)[1])
    for paper in FACTS.get(chapter.slug, {}).values():
        assert not re.search(r"\d{4}", paper) or any(entry.startswith(paper[:-5].split(" et al")[0]) and paper[-4:] in entry for entry in papers), paper


@pytest.mark.parametrize("text", ["8 × 64 = 512", "768 / 12 = 64", "√64 = 8", "2¹² = 4,096", "ln 2 = 0.693", "−ln(1/2) = 0.693", "5 × 1.1⁵ ≈ 8.05",
                                  "(9 + 1 + 1 + 25) / 4 = 9", "−1 − 1.5 = −2.5", "⅔ × 2,048 = 1,365.3"])
def test_an_equation_is_seen(text: str) -> None:
    (left, right), = equations(text)
    assert same(right, value(left))
    assert not same(right, value(left) + 1)


def shown(chapter: Chapter, outcomes: dict[str, Outcome]) -> Iterator[str]:
    """Code and what it gave: cells, figures with all their variants, starters, answers, listings."""
    for block, _ in walk(chapter.blocks):
        if isinstance(block, CodeCell) and not block.tags & {"check", "mistake"}:
            yield block.source
            for place, outcome in outcomes.items():
                if place.partition("#")[0] == block.span.place:
                    yield from map(text_of, outcome.outputs)
            if block.vary:
                yield from block.vary.values
        elif isinstance(block, CodeBlock):
            yield block.source
        elif isinstance(block, Exercise):
            yield printed(block.solution.answer.source)


def text_of(output) -> str:
    """What is printed, and the numbers of a picture: not where its strokes lie."""
    if isinstance(output, Stream):
        return output.text
    forms = dict(output.forms)
    rows = json.loads(forms["application/vnd.coursekit.rows+json"]) if "application/vnd.coursekit.rows+json" in forms else []
    return " ".join([forms.get("text/plain", ""), *re.findall(r"[^\"\[\],]+", json.dumps(rows))])


def printed(code: str) -> str:
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        exec(compile(code, "answer", "exec"), {"__name__": "__main__"})
    return text.getvalue()


def told(chapter: Chapter) -> list[str]:
    """The passages that a reader meets, questions and captions among them, without the papers."""
    quizzes = tuple(block for block in chapter.blocks if isinstance(block, Quiz))
    return passages((*split_back_matter(chapter.blocks)[0], *quizzes[-1:]))


def passages(blocks: tuple[Block, ...]) -> list[str]:
    found = []
    for block, _ in walk(blocks):
        if isinstance(block, Prose):
            found += [plain(token.children or ()) for token in inline_tokens(block.tokens)]
            found += [token.content.replace(r"\times", "×").replace("-", "−") for token in block.tokens if token.type.startswith("math_block")]
        elif isinstance(block, CodeCell) and block.caption:
            found += [block.caption.plain, block.alt]
    return found


def given(chapter: Chapter) -> Iterator[str]:
    """The numbers that a question supposes, and the answer that it expects."""
    for block, _ in walk(chapter.blocks):
        if isinstance(block, Question):
            for passage in (*passages(block.prompt), *block.answers):
                yield from numbers(passage)


def numbers(text: str) -> list[str]:
    return [match.group().rstrip(",").replace(",", "") for match in NUMBER.finditer(text)]


def matters(text: str) -> bool:
    """Whole numbers up to twelve count things; all others say something."""
    return "." in text or float(text) > 12


def same(text: str, number: float) -> bool:
    """Whether `text` is `number` to as many places as it shows."""
    text = text.replace(",", "").replace("−", "-")
    places = len(text.partition(".")[2])
    return abs(float(text) - number) <= 0.5000001 * 10**-places


def equations(text: str) -> list[tuple[str, str]]:
    """The sums whose result is a number: what stands left of the sign, and the number. One that begins before its first number is none."""
    found = []
    for match in EQUALS.finditer(text):
        left = re.split(r"[.,] (?!.*[.,] )", match["left"])[-1]
        begins_here = match.start() == 0 or left != match["left"] or left.startswith(" ") or text[match.start() - 1] in " (“"
        if begins_here and re.search(r"[×+/√⅔²-⁹]|ln| −", left.strip()) and not re.match(r"[×+−/] ", left.strip()):
            found.append((left.strip(), match["right"]))
    return found


def reckoned(passage: str) -> set[float]:
    """Both sides of each equation in the passage, which the test above holds to be right."""
    return {float(text) for sides in equations(passage) for side in sides for text in numbers(re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]", " ", side))}


def value(expression: str) -> float:
    for sign, code in SIGNS.items():
        expression = expression.replace(sign, code)
    expression = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda power: "**" + power.group().translate(POWERS), expression)
    expression = re.sub(r"(√|ln) ?(\(.*?\)|[\d.]+)", lambda call: f"{ {'√': 'sqrt'}.get(call[1], call[1]) }({call[2]})", expression)
    return eval(compile(expression, "text", "eval"), {"sqrt": math.sqrt, "ln": math.log})
