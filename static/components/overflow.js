// <ec-overflow>: what is too wide for the page scrolls within it, and can then be reached and scrolled with the keyboard.
/** What may be too wide, and what to call it. @type {Record<string, string>} */
const NAMES = { pre: "Code", ".table-scroll": "Table", ".math-block": "Formula", ".math-scroll": "Formula" };

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
    const [, word] = Object.entries(NAMES).find(([selector]) => element.matches(selector));
    const wide = element.scrollWidth > element.clientWidth + 1;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", `${word}, wider than the page`]]) {
      if (wide) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }
}

customElements.define("ec-overflow", Overflow);
