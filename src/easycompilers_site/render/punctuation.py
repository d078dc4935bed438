"""HTML in, HTML out: a full stop stays on the line of the term or the formula that it follows."""

from __future__ import annotations

import re

# Browsers treat a button and a formula as one large character, with a chance to break the line on either side.
_THING = r"<button type=\"button\" class=\"term\"[^>]*>[^<]*</button>|<math\b(?:(?!</math>).)*</math>"
_FOLLOWED = re.compile(rf"(?<!class=\"kept\">)(<(strong|em)>)?(?:{_THING})(?(1)</\2>)[.,;:!?)\]’”…]+", re.DOTALL)


def keep_punctuation(html: str) -> str:
    """`html` with each term and formula that punctuation follows in one ``span``, which is not broken."""
    if "<button" not in html and "<math" not in html:  # looking for what may stand before them takes long
        return html
    return _FOLLOWED.sub(lambda found: f'<span class="kept">{found[0]}</span>', html)
