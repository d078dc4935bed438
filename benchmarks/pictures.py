"""The pictures of docs/pictures/, anew: `make pictures`. Every kind of page as a learner meets it: light, dark, on a telephone, on paper."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from browsers import CHROMIUM_FLAGS
from hosting import hosting
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from easycompilers_site.build import build

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
LOOKS = Path(__file__).parent / "looks"

COURSE = "transformers-from-the-ground-up/"
CHAPTER = f"{COURSE}residual-streams-and-layer-norm/"


def stay(page: Page) -> None:
    pass


def answer(page: Page) -> None:
    page.locator("ec-quiz").last.scroll_into_view_if_needed()
    page.locator("ec-question:not([hidden]) .choice:not([data-right]) input").first.check()
    page.get_by_role("button", name="Check answer").click()
    page.locator("ec-quiz").last.evaluate("quiz => scrollTo(0, quiz.getBoundingClientRect().top + scrollY - 40)")


def practise(page: Page) -> None:
    page.locator("ec-exercise").first.evaluate("exercise => scrollTo(0, exercise.getBoundingClientRect().top + scrollY - 20)")


def search(page: Page) -> None:
    page.get_by_role("button", name="Search").click()
    page.get_by_role("searchbox", name="Words to find").fill("softmax")
    page.get_by_role("dialog").get_by_role("link").first.wait_for()


def settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()


def print_to(head: str) -> Callable[[Page], None]:
    """The page as it is printed, answers last; from its last `head` on, '' for the head of the page."""
    def reach(page: Page) -> None:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        if head:
            page.locator(head).last.evaluate("part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 20)")
    return reach


WEAR = "text => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); document.adoptedStyleSheets.push(sheet); }"

#: A busy machine's line looks slow to the browser, and the page would be sparing with scripts.
UNTOLD = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => undefined })"

#: Each kind of page: its address, and what is done there first.
KINDS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "courses": ("", stay), "course": (COURSE, stay), "chapter": (CHAPTER, stay), "exercise": (CHAPTER, practise), "quiz": (CHAPTER, answer),
    "glossary": ("glossary/", stay), "search": (CHAPTER, search), "settings": (CHAPTER, settings), "review": ("review/", stay), "not-found": ("404.html", stay),
}
#: What of them is shown on paper.
PAPER = {
    "chapter": (CHAPTER, print_to("")), "exercise": (CHAPTER, print_to("ec-exercise")), "quiz": (CHAPTER, print_to("ec-quiz")),
    "answers": (CHAPTER, print_to(".printed-answers")), "glossary": ("glossary/", print_to("")),
}

#: How it is looked at. Paper is the screen as wide as the text on a sheet, with what print.css says.
WAYS = {
    "light": {"viewport": {"width": 1200, "height": 860}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1200, "height": 860}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 760}, "color_scheme": "light", "device_scale_factor": 1.5, "has_touch": True, "is_mobile": True},
    "print": {"viewport": {"width": 680, "height": 960}, "color_scheme": "light"},
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = build(ROOT, Path(folder, "site"))
        assert not report.failed, report.problems
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        with hosting(Path(folder, "site")) as url:
            for way in WAYS:
                for kind, (address, reach) in (PAPER if way == "print" else KINDS).items():
                    keep(f"{kind}-{way}", shot(browser, url + address, way, reach))
            for look in ("rail", "sheet", "bench"):
                keep(f"look-{look}", mock_up(browser, url + CHAPTER, LOOKS / f"{look}.css"))
        browser.close()


def mock_up(browser: Browser, address: str, sheet: Path) -> bytes:
    """The chapter with another sheet on top: one of the directions that docs/looks.md speaks of."""
    page = browser.new_page(viewport={"width": 1120, "height": 780})
    page.add_init_script(UNTOLD)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate(WEAR, sheet.read_text(encoding="utf-8") if sheet.exists() else "")
    page.evaluate("document.querySelector('.body ec-code-cell').scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(300)
    taken = page.screenshot()
    page.close()
    return taken


def shot(browser: Browser, address: str, way: str, reach: Callable[[Page], None]) -> bytes:
    context = browser.new_context(**WAYS[way])
    context.add_init_script(UNTOLD)
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    reach(page)
    page.wait_for_timeout(300)
    taken = page.screenshot()
    context.close()
    return taken


def keep(name: str, png: bytes) -> None:
    Image.open(BytesIO(png)).convert("RGB").save(PICTURES / f"{name}.webp", "WEBP", quality=55, method=6)


if __name__ == "__main__":
    main()
