"""WebKitGTK from Debian, through Selenium: a display of its own, and a session that is always ended. By role and name, as a person would."""

from __future__ import annotations

import glob
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase

from learner import PASTE
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError

BEGINNING = 20  # seconds in which the driver answers its first call, which takes it one; it may never do so, and then each of them is lost
PATIENCE = 90  # seconds in which it answers any other
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
ELEMENTS = {
    "button": "button", "link": "a[href]", "radio": "input[type=radio]", "textbox": "textarea, [role=textbox], input[type=text]",
    "searchbox": "input[type=search]", "status": "[role=status]", "region": "section, [role=region]", "dialog": "dialog",
    "heading": "h1, h2, h3", "image": "img",
}
# What the page says of scripts that failed: the driver has no log.
LISTEN = """
window.heard = [];
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (event) => heard.push(String(event.message ?? event.reason)));
"""


@contextmanager
def display() -> Iterator[str]:
    """Xvfb, on a display that no other has. Without one the driver would wait for a minute and then fail."""
    read, write = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait()


def started(screen: str, tries: int = 3) -> webdriver.WebKitGTK:
    """A browser that has begun. Now and then its driver never answers the first call: it is asked anew then."""
    options = webdriver.WebKitGTKOptions()
    options.add_argument("--automation")
    options.binary_location = glob.glob(MINI_BROWSER)[0]
    service = webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver"), env={**os.environ, "DISPLAY": screen},
                                         popen_kw={"start_new_session": True})
    usual = socket.getdefaulttimeout()
    socket.setdefaulttimeout(BEGINNING)  # the driver takes it for its calls
    try:
        driver = webdriver.WebKitGTK(options=options, service=service)
    except (TimeoutError, HTTPError):
        with suppress(ProcessLookupError):
            os.killpg(service.process.pid, signal.SIGKILL)  # the driver has gone, its browser has not
        if tries == 1:
            raise
        return started(screen, tries - 1)
    finally:
        socket.setdefaulttimeout(usual)
    driver.command_executor.client_config.timeout = PATIENCE
    return driver


@contextmanager
def session(screen: str) -> Iterator[webdriver.WebKitGTK]:
    """A browser that knows nothing. It is ended whatever happens: one that is not goes on for ever."""
    driver = started(screen)
    try:
        driver.set_window_size(1270, 990)
        driver.set_script_timeout(60)
        yield driver
    finally:
        driver.quit()


def until(what: Callable[[], object], seconds: float = 60, words: str = "") -> object:
    """What it gives once that is true. The page draws elements anew while one looks: what has gone stale is asked again."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := what():
                return found
        except StaleElementReferenceException:
            pass
        assert time.monotonic() < end, words or "it did not come about in time"
        time.sleep(0.05)


def name_of(element: WebElement) -> str:
    """The accessible name, '' where the engine has none to give yet: of what has just been shown it says that there is an error, and not which."""
    try:
        return element.accessible_name
    except WebDriverException as error:
        if error.msg:
            raise
        return ""


class Place:
    """A part of the page. It looks for what a learner sees: a thing's role, its name ("Output*": how that begins), that it is displayed."""

    def __init__(self, driver: webdriver.WebKitGTK, root: WebElement | webdriver.WebKitGTK) -> None:
        self.driver = driver
        self.root = root

    def all(self, role: str, name: str | None = None) -> list[Place]:
        found = self.root.find_elements(By.CSS_SELECTOR, ELEMENTS[role])
        shown = [element for element in found if element.is_displayed() or role in ("status", "region")]  # empty, it has no box
        return [Place(self.driver, element) for element in shown if name is None or fnmatchcase(name_of(element), name)]

    def get(self, role: str, name: str | None = None) -> Place:
        return until(lambda: self.all(role, name), words=f"no {role} named {name}")[0]

    def within(self, selector: str) -> Place:
        return Place(self.driver, until(lambda: self.root.find_elements(By.CSS_SELECTOR, selector), words=f"no {selector}")[0])

    @property
    def text(self) -> str:
        return self.driver.execute_script("return arguments[0].innerText", self.root)

    @property
    def focused(self) -> bool:
        return self.driver.execute_script("return document.activeElement === arguments[0]", self.root)

    def click(self) -> None:
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", self.root)
        self.root.click()

    def press(self, *keys: str) -> None:
        """On this element; on the page itself, where the focus is."""
        target = self.root if isinstance(self.root, WebElement) else self.driver.switch_to.active_element
        target.send_keys(*keys)

    def says(self, words: str, seconds: float = 60) -> str:
        """Waits until these words stand there, and gives all that does."""
        last = ""

        def found() -> bool:
            nonlocal last
            last = self.text
            return words in last

        until(found, seconds, f"{words!r} did not come")
        return last

    def write(self, code: str) -> None:
        self.get("textbox").click()
        self.within(".cm-editor")
        field = self.get("textbox")
        field.press(Keys.CONTROL + "a")
        self.driver.execute_script(f"({PASTE})(arguments[0], arguments[1])", field.root, code)

    def run(self, code: str = "", button: str = "Run") -> str:
        """Runs a cell to its end and gives what its output says."""
        if code:
            self.write(code)
        self.get("button", button).click()
        until(lambda: self.root.get_attribute("state") in ("done", "failed", "stopped"), words="the run does not end")
        until(lambda: (said := self.get("status").text) and not said.startswith("Python is being loaded"))
        return self.get("region", "Output*").text


class Browser(Place):
    def __init__(self, driver: webdriver.WebKitGTK) -> None:
        super().__init__(driver, driver)

    @property
    def errors(self) -> list[str]:
        return self.driver.execute_script("return window.heard ?? []")

    def arrive(self, address: str) -> None:
        self.driver.get(address)
        self.driver.execute_script(LISTEN)
        until(lambda: self.driver.execute_script("return document.querySelector(':not(:defined)') === null"))

    @property
    def cells(self) -> list[Place]:
        return [Place(self.driver, element) for element in self.root.find_elements(By.CSS_SELECTOR, "ec-code-cell")
                if element.find_elements(By.CSS_SELECTOR, "button[name=run]")]
