// <ec-glossary>: opens the vocabulary in a dialog on any page, at the term where a link names one. It shows the glossary page's
// own list, fetched once; where that fails the link is followed.
import { gettext } from "../words.js";

import { fetchedPage, taken } from "../fetched-page.js";

const PREFIX = "glossary-";   // before every id of the list, which now stands on a page with ids of its own

/** @param {string} tag @param {Record<string, string>} attributes @param {(string | Node)[]} children */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class Glossary extends HTMLElement {
  connectedCallback() {
    this.control = /** @type {HTMLAnchorElement} */ (this.querySelector("a"));
    this.control.setAttribute("aria-haspopup", "dialog");
    document.addEventListener("click", this);
    addEventListener("popstate", this);
    if (history.state?.glossary) history.replaceState(null, "");   // the page came back without it
  }

  disconnectedCallback() {
    document.removeEventListener("click", this);
    removeEventListener("popstate", this);
  }

  /** @param {MouseEvent | PopStateEvent} event */
  handleEvent(event) {
    if (event.type === "popstate") {
      if (!history.state?.glossary) this.dialog?.close();   // it may have been opened again before the way back was gone
      return;
    }
    const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest?.("a[data-glossary]"));
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.open(link);
  }

  /** @param {HTMLAnchorElement} link */
  async open(link) {
    const note = /** @type {HTMLElement | null} */ (link.closest("[popover]"));
    this.opener = note ? document.querySelector(`[popovertarget="${CSS.escape(note.id)}"]`) : link;
    note?.hidePopover();
    this.dialog ??= this.build();
    this.dialog.showModal();
    history.pushState({ glossary: true }, "");   // the Back button closes it, as it does on a phone
    try {
      this.list ??= await this.fetch(link.href);
    } catch {
      history.replaceState(null, "");
      this.dialog.close();
      location.replace(link.href);
      return;
    }
    this.dialog.querySelector(".loading")?.replaceWith(this.list);
    const term = decodeURIComponent(link.hash.slice(1));
    if (term) this.list.show(PREFIX + term);
    else if (!matchMedia("(pointer: coarse)").matches) this.list.querySelector("input").focus();
  }

  build() {
    const close = make("button", { type: "button" }, gettext("Close"));
    const title = make("h2", { id: PREFIX + "title", tabindex: "-1", autofocus: "" }, gettext("Vocabulary for this course"));
    const dialog = make("dialog", { class: "sheet", "aria-labelledby": PREFIX + "title" },
      make("div", { class: "sheet-head" }, title, close), make("p", { class: "loading", role: "status" }, gettext("Loading the vocabulary …")));
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    // A search field keeps Escape to itself, to be emptied by it. Here Escape always closes.
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      if (history.state?.glossary) history.back();
      this.opener?.focus();
    });
    this.append(dialog);
    return dialog;
  }

  /** @param {string} address @returns {Promise<HTMLElement>} the <ec-find> of the glossary page, fit to stand in this one */
  async fetch(address) {
    const [{ status, address: found, page }] = await Promise.all([fetchedPage(address), import("./find.js")]);
    if (status >= 400) throw new Error(`The glossary answered ${status}`);
    const list = /** @type {HTMLElement} */ (taken(page.querySelector("ec-find")));
    for (const element of list.querySelectorAll("[id]")) element.id = PREFIX + element.id;
    for (const element of list.querySelectorAll("[for]")) element.setAttribute("for", PREFIX + element.getAttribute("for"));
    for (const link of list.querySelectorAll("[href], [src]")) {
      const name = link.hasAttribute("href") ? "href" : "src";
      const value = link.getAttribute(name);
      link.setAttribute(name, value.startsWith("#") ? "#" + PREFIX + value.slice(1) : new URL(value, found).href);
    }
    return list;
  }
}

customElements.define("ec-glossary", Glossary);
