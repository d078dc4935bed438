/** @param {Element} element @returns {HTMLElement} a copy, unseen, that can stand on the page beside the first */
export function copied(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  copy.classList.add("in-print");
  copy.hidden = true;
  return copy;
}
