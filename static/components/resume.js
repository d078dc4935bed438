// <ec-resume>: on the page of a course, or in its entry among the courses: which parts are done, and a link to where the reader left.
import { read, watch } from "../progress.js";
import { gettext, ngettext } from "../words.js";

class Resume extends HTMLElement {
  connectedCallback() {
    this.line = /** @type {HTMLElement} */ (this.querySelector(".resume"));
    this.parts = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("[data-part]")]);
    watch(() => this.show());
    this.show();
  }

  show() {
    const { parts, last } = read(this.dataset.courseId);
    for (const entry of this.parts) this.mark(entry, parts[entry.dataset.part ?? ""] ?? {});
    const done = Object.values(parts).filter((part) => part.done).length;
    this.line.hidden = !last;
    if (!last) return;
    const total = this.parts.length || Number(this.dataset.parts);
    this.line.replaceChildren(this.link(last), done ? ` ${ngettext("%(done)s of %(count)s part done.", "%(done)s of %(count)s parts done.", total, { done: Math.min(done, total) })}` : "");
  }

  /** @param {HTMLElement} entry @param {import("../progress/record.js").Part} part */
  mark(entry, { opened, done }) {
    entry.toggleAttribute("done", Boolean(done));
    const word = done ? gettext("done") : opened ? gettext("begun") : "";
    let told = entry.querySelector(".part-state");
    if (!told && word) entry.querySelector(".facts")?.append((told = Object.assign(document.createElement("li"), { className: "part-state" })));
    if (told && word) told.textContent = word;
    else told?.remove();
  }

  /** To the part where the reader left; its title is known where the parts are listed. @param {{part: string, anchor?: string}} last */
  link({ part, anchor }) {
    const known = /** @type {HTMLAnchorElement | undefined | null} */ (this.parts.find((entry) => entry.dataset.part === part)?.querySelector("h2 a"));
    const course = /** @type {HTMLAnchorElement | null} */ (this.querySelector("h2 a"));
    const address = known ? known.href : new URL(`${encodeURIComponent(part)}/`, this.parts.length ? document.baseURI : course?.href).href;
    const text = known ? gettext("Go on with %(part)s", { part: known.textContent ?? "" }) : gettext("Go on where you left");
    return Object.assign(document.createElement("a"), { href: address + (anchor ? `#${encodeURIComponent(anchor)}` : ""), textContent: text });
  }
}

customElements.define("ec-resume", Resume);
