"""The index of the search: what is in it, when it is made again, and that a site without it is whole."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pagefind_bin
import pytest
from click.testing import CliRunner
from files import put

from easycompilers_site import index as search
from easycompilers_site.build import build, inspect
from easycompilers_site.cache import NO_CACHE, Cache
from easycompilers_site.cli import main
from easycompilers_site.index.workplace import Workplace, alone, claim
from easycompilers_site.run.node import node_program

STATIC = Path(__file__).parents[1] / "static"

CHAPTER = """\
---
title: One & <all>
summary: A summary word.
---

Running text with $x^2$ and $\\sqrt{d_k}$.

$$ \\frac{a}{b} $$

## A section {#place}

More text.

:::{note} A boxtitle
Boxed.
:::

```{code-cell} python
visible_name = 1
```

```{code-cell} python
:tags: [remove-cell]
hidden_name = 1
```

````{exercise} The tasktitle
:label: ex-one
The task.
```{code-cell} python
:tags: [starter]
starter_name = ____
```
```{code-cell} python
:tags: [check]
assert False or starter_name == 1, "secretcheck"
```
:::{hint}
secrethint
:::
:::{question}
Whichquestion?

- [x] secretown
- [ ] secretchoice
  > secretwhy
:::
:::{then-try}
secrettry
:::
````
````{solution} ex-one
```{code-cell} python
:tags: [answer]
starter_name = 1
```
secretreason
````

:::{prediction} A predictiontitle?
:label: guess-one

- secretguess
- secretother
:::

:::{answer} guess-one
secretanswer
:::

:::{recap} A recaptitle?
secretrecap
:::

::::{quiz}
:::{question}
:label: q-one
Whichquestion?

- [ ] secretchoice
  > secretwhy
- [x] That
  > Yes.
:::
::::
"""
FILES = {"course/site.yaml": "title: Example\n", "course/first/course.yaml": "title: First\n", "course/first/01-one.md": CHAPTER,
         "glossary.yaml": "sum: What *adding* gives.\nsomme:\n  definition: Le total.\n  language: fr\n"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(tmp_path, FILES)
    return tmp_path


def texts(site: Path) -> dict[str, str]:
    found = inspect(site, lambda line: None, NO_CACHE).texts
    return {path: (text if isinstance(text, bytes) else text.read_bytes()).decode("utf-8") for path, text in found.items()}


def test_a_page_is_found_by_its_text_and_its_sections(site: Path) -> None:
    chapter = texts(site)["first/one/index.html"]
    assert "<h1>One &amp; &lt;all&gt;</h1>" in chapter and "First, part 1" in chapter and 'lang="en"' in chapter
    assert '<h2 id="place">A section</h2>' in chapter and '<h3 id="ex-one">The tasktitle</h3>' in chapter
    for words in ("A summary word.", "Running text with x^2 and √d_k.", "<p>a/b</p>", "More text.", "A boxtitle", "Boxed.", "visible_name", "The task.", "A recaptitle?", "A predictiontitle?"):
        assert words in chapter, words


def test_nothing_that_answers_is_in_it(site: Path) -> None:
    assert not [text for text in texts(site).values() if "secret" in text or "hidden_name" in text or "starter_name" in text or "Whichquestion" in text]


def test_how_a_page_is_cited_is_not_in_it(site: Path) -> None:
    put(site, {"course/site.yaml": "title: Example\nurl: https://example.org/\n", "course/first/course.yaml": "title: First\nauthors: [Ada Lovelace]\n"})
    assert "Ada Lovelace" not in texts(site)["first/one/index.html"]


def test_a_term_is_a_section_of_the_glossary(site: Path) -> None:
    glossary = texts(site)["glossary/index.html"]
    assert '<h2 id="sum">sum</h2><p>What adding gives.</p>' in glossary
    assert '<p data-pagefind-meta="languages" data-pagefind-ignore>{&quot;somme&quot;: &quot;fr&quot;}</p>' in glossary


def test_the_text_itself_is_not_published(site: Path) -> None:
    assert not build(site, site / "dist").failed
    assert not [path for path in (site / "dist").rglob("*") if ":" in path.name]
    assert (site / "dist/search/pagefind.js").exists() and not (site / "dist/search/pagefind-ui.js").exists()


def test_the_index_is_made_again_only_when_a_text_has_changed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    build(site, site / "dist", lines.append)
    first = {path.name for path in (site / "dist/search").rglob("*")}
    put(site, {"course/site.yaml": "title: Example\ntagline: Another.\n"})
    lines.clear()
    build(site, site / "dist", lines.append)
    assert "Indexing the text for search" not in lines and {path.name for path in (site / "dist/search").rglob("*")} == first
    put(site, {"glossary.yaml": "sum: What *adding* gives, and more.\n"})
    build(site, site / "dist", lines.append)
    assert "Indexing the text for search" in lines


def test_a_site_is_whole_without_its_search(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho It is broken >&2\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setattr(pagefind_bin, "get_executable", lambda: broken)
    result = CliRunner().invoke(main, ["build", str(site)])
    assert result.exit_code == 0 and "warning[no-search]: the site has no search: Pagefind could not read the text: It is broken" in result.output
    assert (site / "dist/first/one/index.html").exists() and not (site / "dist/search").exists()


def test_a_course_cannot_stand_where_the_index_does(site: Path) -> None:
    put(site, {"course/search/01-a.md": "Text.\n"})
    assert {problem.code for problem in build(site, site / "dist").problems if problem.is_error} == {"reserved"}


# ── a large site, whose index stands in pieces ──

MANY = 40
PIECE = search.PIECE
RARE = {3: "tensor", 7: "tensors", 11: "tens", 19: "ten", 23: "café", 29: "cafe"}
QUESTIONS = ["vector", "vectors", "vect", "matrix vector", "tensor", "tens", "tensorial", "tensor matrix", "zzqqy", "tensor zzqqy", "café", "cafe matrix", "number 17", "Number",
             '"matrix of"', "the - matrix", "hash table", "page tensor vector", "v"]


@pytest.fixture(autouse=True)
def in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """All made-up pages stand in one piece, where a test says nothing else."""
    monkeypatch.setattr(search, "PIECE", 2 * MANY)


def made_up() -> dict[str, bytes]:
    """Pages whose words are more and less frequent, as `index` is given them."""
    chance = random.Random(1)
    words = ["vector", "matrix", "hash", "table", "of", "a", "the", "number", "iterator", "vectorised", "virtual", "page", "list"]
    pages = {}
    for number in range(MANY):
        text = " ".join(chance.choices(words, weights=range(1, len(words) + 1), k=chance.randint(10, 200)))
        pages[f"part-{number}/index.html"] = (f'<!doctype html><html lang="en"><body data-pagefind-body><h1>Number {number} {chance.choice(words)}</h1>'
                                              f"<p>{text} {RARE.get(number, '')}</p></body></html>").encode()
    return pages


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """To each question what one index answers, and what several pieces do; to none, what was fetched before the first."""
    folder = tmp_path_factory.mktemp("pieces")
    for name, size in (("one", MANY), ("many", 8)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search, "PIECE", size)
            files, problems = search.index(made_up(), NO_CACHE, lambda line: None)
        assert not problems
        for path, data in files.items():
            put(folder / name, {path: data})
    put(folder, {"questions.json": json.dumps(QUESTIONS)})
    script = ["one_index.mjs", (STATIC / "search/pieces.js").as_uri(), folder / "one/search", folder / "many/search", folder / "questions.json"]
    done = subprocess.run([str(node_program()), *map(str, script)], cwd=Path(__file__).parent, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    before, *found = json.loads(done.stdout)
    return {"": before, **dict(zip(QUESTIONS, map(tuple, found), strict=True))}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_pieces_of_an_index_answer_as_one_index_would(answers: dict[str, tuple[list, list]], question: str) -> None:
    """The same pages with the same scores, so in the same order, but for pages that are as good as each other."""
    one, many = (sorted(found, key=lambda row: (-round(row[1], 2), row[0])) for found in answers[question])
    assert [page for page, _ in one] == [page for page, _ in many]
    assert [score for _, score in one] == pytest.approx([score for _, score in many], rel=1e-3)
    assert [score for _, score in answers[question][1]] == sorted((score for _, score in many), reverse=True)


def test_of_an_index_in_pieces_no_word_is_fetched_before_one_is_looked_for(answers: dict[str, Any]) -> None:
    kinds = {path.rpartition(".")[2] for path in answers[""]}
    assert kinds == {"json", "pf_meta", "pagefind"}, "pf_index would hold words, and all pieces together are megabytes"


def test_the_questions_find_few_and_many_pages(answers: dict[str, tuple[list, list]]) -> None:
    numbers = {question: len(answers[question][0]) for question in QUESTIONS}
    assert numbers["vector"] > MANY / 2 and 1 <= numbers["tensor"] <= 3 and numbers["tensorial"] and not numbers["zzqqy"]


def test_a_site_of_a_thousand_pages_has_no_more_pieces_than_one_of_five_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is small where an edit would feel it, and there are few where a reader's browser would."""
    monkeypatch.setattr(search, "PIECE", PIECE)
    numbers = {count: len(search.pieces_of({f"{number}/index.html": b"" for number in range(count)})) for count in (0, 1, 24, 25, 100, 480, 1000, 5000)}
    assert numbers == {0: 0, 1: 1, 24: 1, 25: 2, 100: 5, 480: 20, 1000: 20, 5000: 100}


@pytest.mark.parametrize("count", [380, 1000, 1600, 3200, 5000, 6400])
def test_pieces_are_about_as_large_as_each_other(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """An edit costs as much as its piece is large, whatever chapters are called, and in however many pieces they are."""
    monkeypatch.setattr(search, "PIECE", PIECE)
    words = ["loop", "list", "tree", "graph", "heap", "stack", "class", "tuple", "token", "layer", "model", "norm"]
    for names in ([f"ch{number:04}" for number in range(count)], ["-".join(four) for four in itertools.permutations(words, 4)][:count]):
        sizes = [len(piece) for piece in search.pieces_of({f"course/{name}/index.html": b"" for name in names})]
        mean = count / len(sizes)
        assert max(sizes) < 1.8 * mean and min(sizes) > mean / 2


def test_only_the_piece_with_the_changed_text_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PIECE", 8)
    cache, pages, told = Cache(tmp_path), made_up(), []
    before = search.index(pages, cache, told.append)[0]
    assert told == [f"Indexing the text for search: part {number} of 5" for number in range(1, 6)]
    told.clear()
    after = search.index({**pages, "part-3/index.html": pages["part-4/index.html"]}, cache, told.append)[0]
    assert len(told) == 1, "it has one piece to do"
    assert search.index(pages, NO_CACHE, told.append)[0].keys() == before.keys() != after.keys()


# ── a piece that runs again ──

def indexed(pages: dict[str, bytes], cache: Cache) -> dict[str, bytes]:
    return {path: file if isinstance(file, bytes) else file.read_bytes() for path, file in search.index(pages, cache, lambda line: None)[0].items()}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[set[str], set[str]]]:
    """Of each run of Pagefind the fragments that it was spared to pack, and those that it packed."""
    found = []
    run = search.run

    def watched(program: Path, texts: dict, kept: Mapping, *place: object) -> tuple[dict, str]:
        made, said = run(program, texts, kept, *place)
        found.append((set(kept), {path for path, data in made.items() if path.endswith(".pf_fragment") and isinstance(data, bytes)}))
        return made, said

    monkeypatch.setattr(search, "run", watched)
    return found


def test_the_fragments_of_pages_that_did_not_change_are_not_packed_again(tmp_path: Path, runs: list) -> None:
    pages, cache = made_up(), Cache(tmp_path)
    indexed(pages, cache)
    pages["part-3/index.html"] = pages["part-3/index.html"].replace(b"tensor", b"scalar")
    del pages["part-4/index.html"]
    pages["part-98/index.html"] = pages["part-5/index.html"]
    pages["part/ä b/index.html"] = pages["part-6/index.html"]
    again = indexed(pages, cache)
    assert [(len(spared), len(packed)) for spared, packed in runs] == [(0, MANY), (MANY - 2, 3)]
    assert again == indexed(pages, Cache(None))
    pages["part/ä b/index.html"] = pages["part-7/index.html"]
    assert indexed(pages, cache) == indexed(pages, Cache(None))
    assert len(runs[-2][0]) == MANY


def test_fragments_whose_names_were_given_out_otherwise_are_packed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runs: list) -> None:
    """A name is the beginning of a hash. Where two begin alike, who comes first has the shorter one: then Pagefind packs a page that it was spared."""
    pages, cache = made_up(), Cache(tmp_path)
    indexed(pages, cache)
    pages["part-3/index.html"] = pages["part-3/index.html"].replace(b"tensor", b"scalar")
    whole = indexed(pages, Cache(None))
    run = search.run

    def otherwise(program: Path, texts: dict, kept: Mapping, *place: object) -> tuple[dict, str]:
        made, said = run(program, texts, kept, *place)
        if kept:
            path = next(iter(kept))
            made[path.replace(".pf_", "0.pf_")] = kept[path].read_bytes()
        return made, said

    monkeypatch.setattr(search, "run", otherwise)
    assert indexed(pages, cache) == whole
    assert [bool(spared) for spared, _ in runs[-2:]] == [True, False]


@pytest.mark.parametrize("damage", [lambda text: '{"part-3/index.html": [1, 2]}', lambda text: text.replace("search/fragment/", "search/../../fragment/")],
                         ids=["no list", "a way out of its folder"])
def test_a_list_of_fragments_that_is_no_such_list_is_none(tmp_path: Path, runs: list, damage: Callable[[str], str]) -> None:
    pages, cache = made_up(), Cache(tmp_path)
    whole = indexed(pages, cache)
    for entry in tmp_path.glob("*/*.json"):
        text = entry.read_text(encoding="utf-8")
        entry.unlink() if '"search/pagefind.js"' in text else entry.write_text(damage(text), encoding="utf-8")
    assert indexed(pages, cache) == whole
    assert not runs[-1][0]


def test_a_program_that_writes_over_what_it_was_to_let_stand_is_run_without_it(tmp_path: Path) -> None:
    """An empty file with many names stands for what is kept: whoever writes to one name writes to all."""
    program, cache = tmp_path / "program", Cache(tmp_path / "cache")
    program.write_text('#!/bin/sh\nmkdir -p "$4/fragment"\necho made > "$4/fragment/a.pf_fragment"\necho "{}" > "$4/pagefind-entry.json"\n')
    program.chmod(0o755)
    kept = {f"search/fragment/{name}.pf_fragment": cache.put_blob(b"kept") for name in "ab"}
    for _ in range(2):
        with claim(cache, 1) as place:
            made = search.run(program, {}, kept, place, cache.put_blob(b""))
        assert made == ({"search/fragment/a.pf_fragment": b"made\n", "search/pagefind-entry.json": b"{}"}, "")


# ── the folder in which Pagefind works, which stays in the cache ──

@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders in which Pagefind has worked."""
    found, run = [], search.run

    def noted(program: Path, texts: dict, kept: Mapping, work: Workplace, *more: object) -> tuple[dict, str]:
        found.append(work.top)
        return run(program, texts, kept, work, *more)

    monkeypatch.setattr(search, "run", noted)
    return found


def test_what_a_build_that_was_killed_left_where_pagefind_works_does_no_harm(tmp_path: Path, runs: list) -> None:
    pages, cache, place = made_up(), Cache(tmp_path), tmp_path / "pagefind/1"
    fragments = [path for path in indexed(pages, cache) if path.endswith(".pf_fragment")]
    (place / "site/part-3/index.html").unlink()
    (place / "site/part-5/index.html").unlink()
    put(place, {"site/part-3/index.html": pages["part-4/index.html"], "site/part-5/index.html/index.html": b"a folder", "site/left/index.html": pages["part-4/index.html"],
                "search/index/left.pf_index": b"half"})
    for path in fragments[:3]:
        (place / path).unlink()
        (place / path).write_bytes(b"half")
    pages["part-6/index.html"] = pages["part-7/index.html"]
    assert indexed(pages, cache) == indexed(pages, Cache(None))
    assert len(runs[1][0]) == MANY - 1, "the other fragments are still kept"


def test_where_another_build_works_with_pagefind_nobody_else_does(tmp_path: Path) -> None:
    pages, cache = made_up(), Cache(tmp_path)
    with claim(cache, 1) as place:
        put(Path(place.top), {"site/part-3/index.html": b"another build's"})
        assert indexed(pages, cache) == indexed(pages, Cache(None))
        assert (Path(place.top) / "site/part-3/index.html").read_bytes() == b"another build's"
    with claim(cache, 1) as again:
        assert again.top == place.top


def test_pagefind_holds_the_folder_until_it_has_ended(tmp_path: Path) -> None:
    """A build that is killed may leave it running."""
    with claim(Cache(tmp_path), 1) as place:
        left = subprocess.Popen(["sleep", "60"], pass_fds=place.held)
    with claim(Cache(tmp_path), 1) as other:
        assert other.top != place.top
    left.kill()
    left.wait()
    with claim(Cache(tmp_path), 1) as again:
        assert again.top == place.top


def test_nothing_is_deleted_where_a_link_leads_to(tmp_path: Path) -> None:
    put(tmp_path / "mine", {"site/letter.txt": b"mine"})
    for name in ("pagefind", "pagefind/1", "pagefind/1/site"):
        cache = tmp_path / name.replace("/", "-")
        (cache / name).parent.mkdir(parents=True)
        (cache / name).symlink_to(tmp_path / "mine")
        assert indexed(made_up(), Cache(cache))
    assert [path.name for path in (tmp_path / "mine").rglob("*")] == ["site", "letter.txt"]


def test_a_cache_that_is_there_to_be_read_alone_takes_no_search_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, cache, arrange = made_up(), Cache(tmp_path), Workplace.arrange
    indexed(pages, cache)

    def denied(place: Workplace, *files: object, **how: object) -> None:
        if place.top.startswith(str(tmp_path / "pagefind")):
            raise PermissionError("denied")
        arrange(place, *files, **how)

    monkeypatch.setattr(Workplace, "arrange", denied)
    pages["part-6/index.html"] = pages["part-7/index.html"]
    assert indexed(pages, cache) == indexed(pages, Cache(None))


def test_pages_are_found_in_the_order_in_which_a_first_build_would_have_put_them_there(tmp_path: Path) -> None:
    """Pagefind numbers them in the order in which the disk names them, and some disks name last what came last."""
    pages, cache, left = made_up(), Cache(tmp_path), tmp_path / "pagefind/1/site/left"
    indexed(pages, cache)
    left.mkdir()
    pages["part-6/index.html"] = pages["part-7/index.html"]
    indexed(pages, cache)
    assert left.exists(), "the same pages, of which one has another text"
    pages["part-98/index.html"] = pages["part-5/index.html"]
    indexed(pages, cache)
    assert not left.exists(), "made anew"


def test_without_a_cache_pagefind_works_beside_what_the_cache_keeps_and_leaves_nothing(tmp_path: Path, places: list[str]) -> None:
    """On the same disk, since it numbers the pages as the disk names them."""
    folder = tmp_path / ".easycompilers/cache"
    whole = search.index(made_up(), Cache(folder), lambda line: None)[0]
    kept = sorted(folder.rglob("*"))
    assert search.index(made_up(), NO_CACHE, lambda line: None, folder)[0].keys() == whole.keys()
    assert sorted(folder.rglob("*")) == kept
    search.index(made_up(), NO_CACHE, lambda line: None, tmp_path / "other/.easycompilers/cache")
    assert not (tmp_path / "other").exists()
    assert [Path(place).is_relative_to(tmp_path) for place in places] == [True] * 3


def test_where_another_build_works_the_folder_for_now_is_on_the_disk_of_the_cache(tmp_path: Path, places: list[str]) -> None:
    with claim(Cache(tmp_path), 1):
        indexed(made_up(), Cache(tmp_path))
    assert Path(places[0]).is_relative_to(tmp_path) and not Path(places[0]).exists()


def test_what_builds_that_were_killed_left_beside_it_is_swept(tmp_path: Path) -> None:
    put(tmp_path, {"pagefind/for-now-killed/site/index.html": b"left"})
    with alone(tmp_path) as working:
        indexed(made_up(), Cache(tmp_path))
        assert Path(working.top).exists() and not (tmp_path / "pagefind/for-now-killed").exists()


def test_a_build_that_keeps_nothing_deletes_nothing_in_the_folder_where_it_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path, {"None/pagefind/2/letter.txt": b"mine"})
    indexed(made_up(), NO_CACHE)
    assert (tmp_path / "None/pagefind/2/letter.txt").exists()


def test_a_site_that_has_become_smaller_leaves_no_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PIECE", 8)
    pages, cache = made_up(), Cache(tmp_path)
    indexed(pages, cache)
    assert len(list((tmp_path / "pagefind").iterdir())) == 5
    indexed(dict(list(pages.items())[:10]), cache)
    assert len(list((tmp_path / "pagefind").iterdir())) == 2
