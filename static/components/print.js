// <ec-print>: a button that prints the chapter. However it is printed, what answers its questions and exercises stands on paper at the
// end: it is gathered when printing begins and gone when it ends, so that the page never holds it twice. Without script the
// answers stand where they are.
import { copied } from "../copied.js";

/** What asks, and within it what asks and what answers. A cell asks what it will give, as long as it has not been run. */
const ASKING = "ec-exercise, ec-question, ec-recap, ec-code-cell:has(details.recorded:not([hidden]))";
const ASKED = "h3, legend, .recap-question, .output";
const ANSWER = ".solution > .flow, .reasons-fold, .recap-fold > .flow, ec-code-cell details.recorded";

class Print extends HTMLElement {
  connectedCallback() {
    if (this.chapter) return;
    this.chapter = /** @type {HTMLElement} */ (this.closest(".chapter"));
    this.hidden = false;
    this.querySelector("button").addEventListener("click", () => print());
    addEventListener("beforeprint", () => this.gather());
    addEventListener("afterprint", () => this.scatter());
  }

  gather() {
    this.scatter();
    this.chapter.querySelector(":popover-open")?.hidePopover(); // it would lie over the head of the first sheet, and be missing among the terms
    const entries = [...this.chapter.querySelectorAll(ASKING)].flatMap((element) => entry(/** @type {HTMLElement} */ (element)) ?? []);
    if (!entries.length) return;
    this.answers = document.createElement("section");
    this.answers.className = "printed-answers";
    this.answers.append(heading("h2", this.dataset.title ?? ""), ...entries);
    this.chapter.append(this.answers);
    this.chapter.setAttribute("answers", "last");
  }

  scatter() {
    this.answers?.remove();
    this.chapter.removeAttribute("answers");
  }
}

/** @param {HTMLElement} element @returns {HTMLElement | null} what it asks with what answers it, null where nothing does */
function entry(element) {
  const asked = element.querySelector(ASKED);
  const answer = element.told ?? element.querySelector(ANSWER);
  if (!asked || !answer) return null;
  const entry = document.createElement("div");
  entry.className = "flow";
  const name = asked.getAttribute("aria-label");   // of an output
  entry.append(heading("h3", ...(name ? [name] : shown(asked).childNodes)), ...shown(answer).childNodes);
  for (const summary of entry.querySelectorAll("summary")) summary.remove();
  return entry;
}

/** @param {Element} element */
function shown(element) {
  const copy = copied(element);
  for (const term of copy.querySelectorAll("[popovertarget]")) term.replaceWith(...term.childNodes);
  return copy;
}

/** @param {string} tag @param {(Node | string)[]} content */
function heading(tag, ...content) {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

customElements.define("ec-print", Print);
