// <ec-find>: the vocabulary with a box to find a term in it. The glossary page and the dialog are both this.
// show(id) brings one entry into view.
import { gettext, ngettext } from "../words.js";

/** @param {string} text @returns {string} without capitals and accents */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {string} hash @returns {string} the id that it names, '' for what no address should be */
function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

class Find extends HTMLElement {
  connectedCallback() {
    addEventListener("hashchange", this);
    if (this.entries) return;
    this.list = /** @type {HTMLElement} */ (this.querySelector(".entries"));
    this.entries = [...this.list.querySelectorAll(".entry")].map((element) => ({
      element: /** @type {HTMLElement} */ (element),
      name: plain(element.querySelector("dt").textContent),
      text: plain([...element.querySelectorAll("dt, dd > :not(.entry-links)")].map((part) => part.textContent).join(" ")),
    }));
    this.box = /** @type {HTMLInputElement} */ (this.querySelector("input"));
    this.count = /** @type {HTMLElement} */ (this.querySelector(".count"));
    this.box.addEventListener("input", () => this.find());
    this.addEventListener("click", (event) => this.follow(event));
    this.querySelector(".find").hidden = false;
    if (this.box.value) this.find();
    this.handleEvent();
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this);
  }

  /** The page is asked for an entry by its address, though the box may have hidden it. In a dialog the address is another page's. */
  handleEvent() {
    if (location.hash && !this.closest("dialog")) this.show(named(location.hash));
  }

  find() {
    const query = plain(this.box.value.trim());
    const found = this.entries.filter(({ text }) => text.includes(query));
    for (const entry of this.entries) entry.element.hidden = !found.includes(entry);
    const named = query ? found.filter(({ name }) => name.includes(query)) : [];
    this.list.append(...[...named, ...this.entries.filter((entry) => !named.includes(entry))].map(({ element }) => element));
    this.querySelector(".letters").hidden = Boolean(query);
    const all = this.entries.length;
    const words = this.box.value.trim();
    this.count.textContent = !query ? ngettext("There is %(count)s term.", "There are %(count)s terms.", all)
      : found.length ? ngettext("“%(words)s” stands in %(found)s of %(count)s term.", "“%(words)s” stands in %(found)s of %(count)s terms.", all, { found: found.length, words })
      : gettext("No term has “%(words)s” in it.", { words });
  }

  /** @param {string} id */
  show(id) {
    const entry = this.entries.find(({ element }) => element.id === id)?.element;
    if (!entry) return;
    this.box.value = "";
    this.find();
    const term = /** @type {HTMLElement} */ (entry.querySelector("dt"));
    term.tabIndex = -1;
    term.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "start" });
  }

  /** A link to an entry shows it, though the box may have hidden it; in a dialog the page's address stays as it is. */
  follow(event) {
    const href = event.target.closest("a")?.getAttribute("href") ?? "";
    if (!href.startsWith("#")) return;
    if (this.closest("dialog")) event.preventDefault();
    else history.replaceState(null, "", href), event.preventDefault();
    this.show(named(href));
  }
}

customElements.define("ec-find", Find);
