// <ec-tex>: the TeX of formulas, to take along. A displayed formula gets a button, seen on the way to it; and where a selection that is
// copied holds formulas, its text has their TeX in their places (tex/selection.js, from the first selection on).
class Tex extends HTMLElement {
  connectedCallback() {
    if (this.button) return;
    this.button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    document.addEventListener("selectionchange", () => import("../tex/selection.js"), { once: true });
    // The clipboard is there only for pages that came over https or from this machine; what a question shows is there to be read.
    if (!navigator.clipboard) return;
    for (const formula of document.querySelectorAll(".body .math-block:not(ec-question *, summary *)")) this.lend(formula);
  }

  /** @param {Element} formula */
  lend(formula) {
    const button = /** @type {HTMLButtonElement} */ (this.button.cloneNode(true));
    button.addEventListener("click", () => {
      const copying = navigator.clipboard.writeText(formula.querySelector("annotation")?.textContent ?? "");
      import("../copying.js").then(({ tell }) => tell(button, copying));
    });
    formula.after(button);
  }
}

customElements.define("ec-tex", Tex);
