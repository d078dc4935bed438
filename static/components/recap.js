// <ec-recap>: a question to be answered from memory. What the reader writes is kept.
import { keep, recall } from "../progress.js";

const PAUSE = 400; // ms

class Recap extends HTMLElement {
  connectedCallback() {
    if (this.field) return;
    const place = /** @type {HTMLElement} */ (this.querySelector(".recap-own"));
    this.field = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
    this.field.value = recall(this.id).note ?? "";
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.write(), PAUSE);
    });
    addEventListener("pagehide", () => this.timer && this.write());
    place.hidden = false;
  }

  write() {
    this.timer = undefined;
    keep(this.id, { note: this.field.value.trim().slice(0, 2000) || undefined });
  }
}

customElements.define("ec-recap", Recap);
