// <ec-tex>: the TeX of formulas, to take along. A displayed formula gets a button, seen on the way to it; and where a selection that is
// copied holds formulas, its text has their TeX in their places.

class Tex extends HTMLElement {
  connectedCallback() {
    if (this.button) return;
    this.button = /** @type {HTMLButtonElement} */ (this.querySelector("button"));
    document.addEventListener("copy", (event) => this.copy(event));
    // The clipboard is there only for pages that came over https or from this machine; what a question shows is there to be read.
    if (!navigator.clipboard) return;
    for (const formula of document.querySelectorAll(".body .math-block:not(ec-question *, summary *)")) this.lend(formula);
  }

  /** @param {Element} formula */
  lend(formula) {
    const button = /** @type {HTMLButtonElement} */ (this.button.cloneNode(true));
    const { copied, failed } = this.dataset;
    const name = button.textContent;
    button.addEventListener("click", async () => {
      button.textContent = await navigator.clipboard.writeText(tex(formula)).then(() => copied, () => failed);
      setTimeout(() => (button.textContent = name), 2000);
    });
    formula.after(button);
  }

  /** @param {ClipboardEvent} event */
  copy(event) {
    const selection = getSelection();
    if (event.defaultPrevented || !selection?.rangeCount || selection.isCollapsed) return;
    const range = whole(selection.getRangeAt(0));
    const piece = document.createElement("div");
    piece.append(range.cloneContents());
    if (!piece.querySelector("math")) return;
    event.clipboardData?.setData("text/html", piece.innerHTML);
    event.clipboardData?.setData("text/plain", text(piece).replace(/ *\n */g, "\n").replace(/\n{3,}/g, "\n\n").trim());
    event.preventDefault();
  }
}

/** @param {Element} formula @returns {string} its TeX, as the author wrote it */
const tex = (formula) => formula.querySelector("annotation")?.textContent ?? "";

/** A range that begins or ends within a formula takes all of it. @param {Range} range */
function whole(range) {
  const wider = range.cloneRange();
  const around = (/** @type {Node} */ node) => (node instanceof Element ? node : node.parentElement)?.closest("math");
  const [first, last] = [around(range.startContainer), around(range.endContainer)];
  if (first) wider.setStartBefore(first);
  if (last) wider.setEndAfter(last);
  return wider;
}

const BLOCKS = /^(p|div|li|ul|ol|dl|dt|dd|h[1-6]|tr|table|figure|figcaption|section|blockquote|aside|details|summary|br)$/;

/** @param {Node} node @returns {string} its text, with the TeX of its formulas between dollars */
function text(node) {
  if (node instanceof Text) return node.data.replace(/\s+/g, " ");
  if (!(node instanceof Element) || node.matches("button:not(.term), script, [hidden]")) return "";
  if (node.localName === "pre") return `\n${node.textContent}\n`;
  if (node.localName === "math") return node.getAttribute("display") === "block" ? `\n$$${tex(node)}$$\n` : `$${tex(node)}$`;
  const inner = [...node.childNodes].map(text).join("");
  return BLOCKS.test(node.localName) ? `\n${inner}\n` : inner;
}

customElements.define("ec-tex", Tex);
