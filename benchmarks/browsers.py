"""A browser with a profile of its own, as the benchmark drives it: it opens a page, runs a script there, and visits again."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import tempfile
from typing import Any

CHROMIUM_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                  "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class Driven:
    """By Playwright; the second visit is that of a browser that was closed in between."""

    def __enter__(self) -> Driven:
        from playwright.sync_api import sync_playwright

        self.profile = tempfile.mkdtemp()
        self.playwright = sync_playwright().start()
        self.context = self.launch()
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        self.playwright.stop()
        shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, url: str) -> None:
        self.page = self.context.new_page()
        self.page.goto(url)

    def again(self, url: str) -> None:
        self.page.wait_for_timeout(3000)  # what the browser compiled it now writes to its cache
        self.context.close()
        self.context = self.launch()
        self.open(url)

    def wait(self, script: str) -> None:
        for _ in range(6000):  # asked from here: within the page, whose policy lets no text run as a script, Playwright cannot wait
            if self.page.evaluate(script):
                break
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(1000)

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)


class Chromium(Driven):
    def launch(self):
        return self.playwright.chromium.launch_persistent_context(self.profile, executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)


class Firefox(Driven):
    def launch(self):
        return self.playwright.firefox.launch_persistent_context(self.profile, channel="moz-firefox", executable_path=shutil.which("firefox-esr"))


class WebKit:
    """WebKitGTK by Selenium, on a screen of its own. A session keeps nothing, so the second visit is a page loaded anew."""

    def __enter__(self) -> WebKit:
        from selenium import webdriver

        reader, writer = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
                                       pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = ":" + os.read(reader, 16).decode().strip()
        options = webdriver.WebKitGTKOptions()
        options.add_argument("--automation")
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        self.driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver")))
        self.driver.set_script_timeout(180)
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()
        self.screen.terminate()
        self.screen.wait()

    def open(self, url: str) -> None:
        self.driver.get(url)

    def again(self, url: str) -> None:
        self.run("new Promise((resolve) => setTimeout(resolve, 3000))")
        self.driver.get("about:blank")
        self.open(url)

    def wait(self, script: str) -> None:
        self.run(f"new Promise((resolve) => {{ const look = () => ({script}) ? setTimeout(resolve, 1000) : setTimeout(look, 50); look(); }})")

    def run(self, script: str) -> Any:
        return self.driver.execute_script(f"return ({script.removeprefix('() => ')})" if not script.startswith("async") else f"return ({script})()")


ENGINES = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}
