// <ec-rail>: shows in "On this page" where the reader is, and fills the station of what is done
// (ec-done of a quiz, ec-judged {passed} of an exercise).
import { gettext } from "../words.js";

class Rail extends HTMLElement {
  connectedCallback() {
    this.stations = [...this.querySelectorAll(".station")].flatMap((station) => {
      const link = /** @type {HTMLAnchorElement} */ (station.querySelector("a"));
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return target ? [{ station, link, target }] : [];
    });
    document.addEventListener("scroll", this, { passive: true });
    document.addEventListener("ec-done", this);
    document.addEventListener("ec-judged", this);
    for (const thing of document.querySelectorAll("[done]")) this.fill(thing);
    this.soon();
  }

  disconnectedCallback() {
    document.removeEventListener("scroll", this);
    document.removeEventListener("ec-done", this);
    document.removeEventListener("ec-judged", this);
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event.type === "ec-done" || event.detail?.passed) this.fill(/** @type {Node} */ (event.target));
    else if (event.type === "scroll") this.soon();
  }

  /** With the next frame, which lays the page out anyway. */
  soon() {
    this.frame ??= requestAnimationFrame(() => this.place());
  }

  /** Current is the last station that has come to the top of the window; at the page's end, the last of all. */
  place() {
    this.frame = undefined;
    const { scrollHeight, scrollTop } = document.documentElement;
    const end = scrollTop > 0 && scrollTop + innerHeight > scrollHeight - 2;
    const passed = this.stations.filter(({ target }) => end || target.getBoundingClientRect().top < innerHeight / 5);
    for (const { link } of this.stations) link.removeAttribute("aria-current");
    passed.at(-1)?.link.setAttribute("aria-current", "location");
  }

  /** The station of a thing is the last one that stands at it or before it. @param {Node} thing */
  fill(thing) {
    const before = Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY;
    const found = this.stations.filter(({ target }) => target === thing || target.compareDocumentPosition(thing) & before).at(-1);
    if (!found || found.station.getAttribute("state") === "done") return;
    found.station.setAttribute("state", "done");
    const summary = this.querySelector("summary");
    const word = Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: gettext(", done"), lang: summary.closest("[lang]").lang });
    found.link.append(word);
    const practice = this.stations.filter(({ station }) => station.dataset.kind !== "section");
    const done = practice.filter(({ station }) => station.getAttribute("state") === "done").length;
    summary.textContent = gettext("On this page · %(done)s of %(total)s done", { done, total: practice.length });
  }
}

customElements.define("ec-rail", Rail);
