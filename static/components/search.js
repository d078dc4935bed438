// <ec-search>: a button, and the key `/` where no text is being written, that open the search; its dialog is loaded when it is first asked for.
import { settings } from "../progress.js";

class Search extends HTMLElement {
  connectedCallback() {
    this.button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    this.hidden = false;
    this.button.addEventListener("click", () => this.open());
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { target } = event;
    const writing = target.isContentEditable || target.matches?.("input, textarea, select"); // it may be the document
    if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey || settings().slash === "off") return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.open();
  }

  async open() {
    const dialog = await import("../search/dialog.js").catch(() => {});
    this.querySelector("[role=alert]")?.toggleAttribute("hidden", !!dialog);
    dialog?.open(this, this.button);
  }
}

customElements.define("ec-search", Search);
