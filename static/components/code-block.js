// <ec-code-block>: a listing that can be copied.
import { gettext } from "../words.js";

class CodeBlock extends HTMLElement {
  connectedCallback() {
    const button = /** @type {HTMLButtonElement} */ (this.querySelector(".copy"));
    // The clipboard is there only for pages that came over https or from this machine; code in a question is there to be read.
    if (!navigator.clipboard || this.closest("ec-question")) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(this.querySelector("pre").textContent).then(
        () => (button.textContent = gettext("Copied")), () => (button.textContent = gettext("Not copied")));
      setTimeout(() => (button.textContent = gettext("Copy")), 2000);
    });
  }
}

customElements.define("ec-code-block", CodeBlock);
