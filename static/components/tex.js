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
    const { copied, failed } = this.dataset;
    const name = button.textContent;
    button.addEventListener("click", async () => {
      button.textContent = await navigator.clipboard.writeText(formula.querySelector("annotation")?.textContent ?? "").then(() => copied, () => failed);
      setTimeout(() => (button.textContent = name), 2000);
    });
    formula.after(button);
  }
}

customElements.define("ec-tex", Tex);
