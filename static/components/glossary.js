// <ec-glossary>: opens the vocabulary in a dialog on any page, at the term where a link names one. The dialog is loaded when it is first
// asked for; where it cannot be, or shows nothing, the link is followed.

class Glossary extends HTMLElement {
  connectedCallback() {
    this.querySelector("a").setAttribute("aria-haspopup", "dialog");
    document.addEventListener("click", this);
    if (history.state?.glossary) history.replaceState(null, "");   // the page came back without it
  }

  disconnectedCallback() {
    document.removeEventListener("click", this);
  }

  /** @param {MouseEvent} event */
  handleEvent(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (event.target.closest?.("a[data-glossary]"));
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.open(link);
  }

  /** @param {HTMLAnchorElement} link */
  async open(link) {
    const note = /** @type {HTMLElement | null} */ (link.closest("[popover]"));
    const opener = /** @type {HTMLElement} */ (note ? document.querySelector(`[popovertarget="${CSS.escape(note.id)}"]`) : link);
    note?.hidePopover();
    try {
      const { open } = await import("../glossary/dialog.js");
      await open(this, link, opener);
    } catch {
      location.assign(link.href);
    }
  }
}

customElements.define("ec-glossary", Glossary);
