// What is copied of a page: where a selection holds formulas, its text has their TeX in their places, between dollars.

document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (event.defaultPrevented || !selection?.rangeCount || selection.isCollapsed) return;
  const piece = document.createElement("div");
  piece.append(whole(selection.getRangeAt(0)).cloneContents());
  if (!piece.querySelector("math")) return;
  event.clipboardData?.setData("text/html", piece.innerHTML);
  event.clipboardData?.setData("text/plain", text(piece).replace(/ *\n */g, "\n").replace(/\n{3,}/g, "\n\n").trim());
  event.preventDefault();
});

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
  const tex = node.localName === "math" && (node.querySelector("annotation")?.textContent ?? "");
  if (tex !== false) return node.getAttribute("display") === "block" ? `\n$$${tex}$$\n` : `$${tex}$`;
  const inner = [...node.childNodes].map(text).join("");
  return BLOCKS.test(node.localName) ? `\n${inner}\n` : inner;
}
