// <ec-overflow>: what is too wide for the page scrolls within it, and can then be reached and scrolled with the keyboard.
import { gettext } from "../words.js";

/** What may be too wide, and what to call it. @type {Record<string, string>} */
const NAMES = {
  pre: gettext("Code, wider than the page"), ".table-scroll": gettext("Table, wider than the page"),
  ".math-block": gettext("Formula, wider than the page"), ".math-scroll": gettext("Formula, wider than the page"),
};

class Overflow extends HTMLElement {
  connectedCallback() {
    this.watch = new ResizeObserver((changes) => changes.forEach(({ target }) => this.look(target)));
    for (const element of this.querySelectorAll(Object.keys(NAMES).join())) this.watch.observe(element);
  }

  disconnectedCallback() {
    this.watch.disconnect();
  }

  /** @param {Element} element */
  look(element) {
    const [, name] = Object.entries(NAMES).find(([selector]) => element.matches(selector));
    const wide = element.scrollWidth > element.clientWidth + 1;
    for (const [attribute, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", name]]) {
      if (wide) element.setAttribute(attribute, value);
      else element.removeAttribute(attribute);
    }
  }
}

customElements.define("ec-overflow", Overflow);
