"""HTML in, HTML out: marks stay on the line of the term or the formula that they stand before or after."""

from __future__ import annotations

import re

# Browsers treat a button and a formula as one large character, with a chance to break the line on either side.
_THING = r"(?:dfn [^>]*><)?button type=\"button\" class=\"term\"[^>]*>[^<]*</button>(?:</dfn>)?|math\b(?:(?!</math>).)*</math>"
_BEFORE, _AFTER = r"(\[‘“„«", r"(?:[.,;:!?)\]”…»]|['’]\w{0,3})+"  # a key's: what is short goes with it
_NEW = "".join(f"(?<!class=\"kept\">{f'[{_BEFORE}]' * count}.)" for count in range(4))
# It begins with a sign that has to be there, and what may come after that, since what is asked for at every letter, or at every tag, takes long.
_MARKED = re.compile(rf"[<{_BEFORE}](?=[sedbm<{_BEFORE}]){_NEW}(?:(?<=<)|((?<!<)[{_BEFORE}]{{0,2}}<))(?:(strong|em)><)?(?:{_THING})(?(2)</\2>)(?(1)(?:{_AFTER})?|{_AFTER})", re.DOTALL)


def keep_punctuation(html: str) -> str:
    """`html` with each term and formula that has a mark beside it in one ``span`` with it, which is not broken."""
    if "<button" not in html and "<math" not in html:  # looking for what may stand before them takes long
        return html
    return _MARKED.sub(lambda found: f'<span class="kept">{found[0]}</span>', html)
