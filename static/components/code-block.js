// <ec-code-block>: a listing that can be copied.
class CodeBlock extends HTMLElement {
  connectedCallback() {
    const button = /** @type {HTMLButtonElement} */ (this.querySelector(".copy"));
    // The clipboard is there only for pages that came over https or from this machine; code in a question is there to be read.
    if (!navigator.clipboard || this.closest("ec-question")) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      const copying = navigator.clipboard.writeText(this.querySelector("pre").textContent);
      import("../copying.js").then(({ tell }) => tell(button, copying));
    });
  }
}

customElements.define("ec-code-block", CodeBlock);
