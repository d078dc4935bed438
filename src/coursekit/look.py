"""Every colour of the pictures, once, by role: what a page may override, and what is used where it does not.

A page sets `--figure-ink`, `--figure-1`, `--figure-ramp-1` …, `--figure-font`, and wins. Where it sets none, a picture
has the text colour and the colour scheme (light or dark) of the page; in a file of its own, those of the reader.
In forced colours, or where style sheets are stripped, all that remains is the text colour in several strengths, so
nothing may depend on hue.
"""

from __future__ import annotations

LINES = 6  # colours for lines: the roles "1" … "6"
BINS = 9  # classes of a heat map: "ramp-1" … "ramp-9" and "diverging-1" … "diverging-9"


def _numbered(role: str, light: str, dark: str) -> dict[str, tuple[str, str]]:
    pairs = zip(light.split(), dark.split(), strict=True)
    return {f"{role}{i}": (f"#{a}", f"#{b}") for i, (a, b) in enumerate(pairs, 1)}


# role → (on light paper, on dark paper)
COLOURS: dict[str, tuple[str, str]] = {
    "ink": ("#0E2128", "#DFE8E8"),
    "note": ("#3F545B", "#B4C1C1"),
    "hairline": ("#CFDAD9", "#2D3A40"),
    "paper": ("#F7FBF9", "#0E191D"),
    # blue, violet, amber, green, rust, slate: at least 5.3:1 on paper, so they can be text
    **_numbered("", "135B8D 674698 845713 0E6C43 A93622 566C72", "7EC8F2 C7B0F2 EDC478 7CDBAA F5A389 92A2A4"),
    # Ink is readable on bins 1 to 5 and paper on 6 to 9, at 4.6:1 or more, in light and in dark.
    **_numbered(
        "ramp-",
        "D6FAFE 9BDFEB 6CC5DA 4AAAC9 3991B7 34789D 376483 395266 394047",
        "0B273B 0D3957 0E4A6F 115A83 176C95 308CB0 51A8BF 80C4CF BFE0E2",
    ),
    # Rust below zero, blue above. Ink is readable on bins 3 to 7, paper on the two at either end.
    **_numbered(
        "diverging-",
        "7F3409 AE592F CE8665 E9BCA7 EBF0ED AAC9E9 689BCF 3274B2 0C4D83",
        "F9AD8C CB754E 904E2E 593423 1E2628 214059 296391 4891CB 89C5F8",
    ),
}

# How strong a bin is where only one colour is left: the same order, with the same gap between ink and paper text.
STRENGTHS = {
    "ramp-": (0.04, 0.1, 0.18, 0.26, 0.35, 0.62, 0.74, 0.86, 1.0),
    "diverging-": (0.9, 0.65, 0.35, 0.15, 0.03, 0.15, 0.35, 0.65, 0.9),
}
ON_PAPER = {"ramp-": (6, 7, 8, 9), "diverging-": (1, 2, 8, 9)}  # bins whose text is in the colour of the paper


def style(roles: list[str]) -> str:
    """The style sheet for a drawing that uses these roles. Every rule is the same in every drawing that has it."""
    used = list(dict.fromkeys(roles))
    light, dark = COLOURS["ink"]
    colours = "".join(f".coursekit .ck-{r}{{color:var(--figure-{r},light-dark({','.join(COLOURS[r])}))}}" for r in used)
    forced = "".join(f".coursekit .ck-{role}{{color:Canvas{'' if role == 'paper' else 'Text'}}}" for role in used)
    return (
        ".coursekit{max-width:100%;height:auto;"
        "color:var(--figure-ink,inherit);font-family:var(--figure-font,system-ui,sans-serif)}"
        # A root is a picture in a file of its own.
        f":root.coursekit{{color-scheme:light dark;color:{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root.coursekit{{color:{dark}}}}}"
        f"@supports (color:light-dark(red,red)){{{colours}"
        "@media (forced-colors:none){.coursekit .ck-full{stroke-opacity:1}}}"
        "@media screen and (forced-colors:none){.coursekit .ck-grey-only{display:none}}"
        f"@media (forced-colors:active){{.coursekit,:root.coursekit{{color:CanvasText}}{forced}}}"
    )
