"""Where the reference stands, and what it shows that is not code."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
FOLDER = DOCS / "course" / "reference"

#: Templates of an author's own, each of which stands as an example under the one that it replaces.
EXAMPLES = DOCS / "examples" / "templates"
