// The cells that stand above an element, from the top of the page, as those who lend it their names (see code-cell.js).

/** @param {Element} element @returns {import("./runtime.js").Asker[]} */
export function cellsAbove(element) {
  return [...document.querySelectorAll("ec-code-cell")]
    .filter((cell) => cell.shared && cell.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((cell) => cell.asker);
}
