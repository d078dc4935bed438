"""Formulas on one line of plain text, as the search and voices have them."""

from __future__ import annotations

import pytest

from easycompilers_site.maths import formula

READS = {
    r"e^2 = 7.389": "e^2 = 7.389",
    r"a \cdot b = \sum_i a_i b_i": "a · b = ∑_i a_i b_i",
    r"\frac{QK^T}{\sqrt{d_k}}": "(QK^T)/√d_k",
    r"\text{share}_i = \frac{e^{s_i}}{\sum_j e^{s_j}}": "share_i = (e^(s_i))/(∑_j e^(s_j))",
    r"\sum_{i=1}^{n} x_i": "∑_(i = 1)^n x_i",
    r"\lim_{x\to 0} f(x)": "lim_(x → 0) f(x)",
    r"-10^9": "−10^9",
    r"(-1)^n - \infty": "(−1)^n − ∞",
    r"\log p(x) + 2\log x": "log p(x) + 2 log x",
    r"\max(0,\, xW_1)": "max(0, xW_1)",
    r"\bar{x} \approx \hat{y}_i": "x̄ ≈ ŷ_i",
    r"x', y''": "x′, y″",
    r"\sqrt[3]{x+1}": "3√(x + 1)",
    r"\frac{d}{dx}x^2": "d/dx x^2",
    r"a<b": "a < b",
    r"\begin{pmatrix}1 & 2\\3 & 4\end{pmatrix}": "(1 2; 3 4)",
    "a &= b\\\\\n &= c": "a = b; = c",
    r"\text{bytes per token} = 2 \times \text{layers}": "bytes per token = 2 × layers",
}


@pytest.mark.parametrize(("tex", "text"), READS.items(), ids=READS)
def test_a_formula_reads_on_one_line(tex: str, text: str) -> None:
    told = formula(tex, True)
    assert told.text == text
    assert f' data-text="{text.replace("<", "&lt;")}"' in told.mathml


def test_what_is_no_formula_reads_as_it_was_typed() -> None:
    assert formula(r"\frac{a}", True).text == r"\frac{a}"
