"""The Nu HTML checker has nothing to say of any page of the course, nor of the documentation's. It takes Java, and `make checkers`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

JAR = Path(__file__).parent / "checkers/node_modules/vnu-jar/build/dist/vnu.jar"

#: Younger than it: where a note opens beside its word, within @supports. And a policy that allows what comes from the page's own host: it reads
#: files, which have none; what a policy forbids in truth, every browser test hears of.
UNJUST = ("CSS: “position-area”", "CSS: “position-try-fallbacks”", "violates Content Security Policy (meta tag)")


@pytest.mark.skipif(not (shutil.which("java") and JAR.exists()), reason="the Nu HTML checker takes Java 17, and `make checkers`")
def test_the_checker_has_nothing_to_say(built: Path) -> None:
    result = subprocess.run(["java", "-jar", str(JAR), "--skip-non-html", "--format", "json", str(built)], capture_output=True, text=True, check=False)
    found = [f"{message['url'].rpartition('/c++/')[2]}:{message.get('lastLine')}: {message['message']}\n    {message.get('extract', '')!r}"
             for message in json.loads(result.stderr)["messages"] if not any(words in message["message"] for words in UNJUST)]
    assert found == []
