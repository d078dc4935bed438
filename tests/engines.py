"""Debian's Chromium and Firefox ESR through Playwright. What one of the drivers leaves out is made up for here, and nowhere else.

Firefox is driven by WebDriver BiDi (Playwright 1.64.1; later ones want commands that ESR 153 lacks). Its driver returns
from `emulate_media` and from "no script" without having done anything: a test of the dark page would pass on the light
one. So each is brought about in another way, and `open_visit` looks whether it came about.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, Route

# Each engine's programs, the names that one may have in a row; of WebKit all are needed.
PROGRAMS = {
    "chromium": [("chromium", "chromium-browser", "google-chrome")],
    "firefox": [("firefox-esr", "firefox")],
    "webkit": [("WebKitWebDriver",), ("Xvfb",)],
}
CHROMIUM_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                  "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# What Firefox calls an error of the page: what a policy forbids, and what a service worker cannot fetch without a connection.
NO_ERRORS = ("settings blocked WebAssembly", "A ServiceWorker passed an Error Response")
MODULE = re.compile("^(error loading|Failed to fetch) dynamically imported module: ")
ALLOWED = ("Compiling or instantiating WebAssembly",)  # what a test of a stricter host brings about
# Chromium judges the line by what it sees, and on a busy machine finds it slow; then pages would fetch less at once. A test that is about
# this tells the page what it wants.
UNTOLD = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => undefined, configurable: true })"
NO_SCRIPT = "sandbox allow-same-origin allow-forms allow-top-navigation"

# Swaps the words print and screen in every media query, so that a screen shows what paper would.
AS_PAPER = """() => {
  const word = { print: "screen", screen: "print" };
  const swap = (media) => (media.mediaText = media.mediaText.replace(/\\b(print|screen)\\b/g, (each) => word[each]));
  const walk = (sheet) => {
    if (sheet.media?.mediaText) swap(sheet.media);
    for (const rule of sheet.cssRules ?? []) walk(rule.styleSheet ?? rule);
  };
  [...document.styleSheets].forEach(walk);
}"""


def programs(engine: str) -> list[str | None]:
    """Where the engine's programs stand on this machine, None for one that does not."""
    return [next((path for name in names if (path := shutil.which(name))), None) for names in PROGRAMS[engine]]


def is_missing(engine: str) -> bool:
    return None in programs(engine)


def require(engine: str) -> None:
    """Skip the test where the engine is missing, loudly (see conftest.py); where engines are required, fail it."""
    if is_missing(engine):
        words = f"{engine} is missing: run `make browsers`"
        pytest.fail(words, pytrace=False) if os.environ.get("EASYCOMPILERS_REQUIRE_BROWSERS") else pytest.skip(words)


class Browsers:
    """Each browser is started when it is first asked for, and runs to the end of the session."""

    def __init__(self, playwright: Playwright) -> None:
        self.playwright = playwright
        self.started: dict[tuple[str, bool], Browser] = {}

    def get(self, engine: str, dark: bool = False) -> Browser:
        dark = dark and engine == "firefox"  # Chromium's pages choose their scheme, Firefox as a whole has one
        if (engine, dark) not in self.started:
            self.started[engine, dark] = self._start(engine, dark)
        return self.started[engine, dark]

    def _start(self, engine: str, dark: bool) -> Browser:
        [path] = programs(engine)
        if engine == "chromium":
            return self.playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        scheme = {"layout.css.prefers-color-scheme.content-override": 0 if dark else 1}
        return self.playwright.firefox.launch(channel="moz-firefox", executable_path=path, firefox_user_prefs=scheme)

    def close(self) -> None:
        for browser in self.started.values():
            browser.close()


@dataclass
class Visit:
    """A page that knows nothing, in a context of its own, and what it must not have done when it is left."""

    page: Page
    home: str  # the only host that it may ask
    strangers: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    file: Path | None = None  # of the tests that have it, where others have it after them
    expected: tuple[str, ...] = ()  # how errors begin that the test itself brings about
    missing: set[str] = field(default_factory=set)  # what the host has not, or could not be had for another reason than that the page was left

    def watch(self) -> None:
        self.page.on("request", lambda request: self.meet(request.url))
        self.page.on("response", lambda response: response.status >= 400 and self.missing.add(response.url))
        self.page.on("requestfailed", lambda request: self.miss(request.url, request.failure))
        self.page.on("pageerror", lambda error: self.hear(error))
        self.page.on("console", lambda message: self.read(message.text))

    def hear(self, error: Error) -> None:
        # Firefox reports a worker that was terminated at work as an exception without a value.
        if (error.name, error.message) != ("uncaught exception", "undefined") and not any(words in str(error) for words in NO_ERRORS):
            self.errors.append(str(error))

    def miss(self, address: str, failure: str | None) -> None:
        if failure not in ("NS_BINDING_ABORTED", "net::ERR_ABORTED"):
            self.missing.add(address)

    def read(self, told: str) -> None:
        """Chromium tells of what the page's policy forbids in the console, Firefox as an error."""
        if "Content Security Policy directive" in told and not any(words in told for words in ALLOWED):
            self.errors.append(told)

    def meet(self, address: str) -> None:
        if not address.startswith((self.home, "data:", "blob:", "about:")):
            self.strangers.append(address)

    def leave(self) -> None:
        self.page.context.unroute_all(behavior="ignoreErrors")  # what is still under way is nobody's any more
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.context.close()

    @property
    def faults(self) -> list[str]:
        """The errors, without modules that had not come yet when their page was left: browsers say the same of those that are missing."""
        told = [error for error in self.errors if not error.startswith(self.expected)]
        return [error for error in told if not (module := MODULE.match(error)) or error[module.end():] in self.missing]

    def check(self) -> None:
        assert not self.strangers, f"requests to another host: {self.strangers}"
        assert not self.faults, f"errors in scripts: {self.faults}"


def open_visit(browsers: Browsers, engine: str, home: str, *, dark: bool = False, script: bool = True,
               width: int = 1280, height: int = 900, offline: bool = False) -> Visit:
    """offline: the site may keep itself for a time without a connection. Not else: what a service worker answers, `route` never meets."""
    how = {"viewport": {"width": width, "height": height}, "service_workers": "allow" if offline else "block"}
    if engine == "firefox":
        context = browsers.get(engine, dark).new_context(**how)
        if not script:
            context.route("**/*", without_script)
    else:
        scheme = "dark" if dark else "light"
        context = browsers.get(engine).new_context(**how, color_scheme=scheme, java_script_enabled=script)
    context.add_init_script(UNTOLD)
    visit = Visit(context.new_page(), home)
    visit.watch()
    assert visit.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == dark, "the scheme did not come about"
    return visit


def without_script(route: Route) -> None:
    """A page in a sandbox runs no script and shows its <noscript>."""
    if route.request.resource_type != "document":
        return route.continue_()
    response = route.fetch()
    route.fulfill(response=response, headers={**response.headers, "content-security-policy": NO_SCRIPT})


def show_as_paper(page: Page) -> None:
    page.emulate_media(media="print")
    if not page.evaluate("matchMedia('print').matches"):
        page.evaluate(AS_PAPER)
